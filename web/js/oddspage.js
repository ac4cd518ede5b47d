// Odds without a battle: who, in which circumstances, and the answer at once.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { ApiError, get, post } from "./api.js";
import { oddsPanel } from "./odds.js";
import { popRules } from "./rulepop.js";
import { capital, ruleLink } from "./words.js";

/** @typedef {import("./types").OddsKind} OddsKind */
/** @typedef {{ troop: string, words: Map<string, string> }} Side */

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
/** @type {{ ruleset: string, kind: string, sides: Side[], settings: Map<string, string> }} */
const asked = { ruleset: "", kind: "", sides: [], settings: new Map() };
let atLeast = false;
let serial = 0;

const ruleset = () => rulesets.find((it) => it.id === asked.ruleset) ?? rulesets[0];
const kind = () => ruleset().odds.find((it) => it.name === asked.kind) ?? ruleset().odds[0];

async function start() {
  theme();
  popRules();
  loadSymbols();
  try {
    ({ rulesets } = await get("/api/rulesets"));
  } catch (error) {
    fill(byId("form"), h("p", {}, error instanceof Error ? error.message : String(error)));
    return;
  }
  asked.ruleset = new URLSearchParams(location.search).get("rules") ?? rulesets[0].id;
  pick(ruleset().odds[0].name);
}

/** Takes a kind of roll; the example of it is filled in. @param {string} name */
function pick(name) {
  asked.kind = name;
  const { sides, settings } = read(kind());
  asked.sides = sides;
  asked.settings = settings;
  draw();
  count();
}

/** What the example of a kind says: quoted sides, then settings. @param {OddsKind} kind */
function read(kind) {
  const quoted = [...kind.example.matchAll(/"([^"]*)"|(\S+)/g)].map((it) => it[1] ?? it[2]);
  const at = quoted.indexOf(kind.name);
  const words = at < 0 ? quoted : quoted.slice(at + 1);
  const sides = kind.sides.map((_, n) => parse(words[n] ?? "", kind.sides[n].troop));
  const settings = new Map(words.slice(kind.sides.length).filter((it) => it.includes("=")).map((it) => /** @type {[string, string]} */ (it.split("="))));
  return { sides, settings };
}

/** @param {string} text @param {boolean} troop @returns {Side} */
function parse(text, troop) {
  const words = text.split(/\s+/).filter(Boolean);
  const name = troop ? words.shift() ?? "" : "";
  return { troop: name, words: new Map(words.map((word) => /** @type {[string, string]} */ ([word.split("=")[0], word.split("=")[1] ?? ""]))) };
}

/** @param {Side} side */
function write(side) {
  return [side.troop, ...[...side.words].map(([word, value]) => (value ? `${word}=${value}` : word))].filter(Boolean).join(" ");
}

function draw() {
  const now = kind();
  fill(byId("form"),
    rulesets.length > 1 ? h("div", { class: "seg", role: "radiogroup", "aria-label": "Rules" }, rulesets.filter((it) => it.odds.length).map((it) => h("label", {}, h("input", { type: "radio", name: "ruleset", checked: it.id === asked.ruleset, onchange: () => {
      asked.ruleset = it.id;
      pick(it.odds[0].name);
    } }), it.name))) : null,
    h("label", {}, h("span", { class: "note" }, `${ruleset().name}: what is thrown`), h("select", { id: "kind", onchange: (/** @type {any} */ event) => pick(event.target.value) }, ruleset().odds.map((it) => h("option", { value: it.name, selected: it.name === now.name }, `${capital(it.name.replaceAll("_", " "))}: ${it.about}`)))),
    now.sides.map((side, at) => sideFields(side, at)),
    now.settings.length ? h("fieldset", {}, h("legend", { class: "note" }, "Settings"), h("div", { class: "toggles" }, now.settings.map((word) => toggle(word, asked.settings, "set")))) : null);
  byId("form").onsubmit = (/** @type {Event} */ event) => event.preventDefault();
}

/** @param {OddsKind["sides"][number]} side @param {number} at */
function sideFields(side, at) {
  const list = `troops-${at}`;
  const troops = ruleset().troops ?? [];
  return h("fieldset", {}, h("h2", {}, capital(side.part)),
    side.troop ? h("label", {}, h("span", { class: "note" }, side.several ? "Troops, with commas between several" : "Troops"), troops.length && !side.several
      ? h("select", { onchange: (/** @type {any} */ event) => change(() => { asked.sides[at].troop = event.target.value; }) }, troops.map((it) => h("option", { value: it.id, selected: it.id === asked.sides[at].troop }, it.name)))
      : h("input", { type: "text", list, value: side.several ? write(asked.sides[at]) : asked.sides[at].troop, onchange: (/** @type {any} */ event) => change(() => {
        if (side.several) asked.sides[at] = { troop: event.target.value, words: new Map() };
        else asked.sides[at].troop = event.target.value.trim();
      }) }), h("datalist", { id: list }, troops.map((it) => h("option", { value: it.id }, it.name)))) : null,
    side.several ? null : h("div", { class: "toggles" }, side.words.map((word) => toggle(word, asked.sides[at].words, `s${at}`))));
}

/** A circumstance, on or off, with its value. @param {import("./types").OddsWord} word @param {Map<string, string>} words @param {string} group */
function toggle(word, words, group) {
  const on = words.has(word.word);
  const value = word.value ? h("input", { type: "text", value: words.get(word.word) ?? "", placeholder: word.value, "aria-label": `${word.word}: ${word.value}`, onchange: (/** @type {any} */ event) => change(() => {
    if (event.target.value) words.set(word.word, event.target.value);
    else words.delete(word.word);
    draw();
  }) }) : null;
  return h("label", { class: "toggle", title: word.about }, h("input", { type: "checkbox", id: `${group}-${word.word}`, checked: on, onchange: (/** @type {any} */ event) => {
    if (!event.target.checked) change(() => words.delete(word.word));
    else if (!word.value) change(() => words.set(word.word, ""));
    else if (word.value.includes("|")) change(() => {
      words.set(word.word, word.value?.split("|")[0] ?? "");
      draw();
    });
    else value?.focus();
  } }), h("span", {}, word.word.replaceAll("_", " ")), value, ruleLink(asked.ruleset, word.rule));
}

/** @param {() => void} deed */
function change(deed) {
  deed();
  count();
}

/** Asks, and shows the answer or why there is none. */
async function count() {
  const mine = ++serial;
  const box = byId("result");
  box.classList.add("busy");
  const body = { ruleset: asked.ruleset, kind: asked.kind, sides: asked.sides.map(write).filter((it, at) => it || kind().sides[at].troop), settings: [...asked.settings] };
  try {
    const forecast = await post("/api/odds", body);
    if (mine !== serial) return;
    const show = () => fill(box, oddsPanel(asked.ruleset, forecast, { atLeast, swap: () => { atLeast = !atLeast; show(); } }));
    show();
  } catch (error) {
    if (mine !== serial) return;
    const failure = error instanceof ApiError ? error.failure : null;
    fill(box, h("h3", {}, "No such roll"), h("p", { class: "err" }, capital(failure?.what ?? String(error))), failure?.hint ? h("p", { class: "hint" }, capital(failure.hint)) : null);
  }
  box.classList.remove("busy");
}

start();
