// The battle page: what is asked, what can be done about it, and what has happened.
import { ask, byId, fill, h, icon, loadSymbols, s, theme } from "./dom.js";
import { ApiError, get, markSeen, mineOf, post, remember } from "./api.js";
import { Band } from "./band.js";
import { DicePad } from "./dicepad.js";
import { helpDialog } from "./help.js";
import { Link } from "./link.js";
import { LogView } from "./log.js";
import { BattleMap, baseNode, leaderNode } from "./map.js";
import { comparison, headline, oddsPanel } from "./odds.js";
import { Mover } from "./mover.js";
import { Draft } from "./plan.js";
import { popRules } from "./rulepop.js";
import { Since } from "./since.js";
import { play, setSound, soundIsOn } from "./sound.js";
import { capital, count, ruleLink, ruleLinks } from "./words.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Offer} Offer */
/** @typedef {import("./types").Scene} Scene */
/** What looks possible and is not, and why. @typedef {{ offer: Offer, reason: import("./types").Reason }} Refused */
/** What an action throws, if it does, and what it leads to later as things stand after it. @typedef {{ action: string, odds: import("./types").Forecast | null, later: import("./types").Forecast[] }} Foreseen */

const SHOWN_MAX = 6;
const PLANS_MAX = 3;
const BARRED_MAX = 2;
/** Who only passes over a unit is not told what it cannot do. */
const BARRED_PAUSE = 250;
const ENTER_WAIT = 300;
/** Who rests on an option so long wants to know its odds. */
const HOVER_PAUSE = 150;
const COMMIT_PAUSE = 350;
/** Moves are shown the faster the more of them wait: twice as fast with so many. */
const HELD_FEW = 6;

const id = location.pathname.split("/")[2] ?? "";
const other = (/** @type {Seat} */ seat) => /** @type {Seat} */ (seat === "red" ? "blue" : "red");

/** What this page holds besides what the server says. */
const ui = {
  /** @type {Map<string, Link>} */ links: new Map(),
  /** @type {Link | null} */ link: null,
  /** @type {Seat | null} */ seat: null,
  /** @type {Seat | null} */ curtain: null,
  /** @type {import("./types").Summary | null} */ summary: null,
  /** @type {string | null} */ selected: null,
  /** @type {string | null} */ chosen: null,
  /** @type {Draft | null} */ draft: null,
  /** @type {string | null} */ piece: null,
  /** @type {import("./types").Failure | null} */ verdict: null,
  /** The odds of what is chosen. @type {Foreseen | null} */ forecast: null,
  /** The odds of what the pointer rests on. @type {Foreseen | null} */ peek: null,
  atLeast: false,
  more: false,
  online: true,
  offSince: 0,
  thinking: 0,
  askedAt: 0,
  /** Redraws when a victory can be claimed. @type {ReturnType<typeof setTimeout> | undefined} */ claims: undefined,
  /** The option that the pointer rests on. */
  resting: "",
  /** When a key or the pointer was pressed last. */
  pressedAt: 0,
  asked: "",
  told: 0,
  acts: 0,
  /** How many new states have been drawn. */
  changes: 0,
  /** @type {{ at: number, scene: Scene } | null} */ past: null,
  tab: "",
  line: "",
  lineOk: false,
  heard: 0,
  deed: "",
  grouping: false,
  /** What looks possible for the selected piece and is not. @type {{ of: string, refused: Refused[], more: Refused[] }} */ barred: { of: "", refused: [], more: [] },
  /** An option that others are compared with. @type {{ action: string, title: string, forecast: import("./types").Forecast } | null} */ kept: null,
};

const map = new BattleMap(byId("map"), {
  piece: (piece) => press(piece),
  area: (area) => pressArea(area),
  ground: () => putDown(),
  ghost: (key) => pressKey(Number(key)),
  drop: (piece, area) => drop(piece, area),
  view: () => {
    alignStrip();
    const now = scene();
    if (now) drawScale(now);
  },
  grip: (piece, more) => grip(piece, more),
  drag: (ids, to, free) => {
    if (!mayAct()) return;
    mover.drag(ids, to, free);
    showWanted();
  },
  dropped: (moved) => dropped(moved),
  lasso: (ids) => lasso(ids),
  several: (ids, at) => several(ids, at),
  details: (piece) => details(piece),
});
const mover = new Mover(() => scene(), { ask: (dragged) => ui.link?.request("drag", dragged) ?? Promise.reject(), judged: () => judged() });
const band = new Band({ ask: (pieces) => ui.link?.request("together", { pieces }) ?? Promise.reject(), told: () => draw() });
const log = new LogView(byId("log"), { empty: "Nothing has happened yet.", moment: (act) => past(act), seen: mineOf(id)?.seen });
const since = new Since(byId("since"), () => drawSince());
const pad = new DicePad(byId("dice"), (faces) => sendDice(faces), () => request("withdraw", { version: state()?.version }));

const state = () => ui.link?.state ?? null;
const scene = () => state()?.scene ?? null;
const ruleset = () => ui.summary?.ruleset ?? "";
const sideName = (/** @type {Seat} */ seat) => scene()?.sides[seat === "red" ? 0 : 1].name ?? seat;
/** Whether an action is on its way. */
const busy = () => [...ui.links.values()].some((link) => link.acting);
const mayAct = () => Boolean(scene()?.question && ui.seat && !ui.curtain && !ui.past && !state()?.dice && !state()?.over && !busy() && ui.online);

// --- Coming and going -------------------------------------------------------------------------

async function start() {
  theme();
  popRules();
  await loadSymbols();
  await seatFromLink();
  const held = mineOf(id)?.seats ?? {};
  const seats = /** @type {Seat[]} */ (["red", "blue"]).filter((seat) => held[seat]);
  for (const seat of seats) open(seat, held[seat] ?? null);
  if (!seats.length) open(null, null);
  ui.link = ui.links.get(seats[0] ?? "watch") ?? null;
  ui.seat = seats[0] ?? null;
  window.addEventListener("pagehide", () => markSeen(id, ui.link?.log.length ?? 0));
  document.addEventListener("keydown", keys);
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) byId("map").addEventListener(kind, pointBack);
  for (const skip of ["keydown", "pointerdown", "visibilitychange"]) document.addEventListener(skip, hurry, { capture: true });
  drawIcons();
  drawTools();
}

/** What is on its way arrives, and what has come meanwhile is shown at once. */
function hurry() {
  ui.pressedAt = performance.now();
  map.hurry();
  map.jumps = true;
  ui.link?.release();
  map.jumps = false;
}

/**
 * A link may hold a seat's secret or an invitation in its fragment. The address is cleaned when the seat is kept or refused,
 * not before: who loads the page anew meanwhile, or finds no server, asks again.
 */
async function seatFromLink() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.size) return;
  const secret = words.get("seat");
  const invite = words.get("invite");
  try {
    if (secret) {
      const { battles } = await post("/api/mine", { battles: [{ id, secret }] });
      if (battles[0]?.you) remember(id, battles[0].you, secret);
    } else if (invite) {
      const claimed = await post(`/api/battles/${id}/claim`, { invite, secret: ownSecret() });
      remember(id, claimed.seat, claimed.secret);
    }
  } catch (error) {
    say(`${error instanceof Error ? error.message : error} You can watch.`, false);
    if (error instanceof ApiError && error.failure.kind === "trouble") return;
  }
  sessionStorage.removeItem(CLAIM);
  history.replaceState(null, "", location.pathname);
}

/** Where the secret is kept with which a seat of this battle is claimed, until the answer has come. */
const CLAIM = `acies.claim.${id}`;

function ownSecret() {
  const drawn = sessionStorage.getItem(CLAIM) ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(CLAIM, drawn);
  return drawn;
}

/** @param {Seat | null} seat @param {string | null} secret */
function open(seat, secret) {
  const link = new Link(id, secret, {
    state: () => {
      if (link === ui.link || ui.links.size > 1) changed();
    },
    welcome: (summary) => {
      ui.summary = summary;
      drawTop();
    },
    thinking: (ms) => {
      ui.thinking = ms;
      drawThinking();
    },
    online: (on) => online(on),
    gone: (what) => gone(what),
  });
  ui.links.set(seat ?? "watch", link);
  return link;
}

/** @param {boolean} on */
function online(on) {
  if (on === ui.online) return;
  ui.online = on;
  if (on) {
    const late = ui.offSince && Date.now() - ui.offSince > 2000;
    ui.offSince = 0;
    say(late ? "Connected." : "", true);
    if (late) setTimeout(() => say("", true), 2000);
  } else {
    ui.offSince = Date.now();
    setTimeout(() => {
      if (!ui.online) say("Connection lost. Trying again; your last move is kept.", false);
    }, 2000);
  }
  draw();
}

/** @param {string} what */
function gone(what) {
  byId("static").hidden = true;
  fill(byId("question"), "This battle cannot be shown.");
  fill(byId("opts"), h("p", { class: "note" }, capital(what)), h("a", { class: "btn", href: "/" }, "To the start page"));
}

/** A line over the question. @param {string} text @param {boolean} ok */
function say(text, ok) {
  ui.line = text;
  ui.lineOk = ok;
  const line = byId("line");
  line.hidden = !text;
  line.classList.toggle("ok", ok);
  line.textContent = text;
}

// --- A new state ------------------------------------------------------------------------------

function changed() {
  byId("static").hidden = true;
  pickSeat();
  const now = state();
  if (!now) return;
  // Ways lead from the position before: after an undo, or when states were skipped, another one was shown.
  if (now.acts !== ui.acts + 1) now.scene.ways = [];
  ui.acts = now.acts;
  since.undone(now.acts);
  ui.changes++;
  const question = now.scene.question;
  const asked = JSON.stringify([now.version, ui.seat, question?.asks ?? null]);
  if (asked !== ui.asked) {
    ui.asked = asked;
    ui.askedAt = performance.now();
    ui.chosen = null;
    ui.resting = "";
    ungroup();
    map.wanted(null);
    ui.forecast = ui.peek = null;
    ui.verdict = null;
    ui.kept = null;
    ui.barred = { of: "", refused: [], more: [] };
    if (question) play("turn");
    ui.more = false;
    hideWhy();
    const same = question && ui.draft?.fits(now.scene.plan);
    if (!same) {
      ui.draft = now.scene.plan ? new Draft(now.scene.plan) : null;
      ui.piece = null;
      // The first suggestion is laid already: who presses Enter at once does not throw a turn away.
      const suggested = now.scene.offers?.find((offer) => offer.sets?.length)?.sets;
      if (ui.draft?.cards.length && suggested) ui.draft.set(suggested);
    } else if (ui.draft && now.scene.plan) {
      ui.draft.plan = now.scene.plan;
    }
    if (ui.selected && !offersOf(ui.selected).length) ui.selected = null;
    if (!now.thinking) ui.thinking = 0;
    if (question) shout(`Your decision. ${question.context}: ${question.asks}`);
    const offers = now.scene.offers ?? [];
    if (question && offers.length === 1 && !offers[0].throws && !now.scene.plan?.pieces.length && !now.scene.loose?.length && !now.dice) later(offers[0].action);
    else if (offers.length && !now.scene.plan) preselect();
  }
  announce();
  map.pace = 1 + (ui.link?.held?.length ?? 0) / HELD_FEW;
  draw();
  now.scene.ways = [];
  map.look(can());
  // The other side's moves are shown one after another.
  const others = [...map.marching.keys()].some((piece) => piece.split("/")[0] !== ui.seat);
  if (others && ui.links.size === 1) ui.link?.hold(map.arrived());
}

/** With both seats at one screen the one that decides looks, behind a curtain if hands are hidden. */
function pickSeat() {
  if (ui.links.size < 2) return;
  const any = [...ui.links.values()].find((link) => link.state)?.state;
  if (!any) return;
  const wanted = any.dice ? any.dice.typed_by : any.scene.awaits.length === 1 ? any.scene.awaits[0] : any.scene.awaits.find((seat) => ui.links.get(seat)?.state?.scene.question) ?? ui.seat;
  if (!wanted || wanted === ui.seat || !ui.links.has(wanted)) return;
  const hidden = (any.scene.hands ?? []).length > 0 && any.scene.hands?.some((hand) => hand.count > 0);
  ui.curtain = hidden ? wanted : null;
  ui.seat = wanted;
  ui.link = ui.links.get(wanted) ?? ui.link;
  ui.draft = null;
}

/** A single choice without consequence is taken by itself, unless the person has begun to do something. @param {string} action */
function later(action) {
  const version = state()?.version;
  setTimeout(() => {
    if (state()?.version !== version || !mayAct()) return;
    if (ui.pressedAt > ui.askedAt) preselect();
    else act(action, false);
  }, COMMIT_PAUSE);
}

/** What came since the last time, for the screen reader. */
function announce() {
  const log = ui.link?.log ?? [];
  if (log.length < ui.told) ui.told = log.length;
  const fresh = log.slice(ui.told).map((entry) => entry.line);
  ui.told = log.length;
  if (fresh.length) byId("say").textContent = fresh.slice(-4).join(". ").slice(0, 200);
}

/** @param {string} text */
function shout(text) {
  byId("shout").textContent = text;
}

// --- What can be done -------------------------------------------------------------------------

/** What is offered, the free move that is being made, and what the group can do. */
function allOffers() {
  const offers = scene()?.offers ?? [];
  const more = [...(mover.offer ? [mover.offer] : []), ...band.offers];
  return [...more.filter((it) => !offers.some((offer) => offer.action === it.action)), ...offers];
}

/** @param {string} piece */
function offersOf(piece) {
  const { group } = mover;
  const such = group.length > 1 && group.includes(piece) ? (/** @type {string[]} */ units) => units.length === group.length && group.every((id) => units.includes(id)) : (/** @type {string[]} */ units) => units.includes(piece);
  return allOffers().filter((offer) => such(offer.units ?? []));
}

/** Pieces that can act now. */
function can() {
  const now = scene();
  if (!now?.question) return new Set();
  if (ui.draft) return new Set(ui.draft.plan.pieces.flatMap((piece) => ("piece" in piece.is && piece.slots.length > 1 ? [piece.is.piece] : [])));
  const able = (now.offers ?? []).flatMap((offer) => offer.units ?? []);
  return new Set(able.length ? able : now.loose);
}

/** The piece of the plan that is a piece of the map. @param {string} onMap */
function planPiece(onMap) {
  return ui.draft?.plan.pieces.find((piece) => "piece" in piece.is && piece.is.piece === onMap && piece.slots.length > 1);
}

/** Whether the choice is among offers without a unit, or so few that all are shown. */
function preselect() {
  const offers = scene()?.offers ?? [];
  if (offers.length === 1) choose(offers[0].action);
}

/**
 * The options in the question bar, in their order.
 * @returns {({ kind: "offer", offer: Offer } | { kind: "slot", slot: import("./types").Slot })[]}
 */
function options() {
  const now = scene();
  if (!now?.question) return [];
  if (ui.draft && ui.piece) {
    const piece = ui.draft.plan.pieces.find((it) => it.id === ui.piece);
    return ui.draft.plan.slots.filter((slot) => piece?.slots.includes(slot.id)).map((slot) => ({ kind: "slot", slot }));
  }
  const offers = now.offers ?? [];
  const own = ui.selected ? offersOf(ui.selected) : [];
  const shown = ui.draft ? offers : own.length ? own : offers.length <= SHOWN_MAX ? offers : offers.filter((offer) => !offer.units?.length);
  const all = shown.filter((offer) => !ui.draft || offer.sets !== undefined || !offers.some((it) => it.sets));
  return all.map((offer) => ({ kind: "offer", offer }));
}

/** @param {string} piece */
function press(piece) {
  hideWhy();
  ui.resting = "";
  if (ui.past) return;
  if (!mayAct()) {
    ui.selected = ui.selected === piece ? null : piece;
    return draw();
  }
  const planned = planPiece(piece);
  if (planned) {
    ui.selected = piece;
    ui.piece = ui.piece === planned.id ? null : planned.id;
    return draw();
  }
  // A slot that belongs to a piece, such as the unit that a leader joins.
  if (ui.draft && ui.piece) {
    const slot = ui.draft.plan.slots.find((it) => it.of === piece && ui.draft?.plan.pieces.find((p) => p.id === ui.piece)?.slots.includes(it.id));
    if (slot) return pressSlot(slot.id);
  }
  if (ui.grouping && groups(piece)) return void grip(piece, true);
  const aimed = ui.selected ? offersOf(ui.selected).filter((offer) => offer.targets?.includes(piece)) : [];
  if (aimed.length) {
    const at = aimed.findIndex((offer) => offer.action === ui.chosen);
    return choose(aimed[(at + 1) % aimed.length].action);
  }
  if (!mover.group.includes(piece)) ungroup();
  else mover.drop();
  map.wanted(null);
  const own = offersOf(piece);
  ui.selected = piece;
  ui.more = false;
  if (!own.length) {
    ui.chosen = null;
    ui.forecast = null;
    draw();
    if (!isLoose(piece)) return why(piece);
    drawTab("unit");
    return bar(piece);
  }
  const keep = own.find((offer) => offer.action === ui.chosen);
  if (!keep) {
    ui.chosen = null;
    ui.forecast = null;
    if (own.length === 1) return choose(own[0].action);
  }
  draw();
  drawTab("unit");
  bar(piece);
}

/** Finds out what the piece cannot do now, to be shown greyed. @param {string} piece */
async function bar(piece) {
  if (mover.group.length > 1 || ui.barred.of === piece || !ui.link) return;
  ui.barred = { of: piece, refused: [], more: [] };
  await new Promise((resolve) => setTimeout(resolve, BARRED_PAUSE));
  if (ui.selected !== piece || !mayAct()) {
    ui.barred.of = "";
    return;
  }
  const { refused } = await ui.link.request("why", { piece }).catch(() => ({ refused: [] }));
  if (ui.barred.of !== piece) return;
  // They come late, and take only what room is left: options that somebody points at stay where they are.
  const room = byId("ask").offsetHeight;
  for (let most = BARRED_MAX; most >= 0; most--) {
    ui.barred.refused = unlike(refused).slice(0, most);
    ui.barred.more = unlike(refused).slice(most);
    draw();
    if (byId("ask").offsetHeight <= room) return;
  }
}

/** Of what is refused for the same reason one, aimed at somebody before others. @param {Refused[]} refused */
function unlike(refused) {
  const told = new Set();
  const aimed = (/** @type {Offer} */ offer) => Number(Boolean(offer.targets?.length));
  const sorted = [...refused].sort((a, b) => aimed(b.offer) - aimed(a.offer));
  return sorted.filter(({ reason }) => !told.has(reason.rules[0]) && told.add(reason.rules[0]));
}

/** @param {string} area */
function pressArea(area) {
  if (!mayAct()) return;
  if (ui.draft && ui.piece) {
    const slot = ui.draft.plan.slots.find((it) => it.area === area);
    if (slot) pressSlot(slot.id);
    return;
  }
  if (!ui.selected) return;
  const there = offersOf(ui.selected).filter((offer) => offer.area === area);
  const at = there.findIndex((offer) => offer.action === ui.chosen);
  if (there.length) choose(there[(at + 1) % there.length].action);
}

/** A piece that was dragged to an area. @param {string} piece @param {string} area */
function drop(piece, area) {
  const planned = planPiece(piece);
  const slot = ui.draft?.plan.slots.find((it) => it.area === area);
  if (planned && slot && ui.draft?.put(planned.id, slot.id)) drafted();
  else {
    const there = offersOf(piece).filter((offer) => offer.area === area);
    if (there.length) {
      ui.selected = piece;
      choose(there[0].action);
    }
  }
}

/** @param {string} slot */
function pressSlot(slot) {
  if (!ui.draft || !ui.piece) return;
  if (ui.draft.put(ui.piece, slot)) {
    ui.piece = null;
    ui.selected = null;
    drafted();
  }
}

/** The plan has changed: is it allowed? */
async function drafted() {
  ui.verdict = null;
  draw();
  if (!ui.draft || !ui.link) return;
  const action = ui.draft.write();
  try {
    await ui.link.request("check", { action });
  } catch (error) {
    if (ui.draft?.write() !== action) return;
    ui.verdict = /** @type {any} */ (error);
    if (ui.verdict?.kind === "offline") ui.verdict = null;
    else shout(reasonWords(ui.verdict));
  }
  draw();
}

/** @param {any} failure */
function reasonWords(failure) {
  const reason = failure?.reason;
  if (!reason) return failure?.what ?? "";
  return `${capital(reason.says)}.`;
}

/** Chooses an offer: shows where it goes and asks for its odds. @param {string} action */
async function choose(action) {
  const offer = allOffers().find((it) => it.action === action);
  if (!offer) return;
  hideWhy();
  if (ui.draft && offer.sets !== undefined) {
    ui.draft.set(offer.sets);
    ui.piece = null;
    return drafted();
  }
  if (ui.draft) {
    ui.draft.set([]);
    return drafted();
  }
  ui.chosen = action;
  ui.peek = null;
  ui.resting = "";
  if (offer.units?.length === 1) ui.selected = offer.units[0];
  draw();
  await foresee(action);
}

/** The odds of an action, if there are any. @param {string} action @returns {Promise<Foreseen | null>} */
async function oddsOf(action) {
  const { odds, later } = await /** @type {Link} */ (ui.link).request("odds", { action });
  return odds || later.length ? { action, odds, later } : null;
}

/** What an option does is seen on the map while the pointer or the focus is on it. @param {string} action */
function point(action) {
  if (ui.resting === action) return;
  ui.resting = action;
  drawMap();
}

/** Options that concern a piece are marked while the pointer or the focus is on it. @param {Event} event */
function pointBack(event) {
  const piece = event.type.endsWith("out") ? null : /** @type {Element} */ (event.target).closest("[data-piece]")?.getAttribute("data-piece");
  for (const option of byId("opts").querySelectorAll("[data-about]")) option.classList.toggle("about", Boolean(piece) && option.getAttribute("data-about")?.split(" ").includes(piece ?? ""));
}

/** The pointer rests on an option: its odds are shown until it leaves. @param {string} action */
async function peek(action) {
  point(action);
  await new Promise((resolve) => setTimeout(resolve, HOVER_PAUSE));
  if (ui.resting !== action || ui.chosen === action || !mayAct()) return;
  const foreseen = await oddsOf(action).catch(() => null);
  if (ui.resting !== action || ui.chosen === action) return;
  ui.peek = foreseen;
  drawOdds();
}

function unpeek() {
  point("");
  if (!ui.peek) return;
  ui.peek = null;
  drawOdds();
}

/** Asks for the odds of the chosen action. @param {string} action */
async function foresee(action) {
  byId("odds").classList.add("busy");
  try {
    const foreseen = await oddsOf(action);
    if (ui.chosen !== action) return;
    ui.forecast = foreseen;
    drawMap();
    drawOdds();
    if (foreseen) drawTab("odds");
  } catch {
    if (ui.chosen === action) ui.forecast = null;
  }
  byId("odds").classList.remove("busy");
}

/** @param {number} at counted from 1; 0 shows more */
function pressKey(at) {
  const all = options();
  if (at === 0) {
    ui.more = !ui.more;
    return draw();
  }
  const option = all[at - 1];
  if (!option || !mayAct()) return;
  if (option.kind === "slot") pressSlot(option.slot.id);
  else if (option.offer.action === ui.chosen && option.offer.ghosts?.length) commit();
  else choose(option.offer.action);
}

function putDown() {
  hideWhy();
  ui.resting = "";
  byId("which").hidden = true;
  map.wanted(null);
  if (!ui.selected && !ui.chosen && !ui.piece) return;
  ui.selected = ui.chosen = ui.piece = ui.forecast = null;
  ui.grouping = false;
  if (mover.mode) say("", true);
  ungroup();
  draw();
}

/** What the commit button would send, and what it says. */
function commitment() {
  if (!mayAct()) return null;
  if (ui.draft) {
    const action = ui.draft.write();
    const preset = scene()?.offers?.find((offer) => offer.action === action);
    const says = preset && !preset.sets?.length && preset.title.length < 26 ? preset.title : ui.draft.plan.commit;
    return { action, says, ok: !ui.verdict };
  }
  const offer = allOffers().find((it) => it.action === ui.chosen);
  // While units are on their way to another place, nobody knows yet what they may do.
  return offer ? { action: offer.action, says: offer.commit, ok: !mover.unjudged } : null;
}

function commit() {
  const wanted = commitment();
  if (wanted?.ok) act(wanted.action);
}

/** @param {string} action @param {boolean} [decided] whether a person has decided it */
async function act(action, decided = true) {
  const now = state();
  if (busy() || !ui.link || !now) return;
  if (decided) {
    since.mark(now.acts, now.scene, map.stands);
    log.mark(now.acts);
  }
  const began = performance.now();
  const { changes } = ui;
  const throws = allOffers().find((it) => it.action === action)?.throws;
  ui.deed = scene()?.offers?.find((it) => it.action === action)?.words ?? "";
  // The server is at work while it is drawn that it is.
  const answer = ui.link.act(action);
  say("", true);
  drawAsk();
  try {
    await answer;
    performance.measure("acies-act", { start: began, end: performance.now() });
    play(throws ? "dice" : "act");
  } catch (error) {
    const failure = /** @type {any} */ (error);
    if (failure?.kind === "stale") say("The position has changed since; here is the new one.", false);
    else if (failure?.kind !== "offline") refusal(failure);
  }
  if (ui.changes === changes) draw();
}

/** Something else that the server is asked to do. @param {string} type @param {Record<string, any>} [more] */
async function request(type, more = {}) {
  if (!ui.link) return null;
  try {
    return await ui.link.request(type, more);
  } catch (error) {
    const failure = /** @type {any} */ (error);
    say(capital(failure?.what ?? "The server did not answer. Nothing was lost. Try again."), false);
    return null;
  }
}

/** @param {number[]} faces */
function sendDice(faces) {
  return request("dice", { version: state()?.version, faces });
}

// --- Dragging and groups ----------------------------------------------------------------------

const isLoose = (/** @type {string} */ piece) => mayAct() && Boolean(scene()?.loose?.includes(piece));
/** Whether a piece can be selected together with others. @param {string} piece */
const groups = (piece) => isLoose(piece) || (mayAct() && Boolean(scene()?.together?.includes(piece)));

/** Takes hold of a unit, with its group; or adds it to the group, or leaves it out. Gives the units that are held, that one first. @param {string} piece @param {boolean} more */
function grip(piece, more) {
  hideWhy();
  if (!groups(piece)) {
    if (!more) press(piece);
    return [piece];
  }
  if (more) {
    if (!mover.group.length && ui.selected && ui.selected !== piece && groups(ui.selected)) mover.toggle(ui.selected);
    mover.toggle(piece);
    ui.selected = mover.group.includes(piece) ? piece : mover.group.at(-1) ?? null;
    gather();
  } else if (!mover.group.includes(piece)) {
    ungroup();
    ui.selected = piece;
  } else ui.selected = piece;
  ui.chosen = ui.forecast = null;
  draw();
  return [piece, ...mover.group.filter((id) => id !== piece)];
}

/** Whether taps on units add them to the group. @param {boolean} on */
function group(on) {
  ui.grouping = on;
  if (on && ui.selected && !mover.group.length) mover.toggle(ui.selected);
  draw();
}

/** Finds out what the group can do as one, where it can. */
function gather() {
  if (scene()?.together?.length) band.gather([...mover.group]);
}

/** Nobody is selected together with others any more. */
function ungroup() {
  mover.clear();
  band.clear();
}

/** The group takes in its neighbours. */
function grow() {
  if (!ui.selected || !groups(ui.selected)) return;
  mover.grow(ui.selected);
  regrouped();
}

function regrouped() {
  ui.chosen = ui.forecast = null;
  gather();
  shout(`${count(mover.group.length, "unit", "units")} in the group`);
  draw();
}

/** @param {string[]} ids */
function lasso(ids) {
  ungroup();
  mover.group = ids;
  ui.selected = ids[0] ?? null;
  regrouped();
}

/** The rules have spoken about a drag. */
function judged() {
  const { offer } = mover;
  showWanted();
  if (ui.chosen !== (offer?.action ?? null)) {
    ui.chosen = offer?.action ?? null;
    ui.forecast = null;
    if (offer?.throws || offer?.targets?.length) foresee(offer.action);
  }
  draw();
}

/** Where the units are dragged, while they are. */
function showWanted() {
  const { to, ids } = mover;
  map.wanted(to && ids.length ? { ids, to, verdict: mover.verdict(), says: mover.says() } : null);
}

/** The units are let go: what is allowed waits for the button, what is not says why. @param {boolean} moved */
async function dropped(moved) {
  const { ids, to } = mover;
  if (moved && mover.unjudged) {
    // Fast hands: they lie there until the rules have spoken of this place.
    draw();
    await mover.asking;
    if (mover.to !== to) return;
  }
  const { offer, stopped } = mover;
  map.wanted(null);
  if (!moved) {
    mover.drop();
    ui.chosen = ui.forecast = null;
  } else if (!offer && stopped && to) {
    // What offends is where they were let go.
    const shapes = [...map.carriedTo(ids, to).map((corners) => /** @type {import("./types").WhyShape} */ ({ role: "offends", form: "rect", corners })), ...(stopped.shapes ?? []).filter((it) => it.role !== "offends")];
    showWhy(ids[0], "Not there", [{ offer: null, reason: { ...stopped, shapes } }]);
  }
  mover.to = null;
  draw();
  if (offer && ui.chosen === offer.action && !ui.forecast) await foresee(offer.action);
}

/** Everything about a piece, also on a phone; its zones and ranges on the map. @param {string} piece */
function details(piece) {
  hideWhy();
  ui.selected = piece;
  ui.chosen = ui.forecast = null;
  draw();
  const side = byId("side");
  side.dataset.open = "unit";
  side.dataset.height ??= "short";
  showTabs();
  map.overlays([]);
  if (!scene()?.areas?.length) zones();
}

/** Several pieces lie under the pointer: which is meant? @param {string[]} ids @param {[number, number]} at */
function several(ids, at) {
  const pieces = [...(scene()?.bases ?? []), ...(scene()?.leaders ?? [])].filter((it) => ids.includes(it.id));
  const box = byId("which");
  fill(box, pieces.map((it) => h("button", { class: "opt", type: "button", onclick: () => { box.hidden = true; press(it.id); } }, h("i", { class: `chip ${it.seat}` }), h("b", {}, it.name))));
  box.hidden = false;
  const room = byId("canvas").getBoundingClientRect();
  box.style.left = `${Math.max(4, Math.min(at[0] - room.left, room.width - box.offsetWidth - 4))}px`;
  box.style.top = `${Math.max(4, Math.min(at[1] - room.top, room.height - box.offsetHeight - 4))}px`;
  /** @type {HTMLElement | null} */ (box.querySelector("button"))?.focus();
}

/** Begins to move the selected units by keys. @param {"m" | "w" | "s" | "t"} mode */
function moveByKeys(mode) {
  if (!ui.selected || !isLoose(ui.selected)) return say("Select a unit that can move first.", false);
  const says = mover.begin(mode, ui.selected);
  say(says, true);
  shout(says);
  showWanted();
}

// --- Why not? ---------------------------------------------------------------------------------

/** @param {any} failure */
function refusal(failure) {
  if (failure.reason) showWhy(ui.selected, "Refused", [{ offer: null, reason: failure.reason }]);
  else say(capital(failure.what) + (failure.hint ? `. ${capital(failure.hint)}.` : "."), false);
}

/** Asks why a piece cannot act. @param {string} piece */
async function why(piece) {
  const now = scene();
  const found = [...(now?.bases ?? []), ...(now?.leaders ?? [])].find((it) => it.id === piece);
  if (!found || !now?.question) return;
  if (found.seat !== ui.seat) return drawTab("unit");
  try {
    const { refused } = await /** @type {Link} */ (ui.link).request("why", { piece });
    if (ui.selected === piece) showWhy(piece, `${found.name}: why not?`, refused);
  } catch {
    hideWhy();
  }
}

/** @param {string | null} piece @param {string} title @param {{ offer: Offer | null, reason: import("./types").Reason }[]} refused */
function showWhy(piece, title, refused) {
  const box = byId("why");
  // Each rule once; what numbers decide comes first.
  const unique = refused.filter((it, at) => refused.findIndex((other) => other.reason.rules[0] === it.reason.rules[0]) === at);
  const reasons = unique.sort((a, b) => Number(b.reason.facts.length > 0) - Number(a.reason.facts.length > 0)).slice(0, 4);
  const none = h("p", {}, "It has nothing to do with what is asked now.");
  fill(box, h("h3", {}, title), h("button", { class: "x", type: "button", "aria-label": "Close", onclick: hideWhy }, "\u00d7"),
    reasons.length ? h("ul", {}, reasons.map(({ offer, reason }) => h("li", {}, offer ? h("b", {}, `${offer.title}: `) : null, `${capital(reason.says)}. `, ruleLinks(ruleset(), reason.rules),
      reason.facts.length ? h("span", { class: "note" }, ` (${reason.facts.map(([name, fact]) => `${name} ${fact}`).join(", ")})`) : null,
      reason.instead ? insteadButton(reason.instead) : null))) : none);
  map.why(reasons[0]?.reason.shapes ?? []);
  const close = map.closeUp();
  if (close) box.append(close);
  box.hidden = false;
  const at = piece ? map.onScreen(piece) : null;
  const { clientWidth: w, clientHeight: hh } = byId("canvas");
  box.style.left = `${Math.max(8, Math.min(at ? at.x + 46 : w / 2 - 150, w - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(at ? at.y - 20 : 40, hh - box.offsetHeight - 8))}px`;
  shout(`${title} ${reasons.map(({ reason }) => reason.says).slice(0, 2).join(". ")}`);
}

/** The nearest action that is allowed: in words, which the server knows if it is no offer. @param {string} action */
function insteadButton(action) {
  const offer = scene()?.offers?.find((it) => it.action === action);
  const button = h("button", { class: "btn", type: "button", onclick: () => (offer ? choose(action) : typed(action)) }, offer?.words ?? "The nearest that is allowed");
  if (!offer) ui.link?.request("check", { action }).then((answer) => { button.textContent = capital(answer.offer.words); }, () => button.remove());
  return button;
}

function hideWhy() {
  byId("why").hidden = true;
  map.why([]);
}

// --- Drawing ----------------------------------------------------------------------------------

function draw() {
  const now = state();
  if (!now) return;
  drawTop();
  drawArmies();
  drawMap();
  drawStrip();
  drawAsk();
  drawHand();
  drawUnit();
  drawOdds();
  drawDice();
  drawLog();
  drawSince();
  drawMore();
}

function drawTop() {
  const now = scene();
  const { summary } = ui;
  const title = now?.title ?? summary?.name ?? "A battle";
  const tab = `${now?.question ? "\u25cf " : ""}${title} \u00b7 Acies`;
  if (document.title !== tab) document.title = tab;
  fill(byId("title"), title);
  fill(byId("rules"), summary ? `${summary.ruleset_name}, ${summary.dice === "real" ? "real dice" : "app dice"}${ui.seat ? `, you are ${sideName(ui.seat)}` : ", watching"}` : "");
  fill(byId("turn"), now?.turn.says ?? "");
  fill(byId("phases"), (now?.turn.phases ?? []).map((phase) => h("li", { class: phase.on ? "on" : null, "aria-current": phase.on ? "step" : null }, phase.name)));
}

function drawArmies() {
  const now = scene();
  if (!now) return;
  const awaited = new Set(now.awaits);
  fill(byId("armies"), /** @type {Seat[]} */ (["red", "blue"]).map((seat, at) => {
    const side = now.sides[at];
    const bars = side.bars.map((bar, n) => [
      side.bars.length === 1 ? meter(bar) : null,
      h("span", { class: `long ${n ? "second" : ""}` }, bar.says),
      n ? null : h("span", { class: "short", "aria-hidden": "true" }, `${bar.value}/${bar.of}`),
    ]);
    return h("div", { class: `army ${seat}` }, h("i", { class: `chip ${seat}` }), h("b", {}, side.name), bars.flat(), awaited.has(seat) ? h("span", { class: "turnmark", title: "to decide" }, "\u25c2") : null);
  }));
  const hand = now.hands?.find((it) => it.seat !== (ui.seat ?? it.seat) || !it.cards);
  fill(byId("opp"), hand ? [h("span", { class: "t" }, `Hand of ${hand.count}`, h("span", { class: "pile" }, `, ${hand.pile} to draw`)), ...Array.from({ length: hand.count }, () => h("span", { class: `card back ${hand.seat}`, "aria-hidden": "true" }))] : []);
}

/** @param {{ value: number, of: number }} bar */
function meter({ value, of }) {
  const part = h("i", {});
  part.style.width = `${of ? (100 * value) / of : 0}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, part);
}

function drawMap() {
  const now = ui.past?.scene ?? scene();
  if (!now) return;
  const active = mayAct();
  const all = active ? options() : [];
  const wanted = active && ui.resting ? ui.resting : ui.chosen;
  const chosen = allOffers().find((offer) => offer.action === wanted);
  const piece = ui.draft?.plan.pieces.find((it) => it.id === ui.piece);
  const open = new Set(ui.draft
    ? ui.draft.plan.slots.filter((slot) => slot.area && piece?.slots.includes(slot.id)).map((slot) => slot.area ?? "")
    : ui.selected ? offersOf(ui.selected).flatMap((offer) => (offer.area ? [offer.area] : [])) : []);
  const ghosts = all.flatMap((option, at) => option.kind === "offer" && (ui.selected || all.length <= SHOWN_MAX) && at < 9
    ? (option.offer.ghosts ?? []).map((ghost, n) => ({ ghost, chosen: option.offer.action === wanted, key: String(at + 1), first: n === 0 })) : []);
  // Several ways to one area would hide one another: the chosen one is shown, else the first.
  const unique = ghosts.filter((it, at) => it.chosen || !ghosts.some((o, n) => n !== at && sameAt(o.ghost, it.ghost) && (o.chosen || n < at)));
  map.draw(now, {
    can: active ? can() : new Set(),
    selected: ui.selected,
    group: new Set(active && mover.group.length > 1 ? mover.group : []),
    loose: new Set(active ? now.loose ?? [] : []),
    together: new Set(active ? now.together ?? [] : []),
    targets: new Set(chosen?.targets ?? []),
    pointed: new Set(ui.resting && chosen?.units?.length && !chosen.units.includes(ui.selected ?? "") ? chosen.units : []),
    open: active ? open : new Set(),
    aim: chosen?.area && !chosen.ghosts?.length ? chosen.area : null,
    ghosts: active ? unique : [],
    pill: chosen && chosen.action === ui.chosen && ui.forecast ? headline(ui.forecast.odds ?? ui.forecast.later[0]) : null,
    moved: active && ui.draft ? ui.draft.areas() : new Map(),
    drag: active && Boolean(ui.draft ? ui.draft.plan.slots.some((slot) => slot.area) : now.areas?.length),
  });
  byId("canvas").classList.toggle("past", Boolean(ui.past));
  const veil = byId("veil");
  veil.hidden = !ui.past;
  if (ui.past) fill(veil, `${ui.past.scene.turn.says}, after action ${ui.past.at}`, h("button", { class: "btn", type: "button", onclick: () => { ui.past = null; draw(); } }, "Back to now"));
  drawScale(now);
  // On a board of areas there is nothing to measure.
  for (const tool of document.querySelectorAll(".tool.ruler, .tool.zone")) /** @type {HTMLElement} */ (tool).hidden = Boolean(now.areas?.length);
}

/** Cards lie under their segment while the whole board is seen. */
function alignStrip() {
  const now = scene();
  if (!now) return;
  const wide = now.table.width * map.k * map.view.z;
  byId("strip").style.maxWidth = !map.own && wide > 480 && wide < byId("canvas").clientWidth ? `${wide}px` : "";
}

/** @param {import("./types").Ghost} a @param {import("./types").Ghost} b */
function sameAt(a, b) {
  return a.id === b.id && JSON.stringify(a.at) === JSON.stringify(b.at);
}

/** @param {Scene} now */
function drawScale(now) {
  const box = byId("scale");
  if (now.areas?.length || !now.table.unit) return fill(box);
  const units = [1, 2, 5, 10, 20].find((n) => n * map.k * map.view.z > 70) ?? 50;
  const bar = h("i", {});
  bar.style.width = `${units * map.k * map.view.z}px`;
  fill(box, bar, `${units} ${now.table.unit}`);
}

function drawStrip() {
  const now = scene();
  const strip = byId("strip");
  if (!now?.pools?.length) return fill(strip);
  const mine = Boolean(ui.draft) && mayAct();
  const selected = now.bases.find((base) => base.id === ui.selected);
  const piece = ui.draft?.plan.pieces.find((it) => it.id === ui.piece);
  fill(strip, now.pools.map((pool, at) => {
    const slot = ui.draft?.plan.slots.find((it) => it.pool === at);
    const draft = mine && slot && ui.draft ? ui.draft : null;
    const laid = draft && slot ? draft.pieces(slot.id)[0] : null;
    const card = draft ? (laid && "card" in laid.is ? laid.is.card : null) : pool.card;
    const sum = draft && slot ? draft.sum(slot) : null;
    const [left, full] = sum ? [sum.total, sum.total] : [pool.left, pool.full];
    const endless = sum ? sum.endless : pool.endless;
    const dots = endless ? h("small", {}, "no limit") : h("span", { class: "ap", role: "img", "aria-label": `${left} of ${full} ${pool.what} left` }, Array.from({ length: Math.min(full, 14) }, (_, n) => h("i", { class: n < left ? null : "x" })));
    const take = draft && slot && piece?.slots.includes(slot.id);
    const on = selected?.pool === at;
    const key = take && slot ? options().findIndex((it) => it.kind === "slot" && it.slot.id === slot.id) + 1 : 0;
    const face = card ? cardNode({ ...card, face: shortFace(card.face) }, "span", { title: card.face }) : h("span", { class: "card none" }, key ? h("kbd", {}, key) : null);
    const words = h("span", {}, h("small", {}, pool.name), dots, h("small", {}, sum ? sum.says : poolSays(pool)));
    if (!draft) return h("div", { class: `slot ${on ? "on" : ""}` }, face, words);
    return h("button", { type: "button", class: `slot ${take ? "take" : ""} ${on ? "on" : ""}`, "data-slot": slot?.id, "aria-label": `${pool.name}, ${sum?.says ?? ""}`, onclick: () => {
      if (take && slot) pressSlot(slot.id);
      else if (laid) {
        ui.piece = laid.id;
        draw();
      }
    } }, face, words);
  }));
}

/** @param {import("./types").Pool} pool */
function poolSays(pool) {
  return pool.says.replace(/, (\d+ AP left|no limit)$/, "");
}

/** @param {import("./types").Card} card @param {"span" | "button"} tag @param {Record<string, any>} [attributes] */
function cardNode(card, tag, attributes = {}) {
  const word = card.face.length > 2;
  const { class: more = "", ...rest } = attributes;
  return h(tag, { class: `card ${card.idle ? "idle" : ""} ${word ? "word" : ""} ${more}`, ...rest }, card.face, card.idle ? h("small", {}, "idle") : null);
}

/** My cards: those of a plan can be laid, the rest are kept for later. */
function drawHand() {
  const now = scene();
  const box = byId("hand");
  const hand = now?.hands?.find((it) => it.seat === ui.seat && it.cards);
  if (!now || !hand || ui.curtain) return fill(box);
  const plan = ui.draft && mayAct() ? ui.draft.plan.pieces.filter((piece) => "card" in piece.is) : [];
  if (!plan.length) {
    if (!hand.cards?.length) return fill(box);
    return fill(box, h("div", { class: "lab" }, "Kept", h("br"), "for later"), (hand.cards ?? []).map((card) => cardNode(card, "span")));
  }
  fill(box, h("div", { class: "lab" }, "Your", h("br"), "cards"), plan.map((piece) => {
    if (!("card" in piece.is)) return null;
    const slot = ui.draft?.plan.slots.find((it) => it.id === ui.draft?.at.get(piece.id));
    const out = slot && slot.id !== piece.at;
    const node = cardNode(piece.is.card, "button", {
      type: "button", class: `${ui.piece === piece.id ? "on" : ""} ${out ? "out" : ""}`, "aria-pressed": String(ui.piece === piece.id), "data-card": piece.id,
      "aria-label": `Card ${piece.is.card.face}${piece.is.card.idle ? ", idle" : ""}, ${slot?.name ?? ""}`, "data-key": piece.id,
      onpointerdown: (/** @type {PointerEvent} */ event) => dragCard(event, piece.id),
      onclick: () => {
        ui.piece = ui.piece === piece.id ? null : piece.id;
        ui.selected = null;
        draw();
      },
    });
    return node;
  }));
}

/** A card can be dragged to its segment. @param {PointerEvent} event @param {string} piece */
function dragCard(event, piece) {
  const node = /** @type {HTMLElement} */ (event.currentTarget);
  const begin = [event.clientX, event.clientY];
  /** @type {HTMLElement | null} */
  let flying = null;
  const move = (/** @type {PointerEvent} */ to) => {
    if (!flying && Math.hypot(to.clientX - begin[0], to.clientY - begin[1]) < 8) return;
    if (!flying) {
      flying = /** @type {HTMLElement} */ (node.cloneNode(true));
      flying.classList.add("flying");
      document.body.append(flying);
    }
    flying.style.left = `${to.clientX - 27}px`;
    flying.style.top = `${to.clientY - (to.pointerType === "touch" ? 84 : 37)}px`;
  };
  const up = (/** @type {PointerEvent} */ to) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", up);
    if (!flying) return;
    flying.remove();
    const under = document.elementFromPoint(to.clientX, to.clientY)?.closest("[data-slot]");
    let slot = under?.getAttribute("data-slot");
    if (!slot) {
      const area = map.areaAt(...map.point(to.clientX, to.clientY));
      const pool = scene()?.pools?.findIndex((it) => area && it.areas.includes(area.id));
      slot = ui.draft?.plan.slots.find((it) => pool !== undefined && pool >= 0 && it.pool === pool)?.id;
    }
    if (slot && ui.draft?.put(piece, slot)) {
      ui.piece = null;
      drafted();
    }
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
}

function drawAsk() {
  const now = state();
  if (!now) return;
  const box = byId("question");
  const opts = byId("opts");
  const { scene: it } = now;
  const keep = opts.contains(document.activeElement) ? document.activeElement?.getAttribute("data-number") : null;
  fill(byId("back"), ui.curtain ? null : [whyButton(), undoButton()]);
  if (ui.curtain) {
    fill(box, h("em", {}, "Pass the screen: "), `${sideName(ui.curtain)} to decide.`);
    fill(opts, h("button", { class: "btn go", type: "button", onclick: () => { ui.curtain = null; draw(); } }, `I am ${sideName(ui.curtain)}`));
    return drawMgo();
  }
  if (now.over ?? it.outcome) {
    fill(box, ...overWords());
    fill(opts, h("a", { class: "btn go", href: `/replay/${id}` }, "Replay"), h("a", { class: "btn", href: "/" }, "To the start page"));
    return drawMgo();
  }
  if (now.offer) {
    drawOffer(now.offer, box, opts);
    return drawMgo();
  }
  if (now.dice) {
    const mine = now.dice.typed_by === ui.seat || (ui.seat && ui.links.size > 1);
    fill(box, h("em", {}, `${ui.deed || capital(now.dice.what)}: `), mine ? `throw ${count(now.dice.n, "die", "dice")} and tap the faces in.` : `the throw of ${sideName(now.dice.typed_by)}.`);
    fill(opts, h("p", { class: "note" }, `${capital(now.dice.what)}: ${now.dice.dice} `, ruleLink(ruleset(), now.dice.rule)));
    return drawMgo();
  }
  if (!it.question) {
    const names = it.awaits.map(sideName).join(" and ");
    const thinks = now.thinking ? `${sideName(now.thinking)}: the computer decides.` : `${names || "The other side"} to decide${it.turn.phases.find((phase) => phase.on) ? `: ${it.turn.phases.find((phase) => phase.on)?.name.toLowerCase()}` : ""}.`;
    const away = now.away.filter((seat) => it.awaits.includes(seat));
    fill(box, thinks);
    fill(opts, away.length ? h("p", { class: "note" }, `Nobody is here for ${sideName(away[0])} now; the battle waits.`) : null, inviteNote(), claimNote());
    drawThinking();
    return drawMgo();
  }
  const base = it.bases.find((b) => b.id === ui.selected);
  const pool = base?.pool !== undefined ? it.pools?.[base.pool] : undefined;
  const context = pool && !ui.draft ? `${pool.name}, ${pool.endless ? "no limit of" : `${pool.left} of ${pool.full}`} ${pool.what}` : it.question.context;
  const own = ui.selected && offersOf(ui.selected).length && !ui.draft;
  const name = selectedName();
  const barrier = barred();
  const hint = ui.draft ? planHint() : !ui.selected && can().size ? "Choose a unit on the map." : "";
  fill(box, h("em", { class: pool && !ui.draft ? null : "moment" }, `${context}: `), own && name && it.offers && it.offers.some((offer) => !offer.units?.includes(ui.selected ?? "")) ? `what are the orders for ${name}?` : it.question.asks,
    barrier ? h("span", { class: "hint stopped" }, `${barrier.word}: ${barrier.says}. `, ruleLinks(ruleset(), barrier.rules)) : hint ? h("span", { class: "hint" }, hint) : null);
  const all = options();
  const most = ui.draft && !ui.piece ? PLANS_MAX : SHOWN_MAX;
  const shown = ui.more ? all : all.slice(0, most);
  // Slots that lie under the map are chosen there.
  const listed = shown.map((option, at) => (option.kind === "slot" && option.slot.pool !== undefined ? null : optionNode(option, at + 1)));
  fill(opts, h("div", { class: "list" }, listed,
    all.length > most ? h("button", { class: "opt", type: "button", "data-key": "more", "data-number": "0", onclick: () => pressKey(0) }, h("kbd", {}, "0"), h("b", {}, ui.more ? "fewer" : `${all.length - most} more`)) : null,
    !all.length && ui.selected && !ui.draft ? h("button", { class: "opt off", type: "button", onclick: () => ui.selected && why(ui.selected) }, h("kbd", {}, "?"), h("span", {}, h("b", {}, "Nothing now"), h("small", {}, "why not?"))) : null,
    barredOptions(),
    ui.selected && !ui.draft && it.offers ? it.offers.filter((offer) => !offer.units?.length && !all.some((o) => o.kind === "offer" && o.offer === offer)).map((offer) => h("button", { class: "opt", type: "button", onclick: () => choose(offer.action) }, h("b", {}, offer.title))) : null,
    ui.verdict ? h("p", { class: "note dn" }, `${reasonWords(ui.verdict)} `, ruleLinks(ruleset(), ui.verdict.reason?.rules ?? [])) : null),
    h("div", { class: "acts" }, commitButton()));
  // Whose option is gone stands on the one in its place.
  if (keep && !opts.contains(document.activeElement)) opts.querySelector(`[data-number="${keep}"]`)?.focus();
  drawMgo();
}

/** What an offer says; the name of the selected piece, which the question has already, is left out. @param {Offer} offer */
function ownTitle({ title }) {
  const name = [...(scene()?.bases ?? []), ...(scene()?.leaders ?? [])].find((it) => it.id === ui.selected)?.name;
  return name && title.startsWith(`${name}: `) ? capital(title.slice(name.length + 2)) : title;
}

/** The name of the selected piece, and how many are selected with it. */
function selectedName() {
  const name = [...(scene()?.bases ?? []), ...(scene()?.leaders ?? [])].find((it) => it.id === ui.selected)?.name;
  return mover.group.length > 1 ? `${name} and ${mover.group.length - 1} more` : name;
}

/** Why what is in hand goes no farther: units on their way, or units that are no group. */
function barred() {
  if (mover.stopped) return { word: mover.offer ? "Stopped" : "Not there", ...mover.stopped };
  const reason = band.reason();
  return reason ? { word: "Not together", ...reason } : null;
}

/** Options that look possible and are not: a click says why. */
function barredOptions() {
  const shown = band.ids.length ? unlike(band.refused).slice(0, BARRED_MAX) : ui.barred.of === ui.selected ? ui.barred.refused : [];
  return shown.map((it) => h("button", { class: "opt off", type: "button", onclick: () => showWhy(ui.selected, it.offer.title, [{ offer: null, reason: it.reason }]) }, h("span", {}, h("b", {}, ownTitle(it.offer)), h("small", {}, "why not?"))));
}

function planHint() {
  const piece = ui.draft?.plan.pieces.find((it) => it.id === ui.piece);
  if (piece) return `${capital(piece.name)}: where to?`;
  const cards = ui.draft?.plan.pieces.some((it) => "card" in it.is);
  return cards ? "Take a card, or a suggestion." : ui.draft?.plan.pieces.length ? "Take a unit, or a suggestion." : "";
}

/** @param {ReturnType<typeof options>[number]} option @param {number} at */
function optionNode(option, at) {
  const key = at <= 9 ? String(at) : "";
  if (option.kind === "slot") {
    const { slot } = option;
    const here = ui.draft?.at.get(ui.piece ?? "") === slot.id;
    return h("button", { class: `opt ${here ? "on" : ""}`, type: "button", "data-key": `slot ${slot.id}`, "data-number": key, "aria-pressed": String(here), onclick: () => pressSlot(slot.id) }, key ? h("kbd", {}, key) : null, h("b", {}, slot.name));
  }
  const { offer } = option;
  // Among the options of several units each says whose it is.
  const piece = [...(scene()?.bases ?? []), ...(scene()?.leaders ?? [])].find((it) => it.id === offer.units?.[0]);
  const selected = offer.units?.includes(ui.selected ?? "");
  const many = !ui.draft && piece && !selected && !offer.title.includes(piece.name);
  const title = many ? `${piece.name}: ${offer.title.charAt(0).toLowerCase()}${offer.title.slice(1)}` : ownTitle(offer);
  const on = ui.draft ? ui.draft.is(offer.sets ?? []) : ui.chosen === offer.action;
  const laid = ui.draft?.cards.length && offer.sets?.length ? laidCards(ui.draft, offer.sets) : null;
  return h("button", { "aria-label": laid ? title : null, class: `opt ${on ? "on" : ""}`, type: "button", "data-key": `option ${offer.action}`, "data-number": key, "data-action": offer.action, "aria-pressed": String(on), onclick: () => choose(offer.action),
    "data-about": [...(offer.units ?? []), ...(offer.targets ?? [])].join(" "),
    onpointerenter: (/** @type {PointerEvent} */ event) => { if (event.pointerType === "mouse") peek(offer.action); }, onpointerleave: unpeek, onfocus: () => point(offer.action), onblur: () => point("") },
    key ? h("kbd", {}, key) : null, h("span", {}, laid ?? h("b", {}, title), offer.note ? h("small", {}, offer.note) : null));
}

/** A suggestion as the cards of the segments in their order, and what becomes of the others. @param {Draft} draft @param {[string, string][]} sets */
function laidCards(draft, sets) {
  const to = new Map(sets);
  const face = (/** @type {import("./types").Piece} */ piece) => ("card" in piece.is ? shortFace(piece.is.card.face) : piece.name);
  const segments = draft.plan.slots.filter((slot) => slot.pool !== undefined);
  const laid = segments.map((slot) => h("b", { class: "laid" }, draft.cards.filter((piece) => to.get(piece.id) === slot.id).map(face).join("") || "\u2013"));
  const others = draft.plan.slots.filter((slot) => slot.pool === undefined).map((slot) => ({ slot, cards: draft.cards.filter((piece) => (to.get(piece.id) ?? piece.at) === slot.id) }));
  const rest = others.filter(({ cards }) => cards.length).map(({ slot, cards }) => `${slot.name.toLowerCase()} ${cards.map(face).join(" ")}`);
  return [h("span", { class: "cards" }, laid), h("small", {}, rest.join(", "))];
}

/** A face where there is no room for words: the joker is a star. @param {string} face */
function shortFace(face) {
  return face.length > 2 ? "\u2605" : face;
}

function commitButton() {
  const wanted = commitment();
  const text = busy() ? "Sent" : wanted?.says ?? "Choose first";
  return h("button", { class: "btn go", id: "commit", type: "button", "data-key": `commit ${wanted?.action ?? ""}`, disabled: !wanted?.ok || busy(), "aria-busy": String(busy()), onclick: commit }, text, wanted?.ok ? h("kbd", {}, "Enter") : null);
}

/** The victory that this seat may claim, or until when the other has to decide. */
function claimNote() {
  const claim = state()?.claim;
  if (!claim || claim.by !== ui.seat || ui.links.size > 1) return null;
  const late = sideName(claim.by === "red" ? "blue" : "red");
  const left = claim.at - Date.now();
  if (left <= 0) return h("button", { class: "btn", type: "button", id: "claim", onclick: () => request("claim") }, "Claim the victory", h("small", {}, ` ${late} did not decide in time`));
  // A page that stays open shows the button when the time has come.
  clearTimeout(ui.claims);
  ui.claims = setTimeout(drawAsk, Math.min(left + 50, 2 ** 31 - 1));
  return h("p", { class: "note" }, `If ${late} have not decided by ${new Date(claim.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}, you may claim the victory.`);
}

/** The way to the reasons for which there is no room among the options. */
function whyButton() {
  const { of, more } = ui.barred;
  if (!more.length || of !== ui.selected || !mayAct()) return null;
  const all = [...ui.barred.refused, ...more];
  return h("button", { class: "btn plain off", type: "button", onclick: () => showWhy(of, selectedName() ?? "", all.map(({ offer, reason }) => ({ offer, reason }))) }, "Why not\u2026");
}

function undoButton() {
  const undo = state()?.undo;
  if (!undo) return null;
  const text = undo.free ? "Undo" : "Ask to take back";
  return h("button", { class: "btn plain undo", type: "button", title: undo.dice ? `${undo.what}: its dice have been seen, and that is told` : undo.what, onclick: takeBack }, text, h("small", {}, ` ${undo.what.length < 28 ? undo.what : "U"}`));
}

function takeBack() {
  if (state()?.undo) request("undo", { version: state()?.version }).then((answer) => {
    if (answer?.asked) say("The other side is asked.", true);
  });
}

/** On phones the commit button is in the sheet. */
function drawMgo() {
  const wanted = commitment();
  fill(byId("mgo"),
    wanted ? h("button", { class: "btn go", type: "button", "data-key": `commit ${wanted.action}`, disabled: !wanted.ok || busy(), onclick: commit }, busy() ? "Sent" : wanted.says) : null,
    wanted && state()?.undo ? h("button", { class: "btn", type: "button", onclick: takeBack }, "Undo") : null);
}

/** A draw or an undo that the other side asks for. @param {NonNullable<import("./types").State["offer"]>} offer @param {HTMLElement} box @param {HTMLElement} opts */
function drawOffer(offer, box, opts) {
  const who = sideName(offer.by);
  const what = offer.what === "draw" ? "a draw is offered." : `leave is asked to take back: ${offer.words ?? "the last action"}.`;
  fill(box, h("em", {}, `${who}:`), ` ${what}`);
  if (!ui.seat || (offer.by === ui.seat && ui.links.size < 2)) return fill(opts, h("p", { class: "note" }, ui.seat ? "Waiting for the answer." : null));
  const reply = (/** @type {boolean} */ yes) => {
    const link = ui.links.get(other(offer.by)) ?? ui.link;
    link?.request("reply", { to: offer.what, yes }).catch((error) => say(capital(error.what), false));
  };
  fill(opts, h("button", { class: "btn go", type: "button", onclick: () => reply(true) }, offer.what === "draw" ? "Agree to a draw" : "Allow"), h("button", { class: "btn", type: "button", onclick: () => reply(false) }, "Refuse"));
}

function overWords() {
  const over = state()?.over;
  const outcome = scene()?.outcome;
  const winner = over ? over.winner : outcome?.winner;
  const how = over?.how ?? outcome?.how ?? "";
  const rule = over?.rule ?? outcome?.rule;
  return [h("em", {}, winner ? `Victory of ${sideName(winner)}: ` : "The battle is drawn: "), `${how}. `, rule ? ruleLink(ruleset(), rule) : ""];
}

function inviteNote() {
  const kept = sessionStorage.getItem(`acies.invite.${id}`);
  if (!kept) return null;
  const { seat, link } = JSON.parse(kept);
  if (ui.summary?.seats[/** @type {Seat} */ (seat)] !== "invited" && !state()?.away.includes(seat)) return null;
  const address = new URL(link, location.href).href;
  return h("p", { class: "invite" }, `Send this link to the friend who plays ${sideName(seat)}: `, h("input", { readonly: true, value: address, "aria-label": "Link for a friend", onfocus: (/** @type {any} */ event) => event.target.select() }), h("button", { class: "btn", type: "button", onclick: () => navigator.clipboard?.writeText(address) }, "Copy"));
}

/** Who thinks, and for how long already, once it takes long enough to be noticed. */
function drawThinking() {
  document.querySelector(".think")?.remove();
  const seat = state()?.thinking;
  if (!seat || !ui.thinking) return;
  const bar = h("i", {});
  bar.style.width = `${100 * (1 - Math.exp(-ui.thinking / 3000))}%`;
  const says = `The computer considers for ${sideName(seat)}: ${(ui.thinking / 1000).toFixed(1)} s`;
  byId("opts").after(h("div", { class: "think" }, h("span", { class: "note" }, says), h("div", { role: "progressbar", "aria-label": "The computer considers", "aria-valuetext": says }, bar)));
}

function drawUnit() {
  const now = scene();
  const base = now?.bases.find((it) => it.id === ui.selected);
  const leader = now?.leaders.find((it) => it.id === ui.selected);
  const box = byId("unit");
  if (!base && !leader) return fill(box);
  const k = map.k;
  const picture = s("svg", { viewBox: base ? "-38 -24 76 48" : "-24 -18 48 36", "aria-hidden": "true" });
  const node = base ? baseNode(base, k, "area" in base.at ? base.at.area.facing : base.at.pose.facing) : leader ? leaderNode(leader, k) : null;
  node?.removeAttribute("role");
  node?.removeAttribute("tabindex");
  node?.removeAttribute("data-piece");
  if (node) picture.append(node);
  const piece = base ?? leader;
  const states = (piece?.markers ?? []).map((marker) => marker.says);
  const loose = piece && isLoose(piece.id);
  const name = piece?.id === ui.selected ? selectedName() : piece?.name;
  const tool = (/** @type {string} */ text, /** @type {() => void} */ onclick, /** @type {boolean | null} */ on = null) => h("button", { class: "btn small", type: "button", "aria-pressed": on === null ? null : String(on), onclick }, text);
  const tools = piece && groups(piece.id) ? h("p", { class: "wide acts" }, tool("Group", () => group(!ui.grouping), ui.grouping), tool("Neighbours", grow), loose ? tool("Turn", () => moveByKeys("t")) : null) : null;
  fill(box, picture, h("h2", {}, name), h("p", {}, piece?.about.join(" ")), tools,
    states.length || base?.commander ? h("p", { class: "wide" }, capital([...states, ...(base?.commander ? [`with ${base.commander.name}`] : [])].join(", ")) + ".") : null);
}

function drawOdds() {
  const box = byId("odds");
  const shown = ui.peek ?? ui.forecast;
  if (!shown || !mayAct()) {
    if (!busy()) fill(box);
    return;
  }
  const { action, odds, later } = shown;
  const offer = allOffers().find((it) => it.action === action);
  const name = [...(scene()?.bases ?? [])].find((it) => it.id === offer?.units?.[0])?.name;
  const title = offer && name ? `${name}: ${offer.title.charAt(0).toLowerCase()}${offer.title.slice(1)}` : odds?.title ?? later[0].title;
  const now = { action, title: capital(title), forecast: odds ?? later[0] };
  const compare = ui.kept && ui.kept.action !== now.action ? comparison(ui.kept, now, () => { ui.kept = null; drawOdds(); })
    : h("button", { class: "btn small", type: "button", "aria-pressed": String(Boolean(ui.kept)), onclick: () => { ui.kept = ui.kept ? null : now; drawOdds(); } }, ui.kept ? "Choose another to compare" : "Compare");
  const swap = () => { ui.atLeast = !ui.atLeast; drawOdds(); };
  const panel = (/** @type {import("./types").Forecast} */ forecast, /** @type {string} */ title) => oddsPanel(ruleset(), forecast, { atLeast: ui.atLeast, title, swap });
  fill(box, compare, odds ? panel(odds, title) : null, later.map((it) => h("section", { class: "later" }, h("p", { class: "note" }, "Later"), panel(it, it.title))));
}

function drawDice() {
  const dice = state()?.dice ?? null;
  const mine = dice && !ui.past && (dice.typed_by === ui.seat || (ui.seat && ui.links.size > 1));
  pad.draw(mine ? dice : null, ruleset());
}

function drawLog() {
  const link = ui.link;
  if (!link) return;
  log.draw(ruleset(), link.log, link.talk, { red: sideName("red"), blue: sideName("blue") });
  const chats = link.talk.filter((it) => it.kind === "chat").length;
  document.getElementById("chat-icon")?.classList.toggle("dot", chats > ui.heard);
}

/** What happened since the last decision, over the question and on the map. */
function drawSince() {
  const now = state();
  const news = now && ui.seat && !ui.curtain && !ui.past ? since.news(ui.link?.log ?? [], ui.links.size > 1 ? null : ui.seat) : [];
  since.draw(ruleset(), news, () => {
    if (byId("tabs").checkVisibility()) toggleTab("log");
    byId("log").scrollTo({ top: 0 });
    byId("log").focus();
  });
  map.losses(now && news.length && !since.shut ? since.losses(now.scene, map.stands) : []);
}

/** Shows an earlier moment on the map. @param {number} act */
async function past(act) {
  try {
    const view = ui.seat ?? "both";
    const secret = ui.seat ? mineOf(id)?.seats[ui.seat] : undefined;
    const answer = await get(`/api/battles/${id}/replay?at=${act}&view=${view}`, secret);
    ui.past = { at: act, scene: { ...answer.scene, ways: [] } };
    draw();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), false);
  }
}

// --- Bars, menus, tabs ------------------------------------------------------------------------

function drawIcons() {
  fill(byId("icons"),
    h("a", { class: "ico", href: "/rules/virtus", id: "book", "aria-label": "Rulebook", target: "_blank", rel: "noopener" }, icon("book")),
    h("button", { class: "ico", type: "button", id: "chat-icon", "aria-label": "Chat", onclick: chat }, icon("chat")),
    h("button", { class: "ico", type: "button", "aria-label": "Menu", onclick: menu }, icon("menu")));
  fill(byId("tabs"), [["odds", "Odds"], ["unit", "Unit"], ["log", "Log"], ["more", "More"]].map(([tab, name]) => h("button", { type: "button", "aria-expanded": "false", "data-for": tab, onclick: () => toggleTab(tab) }, name)));
}

function drawTools() {
  const tool = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick) => h("button", { class: `tool ${name}`, type: "button", "aria-label": label, title: label, onclick }, icon(name));
  let last = 0;
  fill(byId("tools"), tool("plus", "Zoom in (+)", () => map.zoom(1.3)), tool("minus", "Zoom out (\u2212)", () => map.zoom(1 / 1.3)),
    tool("fit", "Fit (F)", () => {
      map.fit(Date.now() - last < 600);
      last = Date.now();
    }), tool("ruler", "Ruler (R)", ruler), tool("zone", "Zones and ranges (Z)", zones));
}

/** Measures while it is on. */
function ruler() {
  map.ruling = !map.ruling;
  map.overlays([]);
  document.querySelector(".tool.ruler")?.setAttribute("aria-pressed", String(map.ruling));
}

/** Zones, arcs and ranges of the selected piece. */
async function zones() {
  if (map.layers.lanes.childElementCount || !ui.selected) return map.overlays([]);
  const answer = await request("reach", { piece: ui.selected });
  map.overlays(answer?.overlays ?? []);
}

/** On phones the sheet has three heights: a tab opens it, a second tap makes it full, a third closes it. @param {string} tab */
function toggleTab(tab) {
  const side = byId("side");
  if (side.dataset.open !== tab) {
    side.dataset.open = tab;
    side.dataset.height = "short";
  } else if (side.dataset.height === "short" && side.scrollHeight > side.clientHeight + 8) side.dataset.height = "full";
  else delete side.dataset.open;
  showTabs();
}

/** Turns to a panel, if the sheet is open. @param {string} tab */
function drawTab(tab) {
  const side = byId("side");
  if (side.dataset.open) side.dataset.open = tab;
  showTabs();
}

function showTabs() {
  for (const button of byId("tabs").children) button.setAttribute("aria-expanded", String(button.getAttribute("data-for") === byId("side").dataset.open));
}

let moreLook = "";
function drawMore() {
  const look = [ruleset(), ui.seat, Boolean(state()?.over), soundIsOn(), theme()].join();
  const box = byId("more");
  if (look === moreLook || box.contains(document.activeElement)) return;
  moreLook = look;
  byId("book").setAttribute("href", `/rules/${ruleset()}`);
  fill(box, chatForm(), h("div", { class: "opts" }, menuItems()));
}

function chatForm() {
  return h("form", { onsubmit: async (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim() && (await request("say", { text: field.value.trim() }))) field.value = "";
  } }, h("input", { name: "text", maxlength: 500, placeholder: "Say something", "aria-label": "Say something", autocomplete: "off" }), h("button", { class: "btn" }, "Say"));
}

async function chat() {
  const lines = (ui.link?.talk ?? []).filter((it) => it.kind === "chat").slice(-30);
  ui.heard = (ui.link?.talk ?? []).filter((it) => it.kind === "chat").length;
  document.getElementById("chat-icon")?.classList.remove("dot");
  await ask(h("dialog", { class: "more", "aria-label": "Chat" }, h("h2", {}, "Chat"), lines.length ? h("ul", {}, lines.map((it) => h("li", {}, h("b", {}, `${it.by ? sideName(it.by) : "A spectator"}: `), it.text))) : h("p", { class: "note" }, "Nobody has said anything."), ui.seat ? chatForm() : null, h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn" }, "Close")))));
}

function menuItems() {
  const now = state();
  const playing = ui.seat && !now?.over;
  const item = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { class: "btn", type: "button", onclick }, text);
  return [
    playing ? item("Offer a draw", () => request("draw").then((answer) => answer && say("A draw is offered.", true))) : null,
    playing ? item("Resign", resign) : null,
    item("Keys and help", () => { ask(helpDialog()); }),
    item(soundIsOn() ? "Sound off" : "Sound on", () => setSound(!soundIsOn())),
    h("a", { class: "btn", href: `/replay/${id}` }, "Look back"),
    item("Link to watch", () => { navigator.clipboard?.writeText(new URL(`/battle/${id}`, location.href).href); say("The link to watch is copied.", true); }),
    h("fieldset", { class: "seg" }, ["auto", "light", "dark"].map((name) => h("label", {}, h("input", { type: "radio", name: "theme", checked: theme() === name, onchange: () => theme(name) }), capital(name)))),
  ];
}

async function menu() {
  const dialog = h("dialog", { "aria-label": "Menu" }, h("h2", {}, ui.summary?.name ?? "Menu"), h("div", { class: "opts" }, menuItems()), ui.summary?.commitment ? h("p", { class: "note" }, `The dice are committed to: ${ui.summary.commitment.slice(0, 16)}\u2026${state()?.share === null && ui.summary.shares.red && ui.summary.shares.blue ? " Both players have a share in them." : ""}`) : null, h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn" }, "Close"))));
  dialog.addEventListener("click", (event) => {
    if (event.target instanceof HTMLButtonElement && event.target.type === "button") dialog.close("");
  });
  await ask(dialog);
}

async function resign() {
  const sure = await ask(h("dialog", { "aria-label": "Resign" }, h("h2", {}, `Resign for ${ui.seat ? sideName(ui.seat) : ""}?`), h("p", {}, "The other side wins at once. This cannot be taken back."), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Fight on"), h("button", { class: "btn go", value: "yes" }, "Resign")))));
  if (sure === "yes") request("resign");
}

// --- Keyboard ---------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
function keys(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, textarea, select") || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (pad.key(event)) return event.preventDefault();
  const onMap = byId("map").contains(target);
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (arrows && mover.mode && mover.mode !== "t") mover.nudge(arrows[0], -arrows[1], event.shiftKey);
  else if (event.key.toLowerCase() === "c" && mover.mode) mover.contact();
  else if (event.key === "G") {
    mover.shrink();
    regrouped();
  } else if (arrows && event.shiftKey) {
    map.pan(-60 * arrows[0], -60 * arrows[1]);
  } else if (arrows && onMap) {
    const next = map.neighbour(map.focusId, arrows[0], arrows[1]);
    if (next) map.focus(next);
  } else if (arrows && byId("opts").contains(target)) {
    const all = [...byId("opts").querySelectorAll("button:not(:disabled)")];
    const at = all.indexOf(target) + (arrows[0] || arrows[1]);
    /** @type {HTMLElement} */ (all[(at + all.length) % all.length])?.focus();
  } else if (event.key === "Tab" && onMap) {
    const all = [...map.pieces.keys()].filter((it) => can().has(it));
    const at = all.indexOf(map.focusId) + (event.shiftKey ? -1 : 1);
    if (!all[at]) return;
    map.focus(all[at]);
  } else if (/^[0-9]$/.test(event.key)) pressKey(Number(event.key));
  else if (event.key === "Enter") {
    if (onMap && ui.selected !== map.focusId) press(map.focusId);
    // An option that is chosen already is committed, not chosen again.
    else if (target.matches("button, a, summary") && target.id !== "commit" && !target.matches('#opts .opt[aria-pressed="true"]')) return;
    else if (performance.now() - ui.askedAt > ENTER_WAIT) commit();
  } else if (event.key === " " && onMap) press(map.focusId);
  else if (event.key === "Escape") {
    putDown();
    since.close();
    ui.past = null;
    byId("question").focus();
    draw();
  } else if (event.key === "?") {
    const piece = onMap ? map.focusId : ui.selected;
    if (piece) why(piece);
  } else if (!letter(event.key.toLowerCase())) return;
  event.preventDefault();
}

/** @param {string} key */
function letter(key) {
  /** @type {Record<string, () => void>} */
  const deeds = {
    u: takeBack, f: () => map.fit(), z: zones, r: ruler, "+": () => map.zoom(1.3), "=": () => map.zoom(1.3), "-": () => map.zoom(1 / 1.3),
    l: () => { toggleTab("log"); byId("log").focus(); }, b: () => window.open(`/rules/${ruleset()}`, "_blank", "noopener"), h: () => { ask(helpDialog()); },
    o: () => byId("odds").scrollIntoView(), d: describe, "/": commandLine, n: () => step(1), p: () => step(-1), c: () => nextCard(),
    g: grow, m: () => moveByKeys("m"), w: () => moveByKeys("w"), s: () => moveByKeys("s"), t: () => moveByKeys("t"),
  };
  if (!deeds[key]) return false;
  deeds[key]();
  return true;
}

/** The next card of a plan. */
function nextCard() {
  const cards = ui.draft?.plan.pieces.filter((piece) => "card" in piece.is) ?? [];
  if (!cards.length) return;
  const at = cards.findIndex((piece) => piece.id === ui.piece);
  ui.piece = cards[(at + 1) % cards.length].id;
  shout(planHint());
  draw();
}

/** The next piece that can act. @param {number} by */
function step(by) {
  const all = [...map.pieces.keys()].filter((it) => can().has(it));
  if (!all.length) return;
  const at = all.indexOf(ui.selected ?? map.focusId);
  const next = all[(at + by + all.length) % all.length];
  map.focus(next);
  ui.piece = null;
  press(next);
}

/** What is around the selected piece, by clock direction. */
function describe() {
  const from = ui.selected ?? map.focusId;
  const here = map.stands.get(from);
  const now = scene();
  if (!here || !now) return;
  const near = [...now.bases, ...now.leaders].filter((it) => it.id !== from).map((it) => {
    const at = map.stands.get(it.id) ?? here;
    const clock = Math.round((((Math.atan2(at.x - here.x, here.y - at.y) * 180) / Math.PI + 360) % 360) / 30) || 12;
    return { far: Math.hypot(at.x - here.x, at.y - here.y), text: `${clock} o'clock: ${it.name}, ${sideName(it.seat)}` };
  }).sort((a, b) => a.far - b.far).slice(0, 6);
  shout(near.map((it) => it.text).join("; "));
  say(near.map((it) => it.text).join("; "), true);
}

/** An action typed in words or notation. */
async function commandLine() {
  const offers = scene()?.offers ?? [];
  const field = h("input", { name: "text", list: "commands", autocomplete: "off", "aria-label": "Action in words or notation", size: 36 });
  const dialog = h("dialog", { class: "more", "aria-label": "Type an action" }, h("h2", {}, "Type an action"), h("form", { method: "dialog", onsubmit: () => { dialog.returnValue = field.value; } }, field, h("datalist", { id: "commands" }, offers.slice(0, 200).map((offer) => h("option", { value: offer.action }, offer.words))), h("button", { class: "btn go" }, "Choose")));
  dialog.addEventListener("close", () => { dialog.returnValue = field.value; });
  await ask(dialog);
  typed(field.value.trim());
}

/** Chooses an action that was typed, or asks whether it is meant. @param {string} text */
async function typed(text) {
  const offers = scene()?.offers ?? [];
  if (!text || !mayAct()) return;
  const known = offers.find((offer) => offer.action === text || offer.words === text);
  if (known) return choose(known.action);
  try {
    const { offer } = await /** @type {Link} */ (ui.link).request("check", { action: text });
    const sure = await ask(h("dialog", { "aria-label": "Commit" }, h("h2", {}, offer.words), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Back"), h("button", { class: "btn go", value: "yes" }, offer.commit)))));
    if (sure === "yes") act(offer.action);
  } catch (error) {
    refusal(/** @type {any} */ (error));
  }
}

start();
