// Why not: the box on the map with the rules that forbid something, the numbers, and a way out.
import { byId, fill, h, s } from "./dom.js";
import { place } from "./layout.js";
import * as P from "./play.js";
import { capital, rounded, ruleLinks } from "./words.js";

/** @typedef {import("./battle.js").Table} Table */

/** Pixels below which the place that decides is shown enlarged. */
const SMALL = 24;

/** @param {Table} table @param {string | null} piece @param {string} title @param {import("./play.js").Refused[]} refused */
export function openWhy(table, piece, title, refused) {
  const { map } = table;
  const box = byId("why");
  // Each rule once; what numbers decide comes first.
  const unique = refused.filter((it, at) => refused.findIndex((other) => other.reason.rules[0] === it.reason.rules[0]) === at);
  const reasons = unique.sort((a, b) => Number(b.reason.facts.length > 0) - Number(a.reason.facts.length > 0)).slice(0, 4);
  const none = h("p", {}, "It has nothing to do with what is asked now.");
  fill(box, h("h3", {}, title), h("button", { class: "x", type: "button", "aria-label": "Close", onclick: table.hideWhy }, "\u00d7"),
    reasons.length ? h("ul", {}, reasons.map(({ offer, reason }) => h("li", {}, offer ? h("b", {}, `${offer.title}: `) : null, `${capital(rounded(reason.says))}. `, ruleLinks(table.ruleset, reason.rules),
      reason.facts.length ? h("span", { class: "note" }, ` (${reason.facts.map(([name, fact]) => `${name} ${fact}`).join(", ")})`) : null,
      reason.instead ? insteadButton(table, reason.instead) : null))) : none);
  shapesOn(map, reasons[0]?.reason.shapes ?? []);
  const close = closeUp(map);
  if (close) box.append(close);
  box.hidden = false;
  beside(table, box, piece);
  byId("shout").textContent = `${title} ${reasons.map(({ reason }) => reason.says).slice(0, 2).join(". ")}`;
}

/** The geometry that decides a refusal. @param {import("./map.js").BattleMap} map @param {import("./types").WhyShape[]} shapes */
function shapesOn(map, shapes) {
  const { scene, k } = map;
  if (!scene) return;
  const at = (/** @type {import("./types").Spot} */ [x, y]) => place(scene, k, x, y);
  const path = (/** @type {import("./types").Spot[]} */ points) => `M${points.map((it) => at(it).join(" ")).join("L")}`;
  map.layers.why ??= /** @type {SVGElement} */ (map.cam.appendChild(s("g", { class: "whyshapes" })));
  map.layers.why.replaceChildren(...shapes.flatMap((shape) => {
    const look = `w-${shape.role}`;
    switch (shape.form) {
      case "point": {
        const [x, y] = at(shape.at);
        return [s("circle", { class: look, cx: x, cy: y, r: 3 })];
      }
      case "segment":
        return [s("path", { class: `${look} line`, d: path([shape.from, shape.to]) })];
      case "polyline":
        return [s("path", { class: `${look} line`, d: path(shape.points) })];
      case "polygon":
        return [s("path", { class: look, d: `${path(shape.points)}Z` })];
      case "rect":
        return [s("path", { class: look, d: `${path(shape.corners)}Z` }), s("path", { class: `${look} front`, d: path(shape.corners.slice(0, 2)) })];
      default: {
        const end = (/** @type {number} */ bearing) => at([shape.centre[0] + shape.radius * Math.sin((bearing * Math.PI) / 180), shape.centre[1] + shape.radius * Math.cos((bearing * Math.PI) / 180)]);
        const wide = (shape.to - shape.from + 360) % 360 > 180 ? 1 : 0;
        const r = shape.radius * k;
        return [s("path", { class: `${look} line`, d: `M${end(shape.from).join(" ")}A${r} ${r} 0 ${wide} 1 ${end(shape.to).join(" ")}` })];
      }
    }
  }));
}

/** The deciding part of a refusal three times as large, if it is too small to be seen. @param {import("./map.js").BattleMap} map */
function closeUp(map) {
  const drawn = /** @type {SVGGraphicsElement | undefined} */ (map.layers.why);
  const sharp = [...(drawn?.querySelectorAll(".w-blocks, .w-offends") ?? [])].map((it) => /** @type {SVGGraphicsElement} */ (it).getBBox());
  if (!drawn?.querySelector(".w-blocks") || sharp.length < 2) return null;
  const [x, y] = [Math.max(...sharp.map((it) => it.x)), Math.max(...sharp.map((it) => it.y))];
  const [right, low] = [Math.min(...sharp.map((it) => it.x + it.width)), Math.min(...sharp.map((it) => it.y + it.height))];
  const shared = Math.min(Math.abs(right - x), Math.abs(low - y)) * map.view.z;
  if (shared >= SMALL) return null;
  const [w, h] = [230 / (3 * map.view.z), 120 / (3 * map.view.z)];
  const [cx, cy] = [(x + right) / 2, (y + low) / 2];
  return s("svg", { class: "inset", viewBox: `${cx - w / 2} ${cy - h / 2} ${w} ${h}`, role: "img", "aria-label": "The place that decides, enlarged" }, map.layers.bases.cloneNode(true), drawn.cloneNode(true));
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
