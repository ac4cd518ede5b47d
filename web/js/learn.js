// Learning: a first battle with decisions and their reasons, and an umpire's puzzles. Both are data of the ruleset; the
// referee judges every answer.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { get } from "./api.js";
import { BattleMap } from "./map.js";
import { popRules } from "./rulepop.js";
import { capital, count, minus, percent, ruleLink, ruleLinks, shortFace, withDice } from "./words.js";

/** @typedef {{ says: string, good: boolean, why: string }} Answer */
/** @typedef {{ name: string, about: string, side: string, at: number, of: number, scene: import("./types").Scene, news: import("./types").Entry[], ask: string, answers: Answer[], rule: string | null }} Moment */
/** @typedef {{ at: number, of: number, ask: string, side: string, scene: import("./types").Scene, answers: string[], right: number, because: string, rules: string[], chances: [number, number, number][], point: string }} Solved */
/** @typedef {{ name: string, lessons: { id: string, name: string, about: string, decisions: number }[], puzzles: number }} Courses */

const [, , of, what] = location.pathname.split("/");
const ruleset = of || sessionStorage.getItem("acies.rules") || "virtus";
/** @type {BattleMap | null} */
let map = null;
let serial = 0;

// --- How far one has come, in this browser -------------------------------------------------------

/** @returns {Record<string, any>} */
function known() {
  try {
    return JSON.parse(localStorage.getItem("acies.learnt") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} key @param {any} value */
function keep(key, value) {
  localStorage.setItem("acies.learnt", JSON.stringify({ ...known(), [key]: value }));
}

async function start() {
  theme();
  popRules();
  try {
    await loadSymbols();
    if (what) {
      window.addEventListener("hashchange", show);
      document.addEventListener("keydown", keys);
      await show();
    } else await courses();
  } catch (error) {
    fill(byId("lesson"), h("p", { class: "err" }, error instanceof Error ? error.message : String(error)));
  }
}

/** What there is to learn, of every ruleset. */
async function courses() {
  const { rulesets } = await get("/api/rulesets");
  const all = await Promise.all(rulesets.map((/** @type {any} */ it) => get(`/api/lessons/${it.id}`).then((/** @type {Courses} */ found) => ({ id: it.id, ...found }))));
  const sorted = all.filter((it) => it.lessons.length || it.puzzles).sort((a, b) => Number(b.id === of) - Number(a.id === of));
  byId("page").classList.add("list");
  fill(byId("lesson"), h("h1", {}, "Learn by playing"), sorted.map(({ id, name, lessons, puzzles }) => h("section", {}, h("h2", {}, name), h("ul", { class: "go-on" }, lessons.map((/** @type {Courses["lessons"][0]} */ it) => {
    const done = known()[`${id}/${it.id}`] ?? 0;
    return h("li", {}, h("div", {}, h("a", { href: `/learn/${id}/${it.id}#${done >= it.decisions ? 0 : done}` }, it.name), h("p", {}, `${it.about} ${count(it.decisions, "decision", "decisions")}${done ? `, ${done >= it.decisions ? "all" : done} done` : ""}.`)), h("a", { class: "btn go", href: `/learn/${id}/${it.id}#${done >= it.decisions ? 0 : done}`, "aria-label": `${done && done < it.decisions ? "Go on with" : "Begin"} ${it.name}, ${name}` }, done && done < it.decisions ? "Go on" : "Begin"));
  }), puzzles ? h("li", {}, h("div", {}, h("a", { href: `/learn/${id}/puzzles#0` }, "Umpire's puzzles"), h("p", {}, `${count(puzzles, "position", "positions")} with a question; the referee says why. ${count(Object.keys(known()[`${id}/puzzles`] ?? {}).length, "answer", "answers")} right so far.`)), h("a", { class: "btn", href: `/learn/${id}/puzzles#0`, "aria-label": `Puzzles, ${name}` }, "Puzzles")) : null))));
}

const number = () => Math.max(0, Number(location.hash.slice(1)) || 0);

async function show() {
  const mine = ++serial;
  byId("table").hidden = false;
  if (what === "puzzles") {
    const puzzle = /** @type {Solved} */ (await get(`/api/puzzles/${ruleset}/${number()}`));
    if (mine === serial) drawPuzzle(puzzle, null);
    return;
  }
  const moment = /** @type {Moment} */ (await get(`/api/lessons/${ruleset}/${what}/${number()}`));
  if (mine !== serial) return;
  const key = `${ruleset}/${what}`;
  if (moment.at > (known()[key] ?? 0)) keep(key, moment.at);
  drawLesson(moment, new Set());
}

/** @param {import("./types").Scene} scene @param {string} asks the pieces that the question names are marked */
function drawMap(scene, asks) {
  map ??= new BattleMap(byId("map"), { piece: () => {}, area: () => {}, ground: () => {}, ghost: () => {}, drop: () => {}, grip: () => [], drag: () => {}, dropped: () => {}, lasso: () => {}, several: () => {}, details: () => {}, view: () => {} });
  map.wide = Boolean(scene.areas?.length);
  if (map.scene !== scene) map.draw(scene, { can: new Set(), selected: null, targets: new Set(), open: new Set(), aim: null, ghosts: [], pill: null, moved: new Map(), drag: false, group: new Set(), loose: new Set(), together: new Set(), pointed: new Set(scene.bases.filter((it) => new RegExp(`\\b${it.name.replaceAll(/[^\p{L}\p{N} ]/gu, ".")}(?! \\d|\\w)`, "u").test(asks)).map((it) => it.id)) });
  fill(byId("armies"), ["red", "blue"].map((seat, at) => h("div", { class: `army ${seat}` }, h("i", { class: `chip ${seat}` }), h("b", {}, scene.sides[at].name), scene.sides[at].bars.map((it) => h("span", {}, it.says)))));
  fill(byId("strip"), (scene.pools ?? []).map((pool) => h("div", { class: "slot" }, h("span", { class: `card ${pool.card ? "" : "none"}` }, pool.card ? shortFace(pool.card.face) : ""), h("span", {}, h("small", {}, pool.name), h("small", {}, pool.says)))));
}

/** Goes to another decision or puzzle. @param {number} at */
function go(at) {
  location.hash = `#${at}`;
}

/** @param {string[]} words */
const heading = (...words) => h("p", { class: "note" }, words.join(", "));

/** A decision: its question, the answers, and after an answer why. @param {Moment} moment @param {Set<number>} tried */
function drawLesson(moment, tried) {
  drawMap(moment.scene, [moment.ask, ...moment.answers.map((it) => it.says)].join(". "));
  byId("rules").textContent = moment.name;
  document.title = `${moment.name}, ${moment.at + 1} of ${moment.of} \u00b7 Acies`;
  const over = moment.at >= moment.of;
  const right = [...tried].some((n) => moment.answers[n].good);
  const news = moment.news.filter((it) => !it.heading).slice(-6);
  fill(byId("lesson"), heading(moment.name, over ? "the end" : `decision ${moment.at + 1} of ${moment.of}`),
    h("progress", { max: moment.of, value: moment.at, "aria-label": "How far" }),
    news.length ? h("ul", { class: "news-list" }, news.map((it) => h("li", {}, it.by ? h("i", { class: `chip ${it.by}` }) : null, " ", withDice(capital(it.line), it.by)))) : null,
    h("h1", { id: "ask", tabindex: "-1" }, moment.ask),
    h("ol", { class: "answers" }, moment.answers.map((answer, n) => h("li", { "data-key": answer.says }, h("button", { type: "button", class: tried.has(n) ? (answer.good ? "right" : "wrong") : "", disabled: right && !tried.has(n), "data-good": tried.has(n) ? String(answer.good) : null, onclick: () => drawLesson(moment, new Set([...tried, n])) }, h("kbd", {}, n + 1), h("span", {}, capital(minus(answer.says)))), tried.has(n) ? h("p", { class: answer.good ? "why-good" : "why-bad" }, `${answer.good ? "Yes. " : "Not so good. "}${answer.why} `, answer.good && moment.rule ? ruleLink(ruleset, moment.rule) : null) : null))),
    h("p", { class: "ways" }, moment.at ? h("button", { class: "btn", type: "button", onclick: () => go(moment.at - 1) }, "Back") : null,
      right ? h("button", { class: "btn go", type: "button", id: "next", onclick: () => go(moment.at + 1) }, moment.at + 1 < moment.of ? "Go on" : "To the end") : null,
      over ? [h("a", { class: "btn go", href: "/" }, "Play a battle"), h("a", { class: "btn", href: `/learn/${ruleset}/puzzles#0` }, "Umpire's puzzles")] : null,
      h("a", { class: "btn plain", href: `/learn/${ruleset}` }, over ? "All lessons" : "Leave; it is kept")));
  if (right) byId("next").focus();
  else if (!tried.size) byId("ask").focus({ preventScroll: true });
}

/** A position with a question; after an answer what the referee says. @param {Solved} puzzle @param {number | null} given */
function drawPuzzle(puzzle, given) {
  drawMap(puzzle.scene, [puzzle.ask, ...puzzle.answers].join(". "));
  byId("rules").textContent = "Umpire's puzzles";
  document.title = `Puzzle ${puzzle.at + 1} of ${puzzle.of} \u00b7 Acies`;
  const key = `${ruleset}/puzzles`;
  const done = known()[key] ?? {};
  if (given === puzzle.right && !done[puzzle.at]) keep(key, { ...done, [puzzle.at]: true });
  const answered = given !== null;
  fill(byId("lesson"), heading("Umpire's puzzles", `${puzzle.at + 1} of ${puzzle.of}`, `${puzzle.side} asks`), h("progress", { max: puzzle.of, value: puzzle.at, "aria-label": "How far" }),
    h("h1", { id: "ask", tabindex: "-1" }, puzzle.ask),
    h("ol", { class: "answers" }, puzzle.answers.map((answer, n) => h("li", { "data-key": answer }, h("button", { type: "button", disabled: answered, class: answered ? (n === puzzle.right ? "right" : n === given ? "wrong" : "") : "", "data-good": answered ? String(n === puzzle.right) : null, onclick: () => drawPuzzle(puzzle, n) }, h("kbd", {}, n + 1), h("span", {}, capital(minus(answer))), answered && puzzle.chances.length ? h("b", {}, `${percent(puzzle.chances[n][0])} for, ${percent(puzzle.chances[n][2])} against`) : null)))),
    answered ? h("div", { class: given === puzzle.right ? "why-good" : "why-bad", id: "because" }, h("p", {}, h("b", {}, given === puzzle.right ? "Right. " : "No. "), puzzle.chances.length ? "" : `${capital(minus(puzzle.because))}. `, ruleLinks(ruleset, puzzle.rules.slice(0, 4))), h("p", {}, puzzle.point)) : null,
    h("p", { class: "ways" }, puzzle.at ? h("button", { class: "btn", type: "button", onclick: () => go(puzzle.at - 1) }, "Back") : null, puzzle.at + 1 < puzzle.of ? h("button", { class: answered ? "btn go" : "btn", type: "button", id: "next", onclick: () => go(puzzle.at + 1) }, answered ? "Next" : "Skip") : null, h("a", { class: "btn plain", href: `/learn/${ruleset}` }, "All lessons")));
  if (answered) document.getElementById("next")?.focus();
  else byId("ask").focus({ preventScroll: true });
}

/** Figures answer. @param {KeyboardEvent} event */
function keys(event) {
  if (event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (/^[1-9]$/.test(event.key)) /** @type {HTMLElement | undefined} */ (document.querySelectorAll(".answers button:not(:disabled)")[Number(event.key) - 1])?.click();
}

start();
