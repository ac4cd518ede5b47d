// The question bar: what is asked, the options in lines of their own, the button that commits.
import { byId, fill, h, s } from "./dom.js";
import { mineOf } from "./api.js";
import * as P from "./play.js";
import { headline } from "./odds.js";
import { size } from "./layout.js";
import { capital, count, percent, rounded, ruleLink, ruleLinks, shortFace } from "./words.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./play.js").Refused} Refused */
/** @typedef {import("./types").Offer} Offer */
/** @typedef {import("./battle.js").Table} Table */

const BARRED_MAX = 2;

const other = (/** @type {import("./types").Seat} */ seat) => /** @type {import("./types").Seat} */ (seat === "red" ? "blue" : "red");

/** Redraws when a victory can be claimed. @type {ReturnType<typeof setTimeout> | undefined} */
let claims;

/** @param {Table} table */
export function drawBar(table) {
  const { play } = table;
  const { state } = play;
  if (!state) return;
  const box = byId("question");
  const opts = byId("opts");
  const keep = opts.contains(document.activeElement) ? document.activeElement?.getAttribute("data-number") : null;
  fill(byId("back"), play.curtain ? null : [whyButton(table), undoButton(table)]);
  // So many options as there is room for: what is not in sight is one press away.
  byId("ask").classList.remove("tight");
  for (let most = P.shownMost(play); most > 0; most--) {
    const [question, options] = said(table, most);
    fill(box, question);
    fill(opts, options);
    opts.classList.toggle("pictures", Boolean(opts.querySelector(".pic")));
    opts.classList.toggle("long", Boolean(opts.querySelector(".wide:not(.pic)")));
    const { scrollHeight, clientHeight } = byId("ask");
    if (play.more || scrollHeight <= clientHeight + 1) break;
    // The question and its answer stay, whatever else has to go.
    if (most === 1) byId("ask").classList.add("tight");
  }
  if (play.state?.thinking && !state.scene.question) drawThinking(table);
  // Whose option is gone stands on the one in its place.
  if (keep && !opts.contains(document.activeElement)) opts.querySelector(`[data-number="${keep}"]`)?.focus();
  drawPhoneButtons(table);
}

/** The question and what is below it. @param {Table} table @param {number} most so many options at most @returns {[any, any]} */
function said(table, most) {
  const { play } = table;
  const state = /** @type {import("./types").State} */ (play.state);
  const { scene } = state;
  if (play.curtain) return [[h("em", {}, "Pass the screen: "), `${table.side(play.curtain)} to decide.`], h("button", { class: "btn go", type: "button", onclick: () => table.go({ ...play, curtain: null }) }, `I am ${table.side(play.curtain)}`)];
  if (state.over ?? scene.outcome) return [overWords(table), [h("a", { class: "btn go", href: `/replay/${table.id}#end` }, "How it ended"), h("a", { class: "btn", href: `/replay/${table.id}` }, "Replay"), h("a", { class: "btn", href: "/" }, "To the start page")]];
  if (state.offer) return bargain(table, state.offer);
  if (state.dice) {
    const { dice } = state;
    const mine = dice.typed_by === play.seat || (play.seat && play.both);
    return [[h("em", {}, `${table.deed || capital(dice.what)}: `), mine ? `throw ${count(dice.n, "die", "dice")} and tap the faces in.` : `the throw of ${table.side(dice.typed_by)}.`],
      h("p", { class: "note" }, `${capital(dice.what)}: ${dice.dice} `, ruleLink(table.ruleset, dice.rule))];
  }
  if (!scene.question) return others(table);
  return asked(table, scene.question, most);
}

/** It is somebody else's turn. @param {Table} table @returns {[any, any]} */
function others(table) {
  const state = /** @type {import("./types").State} */ (table.play.state);
  const { scene } = state;
  const names = scene.awaits.map(table.side).join(" and ");
  const phase = scene.turn.phases.find((it) => it.on)?.name.toLowerCase();
  const says = state.thinking ? `${table.side(state.thinking)}: the computer decides.` : `${names || "The other side"} to decide${phase ? `: ${phase}` : ""}.`;
  const away = state.away.filter((seat) => scene.awaits.includes(seat));
  return [says, [away.length ? h("p", { class: "note" }, `Nobody is here for ${table.side(away[0])} now; the battle waits.`) : null, inviteNote(table), claimNote(table)]];
}

/** @param {Table} table @param {import("./types").Question} question @param {number} most @returns {[any, any]} */
function asked(table, question, most) {
  const { play } = table;
  const { draft } = play;
  const scene = /** @type {import("./types").Scene} */ (P.sceneOf(play));
  const base = scene.bases.find((it) => it.id === play.selected);
  const pool = base?.pool !== undefined ? scene.pools?.[base.pool] : undefined;
  const context = pool && !draft ? `${pool.name}, ${pool.endless ? "no limit of" : `${pool.left} of ${pool.full}`} ${pool.what}` : question.context;
  const own = play.selected && (play.move || P.offersOf(play, play.selected).length) && !draft;
  const name = P.selectedName(play);
  const barrier = P.barrier(play);
  const lead = play.selected ? P.leadOf(play, play.selected) : undefined;
  const hint = draft ? planHint(play) : lead ? "Drag it: its corps is activated first." : !play.selected && P.can(play).size ? "Choose a unit on the map." : "";
  // Who takes hits is asked of all at once, and is no order.
  const orders = !/^who takes\b/.test(question.asks);
  const asks = own && name && orders && scene.offers?.some((offer) => !offer.units?.includes(play.selected ?? "")) && !play.selected?.startsWith("laying") ? `what are the orders for ${name}?` : question.asks;
  const words = [h("em", { class: pool && !draft ? null : "moment" }, `${capital(context)}: `), asks,
    barrier ? h("span", { class: "hint stopped" }, `${barrier.word}: ${rounded(barrier.says)}. `, ruleLinks(table.ruleset, barrier.rules)) : hint ? h("span", { class: "hint" }, hint) : null];
  return [words, [h("div", { class: "list" }, listed(table, most).flat()), h("div", { class: "acts" }, restButton(table), commitButton(table))]];
}

/** @param {Table} table @param {number} most @returns {any[]} */
function listed(table, most) {
  const { play } = table;
  const { draft } = play;
  const all = P.options(play);
  // What is chosen is never out of sight.
  const first = all.slice(0, most);
  const at = all.findIndex((it) => it.kind === "offer" && it.offer.action === play.chosen);
  const shown = (play.more ? all : at >= most ? [...first.slice(0, -1), all[at]] : first).map((option) => ({ option, number: all.indexOf(option) + 1 }));
  const offers = P.sceneOf(play)?.offers ?? [];
  // What ends all this is never out of sight.
  const also = play.selected && !draft ? offers.filter((offer) => !offer.units?.length && !offer.ghosts?.length && !all.some((it) => it.kind === "offer" && it.offer.action === offer.action)) : [];
  const room = play.more ? also.length : most > 1 ? Math.max(1, most - Math.min(all.length, most) - 1) : 0;
  const hidden = Math.max(0, all.length - most) + Math.max(0, also.length - room);
  also.sort((a, b) => Number(P.passes(b, offers)) - Number(P.passes(a, offers)));
  return [
    // Slots that lie under the map are chosen there.
    shown.map(({ option, number }) => (option.kind === "slot" && option.slot.pool !== undefined ? null : optionNode(table, option, number))),
    hidden || play.more ? h("button", { class: "opt", type: "button", "data-key": "more", "data-number": "0", onclick: () => table.go(P.pressKey(table.play, 0)) }, h("kbd", {}, "0"), h("b", {}, play.more ? "fewer" : `${hidden} more`)) : null,
    !all.length && play.selected && !draft ? h("button", { class: "opt off", type: "button", onclick: () => play.selected && table.why(play.selected) }, h("kbd", {}, "?"), h("span", {}, h("b", {}, "Nothing now"), h("small", {}, "why not?"))) : null,
    barredOptions(table, most),
    also.slice(0, room).map((offer) => h("button", { class: "opt", type: "button", "data-action": offer.action, "data-key": `also ${offer.action}`, onclick: () => table.go(P.choose(table.play, offer.action)) }, h("b", {}, offer.title))),
    play.verdict ? h("p", { class: "note dn" }, `${table.reason(play.verdict)} `, ruleLinks(table.ruleset, play.verdict.reason?.rules ?? [])) : null,
  ];
}

/** What an offer says; the name of the selected piece, which the question has already, is left out. @param {Play} play @param {Offer} offer */
function ownTitle(play, { title }) {
  const name = P.pieceOf(play, play.selected)?.name;
  return rounded(name && title.startsWith(`${name}: `) ? capital(title.slice(name.length + 2)) : title);
}

/** What an option risks, in a few words, as far as it is known. @param {Play} play @param {Offer} offer */
export function risk(play, offer) {
  const found = play.odds[offer.action];
  const forecast = found?.odds ?? found?.later[0];
  if (!forecast) return "";
  // What a player asks first stands first in the forecast.
  const first = forecast.highlights.filter((it) => it.chance.float > 0.001 && it.says.length < 34).slice(0, 2);
  // Whose it is stands in the option already.
  const names = [...(offer.units ?? []), ...(offer.targets ?? [])].map((id) => `${P.pieceOf(play, id)?.name} `);
  if (first.length) return first.map((it) => `${percent(it.chance.float)} ${names.reduce((says, name) => says.replace(name, ""), it.says)}`).join(", ");
  const [none] = forecast.highlights;
  return none ? `${percent(none.chance.float)} ${none.says}` : headline(forecast) ?? "";
}

/** @param {Play} play */
const offers = (play) => P.sceneOf(play)?.offers ?? [];

/** @param {Table} table @param {import("./play.js").Option} option @param {number} at */
function optionNode(table, option, at) {
  const { play } = table;
  const { draft } = play;
  const key = at <= 9 ? String(at) : "";
  if (option.kind === "slot") {
    const { slot } = option;
    const here = draft?.at.get(play.piece ?? "") === slot.id;
    return h("button", { class: `opt ${here ? "on" : ""}`, type: "button", "data-key": `slot ${slot.id}`, "data-number": key, "aria-pressed": String(here), onclick: () => table.go(P.pressSlot(table.play, slot.id)) }, key ? h("kbd", {}, key) : null, h("b", {}, slot.name));
  }
  const { offer } = option;
  // Among the options of several units each says whose it is.
  const piece = P.pieceOf(play, offer.units?.[0] ?? null);
  const many = !draft && piece && !offer.units?.includes(play.selected ?? "") && !offer.title.includes(piece.name) && (offer.units?.length ?? 0) < 4;
  const plain = many ? `${piece.name}: ${offer.title.charAt(0).toLowerCase()}${offer.title.slice(1)}` : ownTitle(play, offer);
  // Of two that are called alike each says all.
  const title = offers(play).some((it) => it.title === offer.title && it.action !== offer.action && it.words !== offer.words && String(it.units) === String(offer.units)) ? capital(offer.words) : rounded(plain);
  const on = draft ? draft.is(offer.sets ?? []) : play.chosen === offer.action;
  const laid = draft?.cards.length && offer.sets?.length ? laidCards(draft, offer.sets) : null;
  const picture = P.isDeployment(play, offer) ? deploymentPicture(play, offer) : null;
  const says = [risk(play, offer), offer.note].filter(Boolean).join(", ");
  const point = (/** @type {string} */ action) => table.point(action);
  return h("button", { "aria-label": laid ? title : null, class: `opt ${on ? "on" : ""} ${picture ? "pic" : ""} ${title.length > 29 && !laid ? "wide" : ""}`, type: "button", "data-key": `option ${offer.action}`, "data-number": key, "data-action": offer.action, "aria-pressed": String(on), onclick: () => table.go(P.choose(table.play, offer.action)),
    "data-about": [...(offer.units ?? []), ...(offer.targets ?? [])].join(" "), title: offer.words === title ? null : offer.words,
    onpointerenter: (/** @type {PointerEvent} */ event) => { if (event.pointerType === "mouse") point(offer.action); }, onpointerleave: () => point(""), onfocus: () => point(offer.action), onblur: () => point("") },
    picture, key ? h("kbd", {}, key) : null, h("span", {}, laid ?? h("b", {}, title), says ? h("small", {}, says) : null));
}

/** A ready deployment as a small picture of its owner's half. @param {Play} play @param {Offer} offer */
function deploymentPicture(play, offer) {
  const scene = P.sceneOf(play);
  if (!scene) return null;
  const { left, bottom, width, height } = scene.table;
  const south = play.seat === "red";
  const bodies = (offer.ghosts ?? []).flatMap((ghost) => {
    const base = scene.bases.find((it) => it.id === ghost.id);
    if (!("pose" in ghost.at)) return [];
    const { x, y, facing } = ghost.at.pose;
    const [w, d] = base ? size(base) : [width / 30, width / 30];
    return [s("rect", { class: play.seat, x: -w / 2, y: -d / 2, width: w, height: d, transform: `translate(${x - left} ${bottom + height - y}) rotate(${facing})` })];
  });
  return s("svg", { class: "half", viewBox: `0 ${south ? height / 2 : 0} ${width} ${height / 2}`, "aria-hidden": "true" }, s("rect", { class: "floor", y: south ? height / 2 : 0, width, height: height / 2 }), ...bodies);
}

/** A suggestion as the cards of the segments in their order, and what becomes of the others. @param {import("./plan.js").Draft} draft @param {[string, string][]} sets */
function laidCards(draft, sets) {
  const to = new Map(sets);
  const face = (/** @type {import("./types").Piece} */ piece) => ("card" in piece.is ? shortFace(piece.is.card.face) : piece.name);
  const segments = draft.plan.slots.filter((slot) => slot.pool !== undefined);
  const laid = segments.map((slot) => h("b", { class: "laid" }, draft.cards.filter((piece) => to.get(piece.id) === slot.id).map(face).join("") || "\u2013"));
  const rest = draft.plan.slots.filter((slot) => slot.pool === undefined).map((slot) => ({ slot, cards: draft.cards.filter((piece) => (to.get(piece.id) ?? piece.at) === slot.id) }));
  const says = rest.filter(({ cards }) => cards.length).map(({ slot, cards }) => `${slot.name.toLowerCase()} ${cards.map(face).join(" ")}`);
  return [h("span", { class: "cards" }, laid), h("small", {}, says.join(", "))];
}

/** @param {Play} play */
export function planHint(play) {
  const piece = play.draft?.plan.pieces.find((it) => it.id === play.piece);
  if (piece) return `${capital(piece.name)}: where to?`;
  return play.draft?.cards.length ? "Take a card, or a suggestion." : play.draft?.plan.pieces.length ? "Take a unit, or a suggestion." : "";
}

/** Options that look possible and are not: a click says why. @param {Table} table @param {number} most */
function barredOptions(table, most) {
  const { play } = table;
  const { band, barred } = play;
  const room = Math.max(0, most - P.options(play).length);
  const shown = band.ids.length ? P.unlike(band.refused).slice(0, Math.min(most, BARRED_MAX)) : barred.of === play.selected ? barred.refused.slice(0, Math.min(room, BARRED_MAX)) : [];
  return shown.map((it) => it.offer && h("button", { class: `opt off ${it.offer.title.length > 26 ? "wide" : ""}`, type: "button", "data-key": `barred ${it.offer.action}`, onclick: () => table.showWhy(play.selected, it.offer?.title ?? "", [{ offer: null, reason: it.reason }]) }, h("span", {}, h("b", {}, ownTitle(play, it.offer)), h("small", {}, "why not?"))));
}

/** The way to the reasons for which there is no room among the options. @param {Table} table */
function whyButton({ play, showWhy }) {
  const { of, refused } = play.barred;
  if (refused.length < 1 || of !== play.selected || !P.able(play)) return null;
  return h("button", { class: "btn plain off", type: "button", onclick: () => showWhy(of, P.selectedName(play) ?? "", refused) }, "Why not\u2026");
}

/** @param {Table} table */
function undoButton({ play, takeBack }) {
  if (play.move) return h("button", { class: "btn plain undo", type: "button", onclick: takeBack }, "Take back", h("small", {}, " the last part"));
  const undo = play.state?.undo;
  if (!undo) return null;
  return h("button", { class: "btn plain undo", type: "button", title: undo.dice ? `${undo.what}: its dice have been seen, and that is told` : undo.what, onclick: takeBack }, undo.free ? "Undo" : "Ask to take back", h("small", {}, ` ${undo.what.length < 28 ? rounded(undo.what) : "U"}`));
}

/** Before the battle the computer can do the rest. @param {Table} table */
function restButton(table) {
  const { play } = table;
  if (!P.sceneOf(play)?.setup || !P.able(play)) return null;
  return h("button", { class: "btn rest", type: "button", "data-key": "rest", "aria-pressed": String(play.delegated), onclick: () => table.go(P.delegate(table.play)) }, play.delegated ? "Being done" : "The rest the usual way", h("kbd", {}, "A"));
}

/** @param {Table} table */
function commitButton({ play, go }) {
  const wanted = P.commitment(play);
  const text = play.busy ? "Sent" : wanted?.says ?? "Choose first";
  return h("button", { class: "btn go", id: "commit", type: "button", "data-key": `commit ${wanted?.action ?? ""}`, disabled: !wanted?.ok || play.busy, "aria-busy": String(play.busy), onclick: () => go(P.commit(play)) }, text, wanted?.ok ? h("kbd", {}, "Enter") : null);
}

/** On phones the button that commits is at the bottom, under the thumb. @param {Table} table */
function drawPhoneButtons(table) {
  const { play } = table;
  const wanted = P.commitment(play);
  const offer = P.offerOf(play, wanted?.action ?? null);
  const says = offer ? [risk(play, offer), offer.note].filter(Boolean).join(", ") : "";
  const back = play.move || play.state?.undo;
  fill(byId("mgo"),
    wanted && back ? h("button", { class: "btn", type: "button", "data-key": "undo", onclick: table.takeBack }, play.move ? "Take back" : "Undo") : null,
    P.sceneOf(play)?.setup && P.able(play) ? h("button", { class: "btn", type: "button", "data-key": "rest", onclick: () => table.go(P.delegate(table.play)) }, play.delegated ? "Being done" : "The rest") : null,
    wanted ? h("button", { class: "btn go", type: "button", "data-key": `commit ${wanted.action}`, disabled: !wanted.ok || play.busy, onclick: () => table.go(P.commit(table.play)) }, h("span", {}, play.busy ? "Sent" : wanted.says), says ? h("small", {}, says) : null) : null);
}

/** A draw or an undo that the other side asks for. @param {Table} table @param {NonNullable<import("./types").State["offer"]>} offer @returns {[any, any]} */
function bargain(table, offer) {
  const { play } = table;
  const who = table.side(offer.by);
  const what = offer.what === "draw" ? "a draw is offered." : `leave is asked to take back: ${offer.words ?? "the last action"}.`;
  const question = [h("em", {}, `${who}:`), ` ${what}`];
  if (!play.seat || (offer.by === play.seat && !play.both)) return [question, h("p", { class: "note" }, play.seat ? "Waiting for the answer." : null)];
  const reply = (/** @type {boolean} */ yes) => {
    const link = table.links.get(other(offer.by)) ?? table.link;
    link?.request("reply", { to: offer.what, yes }).catch((error) => table.say(capital(error.what), false));
  };
  return [question, [h("button", { class: "btn go", type: "button", onclick: () => reply(true) }, offer.what === "draw" ? "Agree to a draw" : "Allow"), h("button", { class: "btn", type: "button", onclick: () => reply(false) }, "Refuse")]];
}

/** Who has won, and how. @param {Table} table */
function overWords(table) {
  const over = table.play.state?.over;
  const outcome = P.sceneOf(table.play)?.outcome;
  const winner = over ? over.winner : outcome?.winner;
  const rule = over?.rule ?? outcome?.rule;
  return [h("em", {}, winner ? `Victory of ${table.side(winner)}: ` : "The battle is drawn: "), `${over?.how ?? outcome?.how ?? ""}. `, rule ? ruleLink(table.ruleset, rule) : ""];
}

/** The victory that this seat may claim, or until when the other has to decide. @param {Table} table */
function claimNote(table) {
  const { play } = table;
  const claim = play.state?.claim;
  if (!claim || claim.by !== play.seat || play.both) return null;
  const late = table.side(other(claim.by));
  const left = claim.at - Date.now();
  if (left <= 0) return h("button", { class: "btn", type: "button", id: "claim", onclick: () => table.request("claim") }, "Claim the victory", h("small", {}, ` ${late} did not decide in time`));
  // A page that stays open shows the button when the time has come.
  clearTimeout(claims);
  claims = setTimeout(() => drawBar(table), Math.min(left + 50, 2 ** 31 - 1));
  return h("p", { class: "note" }, `If ${late} have not decided by ${new Date(claim.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}, you may claim the victory.`);
}

/** @param {Table} table */
function inviteNote({ id, play, side, summary }) {
  const kept = sessionStorage.getItem(`acies.invite.${id}`);
  if (!kept || !mineOf(id)) return null;
  const { seat, link } = JSON.parse(kept);
  if (summary?.seats[/** @type {import("./types").Seat} */ (seat)] !== "invited" && !play.state?.away.includes(seat)) return null;
  const address = new URL(link, location.href).href;
  return h("p", { class: "invite" }, `Send this link to the friend who plays ${side(seat)}: `, h("input", { readonly: true, value: address, "aria-label": "Link for a friend", onfocus: (/** @type {any} */ event) => event.target.select() }), h("button", { class: "btn", type: "button", onclick: () => navigator.clipboard?.writeText(address) }, "Copy"));
}

/** Who thinks, and for how long already, once it takes long enough to be noticed. @param {Table} table */
export function drawThinking({ play, side, thinking }) {
  document.querySelector(".think")?.remove();
  const seat = play.state?.thinking;
  if (!seat || !thinking) return;
  const bar = h("i", {});
  bar.style.width = `${100 * (1 - Math.exp(-thinking / 3000))}%`;
  const says = `The computer considers for ${side(seat)}: ${(thinking / 1000).toFixed(1)} s`;
  byId("opts").after(h("div", { class: "think" }, h("span", { class: "note" }, says), h("div", { role: "progressbar", "aria-label": "The computer considers", "aria-valuetext": says }, bar)));
}
