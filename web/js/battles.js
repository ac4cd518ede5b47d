// The battle designer: a position file, the map that it makes, and units that are dragged on it without any rule in the way.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { begin, get, post } from "./api.js";
import { carried } from "./drag.js";
import { Editor, fileName } from "./editor.js";
import { BattleMap } from "./map.js";
import { popRules } from "./rulepop.js";

/** @typedef {import("./drag.js").Pose} Pose */

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
const chosen = { ruleset: "", battle: "" };
/** @type {import("./types").Scene | null} */
let scene = null;
/** @type {string[]} */
let group = [];
/** @type {{ ids: string[], to: Pose } | null} */
let dragged = null;

const editor = new Editor("The position file", (text) => post("/api/positions", { ruleset: chosen.ruleset, text }), {
  ruleset: () => chosen.ruleset,
  good: (found) => {
    scene = found.scene;
    draw();
  },
  bad: () => drawWays(false),
});

const map = new BattleMap(byId("map"), {
  piece: (piece) => select([piece]),
  area: () => {},
  ground: () => select([]),
  ghost: () => {},
  drop: () => {},
  view: () => {},
  grip: (piece, more) => {
    select(more ? [...group.filter((id) => id !== piece), piece] : group.includes(piece) ? group : [piece]);
    return [piece, ...group.filter((id) => id !== piece)];
  },
  drag: (ids, to) => {
    dragged = { ids, to };
    map.wanted({ ids, to, verdict: "ok", says: `${to.x.toFixed(2)}, ${to.y.toFixed(2)}` });
  },
  dropped: (moved) => drop(moved),
  lasso: (ids) => select(ids),
  several: (ids) => select([ids[0]]),
});

async function start() {
  theme();
  popRules();
  await loadSymbols();
  fill(byId("file"), editor.area, editor.says);
  try {
    ({ rulesets } = await get("/api/rulesets"));
    pick(new URLSearchParams(location.search).get("rules") ?? rulesets[0].id);
  } catch (error) {
    fill(byId("choice"), h("p", { class: "err" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {string} id */
function pick(id) {
  const ruleset = rulesets.find((it) => it.id === id) ?? rulesets[0];
  chosen.ruleset = ruleset.id;
  return open(ruleset.battles[0]?.id ?? "");
}

/** Begins with a shipped battle. @param {string} id */
async function open(id) {
  chosen.battle = id;
  group = [];
  editor.text = id ? (await get(`/api/positions/${chosen.ruleset}/${id}`)).text : "";
  const ruleset = rulesets.find((it) => it.id === chosen.ruleset) ?? rulesets[0];
  fill(byId("choice"),
    h("label", {}, "Rules ", h("select", { id: "ruleset", onchange: (/** @type {any} */ event) => pick(event.target.value) }, rulesets.map((it) => h("option", { value: it.id, selected: it.id === ruleset.id }, it.name)))),
    h("label", {}, "Begin with ", h("select", { id: "shipped", onchange: (/** @type {any} */ event) => open(event.target.value) }, ruleset.battles.map((it) => h("option", { value: it.id, selected: it.id === id }, it.name)))),
    editor.opener());
}

/** @param {string[]} ids */
function select(ids) {
  group = ids;
  const line = ids.length === 1 ? lineOf(ids[0]) : -1;
  if (line >= 0 && !dragged) editor.show(line + 1);
  draw();
}

function draw() {
  if (!scene) return;
  const poses = scene.bases.filter((base) => "pose" in base.at).map((base) => base.id);
  map.draw(scene, { can: new Set(), selected: group[0] ?? null, group: new Set(group.length > 1 ? group : []), loose: new Set(poses), targets: new Set(), open: new Set(), aim: null, ghosts: [], pill: null, moved: new Map(), drag: false });
  drawWays(true);
}

/** @param {boolean} good */
function drawWays(good) {
  fill(byId("ways"),
    h("button", { class: "btn", type: "button", onclick: () => editor.save(fileName(scene?.title ?? "battle")) }, "Save the file"),
    h("button", { class: "btn go", type: "button", id: "play", disabled: !good, onclick: play }, "Play it against the computer"),
    h("span", { class: "note" }, good ? "Drag units on the map, by a front corner to turn them; Shift adds to a group or ropes one in." : "The map shows the last position that could be read."));
}

/** The line of the file that has a unit: the one with its key, among those of its side. @param {string} id */
function lineOf(id) {
  const [seat, key] = id.split("/");
  const lines = editor.text.split("\n");
  const from = lines.findIndex((line) => line.trim() === `[${seat}]`);
  return from < 0 ? -1 : lines.findIndex((line, at) => at > from && line.includes(`key = "${key}"`));
}

/** Writes the new places into the file. @param {boolean} moved */
function drop(moved) {
  const done = dragged;
  dragged = null;
  map.wanted(null);
  const first = done ? map.poseOf(done.ids[0]) : null;
  if (!moved || !done || !first) return;
  const lines = editor.text.split("\n");
  const round = (/** @type {number} */ it) => String(Number(it.toFixed(2)));
  for (const id of done.ids) {
    const [at, known] = [lineOf(id), map.poseOf(id)];
    if (at < 0 || !known) continue;
    const to = carried(known.pose, first.pose, done.to);
    lines[at] = lines[at].replace(/\bat = \[[^\]]*\]/, `at = [${round(to.x)}, ${round(to.y)}, ${round(to.facing)}]`);
  }
  editor.text = lines.join("\n");
}

async function play() {
  const level = rulesets.find((it) => it.id === chosen.ruleset)?.levels.at(-1) ?? "random";
  try {
    location.href = await begin({ ruleset: chosen.ruleset, position: { text: editor.text }, seats: { red: "me", blue: level }, dice: "app" });
  } catch (error) {
    editor.wrong(error);
  }
}

start();
