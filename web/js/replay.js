// The replay page: any moment of a battle, and playing on from it.
import { ask, byId, fill, h, icon, loadSymbols, s, theme } from "./dom.js";
import { begin, get, mineOf } from "./api.js";
import { LogView } from "./log.js";
import { BattleMap, baseNode, leaderNode } from "./map.js";
import { popRules } from "./rulepop.js";

/** @typedef {{ by: string, turn: number, words: string[], heading: boolean }} Step */

const id = location.pathname.split("/")[2] ?? "";
const SPEEDS = [0.5, 1, 2, 4, 8];

const ui = {
  /** @type {import("./types").Summary | null} */ summary: null,
  /** @type {Step[]} */ steps: [],
  at: 0,
  shown: 0,
  view: "both",
  /** @type {import("./types").Scene | null} */ scene: null,
  /** @type {import("./types").Entry[]} */ log: [],
  /** @type {string | null} */ selected: null,
  speed: 1,
  /** @type {number | undefined} */ timer: undefined,
  asked: 0,
};

const log = new LogView(byId("log"), { empty: "Nothing has happened yet.", moment: null, first: "This action" });
const map = new BattleMap(byId("map"), {
  piece: (piece) => select(piece),
  area: () => {},
  ground: () => {
    ui.selected = null;
    draw();
  },
  ghost: () => {},
  drop: () => {},
  grip: () => [],
  drag: () => {},
  dropped: () => {},
  lasso: () => {},
  several: (ids) => select(ids[0]),
  details: (piece) => select(piece),
  view: () => {},
});

/** @param {string} piece */
function select(piece) {
  ui.selected = ui.selected === piece ? null : piece;
  draw();
}

async function start() {
  theme();
  popRules();
  await loadSymbols();
  try {
    const held = mineOf(id)?.seats ?? {};
    const seat = /** @type {import("./types").Seat | undefined} */ (Object.keys(held)[0]);
    ui.summary = await get(`/api/battles/${id}`, seat && held[seat]);
    ui.steps = (await get(`/api/battles/${id}/steps`, seat && held[seat])).steps;
    ui.view = !ui.summary?.over && seat ? seat : "both";
  } catch (error) {
    byId("static").textContent = `${error instanceof Error ? error.message : error}`;
    return;
  }
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));
  bar();
  go(location.hash ? Number(location.hash.slice(1)) || 0 : 0);
}

/** @param {string} text */
function line(text) {
  const box = byId("line");
  box.hidden = !text;
  box.textContent = text;
}

/** Goes to the position after so many actions. @param {number} at */
async function go(at) {
  ui.at = Math.max(0, Math.min(at, ui.steps.length));
  const mine = ++ui.asked;
  try {
    const held = mineOf(id)?.seats ?? {};
    const secret = held[/** @type {import("./types").Seat} */ (ui.view)] ?? Object.values(held)[0];
    const answer = await get(`/api/battles/${id}/replay?at=${ui.at}&view=${ui.view}`, secret);
    if (mine !== ui.asked) return;
    // Ways lead from the position before.
    if (answer.at !== ui.shown + 1) answer.scene.ways = [];
    ui.shown = answer.at;
    ui.scene = answer.scene;
    map.pace = ui.speed;
    ui.log = answer.log;
    const problem = ui.summary?.problem;
    line(problem ? `This record does not check. Line ${problem.line}: ${problem.what}. It is shown up to there.` : "");
    history.replaceState(null, "", `#${ui.at}`);
    draw();
  } catch (error) {
    if (mine === ui.asked) line(error instanceof Error ? error.message : String(error));
  }
}

function draw() {
  const { scene, summary } = ui;
  if (!scene || !summary) return;
  byId("static").hidden = true;
  byId("title").textContent = scene.title;
  document.title = `${scene.title}, replay \u00b7 Acies`;
  byId("rules").textContent = `${summary.ruleset_name}, replay`;
  byId("turn").textContent = scene.turn.says;
  fill(byId("phases"), scene.turn.phases.map((phase) => h("li", { class: phase.on ? "on" : null }, phase.name)));
  fill(byId("armies"), ["red", "blue"].map((seat, at) => h("div", { class: `army ${seat}` }, h("i", { class: `chip ${seat}` }), h("b", {}, scene.sides[at].name), scene.sides[at].bars.map((it) => h("span", {}, it.says)))));
  fill(byId("opp"), (scene.hands ?? []).filter((hand) => hand.cards?.length).flatMap((hand) => [h("i", { class: `chip ${hand.seat}` }), ...(hand.cards ?? []).map((card) => h("span", { class: "card" }, card.face))]));
  map.draw(scene, { can: new Set(), selected: ui.selected, targets: new Set(), open: new Set(), aim: null, ghosts: [], pill: null, moved: new Map(), drag: false, group: new Set(), loose: new Set(), together: new Set() });
  fill(byId("strip"), (scene.pools ?? []).map((pool) => h("div", { class: "slot" }, h("span", { class: `card ${pool.card ? "" : "none"}` }, pool.card?.face ?? ""), h("span", {}, h("small", {}, pool.name), h("small", {}, pool.says)))));
  const over = ui.at === ui.steps.length && summary.over;
  fill(byId("question"), h("em", {}, `Action ${ui.at} of ${ui.steps.length}: `), over ? `${over.winner ? `victory of ${summary.sides[over.winner]}` : "drawn"}: ${over.how}` : ui.at ? (ui.steps[ui.at - 1].words[0] ?? `turn ${ui.steps[ui.at - 1].turn}`) : "before the first action");
  /** @type {HTMLInputElement} */ (byId("slider")).value = String(ui.at);
  byId("slider").setAttribute("aria-valuetext", ui.at ? `action ${ui.at}, turn ${ui.steps[ui.at - 1].turn}` : "start");
  fill(byId("play"), icon(ui.timer ? "pause" : "play"));
  log.draw(summary.ruleset, ui.log, [], summary.sides);
  fill(byId("turns"), h("h3", {}, "Turns"), h("ol", {}, turns().map(({ at, text }) => h("li", {}, h("a", { href: `#${at}` }, text)))));
  unit(scene);
}

/** @param {import("./types").Scene} scene */
function unit(scene) {
  const base = scene.bases.find((it) => it.id === ui.selected);
  const leader = scene.leaders.find((it) => it.id === ui.selected);
  const piece = base ?? leader;
  if (!piece) return fill(byId("unit"));
  const picture = s("svg", { viewBox: base ? "-38 -24 76 48" : "-24 -18 48 36", "aria-hidden": "true" }, base ? baseNode(base, map.k, "area" in base.at ? base.at.area.facing : base.at.pose.facing) : leader ? leaderNode(leader, map.k) : null);
  fill(byId("unit"), picture, h("h2", {}, piece.name), h("p", {}, piece.about.join(" ")));
}

/** Where each turn begins. */
function turns() {
  return ui.steps.flatMap((step, at) => {
    const heading = step.words.find((word) => /^Turn \d+/.test(word));
    return heading ? [{ at: at + 1, text: heading }] : [];
  });
}

function bar() {
  const button = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick, id = "") => h("button", { class: "ico", type: "button", id: id || null, "aria-label": label, title: label, onclick }, icon(name));
  const n = Math.max(ui.steps.length, 1);
  const routs = ui.steps.flatMap((step, at) => (step.words.some((word) => /routed|eliminated|lost|killed/.test(word)) ? [at + 1] : []));
  const marks = s("svg", { viewBox: `0 0 ${n} 10`, preserveAspectRatio: "none", "aria-hidden": "true" }, turns().map(({ at }) => s("path", { class: "t", d: `M${at} 0V10` })), routs.map((at) => s("path", { class: "r", d: `M${at} 5V10` })));
  const slider = h("input", { type: "range", id: "slider", min: 0, max: ui.steps.length, value: 0, "aria-label": "Moment", oninput: (/** @type {any} */ event) => {
    stop();
    go(Number(event.target.value));
  } });
  fill(byId("bar"), button("first", "First (Home)", () => jump(0)), button("back", "Back (left)", () => jump(ui.at - 1)), button("play", "Play (Space)", play, "play"), button("forward", "Forward (right)", () => jump(ui.at + 1)), button("last", "Last (End)", () => jump(ui.steps.length)),
    h("span", { class: "marks-bar" }, marks, slider),
    h("select", { "aria-label": "Speed", onchange: (/** @type {any} */ event) => { ui.speed = Number(event.target.value); } }, SPEEDS.map((it) => h("option", { value: it, selected: it === 1 }, `${it}\u00d7`))),
    h("select", { "aria-label": "Seen by", onchange: (/** @type {any} */ event) => {
      ui.view = event.target.value;
      go(ui.at);
    } }, [["both", "Spectator"], ["red", ui.summary?.sides.red ?? "red"], ["blue", ui.summary?.sides.blue ?? "blue"]].map(([value, text]) => h("option", { value, selected: value === ui.view }, text))),
    h("button", { class: "btn", type: "button", onclick: share }, "Link to this moment"),
    ui.summary?.over || ui.summary?.imported ? h("button", { class: "btn", type: "button", onclick: fork }, "Play on from here") : null,
    ui.summary?.over ? h("a", { class: "btn", href: `/api/battles/${id}/record`, download: `${ui.summary.name}.jsonl` }, "Record") : null);
}

/** @param {number} at */
function jump(at) {
  stop();
  go(at);
}

function play() {
  if (ui.timer) return stop();
  if (ui.at >= ui.steps.length) ui.at = 0;
  const next = async () => {
    await go(ui.at + 1);
    if (ui.at >= ui.steps.length) return stop();
    ui.timer = window.setTimeout(next, 1000 / ui.speed);
  };
  ui.timer = window.setTimeout(next, 50);
  draw();
}

function stop() {
  clearTimeout(ui.timer);
  ui.timer = undefined;
  draw();
}

async function share() {
  const address = `${location.origin}/replay/${id}#${ui.at}`;
  await navigator.clipboard?.writeText(address).catch(() => {});
  line(`Copied: ${address}`);
}

/** A new battle from this moment. */
async function fork() {
  const level = "centurion";
  const answer = await ask(h("dialog", { "aria-label": "Play on from here" }, h("h2", {}, "Play on from here"), h("p", {}, `A new battle begins after action ${ui.at}.`), h("form", { method: "dialog" }, h("menu", {},
    h("button", { class: "btn", value: "" }, "Back"), h("button", { class: "btn", value: "both" }, "Both sides"), h("button", { class: "btn", value: "blue" }, `As ${ui.summary?.sides.blue}`), h("button", { class: "btn go", value: "red" }, `As ${ui.summary?.sides.red}`)))));
  if (!answer) return;
  const seats = answer === "both" ? { red: "me", blue: "me" } : answer === "red" ? { red: "me", blue: level } : { red: level, blue: "me" };
  try {
    location.href = await begin({ at: ui.at, seats, dice: "app" }, `/api/battles/${id}/fork`);
  } catch (error) {
    line(error instanceof Error ? error.message : String(error));
  }
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("select, button, a, summary") && event.key === " ") return;
  if (target.matches("select") || document.querySelector("dialog[open]")) return;
  const deeds = /** @type {Record<string, () => void>} */ ({ ArrowLeft: () => jump(ui.at - 1), ArrowRight: () => jump(ui.at + 1), Home: () => jump(0), End: () => jump(ui.steps.length), " ": play, f: () => map.fit() });
  if (!deeds[event.key]) return;
  event.preventDefault();
  deeds[event.key]();
}

start();
