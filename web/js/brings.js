// What a move brings: whose zones, arrows and charges it comes under. The outlines are the server's; whether somebody stands in
// one is seen here.
import { h, s } from "./dom.js";
import { corners } from "./drag.js";
import { place, size } from "./layout.js";
import { capital, ruleLinks } from "./words.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Offer} Offer */
/** @typedef {import("./types").Overlay} Overlay */
/** @typedef {import("./types").Spot} Spot */
/** What somebody comes under, and whether he has been under it before. @typedef {{ overlay: Overlay, says: string, stays: boolean }} Threat */

/** Whether a place is inside an outline. @param {Spot} spot @param {Spot[]} outline */
function within([x, y], outline) {
  let inside = false;
  for (const [at, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(at + 1) % outline.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Whether two stretches cross. @param {Spot} a @param {Spot} b @param {Spot} c @param {Spot} d */
function cross(a, b, c, d) {
  const side = (/** @type {Spot} */ [px, py], /** @type {Spot} */ [qx, qy], /** @type {Spot} */ [rx, ry]) => Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Whether two outlines have something in common; those that only touch have not. @param {Spot[]} a @param {Spot[]} b */
export function meet(a, b) {
  const middle = (/** @type {Spot[]} */ all) => /** @type {Spot} */ ([all.reduce((sum, [x]) => sum + x, 0) / all.length, all.reduce((sum, [, y]) => sum + y, 0) / all.length]);
  const [mx, my] = middle(a);
  // A little smaller, so that edges that lie on one another are told apart from those that cross.
  const inner = a.map(([x, y]) => /** @type {Spot} */ ([mx + (x - mx) * 0.99, my + (y - my) * 0.99]));
  if (inner.some((it) => within(it, b)) || b.some((it) => within(it, inner)) || within(middle(b), inner)) return true;
  return inner.some((from, at) => b.some((with_, n) => cross(from, inner[(at + 1) % a.length], with_, b[(n + 1) % b.length])));
}

const KINDS = { zone: "in the zone of", arc: "can be shot at by", reach: "can be charged by", command: "" };

/**
 * What the units of an offer come under where it leads; what they are under already comes last.
 * @param {Scene} scene @param {Overlay[]} overlays of the enemies @param {Offer} offer @returns {Threat[]}
 */
export function threats(scene, overlays, offer) {
  /** @type {Map<string, Threat & { count: number }>} */
  const found = new Map();
  for (const ghost of offer.ghosts ?? []) {
    const base = scene.bases.find((it) => it.id === ghost.id);
    if (!base || !("pose" in ghost.at) || !("pose" in base.at) || !offer.units?.includes(ghost.id)) continue;
    const [to, from] = [corners(ghost.at.pose, size(base)), corners(base.at.pose, size(base))];
    for (const overlay of overlays) {
      if (overlay.kind === "command" || offer.targets?.includes(overlay.of) || !meet(to, overlay.outline)) continue;
      const stays = meet(from, overlay.outline);
      const known = found.get(overlay.of + overlay.kind);
      const whose = scene.bases.find((it) => it.id === overlay.of)?.name ?? "";
      const who = offer.units.length > 1 ? `${base.name}: ` : "";
      const says = `${who}${stays ? "still " : ""}${KINDS[overlay.kind]} ${whose}`;
      if (!known) found.set(overlay.of + overlay.kind, { overlay, stays, says, count: 1 });
      else {
        known.count++;
        known.stays &&= stays;
        known.says = `${known.count} units: ${known.stays ? "still " : ""}${KINDS[overlay.kind]} ${whose}`;
      }
    }
  }
  return [...found.values()].sort((a, b) => Number(a.stays) - Number(b.stays));
}

/** What a move comes under: what is new is hatched. @param {import("./map.js").BattleMap} map @param {Threat[]} threats */
export function drawThreats(map, threats) {
  const { scene, k } = map;
  if (!scene) return;
  map.layers.threats.replaceChildren(...threats.map(({ overlay, stays, says }) =>
    s("path", { class: `threat ${overlay.kind} ${stays ? "stays" : ""}`, d: `M${overlay.outline.map(([x, y]) => place(scene, k, x, y).map((it) => it.toFixed(1)).join(" ")).join("L")}Z` }, s("title", {}, says))));
}

const BRINGS_MAX = 4;

/** What the chosen move comes under, in words. @param {Threat[]} threats @param {string} ruleset */
export function bringsBox(threats, ruleset) {
  if (!threats.length) return null;
  const shown = threats.slice(0, BRINGS_MAX);
  return h("div", { class: "wide brings" }, h("h3", {}, "What it brings"),
    h("ul", {}, shown.map(({ overlay, says, stays }) => h("li", { class: stays ? "stays" : null }, h("span", {}, capital(says)), ruleLinks(ruleset, overlay.rules.slice(0, 1))))),
    threats.length > shown.length ? h("p", { class: "note" }, `and ${threats.length - shown.length} more on the map`) : null);
}
