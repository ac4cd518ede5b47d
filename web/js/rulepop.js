// A rule in place: a click on its id shows its text, with a way to the rulebook.
import { ask, h } from "./dom.js";
import { get } from "./api.js";
import { ruleHref } from "./words.js";

/** @type {Map<string, Promise<any>>} */
const books = new Map();

/** The rulebook, asked for once. @param {string} ruleset */
export function book(ruleset) {
  let found = books.get(ruleset);
  if (!found) books.set(ruleset, (found = get(`/api/rules/${ruleset}`)));
  return found;
}

/** The words behind a mark. @param {string | null} ruling */
export function mark(ruling) {
  return { inferred: "Ruling, inferred from the rules", published: "Ruling, published by the author", ours: "Ruling of ours" }[ruling ?? ""] ?? "Rule";
}

/** Makes every rule id of the page open in place. */
export function popRules() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-rule]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    show(link.pathname.split("/")[2], link.dataset.rule ?? "");
  });
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, hint);
  for (const kind of ["pointerout", "pointerdown", "focusout", "keydown"]) document.addEventListener(kind, () => unhint());
}

/** So long somebody rests on a rule id before its text is shown. */
const PAUSE = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

function unhint() {
  clearTimeout(resting);
  document.querySelector(".rulehint")?.remove();
}

/** The text of a rule beside its id, while the pointer or the focus rests on it. @param {Event} event */
function hint(event) {
  const link = event.target instanceof Element ? event.target.closest("a[data-rule]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  unhint();
  resting = setTimeout(async () => {
    const id = link.dataset.rule ?? "";
    const { rules } = await book(link.pathname.split("/")[2]);
    const rule = rules.find((/** @type {any} */ it) => it.id === id);
    if (!rule || !link.isConnected || !(link.matches(":hover") || link === document.activeElement)) return;
    const box = h("div", { class: "rulehint", role: "tooltip" }, h("b", {}, id), ` ${mark(rule.ruling)}. `, rule.text);
    document.body.append(box);
    const at = link.getBoundingClientRect();
    const below = at.bottom + 6 + box.offsetHeight < innerHeight;
    box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8))}px`;
    box.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - 6 - box.offsetHeight)}px`;
  }, PAUSE);
}

/** @typedef {{ heads: string[], rows: string[][] }} RuleTable */

/** A table of the rulebook, which keys can scroll where it is wider than the page. @param {{ id: string, table: RuleTable | null }} rule */
export function drawn({ id, table }) {
  if (!table) return null;
  // An empty corner is the head of nothing.
  const head = h("thead", {}, h("tr", {}, ...table.heads.map((cell) => h(cell ? "th" : "td", {}, cell))));
  const rows = table.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))));
  return h("div", { class: "rule-table", role: "group", "aria-label": `Table of ${id}`, tabindex: "0" }, h("table", {}, head, h("tbody", {}, ...rows)));
}

/** @param {string} ruleset @param {string} id */
async function show(ruleset, id) {
  const { rules } = await book(ruleset);
  const rule = rules.find((/** @type {any} */ it) => it.id === id);
  if (!rule) {
    location.href = ruleHref(ruleset, id);
    return;
  }
  ask(h("dialog", { "aria-label": `Rule ${id}` },
    h("h2", {}, id), h("p", { class: "note" }, `${mark(rule.ruling)}. ${rule.section}`), h("p", {}, rule.text), drawn(rule),
    h("form", { method: "dialog" }, h("menu", {}, h("a", { class: "btn", href: ruleHref(ruleset, id), target: "_blank", rel: "noopener" }, "Open the rulebook"), h("button", { class: "btn go", value: "" }, "Close")))));
}
