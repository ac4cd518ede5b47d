// A battle as a small map: ground, terrain and plates without symbols.
import { s } from "./dom.js";
import { areaBox, arrange, size, unitScale } from "./layout.js";
import { drawTerrain } from "./terrain.js";

/** @param {import("./types").Scene} scene */
export function miniature(scene) {
  const k = unitScale(scene);
  const [w, h] = [scene.table.width * k, scene.table.height * k];
  const stands = arrange(scene, k);
  const areas = scene.areas ?? [];
  return s("svg", { class: "mini", viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: areas.length ? "xMidYMid slice" : "xMidYMid meet", role: "img", "aria-label": `Map of ${scene.title}` },
    s("rect", { class: "floor", width: w, height: h }),
    areas.filter((area) => area.reserve).map((area) => {
      const box = areaBox(scene, k, area);
      return s("rect", { class: "resv", x: box.x, y: box.y, width: box.w, height: box.h });
    }),
    drawTerrain(scene, k),
    areas.map((area) => {
      const box = areaBox(scene, k, area);
      return s("rect", { class: "thin", x: box.x, y: box.y, width: box.w, height: box.h });
    }),
    areas.length ? s("path", { class: "mid", d: `M0 ${h / 2}H${w}` }) : null,
    scene.bases.map((base) => {
      const at = stands.get(base.id);
      if (!at) return null;
      const [bw, bd] = size(base).map((it) => it * k);
      return s("rect", { class: `u ${base.seat}`, x: -bw / 2, y: -bd / 2, width: bw, height: bd, transform: `translate(${at.x} ${at.y}) scale(${at.scale}) rotate(${at.facing})` });
    }),
    scene.leaders.map((leader) => {
      const at = stands.get(leader.id);
      return at ? s("circle", { class: `u ${leader.seat}`, cx: at.x, cy: at.y, r: leader.radius * k * at.scale }) : null;
    }));
}
