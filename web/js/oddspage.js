// Odds without a battle: two cards with chips, each with its worth, and the answer always in sight. What a chip does to
// a side, and what it is worth, comes from the server; this page draws it and keeps every state in its address.
import { byId, fill, h, loadSymbols, symbol, theme } from "./dom.js";
import { ApiError, get, mineOf, post } from "./api.js";
import { troop as troopName } from "./film.js";
import { sumRows } from "./odds.js";
import { popRules } from "./rulepop.js";
import { capital, percent, quoted, ruleLink, signed } from "./words.js";

/** @typedef {[number, number, number]} Three */
/** @typedef {{ says: string, about: string, rule: string | null, on: boolean, rare: boolean, becomes: string, worth: Three | null, idle: boolean, why: string | null, refused: string | null }} Chip */
/** @typedef {{ troop: { id: string, name: string, symbol: string } | null, says: string, becomes: string, without: string | null }} Member */
/** @typedef {{ part: string, side: number | null, several: boolean, units: Member[], at: number, groups: { name: string, chips: Chip[] }[] }} Card */
/** @typedef {{ kind: string, title: string, about: string, sides: string[], settings: [string, string][], forecast: import("./types").Forecast, parts: Three | null, words: [string, string, string], signs: number[] | null, cards: Card[] }} Panel */
/** @typedef {{ sides: string[], settings: [string, string][], at: number[], panel: Panel | null }} Variant */

const LETTERS = ["A", "B", "C"];
/** So many rolls have a button; the others are in a list. */
const BUTTONS = 4;
/** So many outcomes have a row each. */
const ROWS = 14;

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
/** @type {import("./types").RulesetCard} */
let ruleset;
const asked = { kind: "", on: 0, variants: /** @type {Variant[]} */ ([]), view: "table", carry: false };
/** @type {{ key: string, troops: { id: string, name: string, symbol: string }[], cells: (Three | null)[][], words: string[] } | null} */
let table = null;
let serial = 0;

const now = () => asked.variants[asked.on];
const kind = () => ruleset.odds.find((it) => it.name === asked.kind) ?? ruleset.odds[0];

async function start() {
  theme();
  popRules();
  try {
    await loadSymbols();
    ({ rulesets } = await get("/api/rulesets"));
  } catch (error) {
    fill(byId("result"), h("p", { class: "err" }, error instanceof Error ? error.message : String(error)));
    return;
  }
  byId("ruleset").addEventListener("change", () => pickRuleset(byId("ruleset").value));
  byId("more").addEventListener("change", () => byId("more").value && pick(byId("more").value));
  byId("swap").addEventListener("click", swap);
  byId("clear").addEventListener("click", clear);
  byId("compare").addEventListener("click", compare);
  byId("copy").addEventListener("click", copy);
  window.addEventListener("popstate", fromAddress);
  const from = new URLSearchParams(location.search).get("battle");
  if (from) {
    await takeBattle(from).catch(() => {});
    const roll = /** @type {any} */ (battle)?.standing?.roll;
    if (roll) history.replaceState(null, "", `/odds/${ruleset.id}?roll=${roll}&battle=${from}`);
    drawBattle();
  }
  fromAddress();
}

// --- The address ---------------------------------------------------------------------------------

/** Reads what is asked from the address. */
function fromAddress() {
  const wanted = new URLSearchParams(location.search);
  const id = location.pathname.split("/")[2] || wanted.get("rules") || sessionStorage.getItem("acies.rules") || rulesets[0].id;
  ruleset = rulesets.find((it) => it.id === id) ?? rulesets[0];
  asked.kind = wanted.get("roll") ?? ruleset.rolls?.[0]?.[0] ?? ruleset.odds[0].name;
  const variants = LETTERS.flatMap((letter) => {
    const text = wanted.get(letter.toLowerCase());
    return text === null ? [] : [read(text)];
  });
  asked.variants = variants.length ? variants : [example()];
  asked.on = Math.max(0, Math.min(Number(wanted.get("on") ?? 0) || 0, asked.variants.length - 1));
  count();
}

/** A variant as the address has it: sides, then settings. @param {string} text @returns {Variant} */
function read(text) {
  const [sides, ...settings] = text.split("!");
  return { sides: kind().sides.length ? sides.split("~") : [], settings: settings.map((it) => /** @type {[string, string]} */ (it.split("="))), at: [], panel: null };
}

/** @param {Variant} variant */
const written = ({ sides, settings }) => [sides.join("~"), ...settings.map((it) => it.join("="))].join("!");

/** What the example of a kind says. @returns {Variant} */
function example() {
  const quoted = [...kind().example.matchAll(/"([^"]*)"|(\S+)/g)].map((it) => it[1] ?? it[2]);
  const words = quoted.slice(quoted.indexOf(kind().name) + 1);
  const settings = words.slice(kind().sides.length).filter((it) => it.includes("=")).map((it) => /** @type {[string, string]} */ (it.split("=")));
  return { sides: kind().sides.map((_, n) => words[n] ?? ""), settings, at: [], panel: null };
}

/** The address of what is shown. */
function address() {
  const wanted = new URLSearchParams({ roll: asked.kind });
  asked.variants.forEach((variant, at) => wanted.set(LETTERS[at].toLowerCase(), written(variant)));
  if (asked.on) wanted.set("on", String(asked.on));
  const from = battle && new URLSearchParams(location.search).get("battle");
  if (from) wanted.set("battle", from);
  return `/odds/${ruleset.id}?${wanted}`;
}

// --- Units of a battle, as they stand ---------------------------------------------------------------

/** The battle that units are taken from, if the address names one. @type {{ scene: import("./types").Scene, words: Map<string, string>, standing: { roll: string, left: string | null, lost: string | null, commander: string | null, marks: Record<string, string> } | null } | null} */
let battle = null;

/** Asks for a battle as its player, or anybody, sees it now; and what its troops are called in odds. @param {string} id */
async function takeBattle(id) {
  const seats = /** @type {[string, string][]} */ (Object.entries(mineOf(id)?.seats ?? {}));
  const [seat, secret] = seats.length === 1 ? seats[0] : ["both", seats[0]?.[1]];
  const summary = await get(`/api/battles/${id}`, secret);
  const { scene } = await get(`/api/battles/${id}/replay?at=${summary.acts}&view=${seat}`, secret);
  const { lists, standing } = await get(`/api/lists/${summary.ruleset}`);
  const named = [...lists.flatMap((/** @type {any} */ list) => list.entries), ...(rulesets.find((it) => it.id === summary.ruleset)?.troops ?? [])];
  ruleset = rulesets.find((it) => it.id === summary.ruleset) ?? ruleset;
  battle = { scene, standing, words: new Map(named.map((it) => [it.name, it.id])) };
}

/** A unit as a side of odds, as far as it can be seen. @param {import("./types").Base} base */
function asStands(base) {
  const standing = battle?.standing;
  const troop = battle?.words.get(troopName(base.name));
  if (!standing || !troop) return null;
  const { left, full } = base.pips;
  return [troop, left < full && standing.left ? `${standing.left}=${left}` : null, left < full && standing.lost ? `${standing.lost}=${full - left}` : null, base.commander && standing.commander ? standing.commander : null,
    ...(base.markers ?? []).map((it) => standing.marks[it.says])].filter(Boolean).join(" ");
}

/** Two lists of units to choose from. */
function drawBattle() {
  const box = byId("units");
  box.hidden = !battle;
  if (!battle) return;
  const { scene } = battle;
  const list = (/** @type {number} */ side) => h("label", {}, h("i", { class: `chip ${side ? "blue" : "red"}` }), h("select", { "aria-label": `Unit of the battle, ${side ? "the other" : "one"}`, "data-key": `unit ${side}`, onchange: (/** @type {any} */ event) => {
    const text = event.target.value;
    if (text) setSide(side, text);
  } }, h("option", { value: "" }, "a unit as it stands"), [...scene.bases].sort((a, b) => Number(a.seat !== (side ? "blue" : "red")) - Number(b.seat !== (side ? "blue" : "red"))).map((base) => {
    const text = asStands(base);
    return text ? h("option", { value: text }, `${base.name}, ${scene.sides[base.seat === "red" ? 0 : 1].name}`) : null;
  })));
  fill(box, h("span", { class: "note" }, `From ${scene.title}:`), list(0), list(1), h("span", { class: "note" }, "Ground and supports are yours to set."));
}

// --- What is asked -------------------------------------------------------------------------------

/** @param {string} id */
function pickRuleset(id) {
  ruleset = rulesets.find((it) => it.id === id) ?? rulesets[0];
  sessionStorage.setItem("acies.rules", ruleset.id);
  pick(ruleset.rolls?.[0]?.[0] ?? ruleset.odds[0].name);
}

/** @param {string} name */
function pick(name) {
  asked.kind = name;
  asked.variants = [example()];
  asked.on = 0;
  table = null;
  count(true);
}

/** Changes what is being set. @param {Partial<Variant>} change */
function become(change) {
  asked.variants[asked.on] = { ...now(), ...change, panel: null };
  count(true);
}

/** @param {number} side @param {string} text */
const setSide = (side, text) => become({ sides: now().sides.map((it, at) => (at === side ? text : it)) });

/** Other troops, with what was said of the others if they can have it. @param {number} side @param {string} becomes @param {string} troop */
async function setTroop(side, becomes, troop) {
  const text = becomes.replace("{}", troop);
  const sides = now().sides.map((it, at) => (at === side ? text : it));
  const fits = await post("/api/odds", { ruleset: ruleset.id, kind: asked.kind, sides, settings: now().settings }).then(() => true, () => false);
  setSide(side, fits ? text : troop);
}

function swap() {
  if (now().sides.length === 2) become({ sides: [...now().sides].reverse(), at: [] });
}

/** The same troops, and nothing said of them. */
function clear() {
  const bare = now().sides.map((side, at) => (kind().sides[at].troop ? side.trim().split(/[\s,]/)[0] : ""));
  asked.variants = [{ sides: bare, settings: [], at: [], panel: null }];
  asked.on = 0;
  count(true);
}

/** Keeps what is set as a variant. */
function compare() {
  if (asked.variants.length >= LETTERS.length) return;
  asked.variants.push({ ...now() });
  keep(true);
  draw();
}

async function copy() {
  const link = `${location.origin}${address()}`;
  await navigator.clipboard?.writeText(link).catch(() => {});
  byId("line").textContent = "Copied.";
}

/** @param {boolean} [step] whether the way back leads to what was before */
function keep(step) {
  if (`${location.pathname}${location.search}` === address()) return;
  history[step ? "pushState" : "replaceState"](null, "", address());
}

/** Asks for everything that is not known yet, and shows it. @param {boolean} [step] */
async function count(step) {
  const mine = ++serial;
  const began = performance.now();
  byId("line").textContent = "";
  keep(step);
  const busy = setTimeout(() => document.querySelector(".odds-page")?.classList.add("busy"), 150);
  try {
    await Promise.all(asked.variants.map(async (variant) => {
      variant.panel ??= await post("/api/odds/panel", { ruleset: ruleset.id, kind: asked.kind, sides: variant.sides, settings: variant.settings, at: variant.at });
    }));
    if (mine !== serial) return;
    draw();
    performance.measure("acies-odds", { start: began });
    document.body.dataset.counted = address();
    all();
  } catch (error) {
    if (mine !== serial) return;
    const failure = error instanceof ApiError ? error.failure : null;
    fill(byId("result"), h("h2", {}, "No such roll"), h("p", { class: "err" }, capital(quoted(failure?.what ?? String(error)))), failure?.hint ? h("p", { class: "note" }, capital(quoted(failure.hint))) : null, h("button", { class: "btn", type: "button", onclick: () => history.back() }, "Back"));
    drawRolls();
  } finally {
    clearTimeout(busy);
    if (mine === serial) document.querySelector(".odds-page")?.classList.remove("busy");
  }
}

// --- Drawing -------------------------------------------------------------------------------------

function draw() {
  const { panel } = now();
  if (!panel) return;
  document.title = `${panel.title}: odds \u00b7 Acies`;
  byId("rules").textContent = `${ruleset.name}, ${rollName(asked.kind).toLowerCase()}`;
  drawRolls();
  fill(byId("cards"), panel.cards.filter((it) => it.groups.length || it.units.some((unit) => unit.troop)).map(card));
  drawResult(panel);
  drawDetails(panel);
  const button = byId("compare");
  button.disabled = asked.variants.length >= LETTERS.length;
  button.textContent = button.disabled ? "Three at most" : `Compare as ${LETTERS[asked.variants.length]}`;
  byId("swap").hidden = panel.sides.length !== 2;
}

/** @param {string} name */
const rollName = (name) => ruleset.rolls?.find(([kind]) => kind === name)?.[1] ?? capital(name.replaceAll("_", " "));

function drawRolls() {
  fill(byId("ruleset"), rulesets.map((it) => h("option", { value: it.id, selected: it.id === ruleset.id }, it.name)));
  byId("ruleset").value = ruleset.id;
  const names = (ruleset.rolls?.length ? ruleset.rolls : ruleset.odds.map((it) => [it.name, it.name])).map(([kind]) => kind);
  fill(byId("rolls"), names.slice(0, BUTTONS).map((name) => h("button", { type: "button", "aria-pressed": String(name === asked.kind), onclick: () => pick(name) }, rollName(name))));
  fill(byId("more"), h("option", { value: "" }, "More rolls"), names.slice(BUTTONS).map((name) => h("option", { value: name }, rollName(name))));
  byId("more").value = names.indexOf(asked.kind) >= BUTTONS ? asked.kind : "";
  byId("more").hidden = names.length <= BUTTONS;
}

/** A side with its chips. @param {Card} card */
function card(card) {
  const unit = card.units[card.at];
  const seat = card.side === 1 ? "blue" : "red";
  const change = (/** @type {string} */ text) => (card.side === null ? become({ settings: text.split(" ").filter(Boolean).map((it) => /** @type {[string, string]} */ (it.split("="))) }) : setSide(card.side, text));
  const rare = card.groups.some((group) => group.chips.some((it) => it.rare));
  const groups = (/** @type {boolean} */ such) => card.groups.map((group) => {
    const chips = group.chips.filter((it) => (it.rare && !it.on) === such);
    return chips.length ? h("div", { class: "group", role: "group", "aria-label": group.name, "data-key": `${card.side} ${group.name} ${such}` }, h("em", {}, card.side === 1 && group.name === "How it came" ? "How it stood" : group.name), h("div", { class: "chips" }, chips.map((it) => chip(it, change)))) : null;
  });
  const troops = ruleset.troops ?? [];
  return h("section", { class: `side-card ${card.side === null ? "both" : seat}`, "aria-label": capital(card.part), "data-key": `card ${card.side}` },
    unit?.troop ? h("header", {}, plate(unit.troop.symbol, seat), h("div", {},
      h("select", { class: "name", "aria-label": `Troops: ${card.part}`, "data-key": `troop ${card.side}`, onchange: (/** @type {any} */ event) => card.side !== null && setTroop(card.side, unit.becomes, event.target.value) }, [...new Map([...troops, unit.troop].map((it) => [it.id, it])).values()].map((it) => h("option", { value: it.id, selected: it.id === unit.troop?.id }, it.name))),
      h("p", {}, unit.says ? `${capital(unit.says)}.` : "Nothing special."))) : h("header", {}, h("h2", {}, capital(card.part))),
    card.several ? several(card) : null,
    groups(false),
    rare ? h("details", { "data-key": `rare ${card.side}` }, h("summary", {}, "More"), groups(true)) : null);
}

/** Several troops of a side: whose chips are shown, one more, one fewer. @param {Card} card */
function several(card) {
  const { side } = card;
  if (side === null) return null;
  const look = (/** @type {number} */ at) => {
    const all = [...now().at];
    for (let n = 0; n <= side; n++) all[n] ??= 0;
    all[side] = at;
    become({ at: all });
  };
  const id = card.units[card.at].troop?.id ?? "";
  return h("div", { class: "several" }, card.units.map((unit, at) => h("span", {}, h("button", { class: "btn small", type: "button", "aria-pressed": String(at === card.at), onclick: () => look(at) }, `${at + 1} ${unit.troop?.name ?? ""}`), unit.without === null ? null : h("button", { class: "btn small plain", type: "button", "aria-label": `Without ${unit.troop?.name}, number ${at + 1}`, onclick: () => setSide(side, unit.without ?? "") }, "\u00d7"))),
    h("button", { class: "btn small", type: "button", onclick: () => setSide(side, `${now().sides[side]}, ${id}`) }, "Add another"));
}

/** @param {string} name @param {string} seat */
function plate(name, seat) {
  return h("span", { class: `plate ${seat}`, "aria-hidden": "true" }, name ? symbol(name) : null);
}

/** @param {Chip} chip @param {(text: string) => void} change */
function chip(chip, change) {
  const off = chip.idle || chip.refused;
  const worth = off && !chip.on ? h("i", {}, chip.why) : worthOf(chip.worth);
  return h("button", { class: `chip-btn ${off && !chip.on ? "idle" : ""}`, type: "button", "aria-pressed": String(chip.on), title: capital(chip.refused ? quoted(chip.refused) : chip.about), "aria-disabled": chip.refused && !chip.on ? "true" : null, "data-key": chip.says, onclick: () => {
    if (!chip.refused) change(chip.becomes);
  } }, h("span", {}, chip.says), worth ? " " : null, worth);
}

/** Points of winning, or of losing where only that changes. @param {Three | null} worth */
function worthOf(worth) {
  if (!worth) return null;
  const [win, , lose] = worth.map((it) => Math.round(it / 10));
  if (win || !lose) return h("b", { class: win > 0 ? "up" : win < 0 ? "dn" : null }, win ? signed(win) : "0");
  return h("b", { class: lose < 0 ? "up" : "dn" }, `${signed(lose)} ${now().panel?.words[2] ?? "lose"}`);
}

/** The three chances of each variant, and what is between them. @param {Panel} panel */
function drawResult(panel) {
  const many = asked.variants.length > 1;
  const rules = panel.forecast.rules.slice(0, 2).flatMap((id, at) => [at ? ", " : "", ruleLink(ruleset.id, id)]);
  fill(byId("result"), h("h2", {}, panel.title), h("p", { class: "note" }, "Every fall of the dice, exact. ", rules),
    h("div", { class: "variants" }, asked.variants.map((variant, at) => variantBox(variant, at, many))),
    many ? differences() : null);
}

/** @param {Variant} variant @param {number} at @param {boolean} many */
function variantBox(variant, at, many) {
  const { panel } = variant;
  if (!panel) return null;
  const on = at === asked.on;
  const head = many ? h("div", { class: "tag" }, h("button", { type: "button", "aria-pressed": String(on), onclick: () => {
    asked.on = at;
    count(true);
  } }, h("kbd", {}, LETTERS[at]), ` ${on ? "as set" : nameOf(variant)}`), h("button", { type: "button", class: "drop", "aria-label": `Drop ${LETTERS[at]}`, onclick: () => {
    asked.variants.splice(at, 1);
    asked.on = Math.min(asked.on > at ? asked.on - 1 : asked.on, asked.variants.length - 1);
    count(true);
  } }, "\u00d7")) : null;
  return h("div", { class: `variant ${on && many ? "on" : ""}`, "data-key": `variant ${at}` }, head, panel.parts ? triple(panel.parts, panel.words) : mainRows(panel));
}

/** What a roll without a winner comes to. @param {Panel} panel */
function mainRows(panel) {
  const first = panel.forecast.highlights[0] ?? [...panel.forecast.outcomes].sort((a, b) => b.chance.float - a.chance.float)[0];
  return first ? h("p", { class: "tril" }, h("span", {}, h("b", {}, percent(first.chance.float)), first.says)) : null;
}

/** @param {Three} parts @param {[string, string, string]} words */
function triple(parts, words) {
  const shown = parts.map((part, at) => ({ part, word: words[at], kind: "wel"[at] })).filter(({ part, kind }) => kind !== "e" || part > 0);
  const bar = h("div", { class: "tri", role: "img", "aria-label": shown.map(({ part, word }) => `${word} ${percent(part)}`).join(", ") }, shown.filter(({ part }) => part > 0).map(({ part, kind }) => {
    const piece = h("i", { class: kind });
    piece.style.flexGrow = String(part);
    return piece;
  }));
  return h("div", {}, bar, h("div", { class: "tril" }, shown.map(({ part, word }) => h("span", {}, h("b", {}, percent(part)), word))));
}

/** What a variant has that the one being set has not. @param {Variant} variant */
function nameOf(variant) {
  const said = (/** @type {Variant} */ it) => (it.panel?.cards ?? []).flatMap((card) => card.units.flatMap((unit) => [unit.troop?.name ?? "", ...unit.says.split(", ")])).filter(Boolean);
  const [own, set] = [said(variant), said(now())];
  const more = own.filter((it) => !set.includes(it));
  const fewer = set.filter((it) => !own.includes(it));
  return more.length ? more.slice(0, 2).join(", ") : fewer.length ? `no ${fewer.slice(0, 2).join(", ")}` : "the same";
}

/** The difference of each other variant from the one being set, in points. */
function differences() {
  const here = now().panel;
  return asked.variants.map((variant, at) => {
    const other = variant.panel;
    if (at === asked.on || !here?.parts || !other?.parts) return null;
    const [a, b] = [other.parts, here.parts];
    const points = here.words.map((word, n) => {
      const by = Math.round(100 * a[n]) - Math.round(100 * b[n]);
      const good = n === 0 ? by > 0 : n === 2 ? by < 0 : null;
      return by || n !== 1 ? h("b", { class: by && good !== null ? (good ? "up" : "dn") : null }, `${by ? signed(by) : "\u00b10"} ${word}`) : null;
    });
    return h("p", { class: "difference" }, h("span", {}, `${LETTERS[at]} against ${LETTERS[asked.on]}`), points);
  });
}

/** Outcomes, sums, what comes then, what would change most. @param {Panel} panel */
function drawDetails(panel) {
  fill(byId("details"), outcomes(panel), h("table", { class: "mods" }, panel.forecast.sums.map(([name, sum]) => sumRows(ruleset.id, name, sum, []))), then(panel), changes(panel));
}

/** What an outcome comes to, where there are too many to tell each: who does what, without the numbers and without ids. @param {string} says */
function gist(says) {
  const sides = says.replaceAll(/ \([A-Z]+-[\w.]+\)/g, "").split("; ");
  return sides.map((side) => side.split(", ").filter((part, at) => !at || !/^\d/.test(part)).join(", ").replace(/: \d[^,;]*/, ":").replace(/:(, )?$/, ": nothing")).join("; ");
}

/** Outcomes of a panel under their names, like ones together. @param {Panel | null} panel @param {boolean} many @returns {Map<string, { float: number, exact: string | null, sign: number }>} */
function named(panel, many) {
  /** @type {Map<string, { float: number, exact: string | null, sign: number }>} */
  const found = new Map();
  for (const [at, { says, chance }] of (panel?.forecast.outcomes ?? []).entries()) {
    const name = many ? gist(says) : says;
    const known = found.get(name);
    if (known) Object.assign(known, { float: known.float + chance.float, exact: null });
    else found.set(name, { float: chance.float, exact: chance.exact, sign: panel?.signs?.[at] ?? 0 });
  }
  return found;
}

/** Every outcome as a row with a bar for each variant. @param {Panel} panel */
function outcomes(panel) {
  const many = panel.forecast.outcomes.length > ROWS;
  const chances = asked.variants.map(({ panel }) => named(panel ?? null, many));
  const all = new Map([named(panel, many), ...chances].flatMap((of) => [...of].map(([says, { sign }]) => /** @type {[string, number]} */ ([says, sign]))).reverse());
  const likely = [...all].reverse().map(([says, sign]) => ({ says, sign, most: Math.max(...chances.map((of) => of.get(says)?.float ?? 0)) }));
  const shown = likely.length > ROWS ? [...likely].sort((a, b) => b.most - a.most).slice(0, ROWS) : likely;
  const ordered = panel.signs ? [...shown].sort((a, b) => b.sign - a.sign || (many ? b.most - a.most : 0)) : shown;
  const left = likely.length - shown.length;
  const highest = Math.max(...shown.map((it) => it.most));
  return h("table", { class: "falls" }, h("caption", { class: "sr" }, "What happens"), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "What happens"), asked.variants.map((_, at) => h("th", { scope: "col" }, asked.variants.length > 1 ? h("kbd", {}, LETTERS[at]) : "chance")))),
    h("tbody", {}, ordered.map((it) => h("tr", { class: it.sign > 0 ? "w" : it.sign < 0 ? "l" : "" }, h("th", { scope: "row" }, capital(brief(it.says))), chances.map((of) => {
      const chance = of.get(it.says);
      const bar = h("i", {});
      bar.style.width = `${((chance?.float ?? 0) / highest) * 4.2}rem`;
      return h("td", { title: chance ? `exactly ${chance.exact}` : null }, h("span", {}, bar, chance ? percent(chance.float) : "never"));
    })))), left ? h("tfoot", {}, h("tr", {}, h("td", { colspan: 1 + chances.length, class: "note" }, `and ${left} less likely ways`))) : null);
}

/** Of several things that come about, those that are any: who loses nothing is not worth a word. @param {string} says */
function brief(says) {
  const parts = says.split("; ");
  const some = parts.filter((it) => !/ no loss$/.test(it));
  return some.length ? some.join("; ") : parts.length > 1 ? "nobody loses" : says;
}

/** @param {Panel} panel */
function then(panel) {
  const { highlights } = panel.forecast;
  if (!highlights.length) return null;
  return h("section", {}, h("h3", {}, "Then"), h("ul", { class: "then" }, highlights.map((it) => h("li", {}, h("b", { title: `exactly ${it.chance.exact}` }, percent(it.chance.float)), ` ${it.says}`))));
}

/** The three chips that would change most, either way. @param {Panel} panel */
function changes(panel) {
  const words = panel.words;
  const all = panel.cards.flatMap((card) => card.groups.flatMap((group) => group.chips.filter((it) => it.worth && !it.refused && (it.worth[0] || it.worth[2])).map((it) => ({ card, chip: it }))));
  const size = (/** @type {{ chip: any }} */ { chip }) => Math.abs(chip.worth[0]) + Math.abs(chip.worth[2]);
  const most = all.sort((a, b) => size(b) - size(a)).slice(0, 3);
  if (!most.length || !panel.parts) return null;
  const win = panel.parts[0];
  return h("section", {}, h("h3", {}, "What would change most"), h("table", { class: "mods" }, h("tbody", {}, most.map(({ card, chip: it }) => {
    const by = (it.worth?.[0] ?? 0) * (it.on ? -1 : 1);
    const who = card.side === null ? "" : `${card.units[card.at]?.troop?.name ?? capital(card.part)}: `;
    return h("tr", {}, h("td", {}, `${who}${it.on ? "not " : ""}${it.says.toLowerCase()}`), h("td", { class: "n" }, `${percent(win + by / 1000)} ${words[0]}`), h("td", { class: "n" }, h("b", { class: by > 0 ? "up" : by < 0 ? "dn" : null }, by ? signed(Math.round(by / 10)) : "0")));
  }))));
}

// --- All against all -----------------------------------------------------------------------------

/** Asks for the table of troops, if the roll has two sides and a winner. */
async function all() {
  const panel = now().panel;
  const box = byId("all");
  // Where a chip takes too long to be counted, a table would take longer.
  const quick = panel?.cards.some((card) => card.groups.some((group) => group.chips.some((it) => it.worth)));
  const fits = quick && panel?.parts && panel.cards.filter((it) => it.side !== null && it.units[0]?.troop).length === 2;
  if (!fits) {
    box.hidden = true;
    table = null;
    return;
  }
  const key = JSON.stringify([ruleset.id, asked.kind, asked.carry ? now().sides.map((it) => it.replace(/^\S+/, "")) : null, now().settings]);
  if (table?.key !== key) {
    const found = await post("/api/odds/table", { ruleset: ruleset.id, kind: asked.kind, sides: now().sides, settings: now().settings, carry: asked.carry }).catch(() => null);
    table = found && { key, ...found };
  }
  box.hidden = !table?.troops.length;
  drawAll();
}

function drawAll() {
  if (!table) return;
  const { troops, cells, words } = table;
  const [mine, theirs] = now().sides.map((it) => it.split(/[\s,]/)[0]);
  const view = (/** @type {string} */ name, /** @type {string} */ text) => h("button", { type: "button", "aria-pressed": String(asked.view === name), onclick: () => {
    asked.view = name;
    drawAll();
  } }, text);
  const balance = (/** @type {Three | null} */ cell) => (cell ? cell[0] - cell[2] : 0);
  const head = h("div", { class: "all-head" }, h("h2", { id: "all-title" }, "All against all"), h("span", { class: "note" }, `Large: ${words[0]}. Small: ${words[2]}.`),
    h("label", { class: "switch" }, h("input", { type: "checkbox", id: "carry", checked: asked.carry, "data-key": "carry", onchange: (/** @type {any} */ event) => {
      asked.carry = event.target.checked;
      all();
    } }), "as set above"), h("span", { class: "seg", role: "group", "aria-label": "All against all" }, view("table", "Table"), view("ranking", "Ranking")));
  if (asked.view === "ranking") {
    const mean = troops.map((troop, at) => ({ troop, win: avg(cells[at].map((it) => it?.[0] ?? 0)), lose: avg(cells[at].map((it) => it?.[2] ?? 0)) })).sort((a, b) => b.win - b.lose - (a.win - a.lose));
    return fill(byId("all"), head, h("ol", { class: "ranking" }, mean.map(({ troop, win, lose }) => h("li", {}, troop.symbol ? symbol(troop.symbol) : null, h("b", {}, troop.name), h("span", {}, `${percent(win)} ${words[0]}, ${percent(lose)} ${words[2]} on the mean`)))));
  }
  fill(byId("all"), head, h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table of all against all" }, h("table", { class: "matrix" },
    h("thead", {}, h("tr", {}, h("td", {}, "across: the other"), troops.map((it) => h("th", { scope: "col" }, it.symbol ? symbol(it.symbol) : null, it.name)))),
    h("tbody", {}, troops.map((row, y) => h("tr", {}, h("th", { scope: "row" }, row.symbol ? symbol(row.symbol) : null, ` ${row.name}`), troops.map((column, x) => {
      const cell = cells[y][x];
      const here = row.id === mine && column.id === theirs;
      const node = h("td", { class: `${balance(cell) > 0 ? "w" : balance(cell) < 0 ? "l" : ""} ${here ? "here" : ""}` }, cell ? h("button", { type: "button", "data-pair": `${row.id} ${column.id}`, title: `${row.name} against ${column.name}`, onclick: () => become({ sides: asked.carry ? [now().sides[0].replace(/^[^\s,]+/, row.id), now().sides[1].replace(/^[^\s,]+/, column.id)] : [row.id, column.id] }) }, h("b", {}, Math.round(100 * cell[0])), h("small", {}, Math.round(100 * cell[2])), h("span", { class: "sr" }, ` ${row.name} against ${column.name}, ${words[0]} and ${words[2]} in 100`)) : "\u2013");
      node.style.setProperty("--by", `${Math.round(Math.abs(balance(cell)) * 100)}%`);
      return node;
    })))))));
}

/** @param {number[]} all */
const avg = (all) => all.reduce((sum, it) => sum + it, 0) / all.length;

start();
