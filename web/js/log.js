// The log: grouped by turn, newest on top, every sum unfolded on demand. What is shown stays; what is new is put on top of it.
import { h } from "./dom.js";
import { capital, minus, ruleLink, withDice } from "./words.js";

/** @typedef {import("./types").Entry} Entry */
/** @typedef {import("./types").Talk} Talk */

/** A line of detail: the name of a sum, a row of it, its total, or a remark. @param {string} line */
function part(line) {
  let found = /^\s+(at most \d+:|at least \d+:|[+-]\d+) (.*) \[([A-Z]+-[\w.]+)(?:, struck by ([A-Z]+-[\w.]+))?\]$/.exec(line);
  if (found) return { kind: "row", worth: found[1].replace(":", ""), what: found[2], rule: found[3], struck: found[4] };
  found = /^\s+= (-?\d+)$/.exec(line);
  if (found) return { kind: "total", worth: found[1] };
  found = /^(\S.*):$/.exec(line);
  if (found) return { kind: "name", what: found[1] };
  found = /^(.*) \[([A-Z]+-[\w.]+)\]$/.exec(line);
  return { kind: "text", what: found?.[1] ?? line, rule: found?.[2] };
}

/** The explanation of an entry. @param {string} ruleset @param {Entry} entry */
function details(ruleset, entry) {
  const tables = [];
  let table = null;
  for (const line of entry.detail ?? []) {
    const it = part(line);
    if (it.kind === "name" || !table) {
      table = h("table", {}, it.kind === "name" ? h("caption", {}, it.what) : null);
      tables.push(table);
      if (it.kind === "name") continue;
    }
    const value = it.worth ? minus(it.worth) : "";
    table.append(it.kind === "total"
      ? h("tr", { class: "tot" }, h("td", {}, value), h("td", {}, "in all"), h("td", {}))
      : h("tr", {}, h("td", {}, it.struck ? h("s", {}, value) : value), h("td", {}, it.struck ? h("s", {}, it.what) : withDice(it.what ?? "", null)), h("td", {}, it.struck ? ruleLink(ruleset, it.struck) : it.rule ? ruleLink(ruleset, it.rule) : null)));
  }
  return tables;
}

export class LogView {
  /**
   * @param {HTMLElement} box
   * @param {{ empty: string, moment: ((act: number) => void) | null, seen?: number, first?: string }} options
   */
  constructor(box, { empty, moment, seen = 0, first = "Before the first turn" }) {
    this.box = box;
    this.empty = empty;
    this.moment = moment;
    this.seen = seen;
    this.first = first;
    /** What is shown. @type {Entry[]} */
    this.log = [];
    /** @type {Talk[]} */
    this.talk = [];
    /** Where the next line goes. @type {HTMLElement | null} */
    this.group = null;
    /** Lines of actions after so many are news. */
    this.fresh = Infinity;
  }

  /** Shows a log that has grown; one that begins otherwise than before is shown anew. @param {string} ruleset @param {Entry[]} log @param {Talk[]} talk @param {Record<string, string>} sides */
  draw(ruleset, log, talk, sides) {
    const grown = this.group && this.log.every((entry, at) => entry === log[at]) && this.talk.every((it, at) => it === talk[at]);
    if (!grown) {
      this.box.replaceChildren();
      [this.log, this.talk, this.group] = [[], [], null];
    }
    const speak = (/** @type {number} */ upTo) => {
      for (let next = talk[this.talk.length]; next && next.act < upTo; next = talk[this.talk.length]) {
        this.talk.push(next);
        this.add(talkItem(next, sides));
      }
    };
    for (const entry of log.slice(this.log.length)) {
      speak(entry.act ?? 0);
      if (this.seen > 0 && this.log.length === this.seen) this.add(h("li", { class: "since" }, "Since you were here"));
      this.log.push(entry);
      if (entry.heading) this.open(capital(entry.line));
      else {
        const item = entryItem(ruleset, entry, this.moment);
        item.classList.toggle("new", (entry.act ?? 0) > this.fresh);
        this.add(item);
      }
    }
    speak(Infinity);
    if (!this.group) this.box.replaceChildren(h("p", { class: "note" }, this.empty));
  }

  /** What comes after so many actions is news, and nothing before. @param {number} acts */
  mark(acts) {
    this.fresh = acts;
    for (const item of this.box.querySelectorAll("li.new")) item.classList.remove("new");
  }

  /** A turn begins. @param {string} heading */
  open(heading) {
    this.group = h("ol");
    this.box.prepend(h("h3", {}, heading), this.group);
  }

  /** @param {HTMLElement} item */
  add(item) {
    if (!this.group) this.open(this.first);
    this.group?.prepend(item);
  }
}

/** @param {string} ruleset @param {Entry} entry @param {((act: number) => void) | null} moment */
function entryItem(ruleset, entry, moment) {
  const line = withDice(capital(entry.line), entry.by);
  // A link has no place in what unfolds at a press.
  const cited = entry.rules.slice(0, 1).flatMap((id) => [" ", ruleLink(ruleset, id)]);
  const chip = entry.by ? h("i", { class: `chip ${entry.by}` }) : null;
  const act = moment ? entry.act : undefined;
  if (!entry.detail?.length && act === undefined) return h("li", {}, chip, h("span", {}, line), cited);
  // Most are never unfolded.
  const unfold = (/** @type {any} */ { target }) => {
    if (target.open && target.childElementCount === 1) target.append(sums(ruleset, entry, act === undefined ? null : () => moment?.(act)));
  };
  return h("li", {}, chip, h("details", { ontoggle: unfold }, h("summary", {}, line)), cited);
}

/** @param {string} ruleset @param {Entry} entry @param {(() => void) | null} back */
function sums(ruleset, entry, back) {
  return h("div", { class: "sum" }, details(ruleset, entry), entry.rules.length > 1 ? h("p", {}, entry.rules.slice(1).flatMap((id) => [" ", ruleLink(ruleset, id)])) : null,
    back ? h("button", { class: "then", type: "button", onclick: back }, "show this moment") : null);
}

/** @param {Talk} talk @param {Record<string, string>} sides */
function talkItem(talk, sides) {
  const chip = talk.by ? h("i", { class: `chip ${talk.by}` }) : null;
  const who = talk.by ? sides[talk.by] : "A spectator";
  return h("li", { class: "talk" }, chip, h("span", {}, talk.kind === "chat" ? [h("b", {}, `${who}: `), talk.text] : talk.text));
}
