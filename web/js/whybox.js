// Why not: the box on the map with the rules that forbid something, the numbers, and a way out.
import { byId, fill, h } from "./dom.js";
import * as P from "./play.js";
import { capital, ruleLinks } from "./words.js";

/** @typedef {import("./battle.js").Table} Table */

/** @param {Table} table @param {string | null} piece @param {string} title @param {import("./play.js").Refused[]} refused */
export function openWhy(table, piece, title, refused) {
  const { map } = table;
  const box = byId("why");
  // Each rule once; what numbers decide comes first.
  const unique = refused.filter((it, at) => refused.findIndex((other) => other.reason.rules[0] === it.reason.rules[0]) === at);
  const reasons = unique.sort((a, b) => Number(b.reason.facts.length > 0) - Number(a.reason.facts.length > 0)).slice(0, 4);
  const none = h("p", {}, "It has nothing to do with what is asked now.");
  fill(box, h("h3", {}, title), h("button", { class: "x", type: "button", "aria-label": "Close", onclick: table.hideWhy }, "\u00d7"),
    reasons.length ? h("ul", {}, reasons.map(({ offer, reason }) => h("li", {}, offer ? h("b", {}, `${offer.title}: `) : null, `${capital(reason.says)}. `, ruleLinks(table.ruleset, reason.rules),
      reason.facts.length ? h("span", { class: "note" }, ` (${reason.facts.map(([name, fact]) => `${name} ${fact}`).join(", ")})`) : null,
      reason.instead ? insteadButton(table, reason.instead) : null))) : none);
  map.why(reasons[0]?.reason.shapes ?? []);
  const close = map.closeUp();
  if (close) box.append(close);
  box.hidden = false;
  beside(table, box, piece);
  byId("shout").textContent = `${title} ${reasons.map(({ reason }) => reason.says).slice(0, 2).join(". ")}`;
}

/** On the first free side of a piece: right, left, behind, ahead. @param {Table} table @param {HTMLElement} box @param {string | null} piece */
function beside({ map }, box, piece) {
  const at = piece ? map.onScreen(piece) : null;
  const { clientWidth: w, clientHeight: hh } = byId("canvas");
  const [bw, bh] = [box.offsetWidth, box.offsetHeight];
  const within = (/** @type {number} */ x, /** @type {number} */ y) => [Math.max(8, Math.min(x, w - bw - 8)), Math.max(8, Math.min(y, hh - bh - 8))];
  const places = at ? [[at.x + 46, at.y - 20], [at.x - 46 - bw, at.y - 20], [at.x - bw / 2, at.y + 46], [at.x - bw / 2, at.y - 46 - bh]] : [[w / 2 - 150, 40]];
  const free = (/** @type {number[]} */ [x, y]) => x >= 8 && y >= 8 && x + bw <= w - 8 && y + bh <= hh - 8;
  const [x, y] = within(...(/** @type {[number, number]} */ (places.find(free) ?? places[0])));
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
}

/** The nearest action that is allowed: in words, which the server knows if it is no offer. @param {Table} table @param {string} action */
function insteadButton(table, action) {
  const offer = P.offerOf(table.play, action);
  const button = h("button", { class: "btn", type: "button", onclick: () => (offer ? table.go(P.choose(table.play, action)) : table.typed(action)) }, offer?.words ?? "The nearest that is allowed");
  if (!offer) table.link?.request("check", { action }).then((answer) => { button.textContent = capital(answer.offer.words); }, () => button.remove());
  return button;
}
