// The top of the page: what is played, where it stands, how the armies are.
import { byId, fill, h } from "./dom.js";
import { sceneOf } from "./play.js";

/** @typedef {import("./battle.js").Table} Table */

/** @param {Table} table */
export function drawHead({ play, summary, side }) {
  const scene = sceneOf(play);
  const title = scene?.title ?? summary?.name ?? "A battle";
  const tab = `${scene?.question ? "\u25cf " : ""}${title} \u00b7 Acies`;
  if (document.title !== tab) document.title = tab;
  fill(byId("title"), title);
  fill(byId("rules"), summary ? `${summary.ruleset_name}, ${summary.dice === "real" ? "real dice" : "app dice"}${play.seat ? `, you are ${side(play.seat)}` : ", watching"}` : "");
  document.getElementById("book")?.setAttribute("href", `/rules/${summary?.ruleset ?? "virtus"}`);
  fill(byId("turn"), scene?.turn.says ?? "");
  fill(byId("phases"), (scene?.turn.phases ?? []).map((phase) => h("li", { class: phase.on ? "on" : null, "aria-current": phase.on ? "step" : null }, phase.name)));
  if (!scene) return;
  const awaited = new Set(scene.awaits);
  fill(byId("armies"), /** @type {import("./types").Seat[]} */ (["red", "blue"]).map((seat, at) => {
    const { name } = scene.sides[at];
    // Of nothing nothing can be lost: before the armies are there.
    const bars = scene.sides[at].bars.filter((bar) => bar.of > 0);
    const shown = bars.map((bar, n) => [
      bars.length === 1 ? meter(bar) : null,
      h("span", { class: `long ${n ? "second" : ""}` }, bar.says),
      n ? null : h("span", { class: "short", "aria-hidden": "true" }, `${bar.value}/${bar.of}`),
    ]);
    return h("div", { class: `army ${seat}` }, h("i", { class: `chip ${seat}` }), h("b", {}, name), shown.flat(), awaited.has(seat) ? h("span", { class: "turnmark", title: "to decide" }, "\u25c2") : null);
  }));
  const hand = scene.hands?.find((it) => it.seat !== (play.seat ?? it.seat) || !it.cards);
  fill(byId("opp"), hand ? [h("span", { class: "t" }, `${side(hand.seat)} holds ${hand.count}`, h("span", { class: "pile" }, `, ${hand.pile} to draw`)), ...Array.from({ length: hand.count }, () => h("span", { class: `card back ${hand.seat}`, "aria-hidden": "true" }))] : []);
}

/** @param {{ value: number, of: number }} bar */
function meter({ value, of }) {
  const part = h("i", {});
  part.style.width = `${of ? (100 * value) / of : 0}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, part);
}
