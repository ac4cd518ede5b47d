// The keys of the battle page, and what its signs mean.
import { h, s } from "./dom.js";

const KEYS = [
  ["N, P or Tab on the map", "next, previous unit that can act"],
  ["arrows on the map", "nearest unit in that direction"],
  ["1 to 9, 0", "options in the question bar, more of them"],
  ["Enter", "select the focused unit; commit"],
  ["Esc", "put down, back to the question"],
  ["drag, Shift+click, Shift+drag", "move freely, with Alt without snapping; go on from the ghost; add to a group; lasso"],
  ["Q, E, scroll while dragging", "turn by 5 degrees, with Shift by 1"],
  ["M, W, S, T", "move, wheel, slide by arrows (Shift: farther, C: to contact); turn"],
  ["G, Shift+G", "the group grows to its neighbours, shrinks"],
  ["C", "next card of the hand, then a number lays it"],
  ["? and D", "why not; what is around"],
  ["O, L, B", "odds, log, rulebook"],
  ["U", "the last part of a move, or the last action, back"],
  ["A", "before the battle: the rest the usual way"],
  ["Z, Shift+Z, R", "zones of the selected unit; of all enemies; ruler"],
  ["+, \u2212, F, Shift+arrows", "zoom, fit, pan"],
  ["/", "type an action in words or notation"],
  ["H", "this help"],
];

/** What is drawn on plates and beside them. */
const SIGNS = [
  ["foot-heavy", "heavy foot"], ["foot-medium", "medium foot"], ["foot-light", "light foot"], ["pike", "pikemen"], ["spear", "spearmen"], ["sword", "swordsmen"],
  ["two-handed", "two-handed blades"], ["javelin", "javelins"], ["bow", "bowmen"], ["sling", "slingers"], ["crossbow", "crossbowmen"], ["artillery", "engines"],
  ["horse-heavy", "heavy horse"], ["horse-medium", "medium horse"], ["horse-light", "light horse"], ["cataphract", "cataphracts"], ["camel", "camels"], ["elephant", "elephants"],
  ["chariot-heavy", "heavy chariots"], ["chariot-light", "light chariots"], ["chariot-scythed", "scythed chariots"], ["wagon", "wagons"], ["leader", "a leader"], ["camp", "a camp"],
  ["m-disorder", "disordered"], ["m-rout", "routed"], ["m-moved", "has moved"], ["m-shot", "has shot"], ["m-charge", "charges"], ["m-hit", "hit"], ["m-shield", "closed formation"], ["m-lock", "held"], ["m-star", "chief"], ["m-pennant", "commander"],
];

export function helpDialog() {
  const sign = (/** @type {string[]} */ [id, what]) => h("li", {}, s("svg", { viewBox: id.startsWith("m-") ? "0 0 12 12" : "0 0 24 24", "aria-hidden": "true" }, s("use", { href: `#${id}` })), what);
  return h("dialog", { "aria-label": "Keys and signs" }, h("h2", {}, "Signs"), h("ul", { class: "signs" }, SIGNS.map(sign)), h("h2", {}, "Keys"),
    h("table", {}, KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what)))),
    h("p", { class: "note" }, "Solid plates are the first side, open plates the second. The thick edge of a base is its front; dots are what is left of it, rings what is gone. Click anything that is greyed to be told why."),
    h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn go" }, "Close"))));
}
