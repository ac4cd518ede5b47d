// What dice did since the person's last decision: one press may run through fights and the rest of a turn. A strip over the
// map tells it, and marks on the map show what it cost.
import { fill, h } from "./dom.js";
import { count, ruleLink, withDice } from "./words.js";

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

  /** All that was told of actions in which dice fell. @param {Entry[]} log @returns {Entry[]} */
  news(log) {
    const fresh = log.filter((entry) => (entry.act ?? 0) > this.acts && !entry.heading);
    const thrown = new Set(fresh.filter((entry) => DICE.test(entry.line)).map((entry) => entry.act));
    return fresh.filter((entry) => thrown.has(entry.act));
  }

  /** What pieces have lost. @param {Scene} scene @param {Map<string, Stand>} stands @returns {Loss[]} */
  losses(scene, stands) {
    const now = new Map(scene.bases.map((base) => [base.id, base.pips.left]));
    return [...this.before].flatMap(([id, { left, name, at }]) => {
      const pips = left - (now.get(id) ?? 0);
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

  /** @param {string} ruleset @param {Entry[]} news */
  draw(ruleset, news) {
    const shown = news.length > 0 && !this.shut;
    this.box.hidden = !shown;
    if (!shown) return fill(this.box);
    const throws = news.filter((entry) => DICE.test(entry.line)).length;
    fill(this.box, h("h3", {}, "Since your last decision", h("small", {}, ` ${count(throws, "throw", "throws")}`)), h("button", { class: "x", type: "button", "aria-label": "Close", onclick: () => this.close() }, "\u00d7"),
      h("ol", {}, news.map((entry) => h("li", {}, entry.by ? h("i", { class: `chip ${entry.by}` }) : null, withDice(entry.line, entry.by), " ", entry.rules.slice(0, 1).map((id) => ruleLink(ruleset, id))))));
  }
}
