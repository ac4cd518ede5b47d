// Free moves: the units that are selected together, where they are dragged to by pointer or keys, and what the rules say of it.
import { about, corners, enclosing, from, snapped } from "./drag.js";
import { size } from "./layout.js";

/** @typedef {import("./drag.js").Pose} Pose */
/** @typedef {import("./types").Offer} Offer */

/** Table units and degrees that an arrow key moves by, and with Shift. */
const STEP = [0.1, 1];
const DEGREES = [1, 10];
const TURNS = [90, 180, -90, 0];

export class Mover {
  /**
   * @param {() => import("./types").Scene | null} scene
   * @param {{ ask: (dragged: Pose & { pieces: string[] }) => Promise<{ offer: Offer | null, stopped: import("./types").Reason | null }>, judged: () => void }} told
   */
  constructor(scene, told) {
    this.scene = scene;
    this.told = told;
    /** @type {string[]} */
    this.group = [];
    /** What it is dragged by: the pointer, or a key: move, wheel, slide, turn. */
    this.mode = "";
    /** @type {string[]} */
    this.ids = [];
    /** @type {Pose | null} */
    this.to = null;
    /** Where to after the question that is open. @type {Pose | null} */
    this.next = null;
    /** The newest place, while the rules have not spoken of it. @type {Pose | null} */
    this.unjudged = null;
    /** When they have spoken of all. @type {Promise<void> | null} */
    this.asking = null;
    /** How far keys have wheeled, slid or turned them. */
    this.by = 0;
    /** What they may do, and why no more. @type {Offer | null} */
    this.offer = null;
    /** @type {import("./types").Reason | null} */
    this.stopped = null;
  }

  /** Forgets where the units were dragged to. */
  drop() {
    this.mode = "";
    this.ids = [];
    this.by = 0;
    this.to = this.next = this.unjudged = this.offer = this.stopped = null;
  }

  clear() {
    this.group = [];
    this.drop();
  }

  /** @param {string} id */
  pose(id) {
    const base = this.scene()?.bases.find((it) => it.id === id);
    return base && "pose" in base.at ? { pose: base.at.pose, size: size(base) } : null;
  }

  // --- Groups ----------------------------------------------------------------------------------

  /** Adds a unit, or leaves it out. @param {string} id */
  toggle(id) {
    this.drop();
    this.group = this.group.includes(id) ? this.group.filter((it) => it !== id) : [...this.group, id];
  }

  /** Takes in the neighbours that can be selected too. @param {string} selected */
  grow(selected) {
    this.drop();
    const scene = this.scene();
    if (!this.group.length) this.group = [selected];
    const beside = this.group.flatMap((id) => scene?.bases.find((it) => it.id === id)?.beside ?? []);
    const more = new Set(beside.filter((id) => (scene?.loose?.includes(id) || scene?.together?.includes(id)) && !this.group.includes(id)));
    this.group = [...this.group, ...more];
  }

  /** Leaves out who came last. */
  shrink() {
    this.drop();
    this.group = this.group.slice(0, -1);
  }

  // --- Dragging --------------------------------------------------------------------------------

  /** @param {string[]} ids the first is what is held @param {Pose} to @param {boolean} free whether it does not snap */
  drag(ids, to, free) {
    this.ids = ids;
    this.to = to;
    const near = free ? null : snapped(this.scene()?.offers ?? [], ids, to);
    this.next = this.unjudged = null;
    if (near) {
      this.offer = near;
      this.stopped = null;
      this.told.judged();
    } else this.judge(to);
  }

  /** Asks what the rules say, one question at a time: while one is open, only the newest place waits. @param {Pose} to */
  judge(to) {
    this.next = this.unjudged = to;
    this.asking ??= this.askOn();
  }

  async askOn() {
    while (this.next) {
      const asked = this.next;
      this.next = null;
      const began = performance.now();
      const { offer, stopped } = await this.told.ask({ pieces: this.ids, ...asked }).catch(() => ({ offer: null, stopped: null }));
      performance.measure("acies-drag", { start: began, end: performance.now() });
      // What was put down or has snapped meanwhile is not judged any more.
      if (!this.unjudged) continue;
      if (this.unjudged === asked) this.unjudged = null;
      this.offer = offer;
      this.stopped = stopped;
      this.told.judged();
    }
    this.asking = null;
  }

  /** What the label beside the units says. */
  says() {
    const distance = this.offer?.ghosts?.find((ghost) => ghost.id === this.ids[0])?.distance;
    if (!this.offer) return this.stopped ? "not allowed" : "";
    if (this.offer.targets?.length) return this.offer.title;
    return [this.stopped ? `stopped at ${distance ?? ""}` : distance, this.offer.note].filter(Boolean).join(", ");
  }

  /** Before the rules have spoken at all it is open. @returns {"ok" | "no" | "cut" | "open"} */
  verdict() {
    if (!this.offer) return this.unjudged && !this.stopped ? "open" : "no";
    return this.stopped ? "cut" : "ok";
  }

  // --- Keys ------------------------------------------------------------------------------------

  /** Begins to move by keys; a turn is made at once. @param {"m" | "w" | "s" | "t"} mode @param {string} selected */
  begin(mode, selected) {
    const ids = this.group.includes(selected) ? [selected, ...this.group.filter((id) => id !== selected)] : [selected];
    const first = this.pose(ids[0])?.pose;
    if (!first) return "";
    const again = this.mode === "t" && mode === "t" ? this.by : 0;
    this.drop();
    this.mode = mode;
    this.ids = ids;
    this.to = first;
    if (mode === "t") {
      this.by = (again + 1) % (TURNS.length + 1);
      this.drag(ids, { ...first, facing: (first.facing + TURNS[this.by - 1] + 360) % 360 }, true);
    }
    return { m: "Move: arrows, with Shift farther, C to contact.", w: "Wheel: left and right, with Shift by 10 degrees.", s: "Slide: left and right after an advance of 1.", t: "Turn: T again for the next turn." }[mode];
  }

  /** Moves by an arrow key. @param {number} right @param {number} up @param {boolean} far */
  nudge(right, up, far) {
    const all = this.ids.map((id) => this.pose(id)).filter((it) => it !== null);
    if (!this.to || !all.length) return;
    const first = all[0].pose;
    const step = STEP[Number(far)];
    if (this.mode === "w") {
      this.by = Math.max(-90, Math.min(90, this.by + right * DEGREES[Number(far)]));
      const whole = enclosing(all);
      const pivot = corners(whole.pose, whole.size)[this.by > 0 ? 1 : 0];
      this.drag(this.ids, about(first, pivot, this.by), true);
    } else if (this.mode === "s") {
      this.by += right * step;
      const [x, y] = from(first, this.by, 1);
      this.drag(this.ids, { ...first, x, y }, true);
    } else this.drag(this.ids, { ...this.to, x: this.to.x + right * step, y: this.to.y + up * step }, true);
  }

  /** The next offer of these units that meets the enemy. */
  contact() {
    const ids = this.ids;
    const all = (this.scene()?.offers ?? []).filter((offer) => offer.targets?.length && offer.units?.length === ids.length && ids.every((id) => offer.units?.includes(id)));
    const at = all.findIndex((offer) => offer.action === this.offer?.action);
    if (!all.length) return false;
    this.offer = all[(at + 1) % all.length];
    this.stopped = null;
    this.told.judged();
    return true;
  }
}
