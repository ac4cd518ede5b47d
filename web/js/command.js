// An action typed in words or notation.
import { ask, h } from "./dom.js";
import * as P from "./play.js";

/** @typedef {import("./battle.js").Table} Table */

/** @param {Table} table */
export async function commandLine(table) {
  const offers = P.sceneOf(table.play)?.offers ?? [];
  const field = h("input", { name: "text", list: "commands", autocomplete: "off", "aria-label": "Action in words or notation", size: 36 });
  const dialog = h("dialog", { class: "more", "aria-label": "Type an action" }, h("h2", {}, "Type an action"), h("form", { method: "dialog", onsubmit: () => { dialog.returnValue = field.value; } }, field, h("datalist", { id: "commands" }, offers.slice(0, 200).map((offer) => h("option", { value: offer.action }, offer.words))), h("button", { class: "btn go" }, "Choose")));
  dialog.addEventListener("close", () => { dialog.returnValue = field.value; });
  await ask(dialog);
  table.typed(field.value.trim());
}
