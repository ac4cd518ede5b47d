// The battle page: it holds what the person does (`play.js`), carries out what that wishes, and has every panel drawn.
import { ask, byId, fill, h, icon, loadSymbols, theme } from "./dom.js";
import { get, markSeen, mineOf } from "./api.js";
import { drawBar, drawThinking } from "./bar.js";
import { drawHand, drawStrip } from "./cards.js";
import { drawHead } from "./head.js";
import { keys } from "./keys.js";
import { Link } from "./link.js";
import { LogView } from "./log.js";
import { BattleMap } from "./map.js";
import { drawOdds } from "./oddsbox.js";
import { Draft } from "./plan.js";
import * as P from "./play.js";
import { popRules } from "./rulepop.js";
import { seatFromLink } from "./seat.js";
import { Since } from "./since.js";
import { play as sound } from "./sound.js";
import { drawUnit } from "./unit.js";
import { capital } from "./words.js";
import { mapMarks } from "./marks.js";

/** @typedef {import("./types").Seat} Seat */
/** @typedef {P.Failure} Failure */
/** @typedef {typeof table} Table */

/** Who rests on an option so long wants to know its odds; who only passes over a unit is not told what it cannot do. */
const HOVER_PAUSE = 150;
const BARRED_PAUSE = 250;
const COMMIT_PAUSE = 350;
/** Who lets the computer do the rest sees each thing that it does. */
const REST_PAUSE = 120;
/** Moves are shown the faster the more of them wait: twice as fast with so many. */
const HELD_FEW = 6;

const id = location.pathname.split("/")[2] ?? "";

/** What this page holds besides what the person does. */
const page = {
  summary: /** @type {import("./types").Summary | null} */ (null),
  link: /** @type {Link | null} */ (null),
  thinking: 0,
  askedAt: 0,
  pressedAt: 0,
  offSince: 0,
  told: 0,
  acts: 0,
  changes: 0,
  deed: "",
  atLeast: false,
  /** What the pointer rests on for long enough. */
  peek: "",
  /** Zones, arrows and charges of the enemies, as the position is now. */
  enemies: /** @type {{ version: number, overlays: import("./types").Overlay[] }} */ ({ version: -1, overlays: [] }),
  /** What the camera was turned to last. */
  seen: "",
};

/** What the panels need of the page. */
const table = {
  id,
  /** @type {Map<string, Link>} */ links: new Map(),
  play: P.begin(),
  get link() { return page.link; },
  get summary() { return page.summary; },
  get ruleset() { return page.summary?.ruleset ?? ""; },
  get thinking() { return page.thinking; },
  get askedAt() { return page.askedAt; },
  get deed() { return page.deed; },
  get atLeast() { return page.atLeast; },
  get peek() { return page.peek; },
  /** What the chosen move comes under, in words. */
  brings: () => rare.brings?.bringsBox(threatsNow(), table.ruleset) ?? null,
  map: /** @type {BattleMap} */ (/** @type {unknown} */ (null)),
  since: /** @type {Since} */ (/** @type {unknown} */ (null)),
  /** Keys for the faces of real dice. @param {KeyboardEvent} event */
  faces: (event) => rare.pad?.key(event) ?? false,
  side: (/** @type {Seat} */ seat) => P.sceneOf(table.play)?.sides[seat === "red" ? 0 : 1].name ?? seat,
  reason: (/** @type {Failure | null} */ failure) => (failure?.reason ? `${capital(failure.reason.says)}.` : failure?.what ?? ""),
  swap: () => { page.atLeast = !page.atLeast; drawOdds(table); },
  go, say, shout, hideWhy, request, press, putDown, takeBack, point, why, showWhy, typed, zones, allZones, ruler, toggleTab,
  commandLine: () => import("./command.js").then(({ commandLine }) => commandLine(table), () => {}),
  turn: (/** @type {number} */ by) => { if (!table.map.turnHeld(by)) table.steer((it) => it.turn(table.play, by)); },
  byKeys: (/** @type {import("./steer.js").Mode} */ mode) => table.steer((it) => it.begin(table.play, mode)),
  /** Moves by keys come with the first of them. @param {(it: typeof import("./steer.js")) => P.Play} how */
  steer: (how) => void (rare.steer ? go(how(rare.steer)) : import("./steer.js").then((it) => go(how((rare.steer = it))), () => {})),
};

const map = new BattleMap(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("map"))), {
  piece: (piece) => press(piece),
  area: (area) => go(P.pressArea(table.play, area)),
  ground: () => putDown(),
  ghost: (key) => pressGhost(Number(key)),
  drop: (piece, area) => go(P.dropped(table.play, piece, area)),
  view: () => alignStrip(),
  grip: (piece, more, ghost) => {
    hideWhy();
    go(more ? P.toggle(table.play, piece) : P.grip(table.play, piece, ghost));
    return P.heldWith(table.play, piece);
  },
  drag: (ids, to, free) => dragged(ids, to, free),
  dropped: (moved) => letGo(moved),
  lasso: (ids) => go(P.rope(table.play, ids)),
  several,
  details,
});
table.map = map;
const log = new LogView(byId("log"), { empty: "Nothing has happened yet.", moment: (act) => past(act), seen: mineOf(id)?.seen });
const since = (table.since = new Since(byId("since"), () => drawNews()));
/** What only some need comes when it is wanted. */
const rare = {
  menu: /** @type {typeof import("./menu.js") | null} */ (null),
  pad: /** @type {import("./dicepad.js").DicePad | null} */ (null),
  brings: /** @type {typeof import("./brings.js") | null} */ (null),
  steer: /** @type {typeof import("./steer.js") | null} */ (null),
};

// --- The person's doings, and what they wish ---------------------------------------------------

/** Goes on to what the person does now, carries out its wishes and shows it. @param {P.Play} next */
function go(next) {
  const { wishes } = next;
  table.play = { ...next, wishes: [] };
  for (const it of wishes) carryOut(it);
  draw();
}

/** @param {P.Wish} it */
function carryOut(it) {
  const link = page.link;
  if ("act" in it) return void act(it.act, it.decided);
  if ("later" in it) return later(it.later);
  if ("say" in it) return say(it.say, it.ok);
  if ("shout" in it) return shout(it.shout);
  if ("show" in it) return drawTab(it.show);
  if ("sound" in it) return sound(it.sound);
  if (!link) return;
  const { state } = table.play;
  /** Goes on if nothing has changed meanwhile. @param {(answer: any) => P.Play} then */
  const then = (then) => (/** @type {any} */ answer) => { if (table.play.state?.version === state?.version) go(then(answer)); };
  const nothing = () => {};
  switch (it.ask) {
    case "odds":
      return void link.request("odds", { action: it.action }).then(then(({ odds, later }) => P.foreseen(table.play, it.action, odds || later.length ? { action: it.action, odds, later } : null)), then(() => P.foreseen(table.play, it.action, null)));
    case "check":
      return void link.request("check", { action: it.action }).then(then(() => P.checked(table.play, it.action, null)), then((failure) => P.checked(table.play, it.action, failure)));
    case "together":
      return void link.request("together", { pieces: it.pieces }).then(then(({ offers, refused }) => P.gathered(table.play, it.pieces, offers, refused)), nothing);
    case "why":
      return it.quiet ? bar(it.piece) : void why(it.piece);
    case "advise":
      return advise(link);
    default:
      drags.next(it);
  }
}

/** Asks what the computer would do; where it does the rest, what it did is seen before the next. @param {Link} link */
async function advise(link) {
  const { play } = table;
  if (play.delegated) await pause(REST_PAUSE);
  const { at, offer } = await link.request("advise").catch(() => ({ at: -1, offer: null }));
  if (offer && page.link === link) go(P.advised(table.play, at, offer));
}

/** @typedef {Extract<P.Wish, { ask: "drag" }>} DragWish */

/** Drags, one question at a time: while one is open, only the newest waits. */
const drags = {
  /** @type {DragWish[]} */ waits: [],
  asking: false,
  /** @param {DragWish} it */
  async next(it) {
    this.waits = [it];
    if (this.asking) return;
    this.asking = true;
    for (let now = this.waits.pop(); now; now = this.waits.pop()) {
      const began = performance.now();
      const answer = await (page.link?.request("drag", now.dragged) ?? Promise.reject()).catch(() => ({ offer: null, stopped: null }));
      performance.measure("acies-drag", { start: began, end: performance.now() });
      const { to } = now;
      go(P.judged(table.play, to, answer));
      const { move } = table.play;
      if (move?.to === to && !move.held) refusedThere();
    }
    this.asking = false;
  },
};

/** A drag that leads nowhere says why where it was let go. */
function refusedThere() {
  const { move } = table.play;
  if (!move?.to || move.offer || !move.stopped || move.mode) return;
  // What offends is where they were let go.
  const shapes = [...map.carriedTo(move.ids, move.to).map((corners) => /** @type {import("./types").WhyShape} */ ({ role: "offends", form: "rect", corners })), ...(move.stopped.shapes ?? []).filter((it) => it.role !== "offends")];
  const { stopped, ids } = move;
  go(P.backOne(table.play));
  showWhy(ids[0], "Not there", [{ offer: null, reason: { ...stopped, shapes } }]);
}

/** Units of another corps that are dragged: where to. @type {{ ids: string[], to: import("./drag.js").Pose } | null} */
let strangers = null;

/** @param {string[]} ids @param {import("./drag.js").Pose} to @param {boolean} free */
function dragged(ids, to, free) {
  if (!P.able(table.play)) return;
  if (P.leadOf(table.play, ids[0]) && !P.isLoose(table.play, ids[0])) {
    strangers = { ids, to };
    return map.wanted({ ids, to, verdict: "open", says: "its corps is activated first" });
  }
  go(P.drag(table.play, ids, to, free));
}

/** @param {boolean} moved */
function letGo(moved) {
  map.wanted(null);
  if (strangers) {
    const drag = strangers;
    strangers = null;
    return moved ? go(P.leadIn(table.play, drag.ids[0], drag)) : draw();
  }
  go(P.letGo(table.play, moved));
  if (moved && table.play.move && !table.play.move.open) refusedThere();
}

/** @param {string} piece */
function press(piece) {
  hideWhy();
  go(P.press(table.play, piece));
}

/** A ghost is pressed: the one that is chosen is committed. @param {number} at */
function pressGhost(at) {
  const { play } = table;
  const option = P.options(play)[at - 1];
  const chosen = option?.kind === "offer" ? option.offer.action === play.chosen : at === 0;
  go(chosen ? P.commit(play) : P.pressKey(play, at));
}

function putDown() {
  hideWhy();
  byId("which").hidden = true;
  map.wanted(null);
  if (table.play.move?.mode) say("", true);
  go(P.putDown(table.play));
}

/** What an option does is seen on the map while the pointer or the focus is on it, and its odds if it stays. @param {string} action */
async function point(action) {
  // What loses the focus because it is drawn anew is not drawn at that moment.
  await null;
  go(P.point(table.play, action));
  page.peek = "";
  if (!action) return drawOdds(table);
  await pause(HOVER_PAUSE);
  if (table.play.resting !== action) return;
  page.peek = action;
  go(P.foresee(table.play, action));
}

/** Finds out what a piece cannot do now, to be shown greyed. @param {string} piece */
async function bar(piece) {
  await pause(BARRED_PAUSE);
  const { play } = table;
  if (play.selected !== piece || !P.able(play) || play.group.length > 1 || play.barred.of === piece || !page.link) return;
  const { refused } = await page.link.request("why", { piece }).catch(() => ({ refused: [] }));
  go(P.refusedFor(table.play, piece, refused));
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A single choice without consequence is taken by itself, unless the person has begun to do something. @param {string} action */
async function later(action) {
  const version = table.play.state?.version;
  await pause(COMMIT_PAUSE);
  if (table.play.state?.version !== version || !P.able(table.play)) return;
  if (page.pressedAt > page.askedAt && !table.play.delegated) go(P.choose(table.play, action));
  else act(action, false);
}

/** @param {string} action @param {boolean} decided whether a person has decided it */
async function act(action, decided) {
  const { play } = table;
  const { link } = page;
  if (play.busy || !link || !play.state) return;
  if (decided) {
    since.mark(play.state.acts, play.state.scene, map.stands);
    log.mark(play.state.acts);
  }
  const began = performance.now();
  const { changes } = page;
  const offer = P.offerOf(play, action);
  page.deed = offer?.words ?? "";
  hideWhy();
  map.wanted(null);
  // The server is at work while it is drawn that it is.
  const answer = link.act(action);
  say("", true);
  table.play = { ...table.play, busy: true };
  drawBar(table);
  try {
    await answer;
    performance.measure("acies-act", { start: began, end: performance.now() });
    sound(offer?.throws ? "dice" : "act");
  } catch (error) {
    const failure = /** @type {any} */ (error);
    table.play = { ...table.play, delegated: false, lead: null };
    if (failure?.kind === "stale") say("The position has changed since; here is the new one.", false);
    else if (failure?.kind !== "offline") refusal(failure);
  }
  table.play = { ...table.play, busy: [...table.links.values()].some((it) => it.acting) };
  if (page.changes === changes) draw();
}

/** Something else that the server is asked to do. @param {string} type @param {Record<string, any>} [more] */
async function request(type, more = {}) {
  if (!page.link) return null;
  try {
    return await page.link.request(type, more);
  } catch (error) {
    const failure = /** @type {any} */ (error);
    say(capital(failure?.what ?? "The server did not answer. Nothing was lost. Try again."), false);
    return null;
  }
}

function takeBack() {
  if (table.play.move) return go(P.backOne(table.play));
  if (table.play.state?.undo) request("undo", { version: table.play.state.version }).then((answer) => {
    if (answer?.asked) say("The other side is asked.", true);
  });
}

// --- Coming and going -------------------------------------------------------------------------

async function start() {
  theme();
  popRules();
  await loadSymbols();
  const wrong = await seatFromLink(id);
  if (wrong) say(wrong, false);
  const held = mineOf(id)?.seats ?? {};
  const seats = /** @type {Seat[]} */ (["red", "blue"]).filter((seat) => held[seat]);
  for (const seat of seats) open(seat, held[seat] ?? null);
  if (!seats.length) open(null, null);
  page.link = table.links.get(seats[0] ?? "watch") ?? null;
  table.play = { ...table.play, seat: seats[0] ?? null, both: seats.length > 1 };
  window.addEventListener("pagehide", () => markSeen(id, page.link?.log.length ?? 0));
  const small = matchMedia("(max-width: 699px), (max-height: 480px)");
  const fewer = () => go({ ...table.play, most: small.matches ? 4 : P.SHOWN_MAX });
  small.addEventListener("change", fewer);
  window.addEventListener("resize", () => drawBar(table));
  fewer();
  document.addEventListener("keydown", (event) => keys(table, event));
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) byId("map").addEventListener(kind, pointBack);
  for (const skip of ["keydown", "pointerdown", "visibilitychange"]) document.addEventListener(skip, hurry, { capture: true });
  drawIcons();
  drawTools();
}

/** What is on its way arrives, and what has come meanwhile is shown at once. */
function hurry() {
  page.pressedAt = performance.now();
  map.hurry();
  map.jumps = true;
  page.link?.release();
  map.jumps = false;
}

/** @param {Seat | null} seat @param {string | null} secret */
function open(seat, secret) {
  const link = new Link(id, secret, {
    state: () => {
      if (link === page.link || table.links.size > 1) changed();
    },
    welcome: (summary) => {
      page.summary = summary;
      drawHead(table);
    },
    thinking: (ms) => {
      page.thinking = ms;
      drawThinking(table);
    },
    online: (on) => online(on),
    gone: (what) => gone(what),
  });
  table.links.set(seat ?? "watch", link);
}

/** @param {boolean} on */
function online(on) {
  if (on === table.play.online) return;
  if (on) {
    const late = page.offSince && Date.now() - page.offSince > 2000;
    page.offSince = 0;
    say(late ? "Connected." : "", true);
    if (late) setTimeout(() => say("", true), 2000);
  } else {
    page.offSince = Date.now();
    setTimeout(() => {
      if (!table.play.online) say("Connection lost. Trying again; your last move is kept.", false);
    }, 2000);
  }
  go({ ...table.play, online: on });
}

/** @param {string} what */
function gone(what) {
  byId("static").hidden = true;
  fill(byId("question"), "This battle cannot be shown.");
  fill(byId("opts"), h("p", { class: "note" }, capital(what)), h("a", { class: "btn", href: "/" }, "To the start page"));
}

/** A line over the question. @param {string} text @param {boolean} ok */
function say(text, ok) {
  const line = byId("line");
  line.hidden = !text;
  line.classList.toggle("ok", ok);
  line.textContent = text;
}

/** @param {string} text */
function shout(text) {
  byId("shout").textContent = text;
}

/** A new state has come. */
function changed() {
  byId("static").hidden = true;
  pickSeat();
  const state = page.link?.state;
  if (!state) return;
  // Ways lead from the position before: after an undo, or when states were skipped, another one was shown.
  if (state.acts !== page.acts + 1) state.scene.ways = [];
  page.acts = state.acts;
  since.undone(state.acts);
  page.changes++;
  if (!state.thinking) page.thinking = 0;
  const { asked } = table.play;
  const busy = [...table.links.values()].some((it) => it.acting);
  const next = P.came({ ...table.play, busy }, state, (plan) => new Draft(plan));
  if (next.asked !== asked) {
    page.askedAt = performance.now();
    page.peek = "";
    hideWhy();
    map.wanted(null);
    map.overlays([]);
  }
  announce();
  map.pace = 1 + (page.link?.held?.length ?? 0) / HELD_FEW;
  go(next);
  state.scene.ways = [];
  // The other side's moves are shown one after another.
  const others = [...map.marching.keys()].some((piece) => piece.split("/")[0] !== table.play.seat);
  if (others && table.links.size === 1) page.link?.hold(map.arrived());
}

/** With both seats at one screen the one that decides looks, behind a curtain if hands are hidden. */
function pickSeat() {
  const { links } = table;
  if (links.size < 2) return;
  const any = [...links.values()].find((link) => link.state)?.state;
  if (!any) return;
  const { seat } = table.play;
  const wanted = any.dice ? any.dice.typed_by : any.scene.awaits.length === 1 ? any.scene.awaits[0] : any.scene.awaits.find((it) => links.get(it)?.state?.scene.question) ?? seat;
  if (!wanted || wanted === seat || !links.has(wanted)) return;
  const hidden = any.scene.hands?.some((hand) => hand.count > 0);
  page.link = links.get(wanted) ?? page.link;
  table.play = { ...table.play, seat: wanted, curtain: hidden ? wanted : null, draft: null };
}

/** What came since the last time, for the screen reader. */
function announce() {
  const lines = page.link?.log ?? [];
  if (lines.length < page.told) page.told = lines.length;
  const fresh = lines.slice(page.told).map((entry) => entry.line);
  page.told = lines.length;
  if (fresh.length) byId("say").textContent = fresh.slice(-4).join(". ").slice(0, 200);
}

/** Options that concern a piece are marked while the pointer or the focus is on it. @param {Event} event */
function pointBack(event) {
  const piece = event.type.endsWith("out") ? null : /** @type {Element} */ (event.target).closest("[data-piece]")?.getAttribute("data-piece");
  for (const option of byId("opts").querySelectorAll("[data-about]")) option.classList.toggle("about", Boolean(piece) && option.getAttribute("data-about")?.split(" ").includes(piece ?? ""));
}

// --- Why not? ---------------------------------------------------------------------------------

/** @param {any} failure */
function refusal(failure) {
  if (failure.reason) showWhy(table.play.selected, "Refused", [{ offer: null, reason: failure.reason }]);
  else say(capital(failure.what) + (failure.hint ? `. ${capital(failure.hint)}.` : "."), false);
}

/** Asks why a piece cannot act. @param {string} piece */
async function why(piece) {
  const found = P.pieceOf(table.play, piece);
  if (!found || !P.sceneOf(table.play)?.question) return;
  if (found.seat !== table.play.seat) return drawTab("unit");
  try {
    const { refused } = await /** @type {Link} */ (page.link).request("why", { piece });
    if (table.play.selected === piece) showWhy(piece, `${found.name}: why not?`, refused);
  } catch {
    hideWhy();
  }
}

/** @param {string | null} piece @param {string} title @param {P.Refused[]} refused */
async function showWhy(piece, title, refused) {
  const { play } = table;
  const { openWhy } = await import("./whybox.js");
  if (table.play.asked === play.asked) openWhy(table, piece, title, refused);
}

function hideWhy() {
  byId("why").hidden = true;
  map.clear();
}

/** Everything about a piece, also on a phone; its zones and ranges on the map. @param {string} piece */
function details(piece) {
  hideWhy();
  go({ ...table.play, selected: piece, chosen: null, move: null, touched: true });
  const side = byId("side");
  side.dataset.open = "unit";
  side.dataset.height ??= "short";
  showTabs();
  map.overlays([]);
  if (!P.sceneOf(table.play)?.areas?.length) zones();
}

/** Several pieces lie under the pointer: which is meant? @param {string[]} ids @param {[number, number]} at */
function several(ids, at) {
  const pieces = ids.flatMap((it) => P.pieceOf(table.play, it) ?? []);
  const box = byId("which");
  fill(box, pieces.map((it) => h("button", { class: "opt", type: "button", onclick: () => { box.hidden = true; press(it.id); } }, h("i", { class: `chip ${it.seat}` }), h("b", {}, it.name))));
  box.hidden = false;
  const room = byId("canvas").getBoundingClientRect();
  box.style.left = `${Math.max(4, Math.min(at[0] - room.left, room.width - box.offsetWidth - 4))}px`;
  box.style.top = `${Math.max(4, Math.min(at[1] - room.top, room.height - box.offsetHeight - 4))}px`;
  /** @type {HTMLElement | null} */ (box.querySelector("button"))?.focus();
}

/** Chooses an action that was typed, or asks whether it is meant. @param {string} text */
async function typed(text) {
  if (!text || !P.able(table.play)) return;
  const known = P.sceneOf(table.play)?.offers?.find((offer) => offer.action === text || offer.words === text);
  if (known) return go(P.choose(table.play, known.action));
  try {
    const { offer } = await /** @type {Link} */ (page.link).request("check", { action: text });
    const sure = await ask(h("dialog", { "aria-label": "Commit" }, h("h2", {}, offer.words), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Back"), h("button", { class: "btn go", value: "yes" }, offer.commit)))));
    if (sure === "yes") act(offer.action, true);
  } catch (error) {
    refusal(/** @type {any} */ (error));
  }
}

// --- Drawing ----------------------------------------------------------------------------------

function draw() {
  if (!table.play.state) return;
  drawHead(table);
  drawMap();
  drawStrip(table);
  drawBar(table);
  drawHand(table);
  drawUnit(table);
  drawOdds(table);
  const dice = table.play.state.dice ?? null;
  const mine = dice && !table.play.past && (dice.typed_by === table.play.seat || (table.play.seat && table.play.both));
  if (rare.pad) rare.pad.draw(mine ? dice : null, table.ruleset);
  else if (mine) bringPad();
  if (page.link) log.draw(table.ruleset, page.link.log, page.link.talk, { red: table.side("red"), blue: table.side("blue") });
  if (rare.menu) rare.menu.draw(table);
  else byId("chat-icon").classList.toggle("dot", Boolean(page.link?.talk.some((it) => it.kind === "chat")));
  drawNews();
}

async function bringPad() {
  const { DicePad } = await import("./dicepad.js");
  const version = () => table.play.state?.version;
  rare.pad ??= new DicePad(byId("dice"), (faces) => request("dice", { version: version(), faces }), () => request("withdraw", { version: version() }));
  draw();
}

/** The menu, the chat and the panel of the phone that has both. @param {"menu" | "chat" | "draw"} what */
async function openMenu(what) {
  rare.menu ??= await import("./menu.js");
  rare.menu[what](table);
}

function drawMap() {
  // Who has a unit in hand that moves freely may want the keys for it.
  if (!rare.steer && table.play.selected && P.isLoose(table.play, table.play.selected)) import("./steer.js").then((it) => { rare.steer = it; }, () => {});
  const { play } = table;
  const scene = play.past?.scene ?? P.sceneOf(play);
  if (!scene) return;
  map.draw(scene, mapMarks(play));
  const coming = threatsNow();
  if (rare.brings) rare.brings.drawThreats(map, coming);
  // The camera follows what is taken in hand or chosen, but not a drag, and never under a hand.
  const asked = map.pointers.size ? page.seen : `${play.asked} ${play.selected} ${play.group} ${play.move ? "" : play.chosen}`;
  if (asked !== page.seen && !play.move && P.able(play) && !play.past) {
    const { view } = map;
    map.look(P.can(play));
    if (map.view !== view) map.draw(scene, mapMarks(play));
  }
  page.seen = asked;
  const { move } = play;
  map.wanted(move?.to && (move.held || move.open || move.mode) ? { ids: move.ids, to: move.to, ...verdict(move) } : strangers ? { ...strangers, verdict: "open", says: "its corps is activated first" } : null);
  byId("app").classList.toggle("setup", Boolean(scene.setup));
  byId("canvas").classList.toggle("past", Boolean(play.past));
  const veil = byId("veil");
  veil.hidden = !play.past;
  if (play.past) fill(veil, `${play.past.scene.turn.says}, after action ${play.past.at}`, h("button", { class: "btn", type: "button", onclick: () => go({ ...table.play, past: null }) }, "Back to now"));
  drawScale(scene);
  // On a board of areas there is nothing to measure.
  for (const tool of document.querySelectorAll(".tool.ruler, .tool.zone")) /** @type {HTMLElement} */ (tool).hidden = Boolean(scene.areas?.length);
}

/** What the rules say of where units are dragged. @param {P.Move} move @returns {{ verdict: "ok" | "no" | "cut" | "open", says: string }} */
function verdict({ ids, offer, stopped, open }) {
  if (!offer) return { verdict: open && !stopped ? "open" : "no", says: stopped ? "not allowed" : "" };
  const distance = offer.ghosts?.find((ghost) => ghost.id === ids[0])?.distance;
  if (offer.targets?.length) return { verdict: "ok", says: offer.title };
  return { verdict: stopped ? "cut" : "ok", says: [stopped ? `stopped at ${distance ?? ""}` : distance, offer.note].filter(Boolean).join(", ") };
}

/** Cards lie under their segment while the whole board is seen. */
function alignStrip() {
  const scene = P.sceneOf(table.play);
  if (!scene || !table.map) return;
  const wide = scene.table.width * map.k * map.view.z;
  byId("strip").style.maxWidth = !map.own && wide > 480 && wide < byId("canvas").clientWidth ? `${wide}px` : "";
  drawScale(scene);
}

/** @param {import("./types").Scene} scene */
function drawScale(scene) {
  const box = byId("scale");
  if (scene.areas?.length || !scene.table.unit) return fill(box);
  const units = [1, 2, 5, 10, 20].find((n) => n * map.k * map.view.z > 70) ?? 50;
  const bar = h("i", {});
  bar.style.width = `${units * map.k * map.view.z}px`;
  fill(box, bar, `${units} ${scene.table.unit}`);
}

/** What happened since the last decision: the newest over the question, its cost on the map. */
function drawNews() {
  const { play } = table;
  const news = play.state && play.seat && !play.curtain && !play.past ? since.news(page.link?.log ?? [], play.both ? null : play.seat) : [];
  since.draw(table.ruleset, news, () => {
    if (byId("tabs").checkVisibility()) toggleTab("log");
    byId("log").scrollTo({ top: 0 });
    byId("log").focus();
  });
  map.losses(play.state && news.length && !since.shut ? since.losses(play.state.scene, map.stands) : []);
}

/** Shows an earlier moment on the map. @param {number} act */
async function past(act) {
  try {
    const { seat } = table.play;
    const answer = await get(`/api/battles/${id}/replay?at=${act}&view=${seat ?? "both"}`, seat ? mineOf(id)?.seats[seat] : undefined);
    go({ ...table.play, past: { at: act, scene: { ...answer.scene, ways: [] } } });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), false);
  }
}

// --- Bars and tabs ----------------------------------------------------------------------------

function drawIcons() {
  fill(byId("icons"),
    h("a", { class: "ico", href: "/rules/virtus", id: "book", "aria-label": "Rulebook", target: "_blank", rel: "noopener" }, icon("book")),
    h("button", { class: "ico", type: "button", id: "chat-icon", "aria-label": "Chat", onclick: () => openMenu("chat") }, icon("chat")),
    h("button", { class: "ico", type: "button", "aria-label": "Menu", onclick: () => openMenu("menu") }, icon("menu")));
  fill(byId("tabs"), [["orders", "Orders"], ["odds", "Odds"], ["unit", "Unit"], ["log", "Log"], ["more", "More"]].map(([tab, name]) => h("button", { type: "button", "aria-expanded": "false", "data-for": tab, onclick: () => toggleTab(tab) }, name)));
  showTabs();
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

/** Zones, arcs and ranges of the selected piece; if none is selected, of all enemies. */
async function zones() {
  if (map.layers.lanes.childElementCount) return map.overlays([]);
  const { selected } = table.play;
  if (!selected || !P.pieceOf(table.play, selected)) return allZones();
  const answer = await request("reach", { piece: selected });
  map.overlays(answer?.overlays ?? []);
}

/** The zones of all enemies. */
async function allZones() {
  if (map.layers.lanes.childElementCount) return map.overlays([]);
  map.overlays((await enemyOverlays()).filter((it) => it.kind === "zone"));
}

/** What all enemies have round them, asked once a position. @returns {Promise<import("./types").Overlay[]>} */
async function enemyOverlays() {
  const { play } = table;
  const version = play.state?.version ?? -1;
  if (page.enemies.version === version) return page.enemies.overlays;
  page.enemies = { version, overlays: [] };
  const enemies = (P.sceneOf(play)?.bases ?? []).filter((base) => base.seat !== play.seat);
  const answers = await Promise.all(enemies.map((base) => page.link?.request("reach", { piece: base.id }).catch(() => null)));
  const overlays = answers.flatMap((it) => it?.overlays ?? []);
  if (page.enemies.version === version) page.enemies = { version, overlays };
  return overlays;
}

/** What the chosen move comes under, as far as it is known by now. */
function threatsNow() {
  const { play } = table;
  const scene = P.sceneOf(play);
  const offer = P.able(play) && !scene?.setup ? P.offerOf(play, play.chosen) : null;
  if (!scene || scene.areas?.length || !offer?.ghosts?.some((it) => "pose" in it.at && offer.units?.includes(it.id))) return [];
  if (!rare.brings || page.enemies.version !== play.state?.version) {
    Promise.all([import("./brings.js"), enemyOverlays()]).then(([it]) => {
      rare.brings = it;
      draw();
    }, () => {});
    return [];
  }
  return rare.brings.threats(scene, page.enemies.overlays, offer);
}

/** On phones the sheet has three heights: a tab opens it, a second tap makes it full, a third closes it. @param {string} tab */
function toggleTab(tab) {
  const side = byId("side");
  if (tab === "more") openMenu("draw");
  if (tab === "orders") delete side.dataset.open;
  else if (side.dataset.open !== tab) {
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
  const open = byId("side").dataset.open ?? "orders";
  byId("app").dataset.tab = open;
  for (const button of byId("tabs").children) button.setAttribute("aria-expanded", String(button.getAttribute("data-for") === open));
}

start();
