// My battles: those that wait for me, those that wait for others, those that are over.
import { ask, byId, fill, h, loadSymbols, theme } from "./dom.js";
import { ApiError, call, forget, mine, mineOf, post } from "./api.js";
import { ago, count, levelName } from "./words.js";

/** @typedef {import("./types").Summary} Summary */
/** @typedef {import("./types").Seat} Seat */

async function start() {
  theme();
  loadSymbols();
  byId("record").addEventListener("change", record);
  await show();
}

/** @param {unknown} error */
function trouble(error) {
  byId("line").textContent = error instanceof Error ? error.message : String(error);
}

async function show() {
  const asked = mine().flatMap(({ id, seats }) => Object.values(seats).slice(0, 1).map((secret) => ({ id, secret })));
  try {
    const { battles } = asked.length ? /** @type {{ battles: Summary[] }} */ (await post("/api/mine", { battles: asked })) : { battles: [] };
    battles.sort((a, b) => b.touched - a.touched);
    list("asked", battles.filter(isMine));
    list("waiting", battles.filter((it) => !it.over && !isMine(it)));
    list("over", battles.filter((it) => it.over));
    const none = byId("none");
    none.hidden = battles.length > 0;
    fill(none, "No battles yet. A ready one begins with one click on the ", h("a", { href: "/" }, "start page"), ".");
  } catch (error) {
    byId("none").hidden = true;
    trouble(error);
  }
}

/** My seats in a battle. @param {Summary} battle */
const seatsOf = (battle) => /** @type {Seat[]} */ (Object.keys(mineOf(battle.id)?.seats ?? {}));

/** @param {Summary} battle */
const isMine = (battle) => !battle.over && battle.awaited.some((seat) => seatsOf(battle).includes(seat));

/** @param {string} id @param {Summary[]} battles */
function list(id, battles) {
  const section = byId(id);
  section.hidden = !battles.length;
  fill(section.querySelector("ul"), battles.map(card));
}

/** @param {Summary} battle */
function card(battle) {
  const seats = seatsOf(battle);
  const own = seats.length === 1 ? seats[0] : null;
  const sides = /** @type {Seat[]} */ (["red", "blue"]).flatMap((seat, at) => [at ? " and " : "", h("i", { class: `chip ${seat}` }), ` ${battle.sides[seat]}`, seats.includes(seat) ? ", yours" : `, ${levelName(battle.seats[seat])}`]);
  const stands = battle.over ? ended(battle, own) : isMine(battle) ? "" : `${battle.awaited.map((seat) => battle.sides[seat]).join(" and ")} to decide. `;
  return h("li", { "data-key": battle.id, class: isMine(battle) ? "yours" : null },
    h("div", {}, h("a", { href: `/battle/${battle.id}` }, battle.name), h("p", {}, sides), h("p", {}, `${stands}${battle.ruleset_name}, ${battle.moment}, ${count(battle.acts, "action", "actions")}; ${ago(battle.touched)}`)),
    battle.over
      ? h("span", { class: "ways" }, h("a", { class: "btn", href: `/replay/${battle.id}#end`, "aria-label": `How ${battle.name} ended` }, "How it ended"), h("a", { class: "btn", href: `/replay/${battle.id}`, "aria-label": `Go through ${battle.name}` }, "Go through it"))
      : h("a", { class: isMine(battle) ? "btn go" : "btn", href: `/battle/${battle.id}`, "aria-label": `Go on with ${battle.name}` }, isMine(battle) ? "Go on" : "Watch"),
    h("button", { class: "btn plain", type: "button", "aria-label": `Delete ${battle.name}`, onclick: () => remove(battle) }, "Delete"));
}

/** @param {Summary} battle @param {Seat | null} own */
function ended(battle, own) {
  const winner = battle.over?.winner;
  if (!winner) return "Drawn. ";
  return own ? `${winner === own ? "Won" : "Lost"}. ` : `${battle.sides[winner]} won. `;
}

/** @param {Summary} battle */
async function remove(battle) {
  const both = battle.over && battle.seats.red === "person" && battle.seats.blue === "person";
  const sure = await ask(h("dialog", { "aria-label": "Delete" }, h("h2", {}, `Delete ${battle.name}?`), h("p", {}, both ? "It leaves your list. Battle and record are removed from the server when the other player has deleted it too." : "The battle and its record are removed from the server."), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Keep it"), h("button", { class: "btn go", value: "yes" }, "Delete")))));
  if (sure !== "yes") return;
  try {
    await call("DELETE", `/api/battles/${battle.id}`, { secret: Object.values(mineOf(battle.id)?.seats ?? {})[0] });
    forget(battle.id);
    await show();
  } catch (error) {
    trouble(error);
  }
}

/** Takes in a record file and goes to its replay. @param {Event} event */
async function record(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  try {
    const { id } = await call("POST", "/api/records", { body: await file.text(), text: true });
    location.href = `/replay/${id}`;
  } catch (error) {
    trouble(error instanceof ApiError ? new Error(`${file.name} is no record: ${error.message}`) : error);
  }
}

start();
