// What happened since the person's last decision: one press may run through fights, the rest of a turn and all that the other
// side does. The newest of it stands over the question, all of it in the log, and marks on the map show what it cost.
import { fill, h } from "./dom.js";
import { capital, ruleLink, withDice } from "./words.js";

/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {{ x: number, y: number }} Stand */
/** What a piece has lost: pips, or everything; where it stands or stood. @typedef {{ at: Stand, pips: number, gone: boolean, name: string }} Loss */

const DICE = /\[\d(?: \d)*\]/;

export class Since {
  /** @param {HTMLElement} box @param {() => void} closed */
  constructor(box, closed) {
    this.box = box;
    this.closed = closed;
    /** How many actions stood at the last decision. Before the first one nothing is news. */
    this.acts = Infinity;
    this.shut = false;
    /** The pieces as they were then. @type {Map<string, { left: number, name: string, at: Stand }>} */
    this.before = new Map();
  }

  /** The person decides: what comes from here on is news. @param {number} acts @param {Scene} scene @param {Map<string, Stand>} stands */
  mark(acts, scene, stands) {
    this.acts = acts;
    this.shut = false;
    this.before.clear();
    for (const { id, name, pips } of scene.bases) {
      const at = stands.get(id);
      if (at) this.before.set(id, { left: pips.left, name, at: { x: at.x, y: at.y } });
    }
  }

  /** What the other side did, and of one's own what dice or cards did. @param {Entry[]} log @param {import("./types").Seat | null} own @returns {Entry[]} */
  news(log, own) {
    const fresh = log.filter((entry) => (entry.act ?? 0) > this.acts && !entry.heading);
    const thrown = new Set(fresh.filter((entry) => DICE.test(entry.line)).map((entry) => entry.act));
    return fresh.filter((entry) => thrown.has(entry.act) || (entry.by && entry.by !== own));
  }

  /** What pieces have lost. @param {Scene} scene @param {Map<string, Stand>} stands @returns {Loss[]} */
  losses(scene, stands) {
    const now = new Map(scene.bases.map((base) => [base.id, base.pips.left]));
    // Where somebody else stands by now nobody is marked as gone.
    const taken = (/** @type {Stand} */ at) => [...stands.values()].some((it) => Math.hypot(it.x - at.x, it.y - at.y) < 26);
    return [...this.before].flatMap(([id, { left, name, at }]) => {
      const pips = left - (now.get(id) ?? 0);
      if (!now.has(id) && taken(at)) return [];
      return pips > 0 || !now.has(id) ? [{ at: stands.get(id) ?? at, pips, gone: !now.has(id), name }] : [];
    });
  }

  /** Takes back what was undone. @param {number} acts */
  undone(acts) {
    if (acts >= this.acts) return;
    this.acts = acts;
    this.before.clear();
  }

  close() {
    this.shut = true;
    this.closed();
  }

  /** The newest line, and the way to the others. @param {string} ruleset @param {Entry[]} news @param {() => void} more */
  draw(ruleset, news, more) {
    // Of what one action led to, the last throw says more than what follows from it.
    const last = news.filter((entry) => entry.act === news.at(-1)?.act);
    const newest = last.filter((entry) => DICE.test(entry.line)).at(-1) ?? last.at(-1);
    this.box.hidden = !newest || this.shut;
    if (!newest || this.shut) return fill(this.box);
    const others = news.length - 1;
    fill(this.box, h("p", {}, newest.by ? h("i", { class: `chip ${newest.by}` }) : null, h("span", { class: "it" }, withDice(capital(newest.line), newest.by)), newest.rules.slice(0, 1).map((id) => ruleLink(ruleset, id))),
      others ? h("button", { class: "then", type: "button", onclick: more }, `${others} more`, h("span", { class: "wide" }, " since your decision")) : null);
  }
}
