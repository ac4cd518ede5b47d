// The keys of the battle page.
import { h } from "./dom.js";

const KEYS = [
  ["N, P or Tab on the map", "next, previous unit that can act"],
  ["arrows on the map", "nearest unit in that direction"],
  ["1 to 9, 0", "options in the question bar, more of them"],
  ["Enter", "select the focused unit; commit"],
  ["Esc", "put down, back to the question"],
  ["drag, Shift+click, Shift+drag", "move freely, with Alt without snapping; add to a group; lasso"],
  ["M, W, S, T", "move, wheel, slide by arrows (Shift: farther, C: to contact); turn"],
  ["G, Shift+G", "the group grows to its neighbours, shrinks"],
  ["C", "next card of the hand, then a number lays it"],
  ["? and D", "why not; what is around"],
  ["O, L, B", "odds, log, rulebook"],
  ["U", "undo, or ask for it"],
  ["Z, R", "zones and ranges of the selected unit; ruler"],
  ["+, \u2212, F, Shift+arrows", "zoom, fit, pan"],
  ["/", "type an action in words or notation"],
  ["H", "this help"],
];

export function helpDialog() {
  return h("dialog", { "aria-label": "Keys and help" }, h("h2", {}, "Keys"),
    h("table", {}, KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what)))),
    h("p", { class: "note" }, "Solid plates are the first side, open plates the second. The thick edge of a base is its front; dots are what is left of it, rings what is gone. Click anything that is greyed to be told why."),
    h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn go" }, "Close"))));
}
