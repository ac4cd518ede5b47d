// The battle designer: terrain and units on a drawing, dragged without any rule in the way, or the position file as text.
import { byId, fill, h, loadSymbols, s, theme } from "./dom.js";
import { ApiError, begin, get, post } from "./api.js";
import { carried } from "./drag.js";
import { Editor, fileName } from "./editor.js";
import { GroundEditor, middle, outlineOf, round, shifted } from "./grounds.js";
import { BattleMap } from "./map.js";
import { toggledGround, withArea, withOutline, withPose, withTerrain, without } from "./position.js";
import { popRules } from "./rulepop.js";
import { tabs } from "./tabs.js";
import { capital, quoted, ruleLinks, usualLevel } from "./words.js";

/** @typedef {import("./drag.js").Pose} Pose */
/** @typedef {import("./types").Spot} Spot */
/** @typedef {import("./grounds.js").GroundCard} GroundCard */

/** Degrees that a button turns by, and how many steps can be taken back. */
const TURN = 15;
const KEPT = 100;

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
const chosen = { ruleset: "", battle: "" };
/** @type {GroundCard[]} */
let cards = [];
/** @type {import("./types").Scene | null} */
let scene = null;
/** Where the file has the pieces of the scene. @type {import("./position.js").Written[]} */
let pieces = [];
/** How many lines the file had when they were known. */
let known = 0;
const lines = (/** @type {string} */ text) => text.split("\n").length;
/** What is wrong with the file. @type {import("./types").Failure | null} */
let wrong = null;
/** Texts before the last changes. @type {string[]} */
let past = [];
/** @type {string[]} */
let group = [];
/** @type {{ ids: string[], to: Pose } | null} */
let dragged = null;

const editor = new Editor("The position file", (text) => post("/api/positions", { ruleset: chosen.ruleset, text }).catch((error) => {
  wrong = error instanceof ApiError ? error.failure : null;
  throw error;
}), {
  ruleset: () => chosen.ruleset,
  good: (found) => {
    pieces = found.pieces;
    known = lines(editor.text);
    wrong = null;
    // What has been done since is on the drawing already.
    if (!editor.waiting) scene = found.scene;
    draw();
  },
  bad: () => {
    if (lines(editor.text) !== known) pieces = [];
    draw();
  },
});

const map = new BattleMap(byId("map"), {
  piece: (piece) => select([piece]),
  area: (area) => {
    const { card } = ground;
    if (card) write((text) => toggledGround(text, area, card.word));
  },
  ground: () => {
    ground.select(null);
    select([]);
  },
  ghost: () => {},
  drop: (piece, area) => write((text) => at(text, piece, (line) => withArea(text, line, area))),
  view: () => ground?.draw(),
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
  details: (piece) => select([piece]),
});
const ground = new GroundEditor(map, {
  movable: (id) => Boolean(lineOf(id)),
  selected: (id) => {
    if (id) group = [];
    draw();
  },
  moved: (id, outline) => lies(id, outline),
  laid: (card, at) => lay(card, at),
});
const tab = tabs(byId("tabs"), [["lay", "Lay out"], ["text", "Text"]]);

async function start() {
  theme();
  popRules();
  await loadSymbols();
  fill(byId("text"), editor.area, editor.says);
  document.addEventListener("keydown", keys);
  // What is dragged is where it is dropped: nothing marches here.
  map.jumps = map.wide = true;
  try {
    ({ rulesets } = await get("/api/rulesets"));
    pick(new URLSearchParams(location.search).get("rules") ?? rulesets[0].id);
  } catch (error) {
    fill(byId("choice"), h("p", { class: "err" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {string} id */
async function pick(id) {
  const ruleset = rulesets.find((it) => it.id === id) ?? rulesets[0];
  chosen.ruleset = ruleset.id;
  ({ grounds: cards } = await get(`/api/grounds/${ruleset.id}`));
  ground.card = null;
  return open(ruleset.battles[0]?.id ?? "");
}

/** Begins with a shipped battle. @param {string} id */
async function open(id) {
  chosen.battle = id;
  group = [];
  past = [];
  ground.selected = null;
  editor.text = id ? (await get(`/api/positions/${chosen.ruleset}/${id}`)).text : "";
  const ruleset = rulesets.find((it) => it.id === chosen.ruleset) ?? rulesets[0];
  fill(byId("choice"),
    h("label", {}, "Rules ", h("select", { id: "ruleset", onchange: (/** @type {any} */ event) => pick(event.target.value) }, rulesets.map((it) => h("option", { value: it.id, selected: it.id === ruleset.id }, it.name)))),
    h("label", {}, "Begin with ", h("select", { id: "shipped", onchange: (/** @type {any} */ event) => open(event.target.value) }, ruleset.battles.map((it) => h("option", { value: it.id, selected: it.id === id }, it.name)))),
    editor.opener());
  drawArmies(ruleset);
}

/** Changes the file so that it can be taken back. @param {(text: string) => string} change */
function write(change) {
  editor.change(() => {
    const text = change(editor.text);
    if (text === editor.text) return;
    past = [...past.slice(-KEPT), editor.text];
    editor.text = text;
  });
}

function undo() {
  editor.change(() => {
    const text = past.pop();
    if (text !== undefined) editor.text = text;
  });
}

/** Changes the lines that a piece has in the file, if it is there. @param {string} text @param {string} id @param {(line: import("./position.js").Written) => string} change */
function at(text, id, change) {
  const line = lineOf(id);
  return line ? change(line) : text;
}

/** A piece of terrain lies there at once, not only when the file has been judged. @param {string} id @param {Spot[]} outline */
function lies(id, outline) {
  if (scene) scene = { ...scene, terrain: scene.terrain.map((it) => (it.id === id ? { ...it, lies: { outline } } : it)) };
  write((text) => at(text, id, (line) => withOutline(text, line, outline)));
  draw();
}

/** Units or leaders stand there at once. @param {Map<string, Pose>} poses */
function stand(poses) {
  const moved = (/** @type {any} */ it) => (poses.has(it.id) ? { ...it, at: { pose: poses.get(it.id) } } : it);
  if (scene) scene = { ...scene, bases: scene.bases.map(moved), leaders: scene.leaders.map(moved) };
  write((text) => [...poses].reduce((text, [id, pose]) => at(text, id, (line) => withPose(text, line, pose)), text));
  draw();
}

/** The lines that a piece has in the file. @param {string} id */
function lineOf(id) {
  return pieces.find((piece) => piece.id === id);
}

/** @param {string[]} ids */
function select(ids) {
  group = ids;
  if (ids.length) ground.selected = null;
  draw();
}

// --- Drawing ----------------------------------------------------------------------------------

function draw() {
  drawSelected();
  drawPalette();
  drawWays();
  drawWrong();
  if (!scene) return;
  const poses = scene.bases.filter((base) => "pose" in base.at).map((base) => base.id);
  const board = Boolean(scene.areas?.length);
  const open = new Set(board && ground.card ? (scene.areas ?? []).filter((area) => !area.reserve).map((area) => area.id) : []);
  map.draw(scene, { can: new Set(board ? scene.bases.concat(/** @type {any} */ (scene.leaders)).map((it) => it.id) : []), selected: group[0] ?? null, group: new Set(group.length > 1 ? group : []), loose: new Set(poses), together: new Set(), targets: new Set(), open, aim: null, ghosts: [], pill: null, moved: new Map(), drag: board });
  ground.draw();
}

/** Two armies of the lists, drawn up by the computer. @param {import("./types").RulesetCard} ruleset */
function drawArmies(ruleset) {
  const choice = (/** @type {string} */ side, /** @type {number} */ at) => h("label", {}, h("i", { class: `chip ${side}` }), ` ${capital(side)} `, h("select", { name: side }, ruleset.armies.map((it, n) => h("option", { value: it.id, selected: n === at }, it.name))));
  fill(byId("hosts"), h("h2", {}, "Armies"), h("form", { onsubmit: drawUp }, choice("red", 0), choice("blue", 1), h("button", { class: "btn" }, "Draw them up")));
}

/** @param {SubmitEvent} event */
async function drawUp(event) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  try {
    const { text } = await post("/api/positions/armies", { ruleset: chosen.ruleset, armies: { red: form.get("red"), blue: form.get("blue") } });
    group = [];
    ground.selected = null;
    map.own = false;
    write(() => text);
  } catch (error) {
    editor.wrong(error);
    tab("text");
  }
}

/** The pieces of terrain that can be laid. */
function drawPalette() {
  const button = (/** @type {GroundCard} */ card) => h("button", { class: "btn small piece", type: "button", "aria-pressed": String(ground.card === card), onclick: () => {
    ground.card = ground.card === card ? null : card;
    draw();
  } }, picture(card), card.name);
  const board = Boolean(scene?.areas?.length);
  const hint = ground.card ? (board ? `Click the areas that have ${ground.card.name.toLowerCase()}, or no longer.` : `Click the table to lay ${ground.card.name.toLowerCase()}, or press Enter for the middle.`) : board ? "Choose a kind of ground, then its areas." : "Choose a piece, then its place; drag pieces on the table, and turn them by the round handle.";
  fill(byId("palette"), h("h2", {}, "Terrain"), h("p", { class: "note", role: "status" }, hint), h("div", { class: "toggles" }, cards.map(button)));
}

/** @param {GroundCard} card */
function picture(card) {
  if (!card.outline.length) return null;
  const far = Math.max(...card.outline.flat().map(Math.abs)) * 1.15;
  return s("svg", { class: `swatch k-${card.kind}`, viewBox: `${-far} ${-far} ${2 * far} ${2 * far}`, "aria-hidden": "true" }, s("path", { d: `M${card.outline.map(([x, y]) => `${x} ${-y}`).join("L")}Z` }));
}

/** What is selected, with its place in numbers. */
function drawSelected() {
  const box = byId("selected");
  const piece = scene?.terrain.find((it) => it.id === ground.selected);
  const base = scene?.bases.find((it) => it.id === group[0]) ?? scene?.leaders.find((it) => it.id === group[0]);
  const outline = outlineOf(piece);
  if (box.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
  if (piece && outline) {
    const [x, y] = middle(outline);
    // From where it lies by then: two fields may be filled in before the first is drawn.
    const to = (/** @type {(at: Spot) => Spot} */ by, /** @type {number} */ degrees) => {
      const now = outlineOf(scene?.terrain.find((it) => it.id === piece.id));
      if (now) lies(piece.id, shifted(now, by(middle(now)), degrees));
    };
    fill(box, h("h2", {}, piece.name ?? capital(piece.id.split("/")[0].replaceAll("_", " "))), h("p", { class: "note" }, piece.says, ". ", ...ruleLinks(chosen.ruleset, piece.rules)),
      h("div", { class: "numbers" }, number("East", x, (value) => to(([x]) => [value - x, 0], 0)), number("North", y, (value) => to(([, y]) => [0, value - y], 0)),
        h("button", { class: "btn small", type: "button", "aria-label": "Turn left", onclick: () => to(() => [0, 0], -TURN) }, "\u21ba"), h("button", { class: "btn small", type: "button", "aria-label": "Turn right", onclick: () => to(() => [0, 0], TURN) }, "\u21bb"),
        h("button", { class: "btn small", type: "button", id: "remove", onclick: remove }, "Take it away")));
  } else if (base && "pose" in base.at && lineOf(base.id)) {
    const { pose } = base.at;
    const to = (/** @type {Partial<Pose>} */ change) => {
      const now = [...(scene?.bases ?? []), ...(scene?.leaders ?? [])].find((it) => it.id === base.id)?.at;
      if (now && "pose" in now) stand(new Map([[base.id, { ...now.pose, ...change }]]));
    };
    fill(box, h("h2", {}, base.name), h("p", { class: "note" }, base.about.join(" ")),
      h("div", { class: "numbers" }, number("East", pose.x, (x) => to({ x })), number("North", pose.y, (y) => to({ y })), number("Facing", pose.facing, (facing) => to({ facing: ((facing % 360) + 360) % 360 })),
        group.length === 1 ? h("button", { class: "btn small", type: "button", id: "remove", onclick: remove }, "Take it away") : h("span", { class: "note" }, `and ${group.length - 1} more`)));
  } else if (base) fill(box, h("h2", {}, base.name), h("p", { class: "note" }, base.about.join(" "), " Drag it to another area."));
  else fill(box);
}

/** @param {string} name @param {number} value @param {(value: number) => void} then */
function number(name, value, then) {
  return h("label", {}, name, h("input", { type: "number", step: name === "Facing" ? 5 : 0.5, value: round(value), onchange: (/** @type {any} */ event) => Number.isFinite(event.target.valueAsNumber) && then(event.target.valueAsNumber) }));
}

/** What is wrong, beside the piece that it is about. */
function drawWrong() {
  const box = byId("why");
  const line = wrong?.place?.line ?? 0;
  const piece = pieces.find(({ from, to }) => line >= from && line <= to);
  box.hidden = !wrong;
  if (!wrong) return;
  fill(box, h("h3", {}, "Not so"), h("p", {}, `${capital(quoted(wrong.what))}. `, ...ruleLinks(chosen.ruleset, wrong.reason?.rules ?? [])), wrong.hint ? h("p", { class: "note" }, capital(quoted(wrong.hint))) : null,
    h("p", { class: "ways" }, past.length ? h("button", { class: "btn small", type: "button", onclick: undo }, "Take it back") : null, line ? h("button", { class: "btn small", type: "button", onclick: () => { tab("text"); editor.show(line); } }, `Line ${line}`) : null));
  const outline = outlineOf(scene?.terrain.find((it) => it.id === piece?.id));
  const at = piece ? map.onScreen(piece.id) ?? (outline ? map.shownAt(middle(outline)) : null) : null;
  const { clientWidth: w, clientHeight: high } = byId("canvas");
  box.style.left = `${Math.max(8, Math.min(at ? at.x + 30 : 12, w - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(at ? at.y - 20 : 12, high - box.offsetHeight - 8))}px`;
}

function drawWays() {
  fill(byId("ways"),
    h("button", { class: "btn", type: "button", id: "back", disabled: !past.length, onclick: undo }, "Undo"),
    h("button", { class: "btn", type: "button", onclick: () => editor.save(fileName(scene?.title ?? "battle")) }, "Save the file"),
    h("button", { class: "btn go", type: "button", id: "play", disabled: Boolean(wrong) || !scene, onclick: play }, "Play it against the computer"),
    h("span", { class: "note" }, wrong ? "The file cannot be played as it is." : "Drag units, by a front corner to turn them; Shift adds to a group or ropes one in."));
}

// --- Deeds ------------------------------------------------------------------------------------

/** Lays a new piece. @param {GroundCard} card @param {Spot} at */
function lay(card, at) {
  ground.card = null;
  group = [];
  write((text) => {
    ground.selected = `${card.word}/${text.split("[[terrain]]").length - 1}`;
    return withTerrain(text, card.word, shifted(card.outline, at, 0));
  });
}

/** Takes away what is selected. */
function remove() {
  const id = ground.selected ?? group[0] ?? "";
  ground.selected = null;
  group = [];
  write((text) => at(text, id, (line) => without(text, line)));
}

/** Writes the new places into the file. @param {boolean} moved */
function drop(moved) {
  const done = dragged;
  dragged = null;
  map.wanted(null);
  const first = done ? map.poseOf(done.ids[0]) : null;
  if (!moved || !done || !first) return;
  stand(new Map(done.ids.flatMap((id) => {
    const known = map.poseOf(id);
    return known ? [[id, carried(known.pose, first.pose, done.to)]] : [];
  })));
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") undo();
  else if (event.key === "Delete" || event.key === "Backspace") remove();
  else if (event.key === "Escape") {
    ground.card = null;
    ground.select(null);
    select([]);
  } else if (event.key === "Enter" && ground.card?.outline.length && scene && !target.matches("button:not(.piece)")) {
    const { left, bottom, width, height } = scene.table;
    lay(ground.card, [left + width / 2, bottom + height / 2]);
  } else if (event.key === "Enter" && map.svg.contains(target) && map.focusId) select([map.focusId]);
  else return;
  event.preventDefault();
}

async function play() {
  const level = usualLevel(rulesets.find((it) => it.id === chosen.ruleset)?.levels ?? []);
  try {
    location.href = await begin({ ruleset: chosen.ruleset, position: { text: editor.text }, seats: { red: "me", blue: level }, dice: "app" });
  } catch (error) {
    editor.wrong(error);
    tab("text");
  }
}

start();
