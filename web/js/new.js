// Set up a battle: ruleset, field, armies, seats, dice.
import { byId, fill, h, loadSymbols, theme } from "./dom.js";
import { begin, get } from "./api.js";
import { capital, count, usualLevel } from "./words.js";

/** @type {import("./types").RulesetCard[]} */
let rulesets = [];
const chosen = { ruleset: "", battle: "", red: "", blue: "", seats: { red: "me", blue: "" }, dice: "app", patience: "", redText: "", blueText: "" };

/** How long one may let a friend wait, in seconds. */
const PATIENCE = [["", "No limit"], ["3600", "An hour a decision"], ["86400", "A day"], ["604800", "A week"]];

async function start() {
  theme();
  loadSymbols();
  try {
    ({ rulesets } = await get("/api/rulesets"));
  } catch (error) {
    fill(byId("setup"), h("p", { class: "static" }, error instanceof Error ? error.message : String(error)));
    return;
  }
  const own = location.hash === "#army" ? JSON.parse(sessionStorage.getItem("acies.army") ?? "null") : null;
  pick(own?.ruleset ?? rulesets[0].id);
  if (own) {
    Object.assign(chosen, { battle: "", red: "own", redText: own.text });
    draw();
  }
}

/** Takes a ruleset and fills in sensible values. @param {string} id */
function pick(id) {
  const ruleset = rulesets.find((it) => it.id === id) ?? rulesets[0];
  chosen.ruleset = ruleset.id;
  chosen.battle = ruleset.battles[0]?.id ?? "";
  [chosen.red, chosen.blue] = pair(ruleset);
  chosen.seats = { red: "me", blue: usualLevel(ruleset.levels) };
  draw();
}

/** Two armies of one size. @param {import("./types").RulesetCard} ruleset */
function pair({ armies }) {
  const red = armies[0];
  const blue = armies.find((army) => army !== red && army.size === red?.size);
  return [red?.id ?? "", (blue ?? red)?.id ?? ""];
}

function draw(problem = "") {
  const ruleset = rulesets.find((it) => it.id === chosen.ruleset) ?? rulesets[0];
  const form = byId("setup");
  const kept = document.activeElement?.id;
  fill(form,
    row("Rules", segment("ruleset", rulesets.map((it) => [it.id, it.name]), chosen.ruleset, pick)),
    row("Field", h("div", { class: "body" }, segment("field", [["ready", "A ready battle"], ["armies", "Two armies, terrain by dice"]], chosen.battle ? "ready" : "armies", (value) => {
      chosen.battle = value === "ready" ? ruleset.battles[0]?.id ?? "" : "";
      draw();
    }), chosen.battle ? battleChoice(ruleset) : null)),
    chosen.battle ? null : row("Armies", h("div", { class: "body two" }, army(ruleset, "red"), army(ruleset, "blue"))),
    row("Seats", h("div", { class: "body two" }, seat(ruleset, "red"), seat(ruleset, "blue"))),
    row("Dice", h("div", { class: "body" }, segment("dice", [["app", "Thrown by Acies"], ["real", "Real dice, typed in"]], chosen.dice, (value) => {
      chosen.dice = value;
      draw();
    }), h("p", { class: "note" }, chosen.dice === "app" ? "The key of the dice is committed to at the start and shown at the end: anybody can check them." : "Acies says who throws which dice for which rule; you tap the faces in."))),
    Object.values(chosen.seats).includes("friend") ? row("Time", h("div", { class: "body" }, segment("patience", PATIENCE, chosen.patience, (value) => {
      chosen.patience = value;
      draw();
    }), h("p", { class: "note" }, chosen.patience ? "Whoever has waited so long for one decision may claim the victory." : "The battle waits, however long it takes."))) : null,
    h("div", { class: "begin" }, h("button", { class: "btn go", id: "begin" }, "Begin"), h("span", { class: problem ? "err" : "note", role: "status" }, problem || summary(ruleset))));
  form.onsubmit = send;
  if (kept) document.getElementById(kept)?.focus();
}

/** @param {import("./types").RulesetCard} ruleset */
function summary(ruleset) {
  const battle = ruleset.battles.find((it) => it.id === chosen.battle);
  const name = (/** @type {string} */ id) => ruleset.armies.find((it) => it.id === id)?.name ?? "own army";
  return battle ? `${battle.name}, ${ruleset.name}` : `${name(chosen.red)} against ${name(chosen.blue)}, ${ruleset.name}`;
}

/** @param {string} title @param {Node} body */
function row(title, body) {
  return h("fieldset", {}, h("legend", {}, title), body);
}

/** @param {string} name @param {string[][]} choices @param {string} value @param {(value: string) => void} onpick */
function segment(name, choices, value, onpick) {
  return h("div", { class: "body" }, h("div", { class: "seg", role: "radiogroup", "aria-label": capital(name) }, choices.map(([id, text]) => h("label", {}, h("input", { type: "radio", id: `${name}-${id}`, name, value: id, checked: id === value, onchange: () => onpick(id) }), text))));
}

/** @param {import("./types").RulesetCard} ruleset */
function battleChoice(ruleset) {
  const about = ruleset.battles.find((it) => it.id === chosen.battle)?.about;
  return h("div", { class: "body" }, h("select", { id: "battle", "aria-label": "Battle", onchange: (/** @type {any} */ event) => {
    chosen.battle = event.target.value;
    draw();
  } }, ruleset.battles.map((it) => h("option", { value: it.id, selected: it.id === chosen.battle }, it.name))), h("p", { class: "note" }, about));
}

/** @param {import("./types").RulesetCard} ruleset @param {"red" | "blue"} side */
function army(ruleset, side) {
  const text = side === "red" ? "redText" : "blueText";
  const own = chosen[side] === "own";
  return h("div", { class: "body" }, h("label", { class: "f" }, h("span", {}, h("i", { class: `chip ${side}` }), side === "red" ? " First army" : " Second army"), h("select", { id: `army-${side}`, onchange: (/** @type {any} */ event) => {
    chosen[side] = event.target.value;
    draw();
  } }, ruleset.armies.map((it) => h("option", { value: it.id, selected: it.id === chosen[side] }, `${it.name}, ${it.cost} points, ${count(it.units, "unit", "units")}`)), h("option", { value: "own", selected: own }, "My own army file"))),
    own ? h("label", { class: "f" }, "Army file", h("textarea", { id: `own-${side}`, rows: 5, onchange: (/** @type {any} */ event) => { chosen[text] = event.target.value; } }, chosen[text])) : null);
}

/** @param {import("./types").RulesetCard} ruleset @param {"red" | "blue"} side */
function seat(ruleset, side) {
  const choices = [["me", "Me"], ["friend", "A friend by link"], ...ruleset.levels.map((level) => [level, `The computer, ${level}`])];
  return h("label", { class: "f" }, h("span", {}, h("i", { class: `chip ${side}` }), side === "red" ? " First side" : " Second side"), h("select", { id: `seat-${side}`, onchange: (/** @type {any} */ event) => {
    chosen.seats[side] = event.target.value;
    draw();
  } }, choices.map(([id, text]) => h("option", { value: id, selected: id === chosen.seats[side] }, text))));
}

/** @param {SubmitEvent} event */
async function send(event) {
  event.preventDefault();
  const button = byId("begin");
  button.disabled = true;
  const { ruleset, battle, seats, dice } = chosen;
  const patience = chosen.patience && Object.values(seats).includes("friend") ? Number(chosen.patience) : null;
  const armyOf = (/** @type {"red" | "blue"} */ side) => (chosen[side] === "own" ? { text: side === "red" ? chosen.redText : chosen.blueText } : chosen[side]);
  try {
    const wanted = battle ? { ruleset, battle, seats, dice, patience } : { ruleset, armies: { red: armyOf("red"), blue: armyOf("blue") }, seats, dice, patience };
    location.href = await begin(wanted);
  } catch (error) {
    draw(error instanceof Error ? capital(error.message) : String(error));
  }
}

start();
