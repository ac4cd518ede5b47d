// The start page: go on with a battle, begin a ready one, or set one up.
import { ask, byId, fill, h, loadSymbols, theme } from "./dom.js";
import { ApiError, begin, call, forget, get, mine, post } from "./api.js";
import { miniature } from "./miniature.js";
import { ago, levelName, usualLevel } from "./words.js";

async function start() {
  theme();
  loadSymbols();
  byId("record").addEventListener("change", record);
  await Promise.all([goOn(), ready()]);
}

/** @param {unknown} error */
function trouble(error) {
  byId("line").textContent = error instanceof Error ? error.message : String(error);
}

/** My battles, newest first, with whose turn it is. */
async function goOn() {
  const kept = mine();
  const box = byId("mine");
  if (!kept.length) return fill(box);
  const asked = kept.flatMap(({ id, seats }) => Object.values(seats).slice(0, 1).map((secret) => ({ id, secret })));
  try {
    const { battles } = await post("/api/mine", { battles: asked });
    const known = new Set(battles.map((/** @type {any} */ it) => it.id));
    kept.filter(({ id }) => !known.has(id)).forEach(({ id }) => forget(id));
    battles.sort((/** @type {any} */ a, /** @type {any} */ b) => b.touched - a.touched);
    if (!battles.length) return fill(box);
    fill(box, h("h2", { id: "mine-title" }, "Go on"), h("ul", { class: "go-on" }, battles.map(card)));
  } catch (error) {
    trouble(error);
  }
}

/** @param {import("./types").Summary} battle */
function card(battle) {
  const both = Object.keys(mine().find((it) => it.id === battle.id)?.seats ?? {}).length > 1;
  const yours = !battle.over && (battle.yours || (both && battle.awaited.length > 0));
  const who = battle.over
    ? battle.over.winner ? `Victory of ${battle.sides[battle.over.winner]}` : "drawn"
    : yours ? "Your decision" : `${battle.awaited.map((seat) => battle.sides[seat]).join(" and ")} to decide`;
  const against = battle.you ? battle.seats[battle.you === "red" ? "blue" : "red"] : "";
  return h("li", { class: yours ? "yours" : null },
    h("div", {}, h("a", { href: battle.over ? `/replay/${battle.id}` : `/battle/${battle.id}` }, battle.name), h("p", {}, h("span", { class: yours ? "who" : null }, who), `. ${battle.ruleset_name}, ${battle.moment}; against ${levelName(against)}; ${ago(battle.touched)}`)),
    h("a", { class: "btn", href: battle.over ? `/replay/${battle.id}` : `/battle/${battle.id}` }, battle.over ? "Replay" : "Go on"),
    h("button", { class: "btn plain", type: "button", "aria-label": `Delete ${battle.name}`, onclick: () => remove(battle) }, "Delete"));
}

/** @param {import("./types").Summary} battle */
async function remove(battle) {
  const sure = await ask(h("dialog", { "aria-label": "Delete" }, h("h2", {}, `Delete ${battle.name}?`), h("p", {}, battle.over && battle.seats.red === "person" && battle.seats.blue === "person" ? "It leaves your list. Battle and record are removed from the server when the other player has deleted it too." : "The battle and its record are removed from the server."), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Keep it"), h("button", { class: "btn go", value: "yes" }, "Delete")))));
  if (sure !== "yes") return;
  const secret = Object.values(mine().find((it) => it.id === battle.id)?.seats ?? {})[0];
  try {
    await call("DELETE", `/api/battles/${battle.id}`, { secret });
    forget(battle.id);
    goOn();
  } catch (error) {
    trouble(error);
  }
}

/** Ready battles as cards with a miniature map: one click begins. */
async function ready() {
  try {
    const { rulesets } = /** @type {{ rulesets: import("./types").RulesetCard[] }} */ (await get("/api/rulesets"));
    fill(byId("ready"), rulesets.flatMap((ruleset) => [h("h3", { class: "of" }, ruleset.name), h("ul", { class: "cards" }, ruleset.battles.map((battle) => {
      const level = usualLevel(ruleset.levels);
      const picture = h("div", { class: "mini" });
      const sides = h("p", { class: "sides" });
      get(`/api/scenes/${ruleset.id}/${battle.id}`).then(({ scene }) => {
        picture.replaceWith(miniature(scene));
        fill(sides, h("span", {}, h("i", { class: "chip red" }), ` ${scene.sides[0].name}`), h("span", {}, h("i", { class: "chip blue" }), ` ${scene.sides[1].name}`), scene.bases.length ? null : h("span", { class: "note" }, "both sides deploy"));
      }, () => picture.remove());
      const button = h("button", { class: "btn go", type: "button", onclick: async () => {
        button.disabled = true;
        try {
          location.href = await begin({ ruleset: ruleset.id, battle: battle.id, seats: { red: "me", blue: level }, dice: "app" });
        } catch (error) {
          button.disabled = false;
          trouble(error);
        }
      } }, "Begin");
      return h("li", {}, picture, h("div", { class: "in" }, h("h3", {}, battle.name), h("p", { class: "note" }, battle.about), sides, button));
    }))]));
  } catch (error) {
    fill(byId("ready"));
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
