// Looking back on a battle: any moment of it, everything that happened, who stood how, and how it ended. The battle is
// asked for as a whole; a page that was saved has it inside and asks nobody.
import { ask, byId, fill, h, icon, loadSymbols, s, symbol, theme } from "./dom.js";
import { begin, get, mineOf } from "./api.js";
import { faces, losses, says, scenes } from "./film.js";
import { arrange } from "./layout.js";
import { BattleMap } from "./map.js";
import { popRules } from "./rulepop.js";
import { capital, count, die, percent, ruleLink, shortFace, signed, withDice } from "./words.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./film.js").Film} Film */
/** @typedef {{ at: number, by: Seat, turn: number, action: string, words: string, red: number, luck: number, cost: number, better: { action: string, words: string } | null }} Judgement */
/** @typedef {{ of: number, done: number, positions: number, decisions: number, start: number, steps: Judgement[] }} Analysis */

const SPEEDS = [1, 4];
/** So many changes of the chance are turning points. */
const POINTS = 5;
/** Milliseconds until an analysis that is being counted is asked for again. */
const PAUSE = 1500;

/** What a saved page has inside. @type {{ summary: import("./types").Summary, film: Film, analysis?: Analysis } | null} */
const kept = JSON.parse(document.getElementById("kept")?.textContent ?? "null");
const id = kept ? kept.summary.id : location.pathname.split("/")[2] ?? "";

const ui = {
  /** @type {import("./types").Summary | null} */ summary: null,
  /** @type {Film | null} */ film: null,
  /** @type {Scene[]} */ scenes: [],
  at: 0,
  end: false,
  view: "both",
  filter: "all",
  speed: 1,
  /** @type {number | undefined} */ timer: undefined,
  /** @type {Analysis | null} */ analysis: null,
  look: "glance",
  counting: "",
  /** @type {string | null} */ selected: null,
};

const map = new BattleMap(byId("map"), {
  piece: (piece) => {
    ui.selected = ui.selected === piece ? null : piece;
    drawMap();
  },
  area: () => {},
  ground: () => {
    ui.selected = null;
    drawMap();
  },
  ghost: () => {},
  drop: () => {},
  grip: () => [],
  drag: () => {},
  dropped: () => {},
  lasso: () => {},
  several: () => {},
  details: () => {},
  view: () => {},
});
// Panels come and go here, and nobody has anything in hand.
map.refits = true;

const secret = () => {
  const held = mineOf(id)?.seats ?? {};
  return held[/** @type {Seat} */ (ui.view)] ?? Object.values(held)[0];
};

async function start() {
  theme();
  popRules();
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", fromAddress);
  if (kept) {
    document.querySelector("#kept-symbols svg")?.classList.add("sr");
    const box = document.getElementById("kept-symbols");
    if (box) box.hidden = false;
    ui.summary = kept.summary;
    ui.analysis = kept.analysis ?? null;
    take(kept.film);
    return;
  }
  await loadSymbols();
  try {
    const held = Object.keys(mineOf(id)?.seats ?? {});
    ui.summary = await get(`/api/battles/${id}`, secret());
    ui.view = !ui.summary?.over && held.length === 1 ? held[0] : "both";
    await load();
  } catch (error) {
    byId("static").textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  analyse();
}

/** Asks for the whole battle as it is seen by somebody. */
async function load() {
  take(await get(`/api/battles/${id}/film?view=${ui.view}`, secret()));
}

/** @param {Film} film */
function take(film) {
  ui.film = film;
  ui.scenes = scenes(film);
  byId("static").hidden = true;
  fromAddress();
}

/** Asks how the battle stood, until all of it is counted. */
async function analyse() {
  const { summary } = ui;
  if (!summary?.over && !summary?.imported) return;
  try {
    const found = await get(`/api/battles/${id}/analysis?look=${ui.look}`, secret());
    // What is counted at a glance stays until more is known than that.
    if (found.done > 0 || !ui.analysis) ui.analysis = found;
    ui.counting = found.done < found.of ? `Counting ${found.done} of ${found.of}.` : "";
    draw();
    if (found.done < found.of) window.setTimeout(analyse, PAUSE);
  } catch {
    // Without an analysis the list, the map and the end are there all the same.
  }
}

const frames = () => ui.film?.frames ?? [];

function fromAddress() {
  const hash = location.hash.slice(1);
  ui.end = hash === "end" || (hash === "" && Boolean(ui.summary?.over) && Boolean(kept));
  if (ui.end) ui.at = frames().length;
  else ui.at = Math.max(0, Math.min(Number(hash) || 0, frames().length));
  draw();
}

/** @param {number} at */
function go(at) {
  const to = Math.max(0, Math.min(at, frames().length));
  if (location.hash === `#${to}`) return draw();
  history.replaceState(null, "", `#${to}`);
  fromAddress();
}

// --- Numbers -------------------------------------------------------------------------------------

/** Red's chance to win after each action, from the start. */
function chances() {
  const { analysis } = ui;
  return analysis ? [analysis.start, ...analysis.steps.map((it) => it.red)] : [];
}

/** How far a chance may be off, in shares of one. */
function error() {
  const n = ui.analysis?.positions ?? 0;
  return n ? 1.96 * Math.sqrt(0.25 / n) : 0;
}

/** What a decision and its throw changed, in points for the first side. @param {number} at from 1 */
function points(at) {
  const step = ui.analysis?.steps[at - 1];
  if (!step) return null;
  const before = chances()[at - 1];
  const luck = 100 * step.luck;
  const choice = ui.analysis?.decisions ? (step.by === "red" ? -100 : 100) * step.cost : 100 * (step.red - before) - luck;
  return { choice: Math.round(choice), dice: Math.round(luck) };
}

/** The actions after which the chance changed most. @returns {number[]} */
function turningPoints() {
  const all = chances();
  const changes = all.slice(1).map((it, at) => ({ at: at + 1, by: Math.abs(it - all[at]) })).filter((it) => it.by > Math.max(0.02, error()));
  return changes.sort((a, b) => b.by - a.by).slice(0, POINTS).map((it) => it.at).sort((a, b) => a - b);
}

// --- Drawing -------------------------------------------------------------------------------------

function draw() {
  const { summary, film } = ui;
  if (!summary || !film) return;
  const scene = ui.scenes[ui.at];
  byId("title").textContent = scene.title;
  const over = summary.over;
  const how = over ? (over.winner ? `${summary.sides[over.winner]} won on turn ${summary.turn}` : "drawn") : "not over yet";
  byId("rules").textContent = `${summary.ruleset_name}, ${count(frames().length, "action", "actions")}, ${how}`;
  document.title = `${scene.title}, ${ui.end ? "how it ended" : "replay"} \u00b7 Acies`;
  byId("page").dataset.view = ui.end ? "end" : "moment";
  for (const [node, is] of /** @type {[string, boolean][]} */ ([["ending", ui.end], ["throws", ui.end], ["losses", ui.end], ["told", !ui.end], ["better", !ui.end], ["bar", !ui.end], ["caption", !ui.end]])) byId(node).hidden = !is;
  drawMap();
  drawArmies(scene);
  drawGraph();
  if (ui.end) drawEnd();
  else {
    drawBar();
    drawTold();
    drawBetter();
  }
}

/** The moment on the map: what moved is dashed where it came from. */
function drawMap() {
  const shown = { can: new Set(), selected: ui.selected, targets: new Set(), open: new Set(), aim: null, ghosts: [], pill: null, moved: new Map(), drag: false, group: new Set(), loose: new Set(), together: new Set() };
  const before = ui.scenes[ui.at - 1];
  map.pace = ui.speed;
  // Reserves are part of the battle.
  map.wide = Boolean(ui.scenes[0].areas?.length);
  if (before && !ui.end && map.scene !== before && map.scene !== ui.scenes[ui.at]) map.draw(before, shown);
  if (map.scene !== ui.scenes[ui.at] || ui.selected !== null) map.draw(ui.scenes[ui.at], shown);
  crosses();
  const piece = [...ui.scenes[ui.at].bases, ...ui.scenes[ui.at].leaders].find((it) => it.id === ui.selected);
  byId("line").textContent = piece ? `${piece.name}. ${piece.about.join(" ")}` : problem();
}

function problem() {
  const found = ui.summary?.problem;
  return found ? `This record does not check. Line ${found.line}: ${found.what}. It is shown up to there.` : "";
}

/** At the end, a cross where each lost unit stood last. */
function crosses() {
  const layer = map.layers.losses;
  layer.querySelectorAll(".gone").forEach((it) => it.remove());
  if (!ui.end) return;
  const left = new Set(ui.scenes[ui.at].bases.map((it) => it.id));
  const done = new Set();
  for (let at = ui.scenes.length - 1; at >= 0; at--) {
    const lost = ui.scenes[at].bases.filter((it) => !left.has(it.id) && !done.has(it.id));
    if (!lost.length) continue;
    const stands = arrange(ui.scenes[at], map.k);
    for (const base of lost) {
      done.add(base.id);
      const stand = stands.get(base.id);
      if (stand) layer.append(s("path", { class: `gone ${base.seat}`, d: `M${stand.x - 7} ${stand.y - 6}l14 12m0 -12l-14 12` }));
    }
  }
}

/** @param {Scene} scene */
function drawArmies(scene) {
  fill(byId("armies"), ["red", "blue"].map((seat, at) => {
    const side = scene.sides[at];
    const bar = side.bars[0];
    const filled = h("i");
    if (bar) filled.style.width = `${Math.min(100, (100 * bar.value) / Math.max(1, bar.of))}%`;
    return h("div", { class: `army ${seat}` }, h("i", { class: `chip ${seat}` }), h("b", {}, side.name), bar ? h("span", { class: "bar", "aria-hidden": "true" }, filled) : null, side.bars.map((it) => h("span", {}, it.says)));
  }));
  fill(byId("opp"), (scene.hands ?? []).filter((hand) => hand.cards?.length).flatMap((hand) => [h("i", { class: `chip ${hand.seat}` }), ...(hand.cards ?? []).map((card) => h("span", { class: "card", title: card.face }, shortFace(card.face)))]));
  fill(byId("strip"), (scene.pools ?? []).map((pool) => h("div", { class: "slot" }, h("span", { class: `card ${pool.card ? "" : "none"}` }, pool.card ? shortFace(pool.card.face) : ""), h("span", {}, h("small", {}, pool.name), h("small", {}, pool.says)))));
}

function drawBar() {
  const n = frames().length;
  const frame = frames()[ui.at - 1];
  fill(byId("caption"), h("em", {}, frame ? `Action ${ui.at} of ${n}, turn ${frame.turn}: ` : `Before the first of ${count(n, "action", "actions")}`), frame ? withDice(says(frame), frame.by) : null);
  const button = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick, id = "") => h("button", { class: "ico", type: "button", id: id || null, "data-key": label, "aria-label": label, title: label, onclick }, icon(name));
  const seats = /** @type {[string, string][]} */ ([["both", "Both seats"], ["red", ui.summary?.sides.red ?? "red"], ["blue", ui.summary?.sides.blue ?? "blue"]]);
  const finished = Boolean(ui.summary?.over || ui.summary?.imported);
  fill(byId("bar"), button("first", "First (Home)", () => jump(0)), button("back", "Back (left)", () => jump(ui.at - 1)), button(ui.timer ? "pause" : "play", "Play (Space)", play, "play"), button("forward", "Forward (right)", () => jump(ui.at + 1)), button("last", "Last (End)", () => jump(n)),
    h("input", { type: "range", id: "slider", "data-key": "slider", min: 0, max: n, value: ui.at, "aria-label": "Moment", "aria-valuetext": frame ? `action ${ui.at}, turn ${frame.turn}` : "start", oninput: (/** @type {any} */ event) => jump(Number(event.target.value)) }),
    h("span", { class: "seg", role: "group", "aria-label": "Speed" }, SPEEDS.map((it) => h("button", { type: "button", "aria-pressed": String(it === ui.speed), onclick: () => {
      ui.speed = it;
      draw();
    } }, `${it}\u00d7`))),
    finished && !kept ? h("span", { class: "seg", role: "group", "aria-label": "Seen by" }, seats.map(([value, text]) => h("button", { type: "button", "aria-pressed": String(value === ui.view), onclick: () => {
      ui.view = value;
      load();
    } }, text))) : null,
    kept ? null : h("button", { class: "btn", type: "button", onclick: share }, "Copy link"),
    ui.summary?.over ? h("a", { class: "btn", href: "#end" }, "How it ended") : null,
    finished && !kept ? h("button", { class: "btn go", type: "button", id: "fork", onclick: () => fork(ui.at) }, "Play on from here") : null);
  /** @type {HTMLInputElement} */ (byId("slider")).value = String(ui.at);
}

/** Everything that happened, by turn, every line a button. */
function drawTold() {
  const marks = turningPoints();
  const seen = ui.analysis !== null;
  const all = frames().map((frame, at) => ({ frame, at: at + 1, mark: marks.indexOf(at + 1) + 1 }));
  const wanted = all.filter(({ frame, mark }) => (ui.filter === "all" ? true : ui.filter === "points" ? mark : frame.log.some((it) => faces(it.line).length)));
  const filter = (/** @type {string} */ name, /** @type {string} */ text) => h("button", { type: "button", "aria-pressed": String(ui.filter === name), onclick: () => {
    ui.filter = name;
    drawTold();
  } }, text);
  let turn = 0;
  const rows = wanted.flatMap(({ frame, at, mark }) => {
    const head = frame.turn !== turn ? h("li", { class: "turn-head", "data-key": `turn ${frame.turn}` }, `Turn ${frame.turn}`) : null;
    turn = frame.turn;
    const by = points(at);
    const worth = (/** @type {number | undefined} */ n) => h("span", { class: `n ${n ? (n > 0 ? "up" : "dn") : ""}` }, n === undefined ? "" : n ? signed(n) : "\u00b7");
    return [head, h("li", { "data-key": `act ${at}` }, h("button", { type: "button", class: at === ui.at ? "on" : "", "aria-current": at === ui.at ? "true" : null, id: `act-${at}`, onclick: () => jump(at) }, h("span", { class: "n" }, at), h("i", { class: `chip ${frame.by}` }), h("span", { class: "says" }, withDice(says(frame), frame.by), mark ? h("b", { class: "mark-no" }, mark) : null), seen ? [worth(by?.choice), worth(by?.dice)] : null))];
  });
  const list = h("ol", { class: seen ? "acts" : "acts bare" }, rows);
  fill(byId("told"), h("div", { class: "told-head" }, h("h2", {}, "What happened"), h("span", { class: "seg", role: "group", "aria-label": "Shown" }, filter("all", "All"), seen ? filter("points", "Turning points") : null, filter("dice", "Dice"))),
    seen ? h("p", { class: "note heads" }, `points for ${ui.summary?.sides.red} by`, h("b", {}, "choice"), h("b", {}, "dice")) : null, list);
  const on = document.getElementById(`act-${ui.at}`);
  const box = byId("told").querySelector(".acts");
  if (on && box) {
    const [top, bottom] = [on.offsetTop - box.offsetTop, on.offsetTop - box.offsetTop + on.offsetHeight];
    if (top < box.scrollTop + 40) box.scrollTop = top - 40;
    else if (bottom > box.scrollTop + box.clientHeight - 20) box.scrollTop = bottom - box.clientHeight + 60;
  }
}

/** The chance to win over the actions. */
function drawGraph() {
  const box = byId("graph");
  const { analysis, summary } = ui;
  box.hidden = !analysis || analysis.done === 0;
  if (!analysis || !summary || box.hidden) return;
  const all = chances();
  const n = Math.max(frames().length, 1);
  const [w, high] = [900, 120];
  const x = (/** @type {number} */ at) => (at / n) * w;
  const y = (/** @type {number} */ chance) => (1 - chance) * high;
  const path = all.map((it, at) => (at ? `H${x(at)}V${y(it)}` : `M0 ${y(it)}`)).join("");
  const off = error();
  const band = off ? `${all.map((it, at) => (at ? `H${x(at)}V${y(Math.min(1, it + off))}` : `M0 ${y(Math.min(1, it + off))}`)).join("")}${[...all].map((it, at) => [it, at]).reverse().map(([it, at]) => `L${x(at)} ${y(Math.max(0, it - off))}`).join("")}Z` : "";
  const turns = frames().flatMap((frame, at) => (at && frame.turn !== frames()[at - 1].turn ? [{ at, turn: frame.turn }] : at ? [] : [{ at: 0, turn: frame.turn }]));
  const marks = turningPoints();
  const picture = s("svg", { viewBox: `-34 -16 ${w + 48} ${high + 36}`, class: "graph", role: "img", "aria-label": `Chance that ${summary.sides.red} wins: ${turns.map(({ at, turn }) => `turn ${turn} ${percent(all[Math.min(at, all.length - 1)])}`).join(", ")}` },
    s("rect", { class: "over", width: w, height: high / 2 }), s("rect", { class: "under", y: high / 2, width: w, height: high / 2 }),
    turns.map(({ at, turn }) => s("g", {}, s("path", { class: "turn-line", d: `M${x(at)} 0V${high}` }), s("text", { class: "turn-name", x: x(at) + 3, y: high + 15 }, turn === 1 ? "Turn 1" : turn || ""))),
    s("path", { class: "half", d: `M0 ${high / 2}H${w}` }), band ? s("path", { class: "band", d: band }) : null, s("path", { class: "chance", d: path }),
    [["100%", 4], ["50", high / 2 + 4], ["0", high + 4]].map(([text, at]) => s("text", { class: "scale-text", x: -6, y: at }, text)),
    s("text", { class: "who red", x: 6, y: 15 }, summary.sides.red), s("text", { class: "who blue", x: 6, y: high - 6 }, summary.sides.blue),
    marks.map((at, n) => s("g", { class: `mark ${at === ui.at ? "on" : ""}`, transform: `translate(${x(at)} ${all[at] > 0.5 ? y(all[at]) - 2 : y(all[at]) + 2})` }, s("circle", { r: 9 }), s("text", { y: 4 }, n + 1))),
    ui.end ? null : s("path", { class: "now", d: `M${x(ui.at)} -8V${high + 4}` }));
  const at = (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    return Math.round((((event.clientX - box.left) / box.width) * (w + 48) - 34) / w * n);
  };
  picture.addEventListener("pointerdown", (event) => jump(at(/** @type {PointerEvent} */ (event))));
  picture.addEventListener("pointermove", (event) => /** @type {PointerEvent} */ (event).buttons && jump(at(/** @type {PointerEvent} */ (event))));
  const how = analysis.positions ? `Each position played out ${analysis.positions} times by the computer, \u00b1${Math.round(100 * off)} points.` : "Each position as it stands, judged by the computer.";
  fill(box, h("h2", {}, `Chance that ${summary.sides.red} wins`, h("small", {}, ` ${how} ${ui.counting || (marks.length ? "Numbers mark the turning points." : "")}`), ui.look === "glance" && !kept ? h("button", { class: "btn small", type: "button", id: "deep", onclick: () => {
    ui.look = "deep";
    analyse();
  } }, "Play every position out") : null), picture);
}

/** What was better here, and luck so far. */
function drawBetter() {
  const { analysis, summary } = ui;
  const box = byId("better");
  const step = analysis?.steps[ui.at - 1];
  if (!analysis || !summary) return fill(box, luck(ui.at));
  const own = step ? (step.by === "red" ? step.red : 1 - step.red) : 0;
  const judged = step && analysis.decisions;
  fill(box, step ? h("section", {}, h("h2", {}, `What was better before ${ui.at}`, h("small", {}, ` ${summary.sides[step.by]}`)),
    judged ? h("table", { class: "mods" }, h("tbody", {}, step.better ? h("tr", {}, h("th", { scope: "row" }, capital(step.better.words)), h("td", { class: "n up" }, signed(Math.round(100 * step.cost)))) : null, h("tr", {}, h("th", { scope: "row" }, h("b", {}, capital(step.words)), ", as played"), h("td", { class: "n" }, step.better ? "0" : "best found")))) : h("p", { class: "note" }, `As played: ${capital(step.words)}. Afterwards ${percent(own)} for ${summary.sides[step.by]}.`),
    step.better && !kept ? h("p", { class: "ways" }, h("button", { class: "btn small", type: "button", onclick: () => fork(ui.at - 1) }, `Try it from ${ui.at - 1}`)) : null) : null, luck(ui.at));
}

/** The dice of each side up to a moment. @param {number} to */
function luck(to) {
  const { analysis, summary } = ui;
  if (!summary) return null;
  const total = analysis ? Math.round(100 * analysis.steps.slice(0, to).reduce((sum, it) => sum + it.luck, 0)) : null;
  const thrown = thrownBy(to);
  const row = (/** @type {Seat} */ seat) => {
    const own = total === null ? null : seat === "red" ? total : -total;
    const bar = h("span", { class: "luck-bar", "aria-hidden": "true" }, h("i", { class: seat }));
    const inner = /** @type {HTMLElement} */ (bar.firstElementChild);
    inner.style.width = `${Math.min(50, Math.abs(own ?? 0))}%`;
    inner.style[(own ?? 0) < 0 ? "right" : "left"] = "50%";
    return h("tr", {}, h("th", { scope: "row" }, h("i", { class: `chip ${seat}` }), ` ${summary.sides[seat]}`), own === null ? null : h("td", {}, bar), own === null ? null : h("td", { class: "n" }, h("b", {}, own ? signed(own) : "0"), " points"), h("td", { class: "n" }, thrown[seat].n ? `mean ${thrown[seat].mean.toFixed(2)} of ${thrown[seat].n}` : "no dice yet"));
  };
  return h("section", { class: "luck" }, h("h2", {}, ui.end ? "Luck and play" : "Luck so far"), h("table", { class: "mods" }, h("tbody", {}, row("red"), row("blue"), ui.end && analysis?.decisions ? choices() : null)), h("p", { class: "note" }, total === null ? "The mean of the dice that each side threw." : "Every throw against its mean, and the mean of the faces."));
}

/** What choices cost each side against the best that was found. */
function choices() {
  const of = (/** @type {Seat} */ seat) => Math.round(100 * (ui.analysis?.steps ?? []).filter((it) => it.by === seat).reduce((sum, it) => sum + it.cost, 0));
  return h("tr", {}, h("th", { scope: "row" }, "Choices, against the best found"), h("td", { colspan: 3 }, `${ui.summary?.sides.red} \u2212${of("red")}, ${ui.summary?.sides.blue} \u2212${of("blue")}`));
}

/** @param {number} to @returns {Record<Seat, { n: number, mean: number }>} */
function thrownBy(to) {
  const of = (/** @type {Seat} */ seat) => {
    const all = frames().slice(0, to).flatMap((frame) => frame.log.filter((it) => (it.by ?? frame.by) === seat).flatMap((it) => faces(it.line)));
    return { n: all.length, mean: all.reduce((sum, it) => sum + it, 0) / (all.length || 1) };
  };
  return { red: of("red"), blue: of("blue") };
}

// --- The end -------------------------------------------------------------------------------------

function drawEnd() {
  const { summary } = ui;
  const over = summary?.over;
  const scene = ui.scenes[ui.scenes.length - 1];
  if (!summary) return;
  const title = over?.winner ? `${summary.sides[over.winner]} wins on turn ${summary.turn}` : over ? `Drawn on turn ${summary.turn}` : "Not over yet";
  const bars = scene.sides.map((side) => `${side.name}: ${side.bars.map((it) => it.says).join(", ")}`).join(". ");
  const held = Object.keys(mineOf(id)?.seats ?? {});
  fill(byId("ending"), h("div", {}, h("h1", {}, title), h("p", {}, over ? `${capital(over.how)}. ` : "", `${bars}. `, over?.rule ? ruleLink(summary.ruleset, over.rule) : null)),
    h("p", { class: "ways" },
      kept ? null : h("button", { class: "btn go", type: "button", id: "rematch", onclick: rematch }, held.length ? "Rematch, sides swapped" : "Play it yourself"),
      h("a", { class: "btn", href: `#${Math.max(1, turningPoints()[0] ?? 1)}`, id: "through" }, "Go through it"),
      kept ? null : h("a", { class: "btn", href: `/api/battles/${id}/page`, download: `${summary.name}.html`, id: "save-page" }, "Save as a page"),
      kept ? null : h("a", { class: "btn", href: `/api/battles/${id}/record`, download: `${summary.name}.jsonl` }, "Save the record"),
      kept ? null : h("button", { class: "btn", type: "button", onclick: share }, "Copy link"),
      h("button", { class: "btn", type: "button", onclick: () => window.print() }, "Print")));
  drawThrows();
  drawLosses(scene);
}

/** The three throws that mattered, and luck apart from play. */
function drawThrows() {
  const { analysis, summary } = ui;
  if (!summary) return;
  const all = chances();
  // What is thrown for the table and the initiative decides nothing that anybody fought for.
  const most = (analysis?.steps ?? []).filter((it) => Math.abs(it.luck) > 0.005 && frames()[it.at - 1].turn > 0).sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck)).slice(0, 3);
  const marks = turningPoints();
  fill(byId("throws"), most.length ? h("section", { class: "panel" }, h("h2", {}, "The three throws that mattered"), h("ol", { class: "throws" }, most.map((it) => {
    const frame = frames()[it.at - 1];
    const dice = frame.log.flatMap((entry) => faces(entry.line).map((face) => die(face, entry.by ?? frame.by))).slice(0, 8);
    const points = Math.round(100 * it.luck);
    const mark = marks.indexOf(it.at) + 1;
    return h("li", {}, h("b", { class: "mark-no" }, mark || it.at), h("div", {}, h("h3", {}, says(frame).replaceAll(/:?\s*\[[\d ]+\],?/g, "")), h("p", { class: "note" }, `Turn ${frame.turn}, action ${it.at}.`)), h("span", { class: "dice" }, dice), h("span", { class: "n" }, h("b", { class: points > 0 ? "up" : "dn" }, signed(points)), h("small", {}, `${Math.round(100 * all[it.at - 1])} to ${Math.round(100 * all[it.at])}`)), h("a", { href: `#${it.at}` }, "Look"));
  })), h("p", { class: "note" }, `Points of the chance that ${summary.sides.red} wins, before and after the throw.`)) : null,
  h("section", { class: "panel" }, luck(frames().length)));
}

/** Losses by troop: filled stands, hollow is gone. @param {Scene} scene */
function drawLosses(scene) {
  const all = losses(ui.scenes);
  fill(byId("losses"), ["red", "blue"].map((seat, at) => {
    const rows = all.filter((it) => it.seat === seat);
    return h("section", { class: "panel" }, h("h2", {}, h("i", { class: `chip ${seat}` }), ` ${scene.sides[at].name}`, h("small", {}, ` ${scene.sides[at].bars[0]?.says ?? ""}`)), h("table", { class: "mods" }, h("thead", {}, h("tr", {}, h("td"), h("th", {}, "troops"), h("td"), h("th", { class: "n" }, "lost"))), h("tbody", {}, rows.map((it) => h("tr", {}, h("td", {}, symbol(it.symbol)), h("th", { scope: "row" }, it.name), h("td", { class: `pips ${seat}`, "aria-hidden": "true" }, Array.from({ length: it.all }, (_, n) => h("i", { class: n < it.gone ? "gone" : "" }))), h("td", { class: "n" }, `${it.gone} of ${it.all}`))))));
  }));
}

// --- Deeds ---------------------------------------------------------------------------------------

/** @param {number} at */
function jump(at) {
  clearTimeout(ui.timer);
  ui.timer = undefined;
  go(at);
}

function play() {
  if (ui.timer) return jump(ui.at);
  const next = () => {
    if (ui.at >= frames().length) {
      ui.timer = undefined;
      return draw();
    }
    ui.timer = window.setTimeout(next, 1000 / ui.speed);
    go(ui.at + 1);
  };
  if (ui.at >= frames().length) ui.at = 0;
  ui.timer = window.setTimeout(next, 50);
  draw();
}

async function share() {
  const address = `${location.origin}/replay/${id}${location.hash}`;
  await navigator.clipboard?.writeText(address).catch(() => {});
  byId("line").textContent = `Copied: ${address}`;
}

/** Goes to where a new battle has been begun. @param {any} wanted */
async function beginFrom(wanted) {
  try {
    location.href = await begin(wanted, `/api/battles/${id}/fork`);
  } catch (error) {
    byId("line").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The level of the computer that played, or the middle one. */
async function level() {
  const seats = Object.values(ui.summary?.seats ?? {});
  const played = seats.find((it) => !["person", "invited", "me", "friend"].includes(it));
  if (played) return played;
  const { rulesets } = await get("/api/rulesets");
  const { levels } = rulesets.find((/** @type {any} */ it) => it.id === ui.summary?.ruleset) ?? rulesets[0];
  return levels[Math.floor(levels.length / 2)];
}

/** A new battle from a moment; this one stays as it is. @param {number} at */
async function fork(at) {
  const { summary } = ui;
  const answer = await ask(h("dialog", { "aria-label": "Play on from here" }, h("h2", {}, "Play on from here"), h("p", {}, `A new battle begins after action ${at}; this one stays as it is.`), h("form", { method: "dialog" }, h("menu", {},
    h("button", { class: "btn", value: "" }, "Back"), h("button", { class: "btn", value: "both" }, "Both sides"), h("button", { class: "btn", value: "blue" }, `As ${summary?.sides.blue}`), h("button", { class: "btn go", value: "red" }, `As ${summary?.sides.red}`)))));
  if (!answer) return;
  const other = answer === "both" ? "me" : await level();
  await beginFrom({ at, seats: answer === "blue" ? { red: other, blue: "me" } : { red: "me", blue: other }, dice: "app" });
}

/** The same battle from its start, sides swapped. */
async function rematch() {
  const held = /** @type {Seat[]} */ (Object.keys(mineOf(id)?.seats ?? {}));
  const persons = ui.summary?.seats.red === "person" && ui.summary?.seats.blue === "person" && held.length === 1;
  const mine = held[0] === "red" ? "blue" : "red";
  const other = persons ? "friend" : await level();
  await beginFrom({ at: 0, seats: held.length > 1 ? { red: "me", blue: "me" } : mine === "red" ? { red: "me", blue: other } : { red: other, blue: "me" }, dice: "app" });
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("select, button, a, summary") && event.key === " ") return;
  if (target.matches("select, input[type=range]") || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
  const turn = (/** @type {1 | -1} */ by) => {
    const own = frames()[ui.at - 1]?.turn ?? 0;
    if (by > 0) return jump(frames().findIndex((it) => it.turn > own) + 1 || frames().length);
    const first = frames().findIndex((it) => it.turn === own);
    jump(ui.at - 1 > first ? first + 1 : Math.max(0, frames().findIndex((it) => it.turn === own - 1)) + 1);
  };
  const deeds = /** @type {Record<string, () => void>} */ ({ ArrowLeft: () => jump(ui.at - 1), ArrowRight: () => jump(ui.at + 1), PageUp: () => turn(-1), PageDown: () => turn(1), Home: () => jump(0), End: () => jump(frames().length), " ": play, f: () => map.fit() });
  if (!deeds[event.key] || ui.end) return;
  event.preventDefault();
  deeds[event.key]();
}

start();
