// The army builder: the list, the army, whether it is legal and what mends it. The rules judge every change; the page
// keeps the army as its file, which can be saved, pasted and printed.
import { ask, byId, fill, h, loadSymbols, symbol, theme } from "./dom.js";
import { ApiError, get, post } from "./api.js";
import { Editor, fileName } from "./editor.js";
import { changed, edited, holds } from "./muster.js";
import { likeliest, understood } from "./pasted.js";
import { book, popRules } from "./rulepop.js";
import { armies, dropArmy, freshId, keepArmy } from "./saved.js";
import { capital, count, ruleLink, ruleLinks, signed } from "./words.js";

/** @typedef {import("./muster.js").Muster} Muster */
/** @typedef {import("./muster.js").Edit} Edit */
/** @typedef {{ id: string, name: string, cost: number, least: number, most: number, about: string, writes: string, symbol?: string, values?: [string, string][], special?: string[] }} Entry */
/** @typedef {{ id: string, name: string, entries: Entry[] }} List */
/** @typedef {{ says: string, text: string }} Mend */
/** @typedef {{ name: string, cost: number, roster: string[], warnings: string[] }} Army */
/** @typedef {{ won: number, lost: number, drawn: number }} Score */

/** So many changes can be undone, so many faults get a button, so many mends of one are tried. */
const KEPT = 60;
const MENDED = 5;
const TRIED = 10;
/** So many battles are fought against each army of the field, a slice at a time. */
const BATTLES = 24;

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
/** @type {import("./types").RulesetCard} */
let ruleset;
/** @type {List[]} */
let lists = [];
/** Special rules by the words that entries have. @type {Record<string, { says: string, rule: string }>} */
let specials = {};
/** Which army it is: one of mine, or one that ships. */
let own = "";
let shipped = "";
/** @type {Muster | null} */
let muster = null;
/** @type {Army | null} */
let army = null;
/** @type {{ text: string, what: string }[]} */
let past = [];
let before = "";
/** What was just done, by name. */
let done = "";
/** Mends that have been tried and do mend, by fault. @type {Map<string, Mend>} */
let mends = new Map();
/** @type {Map<string, Score>} */
let field = new Map();
let fighting = 0;
/** The text that the scores are of. */
let fought = "";
let serial = 0;
let pane = "army";

const editor = new Editor("The army as a file", judge, {
  ruleset: () => ruleset.id,
  good: (found) => {
    ({ muster, army } = found);
    if (editor.waiting) return;
    settle();
  },
  bad: () => {
    muster = army = null;
    draw();
  },
});

/** @param {string} text */
async function judge(text) {
  const file = { ruleset: ruleset.id, text };
  const muster = /** @type {Muster} */ (await post("/api/armies/draft", file));
  return { muster, army: muster.wrong.length ? null : await post("/api/armies", file) };
}

async function start() {
  theme();
  popRules();
  fill(byId("text"), editor.area, editor.says);
  try {
    await loadSymbols();
    ({ rulesets } = await get("/api/rulesets"));
    await fromAddress();
  } catch (error) {
    fill(byId("army"), h("p", { class: "err" }, error instanceof Error ? error.message : String(error)));
  }
  window.addEventListener("popstate", fromAddress);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key.toLowerCase() === "u" && !event.ctrlKey && !event.metaKey && !target.matches("input, textarea, select") && !document.querySelector("dialog[open]")) undo();
  });
}

/** Which ruleset and army the address names. */
async function fromAddress() {
  const [, , of, id] = location.pathname.split("/");
  const wanted = of || new URLSearchParams(location.search).get("rules") || sessionStorage.getItem("acies.rules") || rulesets[0].id;
  await pick(wanted, id);
}

/** @param {string} of @param {string} [id] */
async function pick(of, id) {
  ruleset = rulesets.find((it) => it.id === of) ?? rulesets[0];
  sessionStorage.setItem("acies.rules", ruleset.id);
  ({ lists, specials } = await get(`/api/lists/${ruleset.id}`));
  const mine = armies().filter((it) => it.ruleset === ruleset.id);
  const kept = mine.find((it) => it.id === id) ?? (id ? undefined : mine[0]);
  if (kept) open(kept.text, kept.id, "");
  else await openShipped(ruleset.armies.some((it) => it.id === id) ? id ?? "" : ruleset.armies[0]?.id ?? "");
}

/** @param {string} id */
async function openShipped(id) {
  const { text } = await get(`/api/armies/${ruleset.id}/${id}`);
  open(text, "", id);
}

/** Shows an army. @param {string} text @param {string} kept @param {string} ships */
function open(text, kept, ships) {
  [own, shipped, past, done, before] = [kept, ships, [], "", text];
  mends = new Map();
  field = new Map();
  fighting++;
  editor.text = text;
  address();
}

function address() {
  const path = `/armies/${ruleset.id}/${own || shipped}`;
  if (location.pathname !== path) history.replaceState(null, "", path);
}

/** After the rules have judged: what has changed is kept, and the faults get their mends. */
function settle() {
  const text = editor.text;
  if (text !== before && muster) {
    past.push({ text: before, what: done || "the change" });
    past = past.slice(-KEPT);
    before = text;
    if (!own) {
      own = freshId();
      address();
    }
    if (fought && fought !== text) {
      fighting++;
      field = new Map();
      fought = "";
    }
  }
  if (own && muster) keepArmy({ id: own, ruleset: ruleset.id, name: muster.name, text, cost: muster.cost, touched: Date.now() });
  mends = new Map();
  draw();
  mend(++serial);
}

/** @param {string} what @param {() => string} text */
function change(what, text) {
  editor.change(() => {
    if (!muster) return;
    done = what;
    editor.text = text();
  });
}

function undo() {
  const last = past.pop();
  if (!last) return;
  before = last.text;
  editor.text = last.text;
}

const listOf = () => lists.find((it) => it.id === muster?.list);

/** @param {Entry} entry @param {number | undefined} group @param {1 | -1} by */
function step(entry, group, by) {
  const where = group === undefined || !muster ? "" : ` in ${muster.groups[group].name}`;
  change(`${by > 0 ? "one" : "one"} ${entry.name} ${by > 0 ? "more" : "fewer"}${where}`, () => (muster ? changed(editor.text, entry, muster, group, by) : editor.text));
}

/** Where one more, or one fewer, of an entry goes: to the corps that has most of them, or to the smallest. @param {Entry} entry @param {1 | -1} by */
function bestGroup(entry, by) {
  if (!muster?.groups.length) return undefined;
  const of = (/** @type {number} */ group, /** @type {boolean} */ all) => (muster?.rows ?? []).filter((row) => row.group === group && (all || row.entry === entry.id)).reduce((sum, row) => sum + row.count, 0);
  const groups = muster.groups.map((_, at) => at);
  const having = groups.filter((at) => of(at, false));
  if (having.length) return having.sort((a, b) => of(b, false) - of(a, false))[0];
  return by > 0 ? groups.sort((a, b) => of(a, true) - of(b, true))[0] : undefined;
}

// --- Words ---------------------------------------------------------------------------------------

/** What a file calls things, as players call them. @param {string} text */
function plain(text) {
  const names = new Map([...lists, ...lists.filter((it) => it.id === muster?.list)].flatMap((list) => list.entries.map((it) => [it.id, it.name])));
  return capital(text.replaceAll(/ ?\(RULES\.md [\d.]+\)/g, "").replaceAll(/`([^`]*)`/g, (_, word) => names.get(word) ?? capital(word.replace(/^\w+\./, "").replaceAll("_", " "))));
}

/** What is wrong, what the rules want, and by which rule. @param {import("./types").Failure} wrong */
function faultWords(wrong) {
  const rules = wrong.reason?.rules ?? [];
  return [h("b", { class: "err" }, `${plain(wrong.what)}.`), wrong.hint ? h("p", {}, `${plain(wrong.hint.split("\n")[0])}. `, rules.length ? ruleLinks(ruleset.id, rules) : null) : h("p", {}, rules.length ? ruleLinks(ruleset.id, rules) : null)];
}

// --- What mends a fault --------------------------------------------------------------------------

/** Changes that might mend a fault, the likeliest first. @param {import("./types").Failure} wrong @returns {Mend[]} */
function candidates(wrong) {
  const now = muster;
  if (!now) return [];
  const list = listOf();
  const text = before;
  const line = wrong.place?.line ?? 0;
  const named = (/** @type {Entry} */ it) => wrong.what.includes(`\`${it.id}\``) || now.rows.some((row) => row.entry === it.id && holds(text, row.line, line));
  const entries = [...(list?.entries ?? [])].sort((a, b) => Number(named(b)) - Number(named(a)));
  const all = (/** @type {Entry} */ it) => now.rows.filter((row) => row.entry === it.id).reduce((sum, row) => sum + row.count, 0);
  /** @type {Mend[]} */
  const found = [];
  const more = (/** @type {Entry} */ it) => found.push({ says: `Add ${it.name} for ${it.cost}: ${now.cost + it.cost} of ${now.budget}`, text: changed(text, it, now, bestGroup(it, 1), 1) });
  const fewer = (/** @type {Entry} */ it) => found.push({ says: `Take out one ${it.name}: ${now.cost - it.cost} of ${now.budget}`, text: changed(text, it, now, bestGroup(it, -1), -1) });
  for (const it of entries.filter((it) => named(it))) {
    if (all(it) < it.least) more(it);
    if (all(it) > it.most) fewer(it);
  }
  for (const it of now.rows.filter((row) => holds(text, row.line, line) && !entries.some((entry) => entry.id === row.entry))) found.push({ says: `Take out ${plain(`\`${it.entry}\``)}`, text: changed(text, { id: it.entry, writes: "" }, now, it.group, -1) });
  if (now.cost > now.budget) for (const it of [...entries].filter((it) => all(it) > it.least).sort((a, b) => a.cost - b.cost).filter((it, at, those) => it.cost >= now.cost - now.budget || at === those.length - 1)) fewer(it);
  for (const leader of now.leaders) {
    const near = holds(text, leader.line, line);
    const options = [...leader.selects.flatMap((it) => it.options), ...leader.switches].filter((it) => near || wrong.what.toLowerCase().includes("command"));
    for (const it of options.filter((it) => !it.on)) found.push({ says: `${leader.name}: ${it.name.toLowerCase()}`, text: edited(text, it.edits) });
    if (near && leader.without) found.push({ says: `Without ${leader.name}`, text: edited(text, leader.without) });
  }
  for (const it of now.more) found.push({ says: `Add ${it.name.toLowerCase()} for ${it.cost}`, text: edited(text, it.edits) });
  for (const it of entries.filter((it) => !named(it) && all(it) < it.most && now.cost + it.cost <= now.budget)) more(it);
  return found.filter((it) => it.text !== text);
}

/** Tries mends of the first faults: a button is shown for what does mend. @param {number} mine */
async function mend(mine) {
  const faults = (muster?.wrong ?? []).slice(0, MENDED);
  const was = muster?.wrong.length ?? 0;
  for (const wrong of faults) {
    for (const it of candidates(wrong).slice(0, TRIED)) {
      const found = /** @type {Muster | null} */ (await post("/api/armies/draft", { ruleset: ruleset.id, text: it.text }).catch(() => null));
      if (mine !== serial || editor.waiting || editor.text !== before) return;
      if (found && (found.wrong.length < was || !found.wrong.some((other) => other.what === wrong.what)) && found.wrong.length <= was) {
        mends.set(wrong.what, it);
        draw();
        break;
      }
    }
  }
}

// --- Drawing -------------------------------------------------------------------------------------

function draw() {
  document.title = `${muster?.name ?? "Armies"} \u00b7 Acies`;
  byId("rules").textContent = `${ruleset.name}${muster ? `, ${muster.budget} points` : ""}`;
  document.body.dataset.printed = muster ? `${muster.name}. ${ruleset.name}, ${muster.cost} of ${muster.budget} points. ${army ? "Legal." : `Draft: ${count(muster.wrong.length, "thing", "things")} to mend.`}` : "";
  document.querySelector(".muster-page")?.setAttribute("data-pane", pane);
  drawList();
  drawHead();
  drawArmy();
  drawLine();
  drawLaws();
  drawDeeds();
}

function drawList() {
  const list = listOf();
  const now = muster;
  const mine = armies().filter((it) => it.ruleset === ruleset.id);
  const all = (/** @type {Entry} */ it) => (now?.rows ?? []).filter((row) => row.entry === it.id).reduce((sum, row) => sum + row.count, 0);
  fill(byId("list"),
    h("div", { class: "list-head" }, h("label", {}, h("span", { class: "sr" }, "Rules"), h("select", { id: "ruleset", "data-key": "ruleset", onchange: (/** @type {any} */ event) => pick(event.target.value) }, rulesets.map((it) => h("option", { value: it.id, selected: it.id === ruleset.id }, it.name))))),
    h("h2", {}, list ? `${list.name}` : "Free choice", h("small", {}, " points and limits")),
    h("ul", { class: "entries" }, (list?.entries ?? []).map((it) => {
      const n = all(it);
      const off = n < it.least || n > it.most;
      return h("li", { "data-key": it.id, class: `${n ? "" : "none"} ${off ? "bad" : ""}` }, it.symbol ? symbol(it.symbol) : h("span"), h("span", { class: "what" }, h("b", {}, it.name), h("small", {}, it.about)), h("span", { class: "cost" }, it.cost), h("span", { class: "limit" }, h("small", {}, it.least === it.most ? it.most : `${it.least}\u2013${it.most}`), dots(it, n)),
        h("span", { class: "steps" }, h("button", { class: "btn small step", type: "button", disabled: !n, "aria-label": `Remove ${it.name}`, onclick: () => step(it, bestGroup(it, -1), -1) }, "\u2212"), h("output", { class: n ? "" : "none" }, n), h("button", { class: "btn small step", type: "button", disabled: !it.writes, "aria-label": `Add ${it.name}`, onclick: () => step(it, bestGroup(it, 1), 1) }, "+")));
    })),
    staff(),
    h("h2", {}, "Saved armies"),
    mine.length ? h("ul", { class: "kept" }, mine.map((it) => h("li", { "data-key": it.id, class: it.id === own ? "on" : null }, h("a", { href: `/armies/${ruleset.id}/${it.id}`, onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      open(it.text, it.id, "");
    } }, it.name), h("span", {}, it.cost), h("button", { class: "btn small plain", type: "button", "aria-label": `Delete ${it.name}`, onclick: () => remove(it) }, "\u00d7")))) : h("p", { class: "note" }, "None yet. Every change saves itself."),
    h("label", { class: "begin-with" }, h("span", { class: "note" }, "Begin with"), h("select", { id: "shipped", "data-key": "shipped", onchange: (/** @type {any} */ event) => event.target.value && openShipped(event.target.value) }, h("option", { value: "", selected: !shipped }, "a ready army"), ruleset.armies.map((it) => h("option", { value: it.id, selected: it.id === shipped }, `${it.name}, ${it.cost}`)))),
    h("p", { class: "ways" }, h("button", { class: "btn small", type: "button", onclick: copy }, "Copy"), h("button", { class: "btn small", type: "button", id: "paste", onclick: paste }, "Import")));
}

/** Limits as dots: taken, free, owed. @param {Entry} entry @param {number} n */
function dots(entry, n) {
  const most = Math.max(entry.most, n);
  if (most > 8) return null;
  return h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: most }, (_, at) => h("i", { class: at < n ? (at < entry.most ? "in" : "over") : at < entry.least ? "owed" : "" })));
}

/** Leaders, each with what can be chosen of him. */
function staff() {
  const now = muster;
  if (!now || (!now.leaders.length && !now.more.length)) return null;
  const add = now.more.map((option) => h("button", { class: "btn small", type: "button", onclick: () => alter(`${option.name.toLowerCase()} more`, (it) => it.more.find(({ name }) => name === option.name)?.edits) }, `+ ${option.name.toLowerCase()} ${option.cost}`));
  return h("section", { class: "staff", "aria-label": "Leaders" }, h("h2", {}, "Leaders"), h("ul", {}, now.leaders.map(leaderItem)), add.length ? h("p", { class: "ways" }, add) : null);
}

/** @param {import("./muster.js").Leader} leader @param {number} at */
function leaderItem(leader, at) {
  const same = (/** @type {Muster} */ it) => (it.leaders[at]?.name === leader.name ? it.leaders[at] : undefined);
  const selects = leader.selects.map(({ name, options }, n) => {
    const dear = options.some((it) => it.cost !== options[0].cost);
    const word = (/** @type {import("./muster.js").Option} */ it) => (dear ? `${it.name}, ${it.cost}` : it.name);
    if (options.length === 1) return h("span", { class: "field" }, h("small", {}, name), h("b", {}, word(options[0])));
    const known = options.some((it) => it.on);
    return h("label", { class: "field" }, h("small", {}, name), h("select", { "data-key": `${at} ${n}`, "aria-label": `${name} of ${leader.name}`, onchange: (/** @type {any} */ event) => {
      const { value } = event.target;
      alter(`${leader.name}, ${name.toLowerCase()}`, (it) => same(it)?.selects[n]?.options.find((option) => option.name === value)?.edits);
    } }, known ? null : h("option", { value: "", selected: true }, "\u2013"), options.map((it) => h("option", { value: it.name, selected: it.on }, word(it)))));
  });
  const switches = leader.switches.map((option, n) => h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `${at} ${n}`, "aria-label": `${option.name}, ${leader.name}`, checked: option.on, onchange: () => alter(`${leader.name}, ${option.name.toLowerCase()}`, (it) => same(it)?.switches[n]?.edits) }), option.name,
    option.cost === leader.cost ? null : h("small", {}, ` ${signed((option.cost - leader.cost) * (option.on ? -1 : 1))}`)));
  return h("li", { "data-key": `${at} ${leader.name}` },
    h("span", { class: "who" }, h("b", {}, leader.name), h("small", {}, ` ${leader.cost}`)), h("span", { class: "fields" }, selects, switches),
    leader.without ? h("button", { class: "btn small plain", type: "button", "aria-label": `Remove ${leader.name}`, onclick: () => alter(`${leader.name} out`, (it) => same(it)?.without) }, "\u00d7") : null);
}

/** @param {string} what @param {(now: Muster) => Edit[] | undefined} edits */
function alter(what, edits) {
  change(what, () => (muster ? edited(editor.text, edits(muster) ?? []) : editor.text));
}

function drawHead() {
  const now = muster;
  if (!now) return fill(byId("head"), h("h2", {}, "The file cannot be read"));
  const units = now.rows.reduce((sum, row) => sum + row.count, 0);
  const left = now.budget - now.cost;
  const fits = (listOf()?.entries ?? []).filter((it) => it.cost === left && now.rows.filter((row) => row.entry === it.id).reduce((sum, row) => sum + row.count, 0) < it.most);
  const says = left < 0 ? `${-left} too many` : !left ? "all spent" : `${left} left${fits.length ? `: exactly one ${fits[0].name}` : ""}`;
  const bar = h("span", { class: `budget ${left < 0 ? "over" : ""}`, "aria-hidden": "true" }, h("i"));
  /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.min(100, (100 * now.cost) / Math.max(1, now.budget))}%`;
  fill(byId("head"), h("div", {}, h("h2", {}, now.name, " ", h("button", { class: "rename", type: "button", onclick: rename }, "rename")), h("p", { class: "note" }, `${count(units, "unit", "units")}, ${count(now.leaders.length, "leader", "leaders")}. ${own ? "Saved." : "A ready army: a change makes it yours."}`)),
    h("div", { class: "points", role: "status" }, h("p", {}, h("b", {}, now.cost), ` of ${now.budget}`), bar, h("p", { class: `note ${left < 0 ? "err" : ""}` }, says), h("p", { class: `legality ${army ? "ok" : "err"}` }, army ? "Legal" : `Not yet: ${count(now.wrong.length, "thing", "things")} to mend`)));
  const tabs = /** @type {[string, string][]} */ ([["army", "Army"], ["list", "List"], ["laws", "Legality"]]);
  fill(byId("tabs"), tabs.map(([id, name]) => h("button", { class: "tab", type: "button", "aria-pressed": String(pane === id), onclick: () => {
    pane = id;
    draw();
  } }, name)));
}

function drawArmy() {
  const now = muster;
  if (!now) return fill(byId("army"), h("p", { class: "note" }, "See the text below."));
  const groups = now.groups.length ? now.groups.map((it, at) => ({ name: it.name, at: /** @type {number | undefined} */ (at) })) : [{ name: "The army", at: undefined }];
  fill(byId("army"), groups.map(({ name, at }) => corps(now, name, at)));
}

/** Who leads, and what he is; his name is left out where his corps has it already. @param {import("./muster.js").Leader} leader @param {string} corps */
function ledBy(leader, corps) {
  const is = [...leader.selects.map((it) => it.options), leader.switches].flatMap((all) => all.filter((it) => it.on).map((it) => it.name));
  const words = [...(leader.name === corps ? [] : [leader.name]), ...is];
  return capital(words.join(", ") || leader.name);
}

/** @param {Muster} now @param {string} name @param {number | undefined} at */
function corps(now, name, at) {
  const list = listOf();
  const rows = now.rows.filter((row) => row.group === at);
  const leaders = now.leaders.filter((it) => (at === undefined ? true : it.group === at));
  const cost = rows.reduce((sum, row) => sum + row.cost, 0) + leaders.reduce((sum, it) => sum + it.cost, 0);
  const heads = (list?.entries.find((it) => it.values?.length)?.values ?? []).map(([name]) => name);
  const wrong = now.wrong.filter((it) => at !== undefined && it.place?.line === now.groups[at].line);
  return h("section", { class: "corps", "data-key": `corps ${at ?? ""}` }, h("header", {}, h("span", { class: "disc", "aria-hidden": "true" }, symbol("leader")), h("div", {}, h("h3", {}, name), h("p", { class: "note" }, leaders.map((it) => ledBy(it, name)).join("; ") || "no leader yet")), h("b", {}, cost)),
    wrong.map((it) => h("p", { class: "err" }, plain(it.what))),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Troops: ${name}` }, h("table", { class: "roll" }, h("thead", {}, h("tr", {}, h("td"), h("td"), heads.map((it) => h("th", { scope: "col" }, it)), h("th", { scope: "col" }, "points"), h("td"))), h("tbody", {}, rows.map((row) => unitRow(now, row, heads, at))))));
}

/** @param {Muster} now @param {import("./muster.js").Row} row @param {string[]} heads @param {number | undefined} at */
function unitRow(now, row, heads, at) {
  const entry = listOf()?.entries.find((it) => it.id === row.entry);
  const name = entry?.name ?? plain(`\`${row.entry}\``);
  const wrong = now.wrong.filter((it) => it.place && holds(before, row.line, it.place.line));
  const move = now.groups.length > 1 && entry ? h("select", { class: "move", "aria-label": `Move ${name} to`, "data-key": `move ${row.line}`, onchange: (/** @type {any} */ event) => {
    const to = Number(event.target.value);
    change(`${name} to ${now.groups[to].name}`, () => {
      if (!muster) return editor.text;
      const added = changed(editor.text, entry, muster, to, 1);
      return /** @type {string} */ (lessOne(added, entry.id, at, to));
    });
  } }, h("option", { value: "" }, "move to"), now.groups.map((it, to) => (to === at ? null : h("option", { value: to }, it.name)))) : null;
  return h("tr", { class: wrong.length ? "bad" : null, "data-key": `${row.line} ${row.entry}` }, h("td", { class: "plates" }, Array.from({ length: Math.min(row.count, 6) }, () => h("span", { class: "plate small red", "aria-hidden": "true" }, entry?.symbol ? symbol(entry.symbol) : null)), row.count > 6 ? `\u00d7 ${row.count}` : null), h("th", { scope: "row" }, name), heads.map((head) => h("td", { class: "n" }, entry?.values?.find(([name]) => name === head)?.[1] ?? "\u2013")), h("td", { class: "n" }, row.count > 1 ? h("small", {}, `${row.count} \u00d7 ${Math.round(row.cost / row.count)} `) : null, h("b", {}, row.cost)), h("td", { class: "n" }, move));
}

/** The file with one unit of a corps fewer, after one has been added to another: lines below have moved. @param {string} text @param {string} id @param {number | undefined} from @param {number} to */
function lessOne(text, id, from, to) {
  if (!muster) return text;
  const row = muster.rows.filter((it) => it.entry === id && it.group === from).at(-1);
  if (!row) return text;
  const grown = text.split("\n").length - editor.text.split("\n").length;
  const moved = { ...row, line: row.line + (from !== undefined && to < from ? grown : 0) };
  return changed(text, { id, writes: "" }, { ...muster, rows: [moved] }, from, -1);
}

/** The army drawn up in line, corps beside corps. */
function drawLine() {
  const now = muster;
  if (!now) return fill(byId("drawn"));
  const groups = now.groups.length ? now.groups.map((it, at) => ({ name: it.name, rows: now.rows.filter((row) => row.group === at) })) : [{ name: "", rows: now.rows }];
  const list = listOf();
  fill(byId("drawn"), groups.map((group) => h("div", {}, h("span", { class: "line" }, group.rows.flatMap((row) => Array.from({ length: Math.min(row.count, 12) }, () => h("span", { class: "plate small red" }, symbol(list?.entries.find((it) => it.id === row.entry)?.symbol ?? "foot-medium"))))), h("em", {}, group.name))));
}

function drawLaws() {
  const now = muster;
  if (!now) return fill(byId("laws"), h("h2", {}, "Is it legal?"), h("p", { class: "err" }, "The file cannot be read."), editor.says.cloneNode(true));
  const list = listOf();
  const all = (/** @type {Entry} */ it) => now.rows.filter((row) => row.entry === it.id).reduce((sum, row) => sum + row.count, 0);
  const enough = (list?.entries ?? []).filter((it) => it.least && all(it) >= it.least && all(it) <= it.most);
  fill(byId("laws"), h("h2", {}, "Is it legal?"),
    now.wrong.map((it, at) => {
      const how = mends.get(it.what);
      return h("div", { class: "fault", role: "group", "aria-label": `Fault ${at + 1}`, "data-key": `fault ${it.what}` }, faultWords(it), how ? h("button", { class: "btn small go mend", type: "button", onclick: () => change(how.says.toLowerCase(), () => how.text) }, how.says) : null);
    }),
    now.wrong.length ? null : h("p", { class: "fine" }, "\u2713 As the rules want it."),
    enough.length ? h("p", { class: "fine" }, `\u2713 ${enough.map((it) => it.name).join(", ")}: enough`) : null,
    now.cost <= now.budget ? h("p", { class: "fine" }, `\u2713 Within ${now.budget} points`) : null,
    army?.warnings.map((it) => h("p", { class: "note" }, plain(it))),
    special(now), against());
}

/** Special rules of this army, in a sentence each. @param {Muster} now */
function special(now) {
  const list = listOf();
  /** @type {Map<string, { rule: string, who: Set<string> }>} */
  const found = new Map();
  for (const row of now.rows) {
    const entry = list?.entries.find((it) => it.id === row.entry);
    for (const word of entry?.special ?? []) {
      const special = specials[word];
      if (!special) continue;
      const known = found.get(special.says) ?? { rule: special.rule, who: new Set() };
      known.who.add(entry?.name ?? "");
      found.set(special.says, known);
    }
  }
  if (!found.size) return null;
  const box = h("section", { class: "special" }, h("h2", {}, "Special rules in this army"), [...found].map(([name, { rule, who }]) => h("p", { "data-key": name, "data-rule-text": rule }, h("b", {}, capital(name)), " ", h("span", { class: "note" }, [...who].join(", ")), h("br"), h("span", { class: "says" }, texts.get(rule) ?? ""), " ", ruleLink(ruleset.id, rule))));
  if ([...found.values()].some(({ rule }) => !texts.has(rule))) {
    book(ruleset.id).then(({ rules }) => {
      for (const { rule } of found.values()) texts.set(rule, sentence(rules.find((/** @type {any} */ it) => it.id === rule)?.text ?? ""));
      drawLaws();
    }, () => {});
  }
  return box;
}

/** First sentences of rules. @type {Map<string, string>} */
const texts = new Map();

/** @param {string} text */
function sentence(text) {
  const plain = text.replaceAll(/[*`]/g, "").replace(/^\[[^\]]*\]\s*/, "").replace(/\s*\(not in the source\)/, "");
  return /^.{20,}?[.;](?=\s|$)/.exec(plain)?.[0].replace(/;$/, ".") ?? plain;
}

function drawDeeds() {
  const n = muster?.wrong.length ?? 1;
  fill(byId("deeds"),
    h("button", { class: "btn", type: "button", id: "undo", disabled: !past.length, onclick: undo }, past.length ? `Undo: ${past[past.length - 1].what}` : "Undo", h("kbd", {}, "U")),
    h("button", { class: "btn", type: "button", onclick: print }, "Print the roster"),
    h("button", { class: "btn go", type: "button", id: "use", disabled: !army, onclick: use }, "Use it in a battle"), army ? null : h("span", { class: "note" }, `${count(n, "thing", "things")} to mend first`));
  fill(byId("file-ways"), h("button", { class: "btn small", type: "button", onclick: () => editor.save(fileName(muster?.name ?? "army")) }, "Save the file"), editor.opener());
}

// --- Against the field ---------------------------------------------------------------------------

/** Wilson's interval of a share at 95%. @param {Score} score */
function interval({ won, lost, drawn }) {
  const n = won + lost + drawn;
  const share = (won + drawn / 2) / n;
  const z = 1.96;
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return { share, low: middle - half, high: middle + half, half };
}

function against() {
  const rows = ruleset.armies.map((it) => ({ it, score: field.get(it.id) }));
  const all = [...field.values()].reduce((sum, it) => ({ won: sum.won + it.won, lost: sum.lost + it.lost, drawn: sum.drawn + it.drawn }), { won: 0, lost: 0, drawn: 0 });
  const n = all.won + all.lost + all.drawn;
  const over = n ? interval(all) : null;
  const running = fought === editor.text && field.size > 0;
  return h("section", { class: "against", "aria-label": "Against the field" }, h("h2", {}, "Against the field", over ? h("small", {}, ` ${Math.round(100 * over.share)}% \u00b1${Math.ceil(100 * over.half)} of all`) : null),
    running ? h("ul", {}, rows.filter((it) => it.score).map(({ it, score }) => share(it.name, /** @type {Score} */ (score)))) : null,
    h("p", { class: "note" }, running ? `${count(n, "battle", "battles")}, computer against computer, sides and tables changed about.` : army ? "Each ready army fights it, computer against computer, sides and tables changed about." : "When it is legal."),
    h("p", { class: "ways" }, h("button", { class: "btn small", type: "button", id: "fight", disabled: !army, onclick: fight }, running ? "More battles" : "Fight the field")));
}

/** @param {string} name @param {Score} score */
function share(name, score) {
  const { share, low, high, half } = interval(score);
  const line = h("span", { class: `whisker ${low > 0.5 ? "up" : high < 0.5 ? "dn" : ""}`, "aria-hidden": "true" }, h("i"), h("b"));
  const [bar, dot] = /** @type {HTMLElement[]} */ ([...line.children]);
  bar.style.left = `${100 * low}%`;
  bar.style.width = `${100 * (high - low)}%`;
  dot.style.left = `${100 * share}%`;
  return h("li", { "data-key": name }, h("span", {}, name), line, h("span", { class: "n" }, `${Math.round(100 * share)}%`, h("small", {}, ` \u00b1${Math.ceil(100 * half)}`)));
}

/** Fights slices of battles, army by army, until each has enough or the army is another. */
async function fight() {
  const mine = ++fighting;
  const text = editor.text;
  if (fought !== text) field = new Map();
  fought = text;
  const goal = BATTLES + Math.max(0, ...[...field.values()].map((it) => it.won + it.lost + it.drawn));
  for (let round = 0; ; round++) {
    let any = false;
    for (const other of ruleset.armies) {
      const score = field.get(other.id) ?? { won: 0, lost: 0, drawn: 0 };
      const n = score.won + score.lost + score.drawn;
      if (n >= goal) continue;
      any = true;
      let found;
      try {
        found = await post("/api/armies/field", { ruleset: ruleset.id, text, against: other.id, from: n, battles: Math.min(4, goal - n) });
      } catch (error) {
        if (error instanceof ApiError && error.failure.kind === "busy") {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          continue;
        }
        return;
      }
      if (mine !== fighting) return;
      field.set(other.id, { won: score.won + found.won, lost: score.lost + found.lost, drawn: score.drawn + found.drawn });
      drawLaws();
    }
    if (!any) return;
  }
}

// --- Deeds ---------------------------------------------------------------------------------------

async function rename() {
  const now = muster;
  if (!now) return;
  const input = h("input", { type: "text", value: now.name, "aria-label": "Name", maxlength: 60 });
  const sure = await ask(h("dialog", { "aria-label": "Rename" }, h("h2", {}, "What is the army called?"), h("form", { method: "dialog" }, input, h("menu", {}, h("button", { class: "btn", value: "", type: "submit", formnovalidate: true }, "Back"), h("button", { class: "btn go", value: "yes" }, "Rename")))));
  const name = input.value.trim().replaceAll(/["\\]/g, "");
  if (sure !== "yes" || !name) return;
  change(`the name ${now.name}`, () => editor.text.replace(/^name\s*=\s*"[^"]*"/m, `name = "${name}"`));
}

/** A copy to go on with; this army stays as it is. */
function copy() {
  const name = `${muster?.name ?? "Army"}, copy`;
  const text = editor.text.replace(/^name\s*=\s*"[^"]*"/m, `name = "${name}"`);
  const id = freshId();
  keepArmy({ id, ruleset: ruleset.id, name, text, cost: muster?.cost ?? 0, touched: Date.now() });
  open(text, id, "");
}

/** @param {import("./saved.js").Kept} it */
async function remove(it) {
  const sure = await ask(h("dialog", { "aria-label": "Delete" }, h("h2", {}, `Delete ${it.name}?`), h("p", {}, "It is kept in this browser alone."), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Keep it"), h("button", { class: "btn go", value: "yes" }, "Delete")))));
  if (sure !== "yes") return;
  dropArmy(it.id);
  if (it.id === own) await openShipped(ruleset.armies[0].id);
  else draw();
}

/** Takes in an army file, or a list of troops as people paste it. */
async function paste() {
  const area = h("textarea", { class: "file", rows: 12, "aria-label": "An army file or a list of troops", placeholder: "3 Warband\n2 x Slingers\n..." });
  const sure = await ask(h("dialog", { "aria-label": "Import", class: "import" }, h("h2", {}, "An army file, or a list of troops, a line each"), h("form", { method: "dialog" }, area, h("menu", {}, h("button", { class: "btn", value: "" }, "Back"), h("button", { class: "btn go", value: "yes" }, "Take it in")))));
  if (sure === "yes" && area.value.trim()) await takeIn(area.value);
}

/** @param {string} text */
export async function takeIn(text) {
  if (/^\s*(name|list|ruleset|budget)\s*=|\[\[/m.test(text)) {
    const id = freshId();
    return open(text, id, "");
  }
  const list = likeliest(text, lists);
  const { counts, unknown } = understood(text, list.entries);
  const base = await ofList(list.id);
  if (!base || !counts.size) return trouble(counts.size ? "There is no ready army of that list to begin with." : "None of these lines names troops of a list.");
  let now = base;
  // Troops that are not wanted go, those that are wanted come; each change is read again, because lines move.
  for (const entry of list.entries) {
    for (;;) {
      const has = now.muster.rows.filter((row) => row.entry === entry.id).reduce((sum, row) => sum + row.count, 0);
      const wanted = counts.get(entry.id) ?? 0;
      if (has === wanted) break;
      muster = now.muster;
      const by = has < wanted ? 1 : -1;
      const next = changed(now.text, entry, now.muster, bestGroup(entry, by), by);
      now = { text: next, muster: await post("/api/armies/draft", { ruleset: ruleset.id, text: next }) };
    }
  }
  open(now.text.replace(/^name\s*=\s*"[^"]*"/m, `name = "${list.name.replaceAll('"', "")}, pasted"`), freshId(), "");
  if (unknown.length) trouble(`Not understood: ${unknown.slice(0, 4).join("; ")}${unknown.length > 4 ? ` and ${unknown.length - 4} more` : ""}.`);
}

/** A ready army of a list. @param {string} id */
async function ofList(id) {
  for (const { id: army } of ruleset.armies) {
    const { text } = await get(`/api/armies/${ruleset.id}/${army}`);
    const muster = /** @type {Muster} */ (await post("/api/armies/draft", { ruleset: ruleset.id, text }));
    if (muster.list === id) return { text, muster };
  }
  return null;
}

/** @param {string} text */
function trouble(text) {
  ask(h("dialog", { "aria-label": "Import" }, h("p", {}, text), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn go", value: "" }, "Good")))));
}

/** Prints the roster on one sheet: light, no panels, whether it is legal on it. */
function print() {
  for (const details of document.querySelectorAll("details")) details.open = false;
  window.print();
}

/** Takes the army along to the set-up page. */
function use() {
  sessionStorage.setItem("acies.army", JSON.stringify({ ruleset: ruleset.id, text: editor.text }));
  location.href = "/new#army";
}

start();
