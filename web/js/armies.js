// The army builder: troops of a list in a table, counted up and down, with leaders of whom things are chosen; or the army
// file as text. The rules judge both.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { get, post } from "./api.js";
import { Editor, fileName } from "./editor.js";
import { changed, edited, hasPlaces, holds } from "./muster.js";
import { popRules } from "./rulepop.js";
import { tabs } from "./tabs.js";
import { capital, count, quoted, ruleLinks, signed } from "./words.js";

/** @typedef {import("./muster.js").Muster} Muster */
/** @typedef {{ id: string, name: string, cost: number, least: number, most: number, about: string, writes: string }} ListEntry */
/** @typedef {{ id: string, name: string, entries: ListEntry[] }} List */

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
const chosen = { ruleset: "", army: "" };
/** @type {List[]} */
let lists = [];
/** What the file holds so far. @type {Muster | null} */
let muster = null;
/** The army, if the rules want it so. @type {{ name: string, cost: number, roster: string[], warnings: string[] } | null} */
let army = null;
let says = "";

const editor = new Editor("The army file", judge, {
  ruleset: () => chosen.ruleset,
  good: (found) => {
    ({ muster, army } = found);
    // What was pressed meanwhile stays pressed until it is judged too.
    if (!editor.waiting) draw();
  },
  bad: () => {
    muster = army = null;
    draw();
  },
});
const tab = tabs(byId("tabs"), [["table", "Table"], ["text", "Text"]]);

/** What a file holds, and the army if nothing is wrong with it. @param {string} text */
async function judge(text) {
  const file = { ruleset: chosen.ruleset, text };
  const muster = /** @type {Muster} */ (await post("/api/armies/draft", file));
  return { muster, army: muster.wrong.length ? null : await post("/api/armies", file) };
}

async function start() {
  theme();
  popRules();
  loadSymbols();
  fill(byId("text"), editor.area, editor.says);
  try {
    ({ rulesets } = await get("/api/rulesets"));
    await pick(new URLSearchParams(location.search).get("rules") ?? rulesets[0].id);
  } catch (error) {
    fill(byId("choice"), h("p", { class: "err" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {string} id */
async function pick(id) {
  const ruleset = rulesets.find((it) => it.id === id) ?? rulesets[0];
  chosen.ruleset = ruleset.id;
  ({ lists } = await get(`/api/lists/${ruleset.id}`));
  await begin(ruleset.armies[0]?.id ?? "");
}

/** Begins with a shipped army. @param {string} id */
async function begin(id) {
  chosen.army = id;
  says = "";
  editor.text = id ? (await get(`/api/armies/${chosen.ruleset}/${id}`)).text : "";
  const ruleset = rulesets.find((it) => it.id === chosen.ruleset) ?? rulesets[0];
  fill(byId("choice"),
    h("label", {}, "Rules ", h("select", { id: "ruleset", onchange: (/** @type {any} */ event) => pick(event.target.value) }, rulesets.map((it) => h("option", { value: it.id, selected: it.id === ruleset.id }, it.name)))),
    h("label", {}, "Begin with ", h("select", { id: "shipped", onchange: (/** @type {any} */ event) => begin(event.target.value) }, ruleset.armies.map((it) => h("option", { value: it.id, selected: it.id === chosen.army }, it.name)))),
    editor.opener());
}

function draw() {
  drawProblems();
  drawTable();
  drawResult();
}

/** @param {import("./types").Failure} wrong */
function problem(wrong) {
  return [`${capital(quoted(wrong.what))} `, ...ruleLinks(chosen.ruleset, wrong.reason?.rules ?? []), wrong.hint ? h("span", { class: "note" }, ` ${capital(quoted(wrong.hint.split("\n")[0]))}.`) : null];
}

/** What is wrong where: in a line of the file. @param {number} line */
const wrongIn = (line) => (muster?.wrong ?? []).filter((it) => it.place?.line === line);

/** What is wrong with the units that are written there. @param {number} row */
const wrongOf = (row) => (muster?.wrong ?? []).filter((it) => it.place && holds(editor.text, row, it.place.line));

/** What is wrong with troops and corps, and said there. */
const inTroops = () => [...(muster?.rows ?? []).flatMap((row) => wrongOf(row.line)), ...(muster?.groups ?? []).flatMap((group) => wrongIn(group.line))];

/** What is wrong with the army as a whole, and where else in the file. */
function drawProblems() {
  const shown = new Set([...inTroops(), ...(muster?.leaders ?? []).flatMap((leader) => wrongOf(leader.line))]);
  const others = (muster?.wrong ?? []).filter((it) => !shown.has(it));
  fill(byId("problems"), others.map((it) => h("li", { class: "err" }, it.place ? h("button", { class: "btn small", type: "button", onclick: () => { tab("text"); editor.show(it.place?.line ?? 1); } }, `Line ${it.place.line}`) : null, problem(it))));
}

/** A table of what the list has: a row of troops, a column of each corps. */
function drawTable() {
  const list = lists.find((it) => it.id === muster?.list);
  const now = muster;
  if (!now) return fill(byId("table"), h("p", { class: "note" }, "The file cannot be read: see the text."));
  const groups = now.groups.length ? now.groups.map((_, at) => at) : [undefined];
  const known = new Set(list?.entries.map((it) => it.id));
  const others = [...new Set(now.rows.map((row) => row.entry))].filter((id) => !known.has(id)).map((id) => ({ id, name: id, cost: 0, least: 0, most: 0, about: "not of this list", writes: "" }));
  const head = h("tr", {}, h("th", { scope: "col" }, list?.name ?? "Free choice"), h("th", { scope: "col", class: "n" }, "Points"), h("th", { scope: "col", class: "n" }, "Units"),
    now.groups.map((group) => h("th", { scope: "col", class: "many" }, group.name, wrongIn(group.line).map((it) => h("small", { class: "err" }, problem(it))))),
    now.groups.length ? null : h("th", { scope: "col", class: "many" }, "In the army"), h("th", { scope: "col", class: "n" }, "Cost"));
  fill(byId("table"), says ? h("p", { class: "note" }, says) : null, h("div", { class: "scroll" }, h("table", { class: "muster" }, h("thead", {}, head), h("tbody", {}, [...(list?.entries ?? []), ...others].flatMap((entry) => troopRows(now, entry, groups))), h("tfoot", {}, footRow(now, groups)))), staff(now));
}

/** Leaders, each with what can be chosen of him. @param {Muster} now */
function staff(now) {
  if (!now.leaders.length && !now.more.length) return null;
  const add = now.more.map((option) => h("button", { class: "btn small", type: "button", onclick: () => alter((it) => it.more.find(({ name }) => name === option.name)?.edits) }, `Add: ${option.name.toLowerCase()}`, h("small", {}, ` ${option.cost} points`)));
  return h("section", { class: "staff", "aria-label": "Leaders" }, h("h2", {}, "Leaders"), h("ul", {}, now.leaders.map(leaderItem)), add.length ? h("p", { class: "ways" }, add) : null);
}

/** @param {import("./muster.js").Leader} leader @param {number} at */
function leaderItem(leader, at) {
  // By then the file may have changed: the same leader is meant, and the same choice.
  const same = (/** @type {Muster} */ it) => (it.leaders[at]?.name === leader.name ? it.leaders[at] : undefined);
  const selects = leader.selects.map(({ name, options }, n) => {
    const dear = options.some((it) => it.cost !== options[0].cost);
    const word = (/** @type {import("./muster.js").Option} */ it) => (dear ? `${it.name}, ${count(it.cost, "point", "points")}` : it.name);
    if (options.length === 1) return h("span", { class: "field" }, h("small", {}, name), h("b", {}, word(options[0])));
    const known = options.some((it) => it.on);
    return h("label", { class: "field" }, h("small", {}, name), h("select", { "data-key": `${at} ${n}`, "aria-label": `${name} of ${leader.name}`, onchange: (/** @type {any} */ event) => {
      const { value } = event.target;
      alter((it) => same(it)?.selects[n]?.options.find((option) => option.name === value)?.edits);
    } }, known ? null : h("option", { value: "", selected: true }, "\u2013"), options.map((it) => h("option", { value: it.name, selected: it.on }, word(it)))));
  });
  const switches = leader.switches.map((option, n) => h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `${at} ${n}`, "aria-label": `${option.name}, ${leader.name}`, checked: option.on, onchange: () => alter((it) => same(it)?.switches[n]?.edits) }), option.name,
    option.cost === leader.cost ? null : h("small", {}, ` ${signed((option.cost - leader.cost) * (option.on ? -1 : 1))}`)));
  const shown = new Set(inTroops());
  const wrong = wrongOf(leader.line).filter((it) => !shown.has(it));
  return h("li", { "data-key": `${at} ${leader.name}`, class: wrong.length ? "bad" : null },
    h("span", { class: "who" }, h("b", {}, leader.name), h("small", {}, count(leader.cost, "point", "points"))), h("span", { class: "fields" }, selects, switches),
    leader.without ? h("button", { class: "btn small", type: "button", "aria-label": `Remove ${leader.name}`, onclick: () => alter((it) => same(it)?.without) }, "Remove") : null,
    wrong.map((it) => h("p", { class: "err" }, problem(it))));
}

/** Edits the file by what is known of it when all that came before is. @param {(now: Muster) => import("./muster.js").Edit[] | undefined} edits */
function alter(edits) {
  editor.change(() => {
    if (muster) editor.text = edited(editor.text, edits(muster) ?? []);
  });
}

/** @param {Muster} now @param {ListEntry} entry @param {(number | undefined)[]} groups */
function troopRows(now, entry, groups) {
  const rows = now.rows.filter((row) => row.entry === entry.id);
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  const cost = rows.reduce((sum, row) => sum + row.cost, 0);
  const wrong = rows.flatMap((row) => wrongOf(row.line));
  const off = all < entry.least || all > entry.most;
  const cells = groups.map((group) => {
    const n = rows.filter((row) => row.group === group).reduce((sum, row) => sum + row.count, 0);
    const where = group === undefined ? "" : ` in ${now.groups[group].name}`;
    const step = (/** @type {1 | -1} */ by) => h("button", { class: "btn small step", type: "button", disabled: by < 0 ? !n : !entry.writes, "aria-label": `${by > 0 ? "Add" : "Remove"} ${entry.name}${where}`, onclick: () => change(entry, group, by) }, by > 0 ? "+" : "\u2212");
    return h("td", { class: "many", "data-label": group === undefined ? null : now.groups[group].name }, h("span", { class: "steps" }, step(-1), h("output", { class: n ? "" : "none" }, n), step(1)));
  });
  const range = entry.least === entry.most ? String(entry.most) : `${entry.least}\u2013${entry.most}`;
  const row = h("tr", { class: wrong.length ? "bad" : null, "data-key": entry.id }, h("th", { scope: "row" }, entry.name, h("small", {}, entry.about)), h("td", { class: "n" }, entry.cost || ""), h("td", { class: "n" }, h("span", { class: off ? "err" : "" }, `${all} of ${range}`)), cells, h("td", { class: "n" }, cost || ""));
  const span = 4 + groups.length;
  return [row, ...wrong.map((it, at) => h("tr", { class: "why-row", "data-key": `${entry.id} ${at}` }, h("td", { colspan: span, class: "err" }, problem(it))))];
}

/** The units of each corps, and the points of all. @param {Muster} now @param {(number | undefined)[]} groups */
function footRow(now, groups) {
  const units = (/** @type {number | undefined} */ group) => now.rows.filter((row) => row.group === group);
  const cost = now.rows.reduce((sum, row) => sum + row.cost, 0);
  const rest = now.cost - cost;
  return h("tr", {}, h("th", { scope: "row" }, "Together", rest ? h("small", {}, `${count(rest, "point", "points")} for leaders and camp`) : null), h("td", {}), h("td", { class: "n" }, now.rows.reduce((sum, row) => sum + row.count, 0)),
    groups.map((group) => h("td", { class: "many", "data-label": group === undefined ? null : now.groups[group].name }, `${units(group).reduce((sum, row) => sum + row.count, 0)} units, ${units(group).reduce((sum, row) => sum + row.cost, 0)} points`)),
    h("td", { class: `n ${now.cost > now.budget ? "err" : ""}` }, `${now.cost} of ${now.budget}`));
}

/** One unit more or fewer. @param {ListEntry} entry @param {number | undefined} group @param {1 | -1} by */
function change(entry, group, by) {
  editor.change(() => {
    if (!muster) return;
    if (hasPlaces(editor.text)) says = "The units have no places any more: they deploy when the army takes the field.";
    editor.text = changed(editor.text, entry, muster, group, by);
  });
}

/** The army as the rules see it. */
function drawResult() {
  const file = fileName(muster?.name ?? "army");
  const over = muster && muster.cost > muster.budget;
  fill(byId("result"),
    muster ? [h("h2", {}, muster.name), h("p", { class: `cost ${over ? "err" : ""}`, role: "status" }, `${muster.cost} of ${muster.budget} points${army ? ", as the rules want it." : `, ${count(muster.wrong.length, "thing", "things")} to mend.`}`)] : h("p", { class: "note" }, "The file cannot be read."),
    army ? [...army.warnings.map((it) => h("p", { class: "note" }, capital(it))), h("ol", { class: "roster" }, army.roster.map((line) => h("li", {}, line)))] : null,
    h("p", { class: "ways" },
      h("button", { class: "btn", type: "button", onclick: () => editor.save(file) }, "Save the file"),
      army ? h("button", { class: "btn go", type: "button", id: "use", onclick: use }, "Use it in a battle") : null,
      army ? h("button", { class: "btn plain", type: "button", onclick: () => window.print() }, "Print the roster") : null));
}

/** Takes the army along to the set-up page. */
function use() {
  sessionStorage.setItem("acies.army", JSON.stringify({ ruleset: chosen.ruleset, text: editor.text }));
  location.href = "/new#army";
}

start();
