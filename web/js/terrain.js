// Terrain as on a printed map. Marks follow from a hash of the piece's id: alike on every screen.
import { s } from "./dom.js";
import { areaBox, place } from "./layout.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {[number, number]} XY */

/** A generator of numbers from 0 to 1 that follows from a text. @param {string} text */
export function chance(text) {
  let a = 2166136261;
  for (const letter of text) a = Math.imul(a ^ letter.charCodeAt(0), 16777619);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws all terrain. @param {Scene} scene @param {number} k */
export function drawTerrain(scene, k) {
  const order = ["road", "field", "rough", "marsh", "hill", "wood", "dense_wood", "impassable", "river", "town"];
  const pieces = [...scene.terrain].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return pieces.map((piece) => {
    const group = draw(scene, k, piece);
    group.append(s("title", {}, piece.says));
    group.setAttribute("data-terrain", piece.id);
    return group;
  });
}

/** @param {Scene} scene @param {number} k @param {import("./types").Terrain} piece */
function draw(scene, k, piece) {
  if ("along" in piece.lies) {
    const line = piece.lies.along.line.map(([x, y]) => place(scene, k, x, y));
    return piece.kind === "road" ? road(line) : river(line, piece.lies.along.width * k, piece.name, chance(piece.id));
  }
  const outline = "outline" in piece.lies ? piece.lies.outline.map(([x, y]) => place(scene, k, x, y)) : blob(scene, k, piece, piece.lies.in);
  const round = "in" in piece.lies;
  const path = round ? smooth(outline) : `M${outline.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;
  const random = chance(piece.id);
  const name = piece.name ? [label(outline, piece.name)] : [];
  switch (piece.kind) {
    case "wood":
    case "dense_wood":
      return s("g", { class: "wood" }, s("path", { d: path }), marks(outline, piece.kind === "wood" ? 22 : 16, "tree", random), name);
    case "hill":
      return s("g", { class: "hill" }, ...contours(outline, path, round), name);
    case "marsh":
      return s("g", { class: "rough" }, s("path", { d: path }), marks(outline, 17, "reed", random), name);
    case "field":
      return s("g", { class: "rough field" }, s("path", { d: path }), name);
    case "town":
      return s("g", { class: "town" }, s("path", { class: "g", d: path }), ...roofs(outline, random), name);
    case "impassable":
      return s("g", { class: "block" }, s("path", { d: path }), name);
    default:
      return s("g", { class: "rough" }, s("path", { d: path }), marks(outline, 22, round ? "rock" : "tuft", random), name);
  }
}

/** A round patch somewhere in an area, leaving room for other terrain there. @param {Scene} scene @param {number} k @param {import("./types").Terrain} piece @param {string} id @returns {XY[]} */
function blob(scene, k, piece, id) {
  const area = scene.areas?.find((it) => it.id === id);
  if (!area) return [];
  const box = areaBox(scene, k, area);
  const others = scene.terrain.filter((it) => "in" in it.lies && it.lies.in === id);
  const at = others.indexOf(piece);
  const random = chance(piece.id);
  const spread = others.length > 1 ? 0.2 : 0.06;
  const angle = others.length > 1 ? (at / others.length) * 2 * Math.PI + 0.7 : random() * 2 * Math.PI;
  const [cx, cy] = [box.x + box.w * (0.5 + spread * Math.cos(angle)), box.y + box.h * (0.5 + spread * Math.sin(angle))];
  const reach = Math.min(box.w, box.h) * (others.length > 1 ? 0.27 : 0.4);
  const waves = [2, 3, 4].map((turns) => ({ turns, size: 0.16 / turns, phase: random() * 6.3 }));
  const points = 28;
  return Array.from({ length: points }, (_, i) => {
    const a = (i / points) * 2 * Math.PI;
    const r = reach * (0.92 + waves.reduce((sum, w) => sum + w.size * Math.sin(w.turns * a + w.phase), 0));
    return /** @type {XY} */ ([cx + 1.12 * r * Math.cos(a), cy + 0.9 * r * Math.sin(a)]);
  });
}

/** @param {number} x */
const n = (x) => Math.round(x * 10) / 10;

/** A closed curve through the middles of the sides. @param {XY[]} points */
function smooth(points) {
  if (points.length < 3) return "";
  const middle = (/** @type {XY} */ a, /** @type {XY} */ b) => `${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`;
  const last = points[points.length - 1];
  const curves = points.map((point, i) => `Q${n(point[0])} ${n(point[1])} ${middle(point, points[(i + 1) % points.length])}`);
  return `M${middle(last, points[0])}${curves.join("")}Z`;
}

/** The outline drawn together about its middle. @param {XY[]} outline @param {number} by @returns {XY[]} */
function shrink(outline, by) {
  const [cx, cy] = centre(outline);
  return outline.map(([x, y]) => [cx + (x - cx) * by, cy + (y - cy) * by]);
}

/** @param {XY[]} outline @returns {XY} */
function centre(outline) {
  const sum = outline.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return [sum[0] / outline.length, sum[1] / outline.length];
}

/** @param {XY[]} outline @param {string} path @param {boolean} round */
function contours(outline, path, round) {
  const inner = (/** @type {number} */ by) => {
    const points = shrink(outline, by);
    return round || points.length > 8 ? smooth(points) : `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;
  };
  return [
    s("path", { class: "h1", d: path }),
    s("path", { class: "hach", d: path }),
    s("path", { class: "h2", d: inner(0.62) }),
    s("path", { class: "hach b", d: inner(0.62) }),
    s("path", { class: "h3", d: inner(0.3) }),
  ];
}

/** Marks in jittered rows inside an outline. @param {XY[]} outline @param {number} step @param {string} mark @param {() => number} random */
function marks(outline, step, mark, random) {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const found = [];
  let odd = false;
  for (let y = Math.min(...ys) + step * 0.6; y < Math.max(...ys); y += step * 0.8) {
    odd = !odd;
    for (let x = Math.min(...xs) + (odd ? 0 : step / 2); x < Math.max(...xs); x += step) {
      const [mx, my] = [x + (random() - 0.5) * step * 0.4, y + (random() - 0.5) * step * 0.35];
      if (inside(outline, mx, my, 5)) found.push(s("use", { href: `#${mark}`, x: n(mx), y: n(my) }));
    }
  }
  return found;
}

/** Whether a place lies in an outline, and not close to its edge. @param {XY[]} outline @param {number} x @param {number} y @param {number} margin */
function inside(outline, x, y, margin) {
  const holds = (/** @type {number} */ px, /** @type {number} */ py) => {
    let is = false;
    for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
      const [xi, yi] = outline[i];
      const [xj, yj] = outline[j];
      if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) is = !is;
    }
    return is;
  };
  return [[-margin, 0], [margin, 0], [0, -margin], [0, margin]].every(([dx, dy]) => holds(x + dx, y + dy));
}

/** @param {XY[]} outline @param {() => number} random */
function roofs(outline, random) {
  const [cx, cy] = centre(outline);
  const found = [];
  for (let i = 0; i < 8; i++) {
    const [x, y] = [cx + ((i % 4) - 1.5) * 24 + random() * 6, cy + (i < 4 ? -12 : 12) + random() * 5];
    if (!inside(outline, x, y, 9)) continue;
    const turn = (random() - 0.5) * 24;
    found.push(s("g", { transform: `translate(${n(x)} ${n(y)}) rotate(${n(turn)})` }, s("rect", { x: -9, y: -6, width: 18, height: 12 }), s("path", { d: "M-9 0H9" })));
  }
  return found;
}

/** @param {XY[]} line @param {number} width @param {string | undefined} name @param {() => number} random */
function river(line, width, name, random) {
  // A little bend between the given points, which stay where they are.
  const [a, b] = [line[0], line[line.length - 1]];
  const d = line.length > 2
    ? `M${line.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`
    : `M${n(a[0])} ${n(a[1])}C${n(a[0] + (b[0] - a[0]) * 0.3)} ${n(a[1] + width * (0.2 + random() * 0.4))} ${n(a[0] + (b[0] - a[0]) * 0.7)} ${n(b[1] - width * (0.2 + random() * 0.4))} ${n(b[0])} ${n(b[1])}`;
  const stroke = (/** @type {string} */ kind, /** @type {number} */ part) => s("path", { class: kind, d, "stroke-width": n(width * part) });
  return s("g", { class: "river" }, stroke("bank", 1), stroke("w", 0.91), stroke("l", 0.68), stroke("w", 0.62), stroke("l", 0.36), stroke("w", 0.32),
    name ? s("text", { class: "riv", x: n((a[0] + b[0]) / 2), y: n((a[1] + b[1]) / 2 + 5) }, name) : null);
}

/** @param {XY[]} line */
function road(line) {
  const d = `M${line.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`;
  return s("g", { class: "road" }, s("path", { class: "a", d }), s("path", { class: "b", d }));
}

/** @param {XY[]} outline @param {string} name */
function label(outline, name) {
  const bottom = Math.max(...outline.map(([, y]) => y));
  return s("text", { class: "place", x: n(centre(outline)[0]), y: n(bottom + 14) }, name);
}
