// The keys of the battle page.
import { ask, byId } from "./dom.js";
import * as P from "./play.js";
import { planHint } from "./bar.js";

/** @typedef {import("./battle.js").Table} Table */

/** No question is answered that nobody has seen. */
const ENTER_WAIT = 300;

/** @param {Table} table @param {KeyboardEvent} event */
export function keys(table, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, textarea, select") || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (table.faces(event)) return event.preventDefault();
  const { map, play, go } = table;
  const onMap = byId("map").contains(target);
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (arrows && play.move?.mode && play.move.mode !== "t" && !byId("opts").contains(target)) table.steer((it) => it.nudge(table.play, arrows[0], -arrows[1], event.shiftKey));
  else if (event.key.toLowerCase() === "c" && play.move) table.steer((it) => it.contact(table.play));
  else if (event.key === "G") go(P.shrink(play));
  else if (event.key === "Z") table.allZones();
  else if (arrows && event.shiftKey) map.pan(-60 * arrows[0], -60 * arrows[1]);
  else if (arrows && onMap) {
    const next = map.neighbour(map.focusId, arrows[0], arrows[1]);
    if (next) map.focus(next);
  } else if (arrows && byId("opts").contains(target)) {
    const all = [...byId("opts").querySelectorAll("button:not(:disabled)")];
    const at = all.indexOf(target) + (arrows[0] || arrows[1]);
    /** @type {HTMLElement} */ (all[(at + all.length) % all.length])?.focus();
  } else if (event.key === "Tab" && onMap) {
    const all = [...map.pieces.keys()].filter((it) => P.can(play).has(it));
    const at = all.indexOf(map.focusId) + (event.shiftKey ? -1 : 1);
    if (!all[at]) return;
    map.focus(all[at]);
  } else if (/^[0-9]$/.test(event.key)) go(P.pressKey(play, Number(event.key)));
  else if (event.key === "Enter") {
    if (onMap && play.selected !== map.focusId) table.press(map.focusId);
    // An option that is chosen already is committed, not chosen again.
    else if (target.matches("button, a, summary") && target.id !== "commit" && !target.matches('#opts .opt[aria-pressed="true"]')) return;
    else if (performance.now() - table.askedAt > ENTER_WAIT) go(P.commit(play));
  } else if (event.key === " " && onMap) table.press(map.focusId);
  else if (event.key === "Escape") {
    table.putDown();
    table.since.close();
    go({ ...table.play, past: null });
    byId("question").focus();
  } else if (event.key === "?") {
    const piece = onMap ? map.focusId : play.selected;
    if (piece) table.why(piece);
  } else if (!letter(table, event.key.toLowerCase(), event.shiftKey)) return;
  event.preventDefault();
}

/** @param {Table} table @param {string} key @param {boolean} shift */
function letter(table, key, shift) {
  const { map, go } = table;
  /** @type {Record<string, () => void>} */
  const deeds = {
    u: table.takeBack, f: () => map.fit(), z: table.zones, r: table.ruler, "+": () => map.zoom(1.3), "=": () => map.zoom(1.3), "-": () => map.zoom(1 / 1.3),
    l: () => { table.toggleTab("log"); byId("log").focus(); }, b: () => window.open(`/rules/${table.ruleset}`, "_blank", "noopener"), h: () => { import("./help.js").then(({ helpDialog }) => ask(helpDialog())); },
    o: () => byId("odds").scrollIntoView(), d: () => describe(table), "/": table.commandLine, n: () => step(table, 1), p: () => step(table, -1), c: () => nextCard(table),
    a: () => { if (P.sceneOf(table.play)?.setup) go(P.delegate(table.play)); },
    q: () => table.turn(shift ? -1 : -5), e: () => table.turn(shift ? 1 : 5),
    g: () => go(P.grow(table.play)), m: () => table.byKeys("m"), w: () => table.byKeys("w"), s: () => table.byKeys("s"), t: () => table.byKeys("t"),
  };
  if (!deeds[key]) return false;
  deeds[key]();
  return true;
}

/** The next card of a plan. @param {Table} table */
function nextCard(table) {
  const cards = table.play.draft?.cards ?? [];
  if (!cards.length) return;
  const at = cards.findIndex((piece) => piece.id === table.play.piece);
  table.go({ ...table.play, touched: true, piece: cards[(at + 1) % cards.length].id });
  table.shout(planHint(table.play));
}

/** The next piece that can act. @param {Table} table @param {number} by */
function step(table, by) {
  const { map, play } = table;
  const all = [...map.pieces.keys()].filter((it) => P.can(play).has(it));
  if (!all.length) return;
  const next = all[(all.indexOf(play.selected ?? map.focusId) + by + all.length) % all.length];
  map.focus(next);
  table.go({ ...play, piece: null });
  table.press(next);
}

/** What is around the selected piece, by clock direction. @param {Table} table */
function describe(table) {
  const { map, play } = table;
  const from = play.selected ?? map.focusId;
  const here = map.stands.get(from);
  const scene = P.sceneOf(play);
  if (!here || !scene) return;
  const near = [...scene.bases, ...scene.leaders].filter((it) => it.id !== from).map((it) => {
    const at = map.stands.get(it.id) ?? here;
    const clock = Math.round((((Math.atan2(at.x - here.x, here.y - at.y) * 180) / Math.PI + 360) % 360) / 30) || 12;
    return { far: Math.hypot(at.x - here.x, at.y - here.y), text: `${clock} o'clock: ${it.name}, ${table.side(it.seat)}` };
  }).sort((a, b) => a.far - b.far).slice(0, 6);
  const says = near.map((it) => it.text).join("; ");
  table.shout(says);
  table.say(says, true);
}
