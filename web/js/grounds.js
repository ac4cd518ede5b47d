// Terrain that is laid, dragged, turned and taken away on the drawing of a position.
import { s } from "./dom.js";
import { about, turn } from "./drag.js";
import { place } from "./layout.js";

/** @typedef {import("./types").Spot} Spot */
/** @typedef {import("./types").Terrain} Terrain */
/** @typedef {{ word: string, name: string, kind: string, outline: Spot[] }} GroundCard */

/** Degrees that a turned piece snaps to. */
const SNAP = 5;
/** Pixels from the middle of a piece to the handle that turns it, beyond its edge. */
const HANDLE = 26;

/** Whether a place lies in an outline. @param {Spot} place @param {Spot[]} outline */
export function inside([x, y], outline) {
  let odd = false;
  for (const [at, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(at + 1) % outline.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** The middle of an outline: of the box about it. @param {Spot[]} outline @returns {Spot} */
export function middle(outline) {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** An outline moved, and turned to the right about its middle. @param {Spot[]} outline @param {Spot} by @param {number} degrees @returns {Spot[]} */
export function shifted(outline, [dx, dy], degrees) {
  const pivot = middle(outline);
  return outline.map(([x, y]) => {
    const at = about({ x, y, facing: 0 }, pivot, degrees);
    return [at.x + dx, at.y + dy];
  });
}

/** @param {Spot[]} outline */
export function written(outline) {
  return `[${outline.map(([x, y]) => `[${round(x)}, ${round(y)}]`).join(", ")}]`;
}

/** @param {number} it */
export function round(it) {
  return String(Number(it.toFixed(2)) + 0);
}

/** The outline of a piece that can be dragged. @param {Terrain | undefined} piece */
export function outlineOf(piece) {
  return piece && "outline" in piece.lies ? piece.lies.outline : null;
}

export class GroundEditor {
  /**
   * @param {import("./map.js").BattleMap} map
   * @param {{ movable: (id: string) => boolean, selected: (id: string | null) => void, moved: (id: string, outline: Spot[]) => void, laid: (card: GroundCard, at: Spot) => void }} told
   */
  constructor(map, told) {
    this.map = map;
    this.told = told;
    /** @type {string | null} */
    this.selected = null;
    /** What is laid with the next click. @type {GroundCard | null} */
    this.card = null;
    this.layer = s("g", { class: "ground-edit" });
    map.cam.insertBefore(this.layer, map.layers.rings);
    /** @type {{ id: string, begin: Spot, from: Spot[], to: Spot[], turns: boolean } | null} */
    this.held = null;
    map.svg.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    map.svg.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    map.svg.addEventListener("pointerup", (event) => this.up(event), { capture: true });
  }

  /** The uppermost piece at a place. @param {Spot} at */
  pieceAt(at) {
    const pieces = this.map.scene?.terrain ?? [];
    return [...pieces].reverse().find((piece) => this.told.movable(piece.id) && inside(at, outlineOf(piece) ?? []));
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { map } = this;
    const target = event.target instanceof Element ? event.target : null;
    const at = map.spot(event.clientX, event.clientY);
    if (event.button > 0 || (!this.card && target?.closest("[data-piece], [data-corner]"))) return;
    const turns = Boolean(target?.closest("[data-turn]"));
    const id = turns ? this.selected : this.pieceAt(at)?.id;
    const from = outlineOf(map.scene?.terrain.find((it) => it.id === id));
    if (this.card && !map.scene?.areas?.length) this.told.laid(this.card, at);
    else if (id && from) {
      this.held = { id, begin: at, from, to: from, turns };
      this.select(id);
      map.svg.setPointerCapture(event.pointerId);
    } else return;
    event.stopImmediatePropagation();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held) return;
    event.stopImmediatePropagation();
    const [x, y] = this.map.spot(event.clientX, event.clientY);
    const pivot = middle(held.from);
    const bearing = (/** @type {Spot} */ [px, py]) => (Math.atan2(px - pivot[0], py - pivot[1]) * 180) / Math.PI;
    const by = Math.round(turn(bearing([x, y]) - bearing(held.begin)) / SNAP) * SNAP;
    held.to = held.turns ? shifted(held.from, [0, 0], by) : shifted(held.from, [x - held.begin[0], y - held.begin[1]], 0);
    this.draw();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held } = this;
    if (!held) return;
    event.stopImmediatePropagation();
    this.held = null;
    const [[ax, ay], [bx, by]] = [held.from[0], held.to[0]];
    if (Math.hypot(ax - bx, ay - by) > 0.02) this.told.moved(held.id, held.to);
    this.draw();
  }

  /** @param {string | null} id */
  select(id) {
    this.selected = id;
    this.told.selected(id);
    this.draw();
  }

  /** The selected piece, where it is dragged to, and the handle that turns it. */
  draw() {
    const { map, held } = this;
    const { scene, k } = map;
    const outline = held?.to ?? outlineOf(scene?.terrain.find((it) => it.id === this.selected));
    if (!scene || !outline) return this.layer.replaceChildren();
    const at = (/** @type {Spot} */ [x, y]) => place(scene, k, x, y);
    const [mx, my] = at(middle(outline));
    const top = Math.min(...outline.map((it) => at(it)[1])) - HANDLE / map.view.z;
    const r = 9 / map.view.z;
    this.layer.replaceChildren(s("path", { class: held ? "dragged" : "chosen", d: `M${outline.map((it) => at(it).join(" ")).join("L")}Z` }),
      s("path", { class: "stem", d: `M${mx} ${my}V${top}` }), s("g", { "data-turn": "", transform: `translate(${mx} ${top})` }, s("circle", { class: "hold", r: 2.4 * r }), s("circle", { r }), s("title", {}, "Turn")));
  }
}
