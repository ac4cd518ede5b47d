// Cards: those of the segments under the map, and the hand in the question bar.
import { byId, fill, h } from "./dom.js";
import * as P from "./play.js";
import { shortFace } from "./words.js";

/** @typedef {import("./battle.js").Table} Table */

/** The cards of the segments and their points: one's own under their columns while they are laid, else whose turn it is. @param {Table} table */
export function drawStrip(table) {
  const { play } = table;
  const scene = P.sceneOf(play);
  const strip = byId("strip");
  if (!scene?.pools?.length) return fill(strip);
  const { draft } = play;
  const mine = draft && P.able(play) ? draft : null;
  const selected = scene.bases.find((base) => base.id === play.selected);
  const piece = draft?.plan.pieces.find((it) => it.id === play.piece);
  fill(strip, scene.pools.map((pool, at) => {
    const slot = draft?.plan.slots.find((it) => it.pool === at);
    const planned = slot ? mine : null;
    const laid = planned && slot ? planned.pieces(slot.id)[0] : null;
    const card = planned ? (laid && "card" in laid.is ? laid.is.card : null) : pool.card;
    const sum = planned && slot ? planned.sum(slot) : null;
    const [left, full] = sum ? [sum.total, sum.total] : [pool.left, pool.full];
    const dots = (sum ? sum.endless : pool.endless) ? h("small", {}, "no limit") : h("span", { class: `ap ${pool.seat}`, role: "img", "aria-label": `${left} of ${full} ${pool.what} left` }, Array.from({ length: Math.min(full, 14) }, (_, n) => h("i", { class: n < left ? null : "x" })));
    const take = planned && slot && piece?.slots.includes(slot.id);
    const on = selected?.pool === at;
    const key = take && slot ? P.options(play).findIndex((it) => it.kind === "slot" && it.slot.id === slot.id) + 1 : 0;
    const face = card ? cardNode({ ...card, face: shortFace(card.face) }, "span", { title: card.face, class: planned ? "laying" : `of ${pool.seat}` }) : h("span", { class: "card none" }, key ? h("kbd", {}, key) : null);
    // Whose card it is stands beside it, unless it is one's own.
    const whose = !planned && pool.card && pool.seat !== play.seat ? `${table.side(pool.seat)}: ` : "";
    const words = h("span", {}, h("small", {}, pool.name), dots, h("small", {}, sum ? sum.says : `${whose}${pool.says.replace(/, (\d+ AP left|no limit)$/, "")}`));
    if (!planned) return h("div", { class: `slot ${on ? "on" : ""}` }, face, words);
    return h("button", { type: "button", class: `slot ${take ? "take" : ""} ${on ? "on" : ""}`, "data-slot": slot?.id, "aria-label": `${pool.name}, ${sum?.says ?? ""}`, onclick: () => {
      if (take && slot) table.go(P.pressSlot(table.play, slot.id));
      else if (laid) table.go(P.hold(table.play, laid.id));
    } }, face, words);
  }));
}

/** @param {import("./types").Card} card @param {"span" | "button"} tag @param {Record<string, any>} [attributes] @param {any} [more] */
function cardNode(card, tag, attributes = {}, more = null) {
  const { class: looks = "", ...rest } = attributes;
  return h(tag, { class: `card ${card.idle ? "idle" : ""} ${card.face.length > 2 ? "word" : ""} ${looks}`, ...rest }, card.face, card.idle ? h("small", {}, "idle") : null, more);
}

/** My cards: those of a plan can be laid, and wear the number of their segment; the rest are kept for later. @param {Table} table */
export function drawHand(table) {
  const { play } = table;
  const scene = P.sceneOf(play);
  const box = byId("hand");
  const hand = scene?.hands?.find((it) => it.seat === play.seat && it.cards);
  if (!scene || !hand || play.curtain) return fill(box);
  const { draft } = play;
  const cards = draft && P.able(play) ? draft.cards : [];
  if (!draft || !cards.length) {
    if (!hand.cards?.length) return fill(box);
    return fill(box, h("div", { class: "lab" }, "Kept", h("br"), "for later"), (hand.cards ?? []).map((card) => cardNode(card, "span")));
  }
  fill(box, h("div", { class: "lab" }, "Your", h("br"), "hand"), cards.map((piece) => {
    if (!("card" in piece.is)) return null;
    const slot = draft.plan.slots.find((it) => it.id === draft.at.get(piece.id));
    const number = slot?.pool !== undefined ? h("i", { class: "to" }, slot.pool + 1) : null;
    return cardNode(piece.is.card, "button", {
      type: "button", class: `${play.piece === piece.id ? "on" : ""} ${slot && slot.id !== piece.at ? "out" : ""}`, "aria-pressed": String(play.piece === piece.id), "data-card": piece.id,
      "aria-label": `Card ${piece.is.card.face}${piece.is.card.idle ? ", idle" : ""}, ${slot?.name ?? ""}`, "data-key": piece.id,
      onpointerdown: (/** @type {PointerEvent} */ event) => dragCard(table, event, piece.id),
      onclick: () => table.go(P.hold(table.play, piece.id)),
    }, number);
  }));
}

/** A card can be dragged to its segment. @param {Table} table @param {PointerEvent} event @param {string} piece */
function dragCard(table, event, piece) {
  const node = /** @type {HTMLElement} */ (event.currentTarget);
  const begin = [event.clientX, event.clientY];
  /** @type {HTMLElement | null} */
  let flying = null;
  const move = (/** @type {PointerEvent} */ to) => {
    if (!flying && Math.hypot(to.clientX - begin[0], to.clientY - begin[1]) < 8) return;
    if (!flying) {
      flying = /** @type {HTMLElement} */ (node.cloneNode(true));
      flying.classList.add("flying");
      document.body.append(flying);
    }
    flying.style.left = `${to.clientX - 27}px`;
    flying.style.top = `${to.clientY - (to.pointerType === "touch" ? 84 : 37)}px`;
  };
  const up = (/** @type {PointerEvent} */ to) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", up);
    if (!flying) return;
    flying.remove();
    const { play, map } = table;
    let slot = document.elementFromPoint(to.clientX, to.clientY)?.closest("[data-slot]")?.getAttribute("data-slot");
    if (!slot) {
      const area = map.areaAt(...map.point(to.clientX, to.clientY));
      const pool = P.sceneOf(play)?.pools?.findIndex((it) => area && it.areas.includes(area.id));
      slot = play.draft?.plan.slots.find((it) => pool !== undefined && pool >= 0 && it.pool === pool)?.id;
    }
    if (slot) table.go(P.lay(play, piece, slot));
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
}
