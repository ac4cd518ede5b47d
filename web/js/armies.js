// The army builder: an army file, judged by the rules while it is written, and the lists that it is made from.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { get, post } from "./api.js";
import { Editor, fileName } from "./editor.js";
import { popRules } from "./rulepop.js";
import { capital, count } from "./words.js";

/** @typedef {{ id: string, name: string, entries: { name: string, cost: number, least: number, most: number, about: string, writes: string }[] }} List */

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
const chosen = { ruleset: "", army: "" };
/** @type {List[]} */
let lists = [];
/** @type {{ name: string, cost: number, roster: string[], warnings: string[] } | null} */
let army = null;

const editor = new Editor("The army file", (text) => post("/api/armies", { ruleset: chosen.ruleset, text }), {
  ruleset: () => chosen.ruleset,
  good: (found) => {
    army = found;
    drawResult();
  },
  bad: () => {
    army = null;
    drawResult();
  },
});

async function start() {
  theme();
  popRules();
  loadSymbols();
  fill(byId("file"), editor.area, editor.says);
  editor.area.addEventListener("input", drawLists);
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
  editor.text = id ? (await get(`/api/armies/${chosen.ruleset}/${id}`)).text : "";
  draw();
}

function draw() {
  const ruleset = rulesets.find((it) => it.id === chosen.ruleset) ?? rulesets[0];
  fill(byId("choice"),
    h("label", {}, "Rules ", h("select", { id: "ruleset", onchange: (/** @type {any} */ event) => pick(event.target.value) }, rulesets.map((it) => h("option", { value: it.id, selected: it.id === ruleset.id }, it.name)))),
    h("label", {}, "Begin with ", h("select", { id: "shipped", onchange: (/** @type {any} */ event) => begin(event.target.value) }, ruleset.armies.map((it) => h("option", { value: it.id, selected: it.id === chosen.army }, it.name)))),
    editor.opener());
  drawLists();
  drawResult();
}

/** What can be added: the list that the file names first. */
function drawLists() {
  const named = /^\s*list\s*=\s*"([^"]*)"/m.exec(editor.text)?.[1];
  const shown = lists.filter((list) => list.id === named);
  fill(byId("lists"), (shown.length ? shown : lists).map((list) => h("details", { open: list.id === named }, h("summary", {}, list.name),
    h("ul", { class: "troops" }, list.entries.map((entry) => h("li", {}, h("button", { class: "btn small", type: "button", "aria-label": `Add ${entry.name}`, onclick: () => editor.add(entry.writes) }, "+"),
      h("span", {}, h("b", {}, entry.name), h("small", {}, `${entry.about}; ${count(entry.cost, "point", "points")}; ${entry.least === entry.most ? entry.most : `${entry.least} to ${entry.most}`}`))))))));
}

/** The army as the rules see it. */
function drawResult() {
  const file = fileName(army?.name ?? "army");
  fill(byId("result"),
    army ? [h("h2", {}, army.name), h("p", { class: "cost" }, count(army.cost, "point", "points"), ", as the rules want it."),
      ...army.warnings.map((it) => h("p", { class: "note" }, capital(it))),
      h("ol", { class: "roster" }, army.roster.map((line) => h("li", {}, line)))] : h("p", { class: "note" }, "Not yet as the rules want it: see below the file."),
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
