// The rulebook of a ruleset: searchable, every rule with its own address.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { get } from "./api.js";
import { drawn, mark } from "./rulepop.js";
import { capital, count, plainSection, ruleHref } from "./words.js";

/** @typedef {{ id: string, section: string, ruling: string | null, text: string, table: import("./rulepop.js").RuleTable | null }} Rule */

const ruleset = location.pathname.split("/")[2] || sessionStorage.getItem("acies.rules") || "virtus";
/** @type {{ rule: Rule, node: HTMLElement, words: string }[]} */
let rules = [];

async function start() {
  theme();
  loadSymbols();
  get("/api/rulesets").then(({ rulesets }) => fill(byId("books"), rulesets.map((/** @type {any} */ it) => h("a", { href: `/rules/${it.id}`, "aria-current": it.id === ruleset ? "true" : null }, it.name)), h("a", { href: `/sheet/${ruleset}`, class: "sheet-link" }, "Quick reference to print"), h("a", { href: `/learn/${ruleset}` }, "Learn by playing")));
  try {
    const book = await get(`/api/rules/${ruleset}`);
    document.title = `${book.name} rules · Acies`;
    byId("rules").textContent = book.name;
    sessionStorage.setItem("acies.rules", ruleset);
    byId("authors").textContent = `${/^after /.test(book.authors) ? capital(book.authors) : `By ${book.authors}`}. Told in our own words; rulings say where they come from.`;
    show(book.rules);
  } catch (error) {
    fill(byId("text"), h("p", {}, error instanceof Error ? error.message : String(error)), h("a", { href: "/" }, "To the start page"));
    return;
  }
  byId("search").addEventListener("input", search);
  window.addEventListener("hashchange", cite);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== byId("search")) {
      event.preventDefault();
      byId("search").focus();
    }
  });
  cite();
}

/** @param {Rule[]} list */
function show(list) {
  const ids = new Set(list.map((it) => it.id));
  let section = "";
  /** @type {HTMLElement[]} */
  const nodes = [];
  /** @type {HTMLElement[]} */
  const contents = [];
  rules = list.map((rule) => {
    if (rule.section !== section) {
      section = rule.section;
      const anchor = `s-${contents.length}`;
      nodes.push(h("h2", { id: anchor, title: section }, plainSection(section)));
      contents.push(h("li", {}, h("a", { href: `#${anchor}` }, plainSection(section))));
    }
    const node = h("article", { class: "rule", id: rule.id }, h("div", { class: "id" }, h("a", { href: ruleHref(ruleset, rule.id) }, rule.id), rule.ruling ? h("span", { class: "mark" }, mark(rule.ruling).toLowerCase()) : null), h("p", {}, linked(rule.text, ids)), drawn(rule));
    nodes.push(node);
    const cells = rule.table?.rows.flat().join(" ") ?? "";
    return { rule, node, words: `${rule.id} ${rule.text} ${cells}`.toLowerCase() };
  });
  fill(byId("text"), nodes);
  fill(byId("contents"), contents);
}

/** A text in which the ids of other rules are links. @param {string} text @param {Set<string>} ids */
function linked(text, ids) {
  return text.replaceAll("**", "").split(/([A-Z]{2,}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)/).map((part) => (ids.has(part) ? h("a", { href: `#${part}` }, part) : part));
}

function search() {
  const wanted = byId("search").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { node, words } of rules) {
    const is = wanted.every((/** @type {string} */ word) => words.includes(word));
    node.hidden = !is;
    if (is) found++;
  }
  for (const heading of byId("text").querySelectorAll("h2")) {
    let next = heading.nextElementSibling;
    let any = false;
    while (next && next.tagName !== "H2") {
      any ||= !(/** @type {HTMLElement} */ (next).hidden);
      next = next.nextElementSibling;
    }
    heading.hidden = !any;
  }
  byId("found").textContent = wanted.length ? count(found, "rule", "rules") : "";
}

/** Marks the cited rule and scrolls it to a third of the height. */
function cite() {
  for (const node of document.querySelectorAll(".rule.cited")) node.classList.remove("cited");
  const node = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!node) return;
  if (node.hidden) {
    byId("search").value = "";
    search();
  }
  if (node.classList.contains("rule")) node.classList.add("cited");
  window.scrollTo({ top: node.getBoundingClientRect().top + window.scrollY - window.innerHeight / 3 });
  node.setAttribute("tabindex", "-1");
  node.focus({ preventScroll: true });
}

start();
