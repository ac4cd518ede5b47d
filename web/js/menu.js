// The menu, the chat, and the panel of the phone that has both.
import { ask, byId, fill, h, theme } from "./dom.js";
import { helpDialog } from "./help.js";
import { setSound, soundIsOn } from "./sound.js";
import { capital } from "./words.js";

/** @typedef {import("./battle.js").Table} Table */

let look = "";

/** The panel of the phone, and the dot that says that something was said. @param {Table} table */
export function draw(table) {
  markChat(table);
  const now = [table.ruleset, table.play.seat, Boolean(table.play.state?.over), soundIsOn(), theme()].join();
  const box = byId("more");
  if (now === look || box.contains(document.activeElement)) return;
  look = now;
  fill(box, chatForm(table), h("div", { class: "opts" }, items(table)));
}

/** @param {Table} table */
function chatForm(table) {
  return h("form", { onsubmit: async (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim() && (await table.request("say", { text: field.value.trim() }))) field.value = "";
  } }, h("input", { name: "text", maxlength: 500, placeholder: "Say something", "aria-label": "Say something", autocomplete: "off" }), h("button", { class: "btn" }, "Say"));
}

/** How much of the chat has been read. */
let heard = 0;

/** @param {Table} table */
const chats = (table) => (table.link?.talk ?? []).filter((it) => it.kind === "chat");

/** A dot says that something was said. @param {Table} table */
function markChat(table) {
  document.getElementById("chat-icon")?.classList.toggle("dot", chats(table).length > heard);
}

/** @param {Table} table */
export async function chat(table) {
  const lines = chats(table).slice(-30);
  heard = chats(table).length;
  markChat(table);
  await ask(h("dialog", { class: "more", "aria-label": "Chat" }, h("h2", {}, "Chat"), lines.length ? h("ul", {}, lines.map((it) => h("li", {}, h("b", {}, `${it.by ? table.side(it.by) : "A spectator"}: `), it.text))) : h("p", { class: "note" }, "Nobody has said anything."), table.play.seat ? chatForm(table) : null, h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn" }, "Close")))));
}

/** @param {Table} table */
function items(table) {
  const playing = table.play.seat && !table.play.state?.over;
  const item = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { class: "btn", type: "button", onclick }, text);
  return [
    playing ? item("Offer a draw", () => table.request("draw").then((answer) => answer && table.say("A draw is offered.", true))) : null,
    playing ? item("Resign", () => resign(table)) : null,
    item("Keys and signs", () => { ask(helpDialog()); }),
    item(soundIsOn() ? "Sound off" : "Sound on", () => setSound(!soundIsOn())),
    h("a", { class: "btn", href: `/replay/${table.id}` }, "Look back"),
    h("a", { class: "btn", href: `/odds?battle=${table.id}`, target: "_blank", rel: "noopener" }, "Odds of any two units"),
    item("Link to watch", () => { navigator.clipboard?.writeText(new URL(`/battle/${table.id}`, location.href).href); table.say("The link to watch is copied.", true); }),
    h("fieldset", { class: "seg" }, ["auto", "light", "dark"].map((name) => h("label", {}, h("input", { type: "radio", name: "theme", checked: theme() === name, onchange: () => theme(name) }), capital(name)))),
  ];
}

/** @param {Table} table */
export async function menu(table) {
  const { summary, play } = table;
  const shared = play.state?.share === null && summary?.shares.red && summary.shares.blue ? " Both players have a share in them." : "";
  const dialog = h("dialog", { "aria-label": "Menu" }, h("h2", {}, summary?.name ?? "Menu"), h("div", { class: "opts" }, items(table)), summary?.commitment ? h("p", { class: "note" }, `The dice are committed to: ${summary.commitment.slice(0, 16)}\u2026${shared}`) : null, h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn" }, "Close"))));
  dialog.addEventListener("click", (event) => {
    if (event.target instanceof HTMLButtonElement && event.target.type === "button") dialog.close("");
  });
  await ask(dialog);
}

/** @param {Table} table */
async function resign(table) {
  const { seat } = table.play;
  const sure = await ask(h("dialog", { "aria-label": "Resign" }, h("h2", {}, `Resign for ${seat ? table.side(seat) : ""}?`), h("p", {}, "The other side wins at once. This cannot be taken back."), h("form", { method: "dialog" }, h("menu", {}, h("button", { class: "btn", value: "" }, "Fight on"), h("button", { class: "btn go", value: "yes" }, "Resign")))));
  if (sure === "yes") table.request("resign");
}
