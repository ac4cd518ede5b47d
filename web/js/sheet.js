// The quick reference: every table and every modifier of a rulebook on one sheet, to print.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { get } from "./api.js";
import { capital, plainSection, ruleHref } from "./words.js";

/** @typedef {{ id: string, section: string, ruling: string | null, text: string, table: { heads: string[], rows: string[][] } | null }} Rule */

const ruleset = location.pathname.split("/")[2] || sessionStorage.getItem("acies.rules") || "virtus";
/** Sections that are for whoever makes the program, and tables of them. */
const BESIDE = /glossary|armies|lists?$|costs|data|source map|engine|itemis/i;
/** A rule that is a modifier: "+1 ...", "−1D6 ...". */
const MODIFIER = /^[+\u2212-]\s?\d/;

/** A text without marks of markdown. @param {string} text */
const plain = (text) => text.replaceAll(/\s*\((?:`[a-z_]+`|slug)\)/g, "").replaceAll("**", "").replaceAll("`", "").replaceAll(/\[(?:ours|R\d+|inferred[^\]]*|published[^\]]*)\]/g, "").replaceAll(/(^|\s)\*([^*]+)\*/g, "$1$2").trim();

/** The first sentence, or all of a short text. @param {string} text */
function short(text) {
  const all = plain(text);
  return all.length < 130 ? all : /^.{30,}?[.;](?=\s)/.exec(all)?.[0] ?? all;
}

async function start() {
  theme();
  loadSymbols();
  try {
    const book = await get(`/api/rules/${ruleset}`);
    document.title = `${book.name}: quick reference \u00b7 Acies`;
    byId("rules").textContent = book.name;
    show(book.name, book.authors, book.rules);
  } catch (error) {
    fill(byId("sheet"), h("p", {}, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {string} name @param {string} authors @param {Rule[]} rules */
function show(name, authors, rules) {
  const seen = new Set();
  /** @type {Map<string, { tables: Rule[], modifiers: Rule[] }>} */
  const parts = new Map();
  for (const rule of rules) {
    if (BESIDE.test(plainSection(rule.section))) continue;
    const part = parts.get(rule.section) ?? { tables: [], modifiers: [] };
    parts.set(rule.section, part);
    const key = rule.table ? JSON.stringify(rule.table) : "";
    if (rule.table && !seen.has(key)) {
      seen.add(key);
      part.tables.push(rule);
    } else if (!rule.table && MODIFIER.test(plain(rule.text))) part.modifiers.push(rule);
  }
  const used = [...parts].filter(([, { tables, modifiers }]) => tables.length || modifiers.length);
  fill(byId("sheet"), h("header", {}, h("h2", {}, name), h("p", { class: "note" }, `Quick reference. Rules ${/^after /.test(authors) ? authors : `by ${authors}`}, told in our own words.`), h("p", { class: "ways" }, h("button", { class: "btn go", type: "button", onclick: () => window.print() }, "Print it"), h("a", { class: "btn", href: `/rules/${ruleset}` }, "The whole rulebook"))),
    h("div", { class: "sheet-columns" }, used.map(([section, { tables, modifiers }]) => h("section", {}, h("h3", {}, plainSection(section)), tables.map(table), modifiers.length ? h("ul", { class: "mods-list" }, modifiers.map((rule) => h("li", {}, h("span", {}, short(rule.text)), id(rule)))) : null))));
}

/** @param {Rule} rule */
const id = (rule) => h("a", { class: "rid", href: ruleHref(ruleset, rule.id) }, rule.id.slice(rule.id.indexOf("-") + 1));

/** @param {Rule} rule */
function table(rule) {
  const all = rule.table ?? { heads: [], rows: [] };
  // A column of ids says nothing to who has the sheet alone.
  const kept = all.heads.map((_, at) => at).filter((at) => !/^id$/i.test(all.heads[at]));
  const heads = kept.map((at) => all.heads[at]);
  const rows = all.rows.map((row) => kept.map((at) => row[at] ?? ""));
  const text = plain(rule.text).replaceAll(/[()]/g, "").replace(/^table$/, "").replace(/:$/, "");
  const says = text.length > 3 && text.length < 90 ? capital(text) : "";
  return h("div", { class: "sheet-table", role: "group", tabindex: "0", "aria-label": `Table ${rule.id}` }, h("table", {}, h("caption", {}, says, " ", id(rule)), h("thead", {}, h("tr", {}, heads.map((cell) => h(cell ? "th" : "td", {}, plain(cell))))), h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, plain(cell))))))));
}

start();
