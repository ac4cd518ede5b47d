// The ruler on the map: comes when it is used.
import { s } from "./dom.js";
import { size } from "./layout.js";

/** Measures between two places, each at the nearest corner of a base if one is close. @param {import("./map.js").BattleMap} map @param {[number, number]} from @param {[number, number]} to */
export function rule(map, from, to) {
  const { scene, k } = map;
  if (!scene) return;
  const corners = scene.bases.flatMap((base) => {
    const stand = map.stands.get(base.id);
    if (!stand) return [];
    const [w, d] = size(base).map((it) => (it * k) / 2);
    const [sin, cos] = [Math.sin((stand.facing * Math.PI) / 180), Math.cos((stand.facing * Math.PI) / 180)];
    return [[-w, -d], [w, -d], [w, d], [-w, d]].map(([x, y]) => [stand.x + x * cos - y * sin, stand.y + x * sin + y * cos]);
  });
  const [a, b] = [from, to].map(([x, y]) => corners.find(([cx, cy]) => Math.hypot(cx - x, cy - y) < 7 / map.view.z) ?? [x, y]);
  const far = Math.hypot(b[0] - a[0], b[1] - a[1]) / k;
  const text = `${far.toFixed(2)} ${scene.table.unit}`;
  const w = 16 + 6.6 * text.length;
  map.layers.lanes.replaceChildren(s("path", { class: "rule-line", d: `M${a.join(" ")}L${b.join(" ")}` }),
    s("g", { class: "tag", transform: `translate(${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2 - 14})` }, s("rect", { x: -w / 2, y: -10, width: w, height: 19, rx: 4 }), s("text", { y: 4 }, text)));
}
