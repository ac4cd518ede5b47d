// The map: an SVG with one camera group. Bases are keyed by id and touched only when they change.
import { s, set } from "./dom.js";
import { CANCEL, about, carried, corners, enclosing, outline, turn, wheel } from "./drag.js";
import { arrange, areaBox, place, size, unitScale } from "./layout.js";
import { stations } from "./march.js";
import { drawTerrain } from "./terrain.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./layout.js").Stand} Stand */
/**
 * @typedef {object} Shown what is marked on the map
 * @property {Set<string>} can pieces that can act
 * @property {string | null} selected
 * @property {Set<string>} group pieces that are selected together
 * @property {Set<string>} loose pieces that can be dragged freely
 * @property {Set<string>} together pieces that can be selected together
 * @property {Set<string>} [leads] pieces that are dragged once something else is done
 * @property {Set<string>} targets
 * @property {Set<string>} [pointed] pieces of the option that the pointer is on
 * @property {Set<string>} open areas that can be chosen
 * @property {string | null} aim the area that the chosen option goes to
 * @property {{ ghost: import("./types").Ghost, chosen: boolean, key: string, label?: string, first: boolean }[]} ghosts of a group the first one has the number
 * @property {string | null} pill odds beside the target
 * @property {Map<string, string>} moved pieces of a plan and their areas
 * @property {boolean} drag whether pieces can be dragged to areas
 * @property {Map<string, import("./drag.js").Pose>} [from] where pieces in hand are dragged on from: their ghosts, if they have any
 * @property {import("./types").Offer[]} [parts] parts of the move in the making, before the last one
 * @property {import("./types").Setup | null} [setup] zones, and what is being laid
 */

/** @typedef {{ ids: string[], first: import("./drag.js").Pose, begin: import("./types").Spot, pivot: import("./types").Spot | null, to: import("./drag.js").Pose | null, twist: { from: number, by: number } | null }} Grab */
/** @typedef {{ x: number, y: number, id: string | null, under: string[], corner: string | null, ghost: string | null, moved: boolean, held: boolean, shift: boolean, touch: boolean, began: number, pointer: number, drag?: Grab }} Press */

/** Milliseconds until a finger takes hold of a unit, pixels that it lifts it by, and how near it has to be. */
const LONG_PRESS = 300;
const LIFT = 40;
/** Milliseconds of a still finger that asks for details, and degrees that two fingers turn by without meaning it. */
const DETAILS = 500;
const TWIST = 4;
const FINGER = 22;
/** Pixels that a base has at least while it is asked about; in hand on a small map; and at most. */
const BASE_LEAST = 34;
const HAND_LEAST = 40;
const HAND_MOST = 60;
/** A map is small below so many pixels; what is asked about is kept off so much of its edge. */
const SMALL_MAP = 560;
const EDGE = 0.08;
const ZOOM_MAX = 6;
/** Map units of room round what is shown: for names, and for a move. */
const ROUND = 52;
/** Milliseconds that a leg of a move is shown, and a whole move at most. */
const LEG_MS = 280;
const MARCH_MS = 900;
const FRONT = { heavy: 4.2, medium: 3.4, light: 2.6 };

export class BattleMap {
  /**
   * @param {SVGSVGElement} svg
   * @param {{ piece: (id: string) => void, area: (id: string) => void, ground: () => void, ghost: (key: string) => void, drop: (id: string, area: string) => void, view: () => void, grip: (id: string, more: boolean, ghost?: boolean) => string[], drag: (ids: string[], to: import("./drag.js").Pose, free: boolean) => void, dropped: (moved: boolean) => void, lasso: (ids: string[]) => void, several: (ids: string[], at: [number, number]) => void, details: (id: string) => void }} told
   */
  constructor(svg, told) {
    this.svg = svg;
    this.told = told;
    this.cam = s("g", { class: "cam" });
    this.layers = Object.fromEntries(["ground", "plots", "lettering", "threats", "lanes", "was", "ghosts", "rings", "bases", "names", "losses", "grips", "top", "wanted"].map((name) => [name, s("g", { class: name })]));
    this.cam.append(...Object.values(this.layers));
    svg.append(this.cam);
    /** @type {Scene | null} */
    this.scene = null;
    this.k = 10;
    /** @type {Map<string, { node: SVGElement, look: string, stand: Stand, marks: string }>} */
    this.pieces = new Map();
    /** @type {Map<string, Stand>} */
    this.stands = new Map();
    /** Half the width of what stands somewhere. @type {Map<Stand, number>} */
    this.halves = new Map();
    this.view = { x: 0, y: 0, z: 1 };
    /** @type {{ node: SVGElement, of: Stand, x: number, y: number, w: number } | null} the chance beside a target */
    this.chance = null;
    this.own = false;
    /** Whether the camera follows every change of the room. */
    this.refits = false;
    /** Whether the whole table is shown rather than the armies. */
    this.wide = false;
    this.ruling = false;
    /** What draws zones. @type {typeof import("./plots.js") | null} */
    this.setter = null;
    /** @type {string[] | null} */
    this.roped = null;
    /** Pieces on their way. @type {Map<string, Animation>} */
    this.marching = new Map();
    /** How fast moves are shown, and whether they are not. */
    this.pace = 1;
    this.jumps = false;
    this.window = this.fitted = this.namesLook = "";
    this.groundLook = "";
    this.focusId = "";
    this.pointers = new Map();
    /** What the pointer drags. @type {Grab | null} */
    this.grabbed = null;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(svg);
  }

  // --- Drawing ---------------------------------------------------------------------------------

  /** @param {Scene} scene @param {Shown} shown */
  draw(scene, shown) {
    const first = !this.scene;
    const changed = this.scene && this.scene.title !== scene.title;
    const before = this.scene && this.scene !== scene && !changed ? posesOf(this.scene) : null;
    this.scene = scene;
    this.shown = shown;
    this.k = unitScale(scene);
    this.ground(scene);
    this.stands = arrange(scene, this.k, shown.moved);
    this.halves = new Map(scene.bases.flatMap((base) => { const at = this.stands.get(base.id); return at ? [[at, (size(base)[0] * this.k * at.scale) / 2]] : []; }));
    this.makeRoom(scene, shown);
    this.areas(shown);
    this.plots(scene, shown);
    this.bases(scene, shown);
    this.rings(scene, shown);
    this.ghosts(scene, shown);
    this.layers.lettering.replaceChildren(...(scene.areas?.length ? this.areaNames(scene) : this.armyNames(scene, shown)));
    this.names(scene, shown);
    if (first || changed) this.fit();
    if (before) this.march(scene, before);
  }

  /** Shows how pieces came to where they now stand; who wants no motion sees where they stood. @param {Scene} scene @param {Map<string, import("./drag.js").Pose>} before */
  march(scene, before) {
    const ways = new Map((scene.ways ?? []).map(({ id, legs }) => [id, legs.flatMap((leg) => ("pose" in leg ? [leg.pose] : []))]));
    const moved = [...posesOf(scene)].flatMap(([id, to]) => {
      const from = before.get(id);
      return from && (from.x !== to.x || from.y !== to.y || from.facing !== to.facing) ? [{ id, from, legs: ways.get(id) ?? [to] }] : [];
    });
    if (moved.length) this.layers.was.replaceChildren();
    // In a window that nobody sees time stands still, and nobody would ever arrive.
    if (document.hidden || this.jumps) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.was(moved);
    const long = Math.min(MARCH_MS, LEG_MS * Math.max(1, ...moved.map(({ legs }) => legs.length))) / this.pace;
    for (const { id, from, legs } of moved) {
      const known = this.pieces.get(id);
      if (!known) continue;
      const { facing, scale } = known.stand;
      const frames = stations(from, legs).map(({ pose, at }) => {
        const [x, y] = place(scene, this.k, pose.x, pose.y);
        return { offset: at, transform: `translate(${x}px, ${y}px) rotate(${turn(pose.facing - facing)}deg) scale(${scale})` };
      });
      this.marching.get(id)?.cancel();
      const animation = known.node.animate(frames, { duration: long });
      this.marching.set(id, animation);
      animation.finished.then(() => this.marching.get(id) === animation && this.marching.delete(id), () => {});
    }
  }

  /** Where pieces stood, until the next input. @param {{ id: string, from: import("./drag.js").Pose }[]} moved */
  was(moved) {
    const { scene, k } = this;
    this.layers.was.append(...moved.flatMap(({ id, from }) => {
      const base = scene?.bases.find((it) => it.id === id);
      return scene && base ? [s("path", { class: base.seat, d: `M${corners(from, size(base)).map(([x, y]) => place(scene, k, x, y).join(" ")).join("L")}Z` })] : [];
    }));
  }

  /** Marks what pieces have lost. @param {import("./since.js").Loss[]} losses */
  losses(losses) {
    this.layers.losses.replaceChildren(...losses.map(({ at, pips, gone, name }) => s("g", { class: "loss", transform: `translate(${at.x} ${at.y})` },
      s("title", {}, gone ? `${name}: gone` : `${name}: ${pips} lost`),
      gone ? s("path", { d: "M-9 -9L9 9M-9 9L9 -9" }) : s("g", { transform: "translate(-20 -14)" }, s("rect", { x: -10, y: -8, width: 20, height: 16, rx: 8 }), s("text", { y: 4 }, `\u2212${pips}`)))));
  }

  /** When all that are on their way have arrived. */
  arrived() {
    return Promise.allSettled([...this.marching.values()].map((it) => it.finished));
  }

  /** @param {Scene} scene */
  ground(scene) {
    // The scale follows from the bases: with the first of them it may be another.
    const look = JSON.stringify([this.k, scene.table, scene.areas?.map((area) => [area.id, area.left, area.bottom]), scene.terrain]);
    if (look === this.groundLook) return;
    this.groundLook = look;
    const { k } = this;
    const [w, h] = [scene.table.width * k, scene.table.height * k];
    const areas = scene.areas ?? [];
    const board = areas.length > 0;
    this.svg.classList.toggle("board", board);
    this.layers.ground.replaceChildren(s("rect", { class: "floor", width: w, height: h }));
    for (const area of areas.filter((it) => it.reserve)) {
      const box = areaBox(scene, k, area);
      this.layers.ground.append(s("rect", { class: "resv", x: box.x, y: box.y, width: box.w, height: box.h }));
    }
    const clip = s("clipPath", { id: "table-clip" }, s("rect", { width: w, height: h }));
    const terrain = s("g", { "clip-path": "url(#table-clip)" }, ...drawTerrain(scene, k));
    this.layers.ground.append(clip, terrain);
    if (board) this.layers.ground.append(...grid(scene, k));
    this.layers.areas = s("g", { class: "areas" });
    this.layers.ground.append(this.layers.areas);
  }

  /** Army names wide behind the lines, corps names in italics behind their units. @param {Scene} scene @param {Shown} shown */
  armyNames(scene, shown) {
    const behind = (/** @type {import("./types").Base[]} */ bases, /** @type {number} */ by) => {
      const at = bases.map((base) => this.stands.get(base.id)).filter((it) => it !== undefined);
      const mean = (/** @type {(it: Stand) => number} */ of) => at.reduce((sum, it) => sum + of(it), 0) / at.length;
      const north = mean((it) => Math.cos((it.facing * Math.PI) / 180)) > 0;
      const ys = at.map((it) => it.y);
      return { x: mean((it) => it.x), y: north ? Math.max(...ys) + by : Math.min(...ys) - by };
    };
    const names = [];
    for (const [n, side] of scene.sides.entries()) {
      const own = scene.bases.filter((base) => base.seat === (n ? "blue" : "red"));
      if (!own.length) continue;
      const { x, y } = behind(own, 96);
      names.push(s("text", { class: `big ${n ? "blue" : "red"}`, x, y, "letter-spacing": Math.min(26, Math.round(300 / side.name.length)) }, side.name.toUpperCase()));
      for (const corps of new Set(own.flatMap((base) => base.corps ?? []))) {
        const units = own.filter((base) => base.corps === corps);
        const at = behind(units, 56);
        names.push(s("text", { class: `corps ${units.some((base) => shown.can.has(base.id)) ? "on" : ""}`, x: at.x, y: at.y }, corps));
      }
    }
    return names;
  }

  /** What units are called: once behind each run of like ones, their numbers stand on the bases. @param {Scene} scene @param {Shown} shown */
  names(scene, shown) {
    const look = `${this.k} ${[...this.stands].map(([id, it]) => `${id}${it.x.toFixed(0)} ${it.y.toFixed(0)}`).join()}${scene.bases.map((base) => base.name).join()}`;
    if (look === this.namesLook) return;
    this.namesLook = look;
    /** @type {{ stem: string, seat: string, at: Stand[] }[]} */
    const runs = [];
    for (const base of scene.bases) {
      const at = this.stands.get(base.id);
      if (!at) continue;
      const [stem] = named(base.name);
      const near = (/** @type {Stand} */ it) => Math.hypot(it.x - at.x, it.y - at.y) < 22 + this.half(it) + this.half(at) && Math.abs(turn(it.facing - at.facing)) < 30;
      const joined = runs.filter((run) => run.stem === stem && run.seat === base.seat && run.at.some(near));
      const run = joined[0] ?? { stem, seat: base.seat, at: [] };
      if (!joined.length) runs.push(run);
      run.at.push(at, ...joined.slice(1).flatMap((it) => it.at));
      for (const it of joined.slice(1)) runs.splice(runs.indexOf(it), 1);
    }
    const stands = [...this.stands.values()];
    /** Where names are already. @type {{ x: number, y: number, wide: number }[]} */
    const written = [];
    this.layers.names.replaceChildren(...runs.flatMap(({ stem, at }) => {
      const x = at.reduce((sum, it) => sum + it.x, 0) / at.length;
      const south = at.reduce((sum, it) => sum + Math.cos((it.facing * Math.PI) / 180), 0) >= 0;
      const [top, low] = [Math.min(...at.map((it) => it.y)), Math.max(...at.map((it) => it.y))];
      // Behind the line, unless somebody stands there or another name does; where there is no room, it is said on hover.
      const wide = 3 * stem.length;
      const free = (/** @type {number} */ y) => stands.every((it) => at.includes(it) || Math.abs(it.x - x) > this.half(it) + 2 + wide || Math.abs(it.y - y + 4) > 22)
        && written.every((it) => Math.abs(it.x - x) > it.wide + wide + 4 || Math.abs(it.y - y) > 13);
      const places = south ? [low + 33, top - 25, low + 46] : [top - 25, low + 33, top - 38];
      const y = places.find(free);
      if (y === undefined) return [];
      written.push({ x, y, wide });
      return [s("text", { class: "uname", x: x.toFixed(1), y: y.toFixed(1) }, stem)];
    }));
  }

  /** Half the width of what stands there. @param {Stand} at */
  half(at) {
    return this.halves.get(at) ?? 20;
  }

  /** Parts of the table for what is laid or deployed, and what is being laid; what draws them comes when somebody sets up. @param {Scene} scene @param {Shown} shown */
  plots(scene, shown) {
    if (!shown.setup) return this.layers.plots.replaceChildren();
    if (this.setter) return this.layers.plots.replaceChildren(...this.setter.plots(this, scene, shown));
    import("./plots.js").then((it) => {
      this.setter = it;
      if (this.scene && this.shown) this.plots(this.scene, this.shown);
    }, () => {});
  }

  /** What is being laid, and where it lies now. @param {Shown | undefined} shown */
  laying(shown) {
    const laying = shown?.setup?.laying ?? null;
    return { laying, pose: (laying && shown?.from?.get(laying.id)) ?? null };
  }

  /** @param {Scene} scene */
  areaNames(scene) {
    return (scene.areas ?? []).map((area) => {
      const box = areaBox(scene, this.k, area);
      const north = box.y + box.h / 2 < (scene.table.height * this.k) / 2;
      return s("text", { class: "place", x: box.x + 9, y: north ? box.y + 18 : box.y + box.h - 8 }, area.name);
    });
  }

  /** Areas that can be chosen, and the one that is aimed at. @param {Shown} shown */
  areas(shown) {
    const { scene, k } = this;
    if (!scene || !this.layers.areas) return;
    const marks = (scene.areas ?? []).flatMap((area) => {
      const box = areaBox(scene, k, area);
      const rect = (/** @type {string} */ kind) => s("rect", { class: kind, x: box.x + 2, y: box.y + 2, width: box.w - 4, height: box.h - 4, "data-area": area.id });
      const held = area.held !== area.side && !area.reserve;
      return [
        held ? s("path", { class: `held ${area.held}`, d: `M${box.x + box.w - 26} ${box.y + 3}h23v23z` }, s("title", {}, `${area.name} is held by ${scene.sides[area.held === "red" ? 0 : 1].name}`)) : null,
        shown.aim === area.id ? rect("aim") : shown.open.has(area.id) ? rect("open") : rect("area"),
      ];
    });
    this.layers.areas.replaceChildren(...marks.filter((it) => it !== null));
  }

  /** @param {Scene} scene @param {Shown} shown */
  bases(scene, shown) {
    const seen = new Set();
    let last = null;
    for (const piece of [...scene.bases, ...scene.leaders]) {
      const stand = this.stands.get(piece.id);
      if (!stand) continue;
      seen.add(piece.id);
      const { at: _, spoken, ...rest } = piece;
      const look = JSON.stringify([this.k, rest, stand.facing]);
      let known = this.pieces.get(piece.id);
      if (!known || known.look !== look) {
        const node = "radius" in piece ? leaderNode(piece, this.k) : baseNode(piece, this.k, stand.facing);
        if (known) known.node.replaceWith(node);
        else this.layers.bases.append(node);
        known = { node, look, stand, marks: "" };
        this.pieces.set(piece.id, known);
      }
      const { node } = known;
      known.stand = stand;
      const can = shown.can.has(piece.id);
      const selected = shown.selected === piece.id || shown.group.has(piece.id);
      const flags = { can, sel: selected, many: shown.group.size > 1 && selected, loose: shown.loose.has(piece.id), tgt: shown.targets.has(piece.id), ptd: shown.pointed?.has(piece.id) ?? false };
      const transform = `translate(${stand.x}px, ${stand.y}px) scale(${stand.scale})`;
      const marks = `${transform} ${Object.values(flags)} ${spoken}`;
      if (marks !== known.marks) {
        known.marks = marks;
        node.style.transform = transform;
        for (const [flag, on] of Object.entries(flags)) node.classList.toggle(flag, on);
        set(node, { "aria-label": spoken + (can ? ", can act" : ""), "aria-pressed": String(selected) });
      }
      if (shown.selected === piece.id) last = node;
    }
    for (const [id, { node }] of this.pieces) {
      if (seen.has(id)) continue;
      node.remove();
      this.pieces.delete(id);
    }
    if (last && last !== this.layers.bases.lastChild && !last.contains(document.activeElement)) this.layers.bases.append(last);
    this.rove();
  }

  /** One line about pieces side by side: round those that can act, and round a group with its number and the corners that it wheels by. @param {Scene} scene @param {Shown} shown */
  rings(scene, shown) {
    const shapes = (/** @type {Iterable<string>} */ ids, /** @type {number} */ out) => [...ids].flatMap((id) => {
      const stand = this.stands.get(id);
      const base = scene.bases.find((it) => it.id === id);
      if (!stand || !base) return [];
      const [w, d] = size(base).map((it) => it * this.k * stand.scale + 2 * out);
      return [corners({ x: stand.x, y: -stand.y, facing: stand.facing }, [w, d]).map(([x, y]) => /** @type {import("./types").Spot} */ ([x, -y]))];
    });
    const { group, selected } = shown;
    const can = [...shown.can].filter((id) => id !== selected && !group.has(id));
    const nodes = can.length ? [s("path", { class: "can-line", d: outline(shapes(can, 2.5)) })] : [];
    if (group.size > 1) nodes.push(s("path", { class: "group-line", d: outline(shapes(group, 4)) }));
    this.layers.rings.replaceChildren(...nodes);
    /** @type {SVGElement[]} */
    const grips = [];
    const loose = selected !== null && shown.loose.has(selected);
    const whole = group.size > 1 ? this.whole([...group]) : loose ? this.whole([selected]) : null;
    if (whole) {
      const [left, right, , rear] = corners(whole.pose, whole.size).map(([x, y]) => place(scene, this.k, x, y));
      if (loose) for (const [side, [x, y]] of /** @type {const} */ ([["left", left], ["right", right]])) grips.push(s("g", { class: "corner", "data-corner": side, transform: `translate(${x} ${y})` }, s("circle", { class: "hold", r: 13 }), s("circle", { r: 3.6 })));
      if (group.size > 1) grips.push(s("g", { class: "count", transform: `translate(${rear[0]} ${rear[1]})` }, s("circle", { r: 9 }), s("text", { y: 4 }, group.size)));
    }
    this.layers.grips.replaceChildren(...grips);
  }

  /** The pose of a piece on a measured table. @param {string} id */
  poseOf(id) {
    const base = this.scene?.bases.find((it) => it.id === id);
    const moved = this.shown?.from?.get(id);
    const laying = this.shown?.setup?.laying;
    if (laying && laying.id === id && moved) return { pose: moved, size: /** @type {[number, number]} */ ([0, 1].map((at) => 2 * Math.max(...laying.outline.map((it) => Math.abs(it[at]))))) };
    return base && "pose" in base.at ? { pose: moved ?? base.at.pose, size: size(base) } : null;
  }

  /** The base that encloses pieces. @param {string[]} ids */
  whole(ids) {
    const all = ids.map((id) => this.poseOf(id)).filter((it) => it !== null);
    return all.length ? enclosing(all) : null;
  }

  /** The corners of pieces if the first goes there and all keep their places. @param {string[]} ids @param {import("./drag.js").Pose} to */
  carriedTo(ids, to) {
    const first = this.poseOf(ids[0]);
    return ids.flatMap((id) => {
      const known = this.poseOf(id);
      return first && known ? [corners(carried(known.pose, first.pose, to), known.size)] : [];
    });
  }

  /** Where pieces are dragged to, whether it is allowed, and what it takes. @param {{ ids: string[], to: import("./drag.js").Pose, verdict: "ok" | "no" | "cut" | "open", says: string } | null} wanted */
  wanted(wanted) {
    const { scene, k } = this;
    const first = wanted ? this.poseOf(wanted.ids[0]) : null;
    if (!scene || !wanted || !first) return this.layers.wanted.replaceChildren();
    const rects = this.carriedTo(wanted.ids, wanted.to).map((rect) => rect.map(([x, y]) => place(scene, k, x, y)));
    const path = (/** @type {[number, number][]} */ points, close = "Z") => `M${points.map((it) => it.join(" ")).join("L")}${close}`;
    const nodes = rects.flatMap((rect) => [s("path", { class: "body", d: path(rect) }), s("path", { class: "front", d: path(rect.slice(0, 2), "") })]);
    const [x, y] = place(scene, k, wanted.to.x, wanted.to.y);
    const w = 14 + 6.4 * wanted.says.length;
    if (wanted.says) nodes.push(s("g", { class: "says", transform: `translate(${x} ${y - 34})` }, s("rect", { x: -w / 2, y: -10, width: w, height: 20, rx: 4 }), s("text", { y: 4 }, wanted.says)));
    this.layers.wanted.replaceChildren(s("g", { class: wanted.verdict }, ...nodes));
  }

  /** One piece of the map can be reached with Tab: the selected one, else one that can act. */
  rove() {
    const ids = [...this.pieces.keys()];
    const { selected, can } = this.shown ?? { selected: null, can: new Set() };
    const first = [selected, this.focusId, ids.find((id) => can.has(id)), ids[0]].find((id) => id && this.pieces.has(id));
    for (const [id, { node }] of this.pieces) {
      const index = id === first ? "0" : "-1";
      if (node.getAttribute("tabindex") !== index) node.setAttribute("tabindex", index);
    }
  }

  /** Pieces of an area move together where the chosen ghost would stand. @param {Scene} scene @param {Shown} shown */
  makeRoom(scene, shown) {
    /** @type {Map<string, Stand>} */
    this.ghostStands = new Map();
    for (const { ghost, chosen } of shown.ghosts) {
      if (!chosen || !("area" in ghost.at)) continue;
      const { area } = ghost.at.area;
      const after = arrange(scene, this.k, new Map([...shown.moved, [ghost.id, area]]));
      for (const piece of [...scene.bases, ...scene.leaders]) {
        const stand = after.get(piece.id);
        const here = shown.moved.get(piece.id) ?? ("area" in piece.at ? piece.at.area.area : null);
        if (stand && piece.id === ghost.id) this.ghostStands.set(ghost.id, stand);
        else if (stand && here === area) this.stands.set(piece.id, stand);
      }
    }
  }

  /** @param {Scene} scene @param {Shown} shown */
  ghosts(scene, shown) {
    /** @type {SVGElement[]} */
    const nodes = [];
    const tops = [];
    for (const [at, part] of (shown.parts ?? []).entries()) nodes.push(...this.part(scene, part, at + 1));
    nodes.push(...this.lanes(scene, shown));
    // What is chosen lies on top.
    for (const { ghost, chosen, key, label = key, first } of [...shown.ghosts].sort((a, b) => Number(a.chosen) - Number(b.chosen))) {
      const piece = [...scene.bases, ...scene.leaders].find((it) => it.id === ghost.id);
      if (!piece) continue;
      const from = this.stands.get(ghost.id);
      if ("area" in ghost.at && !chosen) {
        const { area: id } = ghost.at.area;
        const area = scene.areas?.find((it) => it.id === id);
        const box = area ? areaBox(scene, this.k, area) : null;
        if (box) nodes.push(s("g", { class: "ghost minor", "data-ghost": key, transform: `translate(${box.x + box.w - 17} ${box.y + 17})` }, s("circle", { class: "gn", r: 9 }), s("text", { y: 4 }, key)));
        continue;
      }
      const to = "pose" in ghost.at
        ? ((p) => { const [x, y] = place(scene, this.k, p.x, p.y); return { x, y, facing: p.facing, scale: 1 }; })(ghost.at.pose)
        : this.ghostStands?.get(ghost.id);
      if (!to || !from) continue;
      if (chosen && first) tops.push(arrow(from, to), ...(ghost.distance ? [this.tag(ghost.distance, to)] : []));
      const [w, d] = "radius" in piece ? [2 * piece.radius * this.k, 2 * piece.radius * this.k] : size(piece).map((it) => it * this.k);
      nodes.push(s("g", { class: `ghost ${piece.seat} ${chosen ? "" : "minor"}`, "data-ghost": key, "data-of": chosen ? ghost.id : null, transform: `translate(${to.x} ${to.y}) scale(${to.scale}) rotate(${to.facing})` },
        s("rect", { x: -w / 2, y: -d / 2, width: w, height: d, rx: "radius" in piece ? w / 2 : 1 }),
        "radius" in piece ? null : s("path", { class: "gf", d: `M${-w / 2 + 1} ${-d / 2 + 2}H${w / 2 - 1}` }),
        first ? s("g", { transform: `rotate(${-to.facing})` }, s("circle", { class: "gn", r: 8 }), s("text", { y: 4 }, label)) : null));
    }
    for (const { at: [mx, my], says } of scene.melees ?? []) {
      const [x, y] = place(scene, this.k, mx, my);
      tops.push(s("g", { class: "melee", transform: `translate(${x} ${y})` }, s("circle", { r: 5.4 }), s("path", { d: "M-2.6 -2.6L2.6 2.6M-2.6 2.6L2.6 -2.6" }), s("title", {}, says)));
    }
    // A whole area under attack is marked as one; single targets by their corners.
    for (const id of shown.aim && shown.targets.size > 2 ? [] : shown.targets) {
      const stand = this.stands.get(id);
      const base = scene.bases.find((it) => it.id === id);
      if (!stand || !base) continue;
      const [w, d] = size(base).map((it) => (it * this.k) / 2 + 5);
      tops.push(s("g", { class: "ret", transform: `translate(${stand.x} ${stand.y}) scale(${stand.scale}) rotate(${stand.facing})` },
        s("path", { d: `M${-w} ${-d + 8}v-8h9M${w} ${-d + 8}v-8h-9M${-w} ${d - 8}v8h9M${w} ${d - 8}v8h-9` })));
    }
    if (shown.pill) tops.push(...this.pill(scene, shown));
    const selected = shown.selected && shown.targets.size ? this.stands.get(shown.selected) : null;
    if (selected && !shown.ghosts.length) {
      const at = [...shown.targets].map((id) => this.stands.get(id)).filter((it) => it !== undefined);
      const x = at.reduce((sum, it) => sum + it.x, 0) / at.length;
      const y = at.reduce((sum, it) => sum + it.y, 0) / at.length;
      tops.unshift(arrow(selected, { x, y, facing: 0, scale: 1 }));
    }
    this.layers.ghosts.replaceChildren(...nodes);
    this.layers.top.replaceChildren(...tops);
    this.keepChance();
  }

  /** Where a part of the move has led. @param {Scene} scene @param {import("./types").Offer} part @param {number} number */
  part(scene, part, number) {
    return (part.ghosts ?? []).flatMap((ghost, at) => {
      const base = scene.bases.find((it) => it.id === ghost.id);
      if (!base || !("pose" in ghost.at)) return [];
      const [x, y] = place(scene, this.k, ghost.at.pose.x, ghost.at.pose.y);
      const [w, d] = size(base).map((it) => it * this.k);
      return [s("g", { class: `ghost part ${base.seat}`, transform: `translate(${x} ${y}) rotate(${ghost.at.pose.facing})` }, s("rect", { x: -w / 2, y: -d / 2, width: w, height: d }),
        at ? null : s("g", { transform: `rotate(${-ghost.at.pose.facing})` }, s("circle", { class: "gn", r: 8 }), s("text", { y: 4 }, number)))];
    });
  }

  /** The ground that a straight move goes over, and the bend of one that is not. @param {Scene} scene @param {Shown} shown */
  lanes(scene, shown) {
    const last = shown.parts?.at(-1);
    return shown.ghosts.filter((it) => it.chosen).flatMap(({ ghost }) => {
      const base = scene.bases.find((it) => it.id === ghost.id);
      const begun = last?.ghosts?.find((it) => it.id === ghost.id)?.at ?? base?.at;
      if (!base || !begun || !("pose" in begun) || !("pose" in ghost.at)) return [];
      const to = ghost.at.pose;
      const spot = (/** @type {import("./types").Spot} */ [x, y]) => place(scene, this.k, x, y).map((it) => it.toFixed(1)).join(" ");
      if (ghost.way?.length) return [s("path", { class: "walk", d: `M${ghost.way.map(spot).join("L")}` })];
      const [[al, ar], [bl, br]] = [corners(begun.pose, size(base)), corners(to, size(base))];
      if (Math.abs(turn(to.facing - begun.pose.facing)) < 1) return [s("path", { class: "lane", d: `M${[al, ar, br, bl].map(spot).join("L")}Z` })];
      return [s("path", { class: "walk", d: `M${spot(al)}L${spot(bl)}M${spot(ar)}L${spot(br)}` })];
    });
  }

  /** How far a unit goes, on the first side of where it would stand that is free: right, left, behind, ahead. @param {string} says @param {Stand} at */
  tag(says, { x, y }) {
    const w = 14 + 6.4 * says.length;
    const places = [[26 + w / 2, 0], [-26 - w / 2, 0], [0, 38], [0, -38], [26 + w / 2, 34], [-26 - w / 2, 34], [26 + w / 2, -34], [-26 - w / 2, -34]];
    const stands = [...this.stands.values()];
    const { x: left, y: top, z } = this.view;
    const { clientWidth, clientHeight } = this.svg;
    // In the window, and not under its tools.
    const seen = (/** @type {number} */ sx, /** @type {number} */ sy) => sx - (w / 2) * z > 4 && sy > 14 && sy < clientHeight - 14 && sx + (w / 2) * z < clientWidth - (sy < 210 ? 56 : 4);
    const free = (/** @type {number[]} */ [dx, dy]) => seen((x + dx) * z + left, (y + dy) * z + top) && stands.every((it) => Math.abs(it.x - x - dx) > this.half(it) + w / 2 || Math.abs(it.y - y - dy) > 26);
    const [dx, dy] = places.find(free) ?? places[0];
    return s("g", { class: "tag", transform: `translate(${x + dx} ${y + dy})` }, s("path", { class: "lead", d: `M${-dx} ${-dy}L0 0` }), s("rect", { x: -w / 2, y: -10, width: w, height: 19, rx: 4 }), s("text", { y: 4 }, says));
  }

  /** The chance, behind the first target where there is room. @param {Scene} scene @param {Shown} shown */
  pill(scene, shown) {
    const ids = [...shown.targets];
    const stand = ids.map((id) => this.stands.get(id)).find((it) => it);
    if (!stand) return [];
    const text = shown.pill ?? "";
    const w = 14 + 8 * text.length;
    const boxes = [...this.stands.values()];
    const places = [[0, -36], [0, 36], [62, 0], [-62, 0], [62, -36], [-62, -36], [62, 36], [-62, 36]];
    const free = (/** @type {number[]} */ [dx, dy]) => boxes.every((it) => Math.abs(it.x - stand.x - dx) > this.half(it) + 12 + w / 2 || Math.abs(it.y - stand.y - dy) > 28)
      && stand.x + dx - w / 2 > 0 && stand.y + dy > 12 && stand.x + dx + w / 2 < scene.table.width * this.k;
    const [dx, dy] = places.find(free) ?? places[0];
    const node = s("g", { class: "pct", transform: `translate(${stand.x + dx} ${stand.y + dy})` }, s("rect", { x: -w / 2, y: -11, width: w, height: 22, rx: 11 }), s("text", { y: 5 }, text));
    this.chance = { node, of: stand, x: stand.x + dx, y: stand.y + dy, w };
    return [node];
  }

  /** Keeps the chance in sight as long as its target is. */
  keepChance() {
    if (!this.chance?.node.isConnected) return;
    const { node, of, x, y, w } = this.chance;
    const { x: left, y: top, z } = this.view;
    const { clientWidth, clientHeight } = this.svg;
    const within = (/** @type {number} */ at, /** @type {number} */ shift, /** @type {number} */ room, /** @type {number} */ half) => {
      const [least, most] = [(half - shift) / z, (room - half - shift) / z];
      return least < most ? Math.min(Math.max(at, least), most) : at;
    };
    const [ofX, ofY] = [of.x * z + left, of.y * z + top];
    const seen = ofX > 0 && ofX < clientWidth && ofY > 0 && ofY < clientHeight;
    const to = seen ? [within(x, left, clientWidth, (w / 2 + 4) * z), within(y, top, clientHeight, 15 * z)] : [x, y];
    node.setAttribute("transform", `translate(${to[0]} ${to[1]})`);
  }

  /** @param {import("./types").Overlay[]} overlays */
  overlays(overlays) {
    const { scene, k } = this;
    if (!scene) return;
    this.layers.lanes.replaceChildren(...overlays.map((overlay) =>
      s("path", { class: `zone ${overlay.kind}`, d: `M${overlay.outline.map(([x, y]) => place(scene, k, x, y).join(" ")).join("L")}Z` }, s("title", {}, overlay.says))));
  }

  /** Nothing is refused any more. */
  clear() {
    this.layers.why?.replaceChildren();
  }

  /** Pieces that are on their way arrive at once; the next move is shown again. */
  hurry() {
    for (const animation of this.marching.values()) animation.finish();
    this.layers.was.replaceChildren();
    this.svg.classList.add("still");
    setTimeout(() => this.svg.classList.remove("still"), 60);
  }

  // --- Camera ----------------------------------------------------------------------------------

  /** Another window is another view; panels that grow and shrink leave the map where it is until the next question. */
  resize() {
    // Nothing moves under a hand that holds something.
    if (this.pointers.size) return this.move();
    const window_ = `${window.innerWidth} ${window.innerHeight}`;
    const grown = window_ !== this.window || this.view.z === 1 || this.refits || Boolean(this.scene?.areas?.length);
    this.window = window_;
    if (this.scene && !this.own && grown) {
      this.fit();
      this.look(this.shown?.can ?? []);
    } else this.move();
    // Who is in hand stays in sight, whatever grows.
    const { y, z } = this.view;
    const lost = this.inHand().some((it) => it.y * z + y < 16 || it.y * z + y > this.svg.clientHeight - 16);
    if (lost && !grown && !this.own) this.look([]);
  }

  room() {
    return `${this.svg.clientWidth} ${this.svg.clientHeight}`;
  }

  /** Writes the camera: one transform on one group. */
  move() {
    const { x, y, z } = this.view;
    this.cam.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${z.toFixed(4)})`);
    // Names stay as large as print, however near one looks.
    const near = String(Math.max(1, Math.round(z * 10) / 10));
    if (this.svg.style.getPropertyValue("--near") !== near) this.svg.style.setProperty("--near", near);
    const base = (this.scene?.areas?.length ? 60 : 40) * z;
    const detail = base >= 34 ? 4 : base >= 22 ? 3 : base >= 12 ? 2 : 1;
    this.svg.dataset.detail = String(detail);
    this.keepChance();
    this.told.view();
  }

  /** Shows a box of the map. @param {{ x: number, y: number, w: number, h: number }} box @param {number} pad in pixels */
  show(box, pad = 12) {
    const { clientWidth: w, clientHeight: h } = this.svg;
    if (!w || !h) return;
    const z = Math.min((w - 2 * pad) / box.w, (h - 2 * pad) / box.h, ZOOM_MAX);
    this.view = { z, x: (w - box.w * z) / 2 - box.x * z, y: (h - box.h * z) / 2 - box.y * z };
    this.move();
  }

  /** The whole table on boards; the armies on a measured table. @param {boolean} [all] */
  fit(all = this.wide) {
    this.own = false;
    this.fitted = this.room();
    const { scene, k } = this;
    if (!scene) return;
    const table = { x: 0, y: 0, w: scene.table.width * k, h: scene.table.height * k };
    // Who lays the table looks at all of it.
    if (all || scene.areas?.length || this.shown?.setup) {
      const narrow = this.svg.clientWidth < 560 && this.svg.clientWidth < this.svg.clientHeight * 1.1;
      if (narrow && !all && scene.areas?.length) this.fitSegment(table);
      else this.show(table, scene.areas?.length ? 4 : 12);
      return;
    }
    const at = [...this.stands.values()];
    if (!at.length) return this.show(table);
    this.show(widened(this.bounds(at, ROUND), table));
  }

  /** On a phone: the segment in question and half of each neighbour. @param {{ x: number, y: number, w: number, h: number }} table */
  fitSegment(table) {
    const { scene } = this;
    if (!scene) return;
    const of = (/** @type {string | null | undefined} */ id) => (id ? this.stands.get(id) : undefined);
    const can = [...(this.shown?.can ?? [])];
    const at = of(this.shown?.selected) ?? of(can[Math.floor(can.length / 2)]);
    const columns = (scene.areas ?? []).filter((area) => !area.reserve && area.side === "red").length;
    const column = table.w / columns;
    const middle = at ? (Math.floor(at.x / column) + 0.5) * column : table.w / 2;
    const wide = Math.min(2 * column + 8, table.w);
    const x = Math.min(Math.max(middle - wide / 2, -4), table.w - wide + 4);
    const { clientWidth: w, clientHeight: h } = this.svg;
    const z = w / wide;
    const high = h / z;
    const focus = at ? at.y : table.h / 2;
    const y = high >= table.h ? (table.h - high) / 2 : Math.min(Math.max(focus - high / 2, -6), table.h - high + 6);
    this.view = { z, x: -x * z, y: -y * z };
    this.move();
  }

  /**
   * Moves the camera to what a question is about, unless it can be seen well: who is in hand with his ghost and his target,
   * or else all that can act. What somebody looks at himself stays until it hides what is asked.
   * @param {Iterable<string>} ids
   */
  look(ids) {
    const { scene, shown } = this;
    const { x, y, z } = this.view;
    const { clientWidth: w, clientHeight: h } = this.svg;
    const at = [...ids].flatMap((id) => this.stands.get(id) ?? []);
    // Panels have grown or shrunk since.
    if (!this.own && this.fitted !== this.room() && (!at.length || scene?.areas?.length)) this.fit();
    if (!scene || !shown) return;
    const hidden = (/** @type {Stand[]} */ all) => all.some((it) => it.x * z + x < EDGE * w || it.y * z + y < EDGE * h || it.x * z + x > (1 - EDGE) * w || it.y * z + y > (1 - EDGE) * h);
    const free = !scene.areas?.length && !shown.setup;
    const inHand = this.inHand();
    if (free && inHand.length) {
      const least = w < SMALL_MAP ? HAND_LEAST : BASE_LEAST;
      const far = 40 * z < least && !this.own;
      if (far || hidden(inHand)) this.near(this.bounds(inHand, ROUND), least, hidden(inHand.slice(0, 1)) ? null : inHand[0]);
    } else if (at.length && !this.own && free && 40 * z < BASE_LEAST) this.near(this.bounds(at, ROUND), BASE_LEAST, null);
    else if (at.length && hidden(at) && !this.own) this.fit();
  }

  /** Who is in hand, where he would stand, and at whom he aims. @returns {Stand[]} */
  inHand() {
    const { scene, shown, k } = this;
    if (!scene || !shown) return [];
    const pieces = [...(shown.selected ? [shown.selected] : []), ...shown.group, ...shown.targets].flatMap((id) => this.stands.get(id) ?? []);
    const ghosts = shown.ghosts.flatMap(({ ghost, chosen }) => {
      if (!chosen || !("pose" in ghost.at)) return [];
      const [x, y] = place(scene, k, ghost.at.pose.x, ghost.at.pose.y);
      return [{ x, y, facing: 0, scale: 1 }];
    });
    return pieces.length ? [...pieces, ...ghosts] : [];
  }

  /** The box round some stands, with room for their names. @param {Stand[]} at @param {number} margin */
  bounds(at, margin) {
    const ys = at.map((it) => it.y);
    const [x, y] = [Math.min(...at.map((it) => it.x - this.half(it))) - margin, Math.min(...ys) - margin];
    return { x, y, w: Math.max(...at.map((it) => it.x + this.half(it))) + margin - x, h: Math.max(...ys) + margin - y };
  }

  /**
   * Shows as much of a box as can be seen well, and not larger than is pleasant. Who is in hand and seen stays where he is
   * on the screen, as far as the rest lets him: the next press finds him there.
   * @param {{ x: number, y: number, w: number, h: number }} box @param {number} least pixels of a base @param {Stand | null} held
   */
  near(box, least, held) {
    const { clientWidth: w, clientHeight: h } = this.svg;
    if (!w || !h) return;
    const fits = Math.min((w - 24) / box.w, (h - 24) / box.h);
    const { x, y, z: now } = this.view;
    const z = held && 40 * now >= least ? Math.max(least / 40, Math.min(now, fits)) : Math.min(Math.max(least / 40, fits), HAND_MOST / 40);
    this.own = false;
    // Round it rather the armies than the bare edge of the table.
    const all = this.bounds([...this.stands.values()], ROUND);
    const along = (/** @type {number} */ middle, /** @type {number} */ from, /** @type {number} */ long, /** @type {number} */ room) => (long < room ? from + long / 2 : Math.min(Math.max(middle, from + room / 2), from + long - room / 2));
    // The middle of the window that leaves who is held where he is, moved no farther than the box needs.
    const middle = (/** @type {number | null} */ stays, /** @type {number} */ from, /** @type {number} */ long, /** @type {number} */ room) => (stays === null || long > room ? from + long / 2 : Math.min(Math.max(stays, from + long - room / 2), from + room / 2));
    const stays = (/** @type {number} */ at, /** @type {number} */ shift, /** @type {number} */ room) => at - (at * now + shift - room / 2) / z;
    const cx = along(middle(held && stays(held.x, x, w), box.x, box.w, w / z), all.x, all.w, w / z);
    const cy = along(middle(held && stays(held.y, y, h), box.y, box.h, h / z), all.y, all.h, h / z);
    this.view = { z, x: w / 2 - cx * z, y: h / 2 - cy * z };
    this.move();
  }

  /** @param {number} by @param {number} [cx] @param {number} [cy] */
  zoom(by, cx = this.svg.clientWidth / 2, cy = this.svg.clientHeight / 2) {
    const z = Math.min(Math.max(this.view.z * by, 0.15), ZOOM_MAX);
    const f = z / this.view.z;
    this.view = { z, x: cx - (cx - this.view.x) * f, y: cy - (cy - this.view.y) * f };
    this.own = true;
    this.move();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    // The middle of the window stays on the table: nobody pushes it away.
    const { clientWidth: w, clientHeight: h } = this.svg;
    const { table } = this.scene ?? { table: { width: 0, height: 0 } };
    const { x, y, z } = this.view;
    const within = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ long) => Math.min(Math.max(at, room / 2 - long * this.k * z), room / 2);
    this.view = { z, x: within(x + dx, w, table.width), y: within(y + dy, h, table.height) };
    this.own = true;
    this.move();
  }

  /** A place on the screen in map units. @param {number} clientX @param {number} clientY @returns {[number, number]} */
  point(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    return [(clientX - box.left - this.view.x) / this.view.z, (clientY - box.top - this.view.y) / this.view.z];
  }

  /** @param {number} x @param {number} y */
  areaAt(x, y) {
    const { scene, k } = this;
    return scene?.areas?.find((area) => {
      const box = areaBox(scene, k, area);
      return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
    });
  }

  /** Where a place of the table is on the screen, relative to the map. @param {import("./types").Spot} at */
  shownAt([x, y]) {
    const [mx, my] = this.scene ? place(this.scene, this.k, x, y) : [0, 0];
    return { x: mx * this.view.z + this.view.x, y: my * this.view.z + this.view.y };
  }

  /** Where a piece is on the screen, relative to the map. @param {string} id */
  onScreen(id) {
    const stand = this.stands.get(id);
    return stand && { x: stand.x * this.view.z + this.view.x, y: stand.y * this.view.z + this.view.y };
  }

  /** The nearest piece in a direction. @param {string} from @param {number} dx @param {number} dy */
  neighbour(from, dx, dy) {
    const here = this.stands.get(from);
    if (!here) return null;
    let best = null;
    let least = Infinity;
    for (const [id, it] of this.stands) {
      const [x, y] = [it.x - here.x, it.y - here.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (id === from || ahead <= 4 || aside > 1.2 * ahead) continue;
      const far = ahead + 2 * aside;
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /** @param {string} id */
  focus(id) {
    this.focusId = id;
    const node = this.pieces.get(id)?.node;
    this.rove();
    node?.setAttribute("tabindex", "0");
    node?.focus();
  }

  // --- Pointers --------------------------------------------------------------------------------

  listen() {
    const { svg } = this;
    /** @type {Press | null} */
    let press = null;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      // A second finger beside one that holds a unit turns it.
      if (press && this.pointers.size > 1) return svg.setPointerCapture(event.pointerId);
      const on = (/** @type {string} */ what) => (event.target instanceof Element ? event.target.closest(`[${what}]`)?.getAttribute(what) ?? null : null);
      const corner = on("data-corner");
      const touch = event.pointerType === "touch";
      press = { x: event.clientX, y: event.clientY, id: corner ? this.shown?.selected ?? null : on("data-piece") ?? on("data-of"), under: this.piecesAt(...this.point(event.clientX, event.clientY), touch), corner, ghost: on("data-ghost"), moved: false, held: !touch || corner !== null || on("data-of") !== null, shift: event.shiftKey, touch, began: performance.now(), pointer: event.pointerId };
      const begun = press;
      if (touch) setTimeout(() => {
        if (!begun.moved) begun.held = true;
      }, LONG_PRESS);
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (!this.pointers.has(event.pointerId)) return;
      if (this.ruling && press) {
        const ends = /** @type {const} */ ([this.point(press.x, press.y), this.point(event.clientX, event.clientY)]);
        import("./ruler.js").then(({ rule }) => rule(this, ...ends));
        press.moved = true;
        return;
      }
      if (this.pointers.size === 2 && press && this.twists(press)) this.twist(press, event);
      else if (this.pointers.size === 2) this.pinch(event);
      else if (press && (press.moved || Math.hypot(event.clientX - press.x, event.clientY - press.y) >= 6)) this.drawn(press, event);
      if (press && this.pointers.size === 2) press.moved = true;
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      this.pointers.delete(event.pointerId);
      if (!press || this.pointers.size) return;
      const ended = press;
      press = null;
      this.grabbed = null;
      if (event.type === "pointercancel") {
        if (ended.drag) this.told.dropped(false);
        return;
      }
      this.release(ended, event);
    };
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", up);
    svg.addEventListener("contextmenu", (event) => {
      if (pieceOf(event.target)) event.preventDefault();
    });
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (this.turnHeld(Math.sign(event.deltaY) * (event.shiftKey ? 1 : 5))) return;
      const box = svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    svg.addEventListener("dblclick", (event) => {
      if (!pieceOf(event.target)) this.fit();
    });
    svg.addEventListener("focusin", (event) => {
      const id = pieceOf(event.target);
      if (id) this.focusId = id;
    });
  }

  /** Whether two fingers turn a unit: one that is dragged, or the selected one. @param {Press} press */
  twists(press) {
    return Boolean(press.drag) || (press.touch && press.id !== null && press.id === this.shown?.selected && this.shown.loose.has(press.id));
  }

  /** Two fingers turn what they hold: on the spot while it is dragged, else as a wheel about the inner front corner. @param {Press} press @param {PointerEvent} event */
  twist(press, event) {
    press.moved = true;
    press.drag ??= press.id ? this.grab(press, press.id) : undefined;
    const { drag } = press;
    if (!drag) return;
    const angle = () => {
      const [[ax, ay], [bx, by]] = [...this.pointers.values()];
      return (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    };
    drag.twist ??= { from: angle(), by: 0 };
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const by = Math.round(turn(angle() - drag.twist.from));
    drag.twist.by = Math.abs(by) < TWIST ? 0 : by;
    this.follow(drag, event.altKey);
  }

  /** Two fingers. @param {PointerEvent} event */
  pinch(event) {
    const [px, py] = this.pointers.get(event.pointerId);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId);
    const [ox, oy] = other ? other[1] : [px, py];
    const before = Math.hypot(px - ox, py - oy);
    const after = Math.hypot(event.clientX - ox, event.clientY - oy);
    const box = this.svg.getBoundingClientRect();
    if (before > 0) this.zoom(after / before, (ox + event.clientX) / 2 - box.left, (oy + event.clientY) / 2 - box.top);
  }

  /** One pointer moves: it drags units, carries a piece to an area, draws a lasso, or pans. @param {Press} press @param {PointerEvent} event */
  drawn(press, event) {
    press.moved = true;
    // What two fingers have turned stays so when one of them goes up.
    if (press.drag && (event.pointerId !== press.pointer || (press.drag.twist && press.drag.pivot))) return;
    const { shown } = this;
    const { id } = press;
    if (id && press.held && (shown?.loose.has(id) || shown?.leads?.has(id))) {
      press.drag ??= this.grab(press, id);
      if (press.drag) {
        this.grabbed = press.drag;
        this.dragOn(press.drag, event);
      }
    } else if (id && shown?.drag && shown.can.has(id)) this.carry(id, event);
    else if (press.shift && shown && shown.loose.size + shown.together.size) this.lasso(this.point(press.x, press.y), this.point(event.clientX, event.clientY));
    else {
      const [px, py] = this.pointers.get(event.pointerId);
      this.pan(event.clientX - px, event.clientY - py);
    }
  }

  /** The pointer goes up. @param {Press} press @param {PointerEvent} event */
  release({ id, under, moved, ghost, shift, touch, began, drag }, event) {
    if (this.ruling && moved) return;
    const [x, y] = this.point(event.clientX, event.clientY);
    if (drag) return this.told.dropped(drag.to !== null && (Math.hypot(drag.to.x - drag.first.x, drag.to.y - drag.first.y) >= CANCEL || Math.abs(turn(drag.to.facing - drag.first.facing)) >= 1));
    if (moved && this.roped) {
      this.told.lasso(this.roped);
      this.roped = null;
      return this.layers.wanted.replaceChildren();
    }
    if (moved) {
      if (id && this.shown?.drag && this.shown.can.has(id)) {
        this.pieces.get(id)?.node.classList.remove("carried");
        const area = this.areaAt(x, y);
        if (area) this.told.drop(id, area.id);
        if (this.scene && this.shown) this.draw(this.scene, this.shown);
      }
      return;
    }
    if (touch && id && performance.now() - began >= DETAILS) return this.told.details(id);
    if (ghost) return this.told.ghost(ghost);
    // Who was there when it was pressed is meant, whatever has moved since.
    if (under.length > 1) return this.told.several(under, [event.clientX, event.clientY]);
    const piece = under[0] ?? id;
    if (piece && shift) return void this.told.grip(piece, true);
    if (piece) return this.told.piece(piece);
    const area = this.areaAt(x, y);
    if (area && this.shown?.open.has(area.id)) this.told.area(area.id);
    else this.told.ground();
  }

  /** Pieces whose plates lie over each other under the pointer; under a finger also those that are equally near. @param {number} x @param {number} y @param {boolean} touch */
  piecesAt(x, y, touch) {
    const near = [...this.stands].map(([id, stand]) => {
      const [dx, dy] = [x - stand.x, y - stand.y];
      const [sin, cos] = [Math.sin((stand.facing * Math.PI) / 180), Math.cos((stand.facing * Math.PI) / 180)];
      const base = this.scene?.bases.find((it) => it.id === id);
      const leader = this.scene?.leaders.find((it) => it.id === id);
      const [w, d] = (base ? size(base) : [2 * (leader?.radius ?? 0), 2 * (leader?.radius ?? 0)]).map((it) => (it * this.k * stand.scale) / 2);
      const out = Math.hypot(Math.max(0, Math.abs(dx * cos + dy * sin) - w), Math.max(0, Math.abs(dy * cos - dx * sin) - d));
      return { id, out: out * this.view.z };
    }).sort((a, b) => a.out - b.out);
    const under = near.filter((it) => it.out === 0);
    if (under.length || !touch) return under.map((it) => it.id);
    return near.filter((it) => it.out < FINGER && it.out < near[0].out + 4).map((it) => it.id);
  }

  /** Takes hold of a piece and its group: at a front corner the other one is the pivot. @param {Press} press @param {string} id @returns {Grab | undefined} */
  grab(press, id) {
    const ids = this.told.grip(id, press.shift, press.ghost !== null);
    const first = this.poseOf(ids[0])?.pose;
    const whole = this.whole(ids);
    const begin = this.spot(press.x, press.y);
    if (!first || !whole) return undefined;
    const [left, right] = corners(whole.pose, whole.size);
    const near = (/** @type {import("./types").Spot} */ [x, y]) => Math.hypot(x - begin[0], y - begin[1]) * this.k < 9;
    const by = press.corner ?? (near(left) ? "left" : near(right) ? "right" : null);
    return { ids, first, begin, pivot: by === "left" ? right : by === "right" ? left : null, to: null, twist: null };
  }

  /** @param {Grab} drag @param {PointerEvent} event */
  dragOn(drag, event) {
    const [x, y] = this.spot(event.clientX, event.clientY - (event.pointerType === "touch" && !drag.pivot ? LIFT : 0));
    const { first, begin, pivot } = drag;
    drag.to = pivot ? about(first, pivot, wheel(pivot, begin, [x, y])) : { ...first, x: first.x + x - begin[0], y: first.y + y - begin[1], facing: (first.facing + (drag.twist?.by ?? 0) + 360) % 360 };
    this.told.drag(drag.ids, drag.to, event.altKey);
  }

  /** Turns what the pointer drags; says whether there is anything. @param {number} by degrees to the right */
  turnHeld(by) {
    const { grabbed } = this;
    if (!grabbed) return false;
    grabbed.twist ??= { from: 0, by: 0 };
    grabbed.twist.by += by;
    this.follow(grabbed, false);
    return true;
  }

  /** What is held follows the turn of two fingers. @param {Grab} drag @param {boolean} free */
  follow(drag, free) {
    const { first, to } = drag;
    const by = drag.twist?.by ?? 0;
    const whole = this.whole(drag.ids);
    const carried = to !== null && Math.hypot(to.x - first.x, to.y - first.y) >= CANCEL && !drag.pivot;
    if (carried) drag.to = { ...to, facing: (first.facing + by + 360) % 360 };
    else if (whole) {
      const [left, right] = corners(whole.pose, whole.size);
      drag.pivot = by > 0 ? right : left;
      drag.to = about(first, drag.pivot, by);
    }
    if (drag.to) this.told.drag(drag.ids, drag.to, free);
  }

  /** A place on the screen in table units. @param {number} clientX @param {number} clientY @returns {import("./types").Spot} */
  spot(clientX, clientY) {
    const [x, y] = this.point(clientX, clientY);
    const table = this.scene?.table ?? { left: 0, bottom: 0, height: 0 };
    return [x / this.k + table.left, table.bottom + table.height - y / this.k];
  }

  /** Ropes in what can be selected together. @param {[number, number]} from @param {[number, number]} to */
  lasso(from, to) {
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [top, low] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    const inside = (/** @type {[string, Stand]} */ [id, at]) => (this.shown?.loose.has(id) || this.shown?.together.has(id)) && at.x >= left && at.x <= right && at.y >= top && at.y <= low;
    this.roped = [...this.stands].filter(inside).map(([id]) => id);
    this.layers.wanted.replaceChildren(s("rect", { class: "lasso", x: left, y: top, width: right - left, height: low - top }));
  }

  /** A dragged piece follows the pointer; under a finger it stays in sight above it. @param {string} id @param {PointerEvent} event */
  carry(id, event) {
    const known = this.pieces.get(id);
    if (!known) return;
    const [x, y] = this.point(event.clientX, event.clientY - (event.pointerType === "touch" ? 40 : 0));
    known.node.classList.add("carried");
    known.node.style.transform = `translate(${x}px, ${y}px)`;
    known.marks = "";
  }
}

/** The poses of all pieces that have one. @param {Scene} scene @returns {Map<string, import("./drag.js").Pose>} */
function posesOf(scene) {
  return new Map([...scene.bases, ...scene.leaders].flatMap(({ id, at }) => ("pose" in at ? [[id, at.pose]] : [])));
}

/** @param {EventTarget | null} target */
function pieceOf(target) {
  return target instanceof Element ? target.closest("[data-piece]")?.getAttribute("data-piece") ?? null : null;
}

/** A box that shows at least half of the table's width, as far as the table goes: the first corps that deploys is not all there is. @param {{ x: number, y: number, w: number, h: number }} box @param {{ w: number, h: number }} table */
function widened(box, table) {
  const more = Math.max(0, table.w / 2 - box.w) / 2;
  const last = Math.max(table.w - box.w - 2 * more, box.x - 2 * more);
  const x = Math.max(Math.min(box.x, 0), Math.min(box.x - more, last));
  return { ...box, x, w: box.w + 2 * more };
}

/** The lines between areas: thin and dashed, the middle strong. @param {Scene} scene @param {number} k */
function grid(scene, k) {
  const areas = scene.areas ?? [];
  const lines = new Set();
  const sides = new Set(areas.filter((it) => !it.reserve).map((it) => it.side + it.bottom));
  const middles = [...sides].length;
  for (const area of areas) {
    const { x, y, w, h } = areaBox(scene, k, area);
    if (!area.reserve) lines.add(`M${x} ${y}V${y + h}`);
    lines.add(`M${x} ${y}H${x + w}`);
  }
  const [w, h] = [scene.table.width * k, scene.table.height * k];
  const thin = s("path", { class: "thin", d: [...lines].join("") });
  const mid = middles > 1 ? s("path", { class: "mid", d: `M0 ${h / 2}H${w}` }) : null;
  return [thin, mid, s("rect", { class: "box", width: w, height: h })].filter((it) => it !== null);
}

/** @param {Stand} from @param {Stand} to */
function arrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const [ax, ay] = [from.x + ux * Math.min(24, far / 3), from.y + uy * Math.min(24, far / 3)];
  const [bx, by] = [to.x - ux * Math.min(24, far / 3), to.y - uy * Math.min(24, far / 3)];
  const head = `M${bx - 7 * ux - 5 * uy} ${by - 7 * uy + 5 * ux}L${bx} ${by}L${bx - 7 * ux + 5 * uy} ${by - 7 * uy - 5 * ux}`;
  return s("path", { class: "fx", d: `M${ax} ${ay}L${bx} ${by}${head}` });
}

/** Dots as on a die, up to nine: a count that is no text, for the name of a piece has it in words. @param {number} count */
function dots(count) {
  const rows = count < 3 ? [count] : count < 5 ? [2, count - 2] : [3, Math.min(3, count - 3), Math.min(3, count - 6)].filter((n) => n > 0);
  return rows.flatMap((n, row) => Array.from({ length: n }, (_, at) => `M${(at - (n - 1) / 2) * 3.8} ${(row - (rows.length - 1) / 2) * 3.8}h0`)).join("");
}

/** How far what is on a base is turned: parallel to it, and never upside down. @param {number} facing */
function upright(facing) {
  const turn = ((facing + 180) % 360 + 360) % 360 - 180;
  return turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn;
}

/**
 * A base: outline, front bar, symbol, pips, markers, commander.
 * @param {import("./types").Base} base @param {number} k @param {number} facing
 */
export function baseNode(base, k, facing) {
  const [w, d] = size(base).map((it) => it * k);
  const disc = "disc" in base.shape;
  const wide = w / d >= 1.7;
  const thick = FRONT[base.weight];
  const front = -d / 2 + thick / 2 + 0.6;
  const content = upright(facing);
  const flip = Math.abs(content - facing) > 90 ? 1 : -1;
  const middle = (-flip * thick) / 2;
  // The thinnest lines on a far map still show what they are.
  const sym = Math.max(6, Math.min(d - thick - (d < 20 ? 1.5 : 5), 20));
  const many = base.pips.full > 8;
  const across = wide ? -Math.min(w / 8, 9) : base.pips.full > 0 ? -w / (many ? 5 : 12) : 0;
  const plate = (/** @type {string} */ kind, /** @type {number} */ out, /** @type {[number, number]} */ at) => disc
    ? s("circle", { class: kind, cx: at[0], cy: at[1], r: w / 2 + out })
    : s("rect", { class: kind, x: -w / 2 - out + at[0], y: -d / 2 - out + at[1], width: w + 2 * out, height: d + 2 * out, rx: out > 0 ? 2 : 1 });
  const turned = s("g", { transform: facing ? `rotate(${facing})` : null },
    plate("ring", 3, [0, 0]), plate("sh", 0, [1.4, 2.2]), plate("pl", base.seat === "red" ? -0.6 : -0.9, [0, 0]),
    disc ? s("path", { class: "fr", d: `M0 ${-d / 2}v6`, "stroke-width": thick }) : s("path", { class: "fr", d: `M${-w / 2 + 1.5} ${front}H${w / 2 - 1.5}`, "stroke-width": thick, "stroke-dasharray": base.weight === "light" ? "8 3.4" : null }),
    (base.markers ?? []).some((it) => it.glyph === "charge") ? s("path", { class: "onrush", d: `M0 ${-d / 2 - 4}v-20m-6 7l6 -7l6 7` }) : null);
  const [, number] = named(base.name);
  const inside = s("g", { class: "in", transform: content ? `rotate(${content})` : null },
    s("g", { transform: `translate(${across} ${middle}) rotate(${-content})` }, s("use", { href: `#${base.symbol}`, x: -sym / 2, y: -sym / 2, width: sym, height: sym })),
    pips(base.pips, many ? w / 2 - 3 : wide ? Math.max(w * 0.28, w / 2 - 12) : w * 0.36, middle, wide, d - thick), number ? s("text", { class: `num ${d < 14 ? "small" : ""}`, x: -w / 2 + 2.5, y: d < 20 ? middle + 3.2 : (flip > 0 ? -1 : 1) * (d / 2 - 2.5) + (flip > 0 ? 7 : 0) }, number) : null);
  const hits = (base.markers ?? []).find((it) => it.glyph === "hit");
  const others = (base.markers ?? []).filter((it) => it.glyph !== "hit");
  // What a thin line bears stands behind it, not on it.
  const rear = (flip > 0 ? -1 : 1) * (d / 2 + Math.max(0, Math.min(5, (22 - d) / 2)));
  const shown = others.slice(0, 3).map((marker, at) => glyph(marker.glyph, w / 2 - 4 - 13 * at, rear, content));
  const front2 = hits ? s("g", { class: "hit", transform: `translate(${-w / 2 + 4} ${-rear})` }, s("circle", { r: 7.5 }), s("path", { class: "dots", d: dots(hits.count ?? 1) })) : null;
  const commander = base.commander ? s("g", { class: "cmd", transform: `translate(${-w / 2 + 3} ${rear})` }, s("circle", { r: 8 }), s("use", { href: base.commander.chief ? "#m-star" : "#m-pennant", x: -5, y: -5, width: 10, height: 10 })) : null;
  return s("g", { class: `base ${base.seat}`, "data-piece": base.id, role: "button", tabindex: -1 }, s("rect", { class: "grip", x: -w / 2 - 5, y: -Math.max(d / 2 + 4, 20), width: w + 10, height: Math.max(d + 8, 40) }), turned, inside,
    s("g", { class: "marks", transform: content ? `rotate(${content})` : null }, shown, others.length > 3 ? s("text", { class: "more", x: w / 2 - 44, y: rear + 4 }, "+") : null, front2, commander),
    s("rect", { class: "focus", x: -w / 2 - 6, y: -d / 2 - 6, width: w + 12, height: d + 12, rx: 3 }));
}

/** A name without its number, and the number. @param {string} name */
function named(name) {
  const found = /^(.*\S) (\d+)$/.exec(name);
  return found ? [found[1], found[2]] : [name, ""];
}

/** What is left as dots, what is gone as rings; in small a bar. @param {import("./types").Base["pips"]} pips @param {number} x @param {number} y @param {boolean} wide @param {number} room */
function pips({ left, full }, x, y, wide, room) {
  if (full > 8) return s("g", { class: `pp many ${room < 12 ? "small" : ""}` }, s("text", { x, y: y + (room < 12 ? 3.2 : 4) }, left));
  const columns = wide || full > 4 ? 2 : 1;
  const lines = Math.ceil(full / columns);
  const step = Math.max(2.4, Math.min(6.4, (room - 4) / Math.max(lines, 1)));
  const r = Math.min(2.2, step * 0.36);
  const dot = (/** @type {number} */ at) => {
    const [column, line] = columns === 2 ? [at % 2, Math.floor(at / 2)] : [0, at];
    const [cx, cy] = [x + (columns === 2 ? (column - 0.5) * 6.4 : 0), y + (line - (lines - 1) / 2) * step];
    return `M${(cx - r).toFixed(2)} ${cy.toFixed(2)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  };
  const all = Array.from({ length: full }, (_, at) => dot(at));
  const high = Math.max(3, Math.min(room - 3, 17));
  return s("g", { class: "pp" }, s("path", { class: "f", d: all.slice(0, left).join("") }), left < full ? s("path", { class: "x", d: all.slice(left).join("") }) : null,
    full ? s("path", { class: "level", d: `M${x} ${(y + high / 2).toFixed(1)}v${(-high * left / full).toFixed(1)}` }) : null);
}

const GLYPHS = { disorder: "m-disorder", rout: "m-rout", moved: "m-moved", shot: "m-shot", charge: "m-charge", hit: "m-hit", shield: "m-shield", lock: "m-lock" };

/** @param {string} name @param {number} x @param {number} y @param {number} content */
function glyph(name, x, y, content) {
  const href = GLYPHS[/** @type {keyof typeof GLYPHS} */ (name)] ?? "m-lock";
  return s("g", { transform: `translate(${x} ${y}) rotate(${-content})` }, s("circle", { class: "mk", r: 6.2 }), s("use", { class: "mg", href: `#${href}`, x: -4.4, y: -4.4, width: 8.8, height: 8.8 }));
}

/** @param {import("./types").Leader} leader @param {number} k */
export function leaderNode(leader, k) {
  const r = leader.radius * k;
  const hits = (leader.markers ?? []).find((it) => it.glyph === "hit");
  return s("g", { class: `base lead ${leader.seat}`, "data-piece": leader.id, role: "button", tabindex: -1 },
    s("circle", { class: "grip", r: Math.max(r, 20) }),
    s("circle", { class: "ring", r: r + 3 }), s("circle", { class: "disc", r }), s("use", { href: "#leader", x: -r * 0.68, y: -r * 0.68, width: r * 1.36, height: r * 1.36 }),
    leader.chief ? s("g", { transform: `translate(${r * 0.8} ${-r * 0.7}) scale(${Math.min(1, r / 9)})` }, s("circle", { class: "mk", r: 6 }), s("use", { class: "mg", href: "#m-star", x: -4.2, y: -4.4, width: 8.4, height: 8.4 })) : null,
    hits ? s("g", { class: "hit", transform: `translate(${-r * 0.8} ${-r * 0.7})` }, s("circle", { r: 7.5 }), s("text", { y: 4 }, hits.count ?? 1)) : null,
    s("circle", { class: "focus", r: r + 6 }));
}
