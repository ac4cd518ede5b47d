// The log: grouped by turn, newest on top, every sum unfolded on demand.
import { h } from "./dom.js";
import { minus, ruleLink, withDice } from "./words.js";

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
      : h("tr", {}, h("td", {}, it.struck ? h("s", {}, value) : value), h("td", {}, it.struck ? h("s", {}, it.what) : withDice(it.what ?? "", entry.by)), h("td", {}, it.struck ? ruleLink(ruleset, it.struck) : it.rule ? ruleLink(ruleset, it.rule) : null)));
  }
  return tables;
}

/**
 * @param {string} ruleset @param {Entry[]} log @param {Talk[]} talk
 * @param {{ sides: Record<string, string>, seen: number, moment: ((act: number) => void) | null, empty: string, first?: string }} options
 */
export function logNodes(ruleset, log, talk, { sides, seen, moment, empty, first = "Before the first turn" }) {
  if (!log.length && !talk.length) return [h("p", { class: "note" }, empty)];
  /** @type {{ heading: Entry | null, items: HTMLElement[] }[]} */
  const groups = [{ heading: null, items: [] }];
  let said = 0;
  const speak = (/** @type {number} */ upTo) => {
    while (said < talk.length && talk[said].act < upTo) groups[groups.length - 1].items.push(talkItem(talk[said++], sides));
  };
  log.forEach((entry, at) => {
    speak(entry.act ?? 0);
    if (at === seen && seen > 0) groups[groups.length - 1].items.push(h("li", { class: "since" }, "Since you were here"));
    if (entry.heading) groups.push({ heading: entry, items: [] });
    else groups[groups.length - 1].items.push(entryItem(ruleset, entry, moment));
  });
  speak(Infinity);
  return groups.reverse().flatMap(({ heading, items }) => [
    heading ? h("h3", {}, heading.line) : items.length ? h("h3", {}, first) : null,
    h("ol", {}, items.reverse()),
  ]).filter((it) => it !== null);
}

/** @param {string} ruleset @param {Entry} entry @param {((act: number) => void) | null} moment */
function entryItem(ruleset, entry, moment) {
  const line = [...withDice(entry.line, entry.by), " ", ...entry.rules.slice(0, 1).map((id) => ruleLink(ruleset, id))];
  const chip = entry.by ? h("i", { class: `chip ${entry.by}` }) : null;
  const act = entry.act;
  const back = moment && act !== undefined ? h("button", { class: "then", type: "button", onclick: () => moment(act) }, "show this moment") : null;
  if (!entry.detail?.length && !back) return h("li", {}, chip, line);
  return h("li", {}, chip, h("details", {}, h("summary", {}, line), h("div", { class: "sum" }, details(ruleset, entry), entry.rules.length > 1 ? h("p", {}, entry.rules.slice(1).map((id) => [" ", ruleLink(ruleset, id)]).flat()) : null, back)));
}

/** @param {Talk} talk @param {Record<string, string>} sides */
function talkItem(talk, sides) {
  const chip = talk.by ? h("i", { class: `chip ${talk.by}` }) : null;
  const who = talk.by ? sides[talk.by] : "A spectator";
  return h("li", { class: "talk" }, chip, talk.kind === "chat" ? [h("b", {}, `${who}: `), talk.text] : talk.text);
}
