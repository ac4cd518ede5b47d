// What is drawn while the table is laid: zones with their measures, and the piece that is in hand. It comes when somebody sets up.
import { s } from "./dom.js";
import { from } from "./drag.js";
import { place } from "./layout.js";
import { drawTerrain } from "./terrain.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./map.js").Shown} Shown */

/** Parts of the table for what is laid or deployed, and what is being laid. @param {import("./map.js").BattleMap} map @param {Scene} scene @param {Shown} shown @returns {SVGElement[]} */
export function plots(map, scene, shown) {
  const { k } = map;
  const path = (/** @type {import("./types").Spot[]} */ outline) => `M${outline.map(([x, y]) => place(scene, k, x, y).map((it) => it.toFixed(1)).join(" ")).join("L")}Z`;
  const zones = (shown.setup?.zones ?? []).map((zone) => {
    const corners = zone.outline.map(([x, y]) => place(scene, k, x, y));
    const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
    const [right, low] = [Math.max(...corners.map(([x]) => x)), Math.max(...corners.map(([, y]) => y))];
    const south = (top + low) / 2 > (scene.table.height * k) / 2;
    const die = zone.die === undefined ? null : s("g", { class: "face", transform: `translate(${left + 16} ${top + 16})` }, s("rect", { x: -9, y: -9, width: 18, height: 18, rx: 3 }), s("text", { y: 5 }, zone.die));
    const words = [zone.name, zone.says].filter(Boolean).join(": ");
    const text = zone.die !== undefined ? s("text", { class: "zname", x: left + 31, y: top + 21 }, words)
      : zone.kind === "limit" ? s("text", { class: "zname z-end", x: right - 4, y: south ? top - 5 : low + 14 }, words)
        : s("text", { class: "zname z-mid", x: (left + right) / 2, y: south ? low - 8 : top + 18 }, words);
    return s("g", { class: `plot z-${zone.kind}` }, s("path", { d: path(zone.outline) }), die, text);
  });
  const { laying, pose } = map.laying(shown);
  const laid = laying && pose ? [piece(map, scene, laying, pose)] : [];
  return [...zones, ...laid];
}

/** A piece of terrain that hangs on the pointer, with its distances to the edges of its zone. @param {import("./map.js").BattleMap} map @param {Scene} scene @param {import("./types").Laying} laying @param {import("./drag.js").Pose} pose */
function piece(map, scene, laying, pose) {
  const { k } = map;
  const outline = laying.outline.map(([x, y]) => from(pose, x, y));
  const drawn = drawTerrain({ ...scene, terrain: [{ id: laying.id, kind: laying.kind, says: laying.name, rules: [], lies: { outline } }] }, k);
  const d = `M${outline.map(([x, y]) => place(scene, k, x, y).map((it) => it.toFixed(1)).join(" ")).join("L")}Z`;
  const zone = map.shown?.setup?.zones?.find((it) => it.kind === "open");
  const [x, y] = place(scene, k, pose.x, pose.y);
  const marks = zone ? gaps(map, scene, outline, zone.outline) : [];
  return s("g", { class: `laying ${map.shown?.loose.has(laying.id) ? "loose" : ""}`, "data-of": laying.id }, drawn, s("path", { class: "edge", d }), ...marks, s("text", { class: "zname z-mid", x, y: y + 4 }, laying.name));
}

/** Dotted lines from a piece to the edges of its zone, with how far that is. @param {import("./map.js").BattleMap} map @param {Scene} scene @param {import("./types").Spot[]} outline @param {import("./types").Spot[]} zone */
function gaps(map, scene, outline, zone) {
  const box = (/** @type {import("./types").Spot[]} */ all) => [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))];
  const [l, r, b, t] = box(outline);
  const [zl, zr, zb, zt] = box(zone);
  const [mx, my] = [(l + r) / 2, (b + t) / 2];
  /** @type {[import("./types").Spot, import("./types").Spot, number][]} */
  const lines = [[[zl, my], [l, my], l - zl], [[r, my], [zr, my], zr - r], [[mx, zb], [mx, b], b - zb], [[mx, t], [mx, zt], zt - t]];
  return lines.filter(([, , far]) => far > 0.05).flatMap(([from_, to, far]) => {
    const [[ax, ay], [bx, by]] = [place(scene, map.k, ...from_), place(scene, map.k, ...to)];
    return [s("path", { class: "gap", d: `M${ax} ${ay}L${bx} ${by}` }), s("text", { class: "gap", x: (ax + bx) / 2 + 4, y: (ay + by) / 2 - 4 }, far.toFixed(1))];
  });
}
