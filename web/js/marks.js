// What is marked on the map, of what the person does.
import * as P from "./play.js";
import { headline } from "./odds.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {import("./types").Ghost} a @param {import("./types").Ghost} b */
const sameAt = (a, b) => a.id === b.id && JSON.stringify(a.at) === JSON.stringify(b.at);

/** @param {Play} play @returns {import("./map.js").Shown} */
export function mapMarks(play) {
  const scene = P.sceneOf(play);
  const active = P.able(play);
  const { draft, selected, group, move } = play;
  const all = active ? P.options(play) : [];
  const wanted = active && play.resting ? play.resting : play.chosen;
  const chosen = P.offerOf(play, wanted);
  const piece = draft?.plan.pieces.find((it) => it.id === play.piece);
  const areas = draft
    ? draft.plan.slots.filter((slot) => slot.area && piece?.slots.includes(slot.id)).map((slot) => slot.area ?? "")
    : selected ? P.offersOf(play, selected).flatMap((offer) => (offer.area ? [offer.area] : [])) : [];
  // While a move is made, its own ghosts are enough.
  const shown = move ? [] : all.filter((_, at) => (selected || all.length <= P.SHOWN_MAX) && at < 9);
  const ghosts = shown.flatMap((option, at) => (option.kind === "offer" ? (option.offer.ghosts ?? []).map((ghost, n) => ({ ghost, chosen: option.offer.action === wanted, key: String(at + 1), first: n === 0 })) : []));
  // A move in the making wears the number of its part, what is advised that of its option.
  const label = move ? String(move.parts.length + 1) : String(all.findIndex((it) => it.kind === "offer" && it.offer.action === wanted) + 1 || "");
  const more = chosen && !ghosts.some((it) => it.chosen) ? (chosen.ghosts ?? []).map((ghost, n) => ({ ghost, chosen: true, key: "0", label, first: n === 0 })) : [];
  // Several ways to one area would hide one another: the chosen one is shown, else the first. So many as of a whole corps are shown alone.
  const few = [...ghosts, ...more].filter((it) => it.chosen || ghosts.length < 30);
  const unique = few.filter((it, at) => it.chosen || !few.some((o, n) => n !== at && sameAt(o.ghost, it.ghost) && (o.chosen || n < at)));
  const held = selected ? P.heldWith(play, selected) : [];
  const forecast = chosen && chosen.action === play.chosen ? play.odds[chosen.action] : null;
  return {
    can: active ? P.can(play) : new Set(),
    selected,
    group: new Set(active && group.length > 1 ? group : []),
    loose: new Set(active ? scene?.loose ?? [] : []),
    leads: new Set(active ? (scene?.leads ?? []).flatMap((it) => it.pieces) : []),
    together: new Set(active ? scene?.together ?? [] : []),
    targets: new Set(chosen?.targets ?? []),
    pointed: new Set(play.resting && chosen?.units?.length && !chosen.units.includes(selected ?? "") ? chosen.units : []),
    open: new Set(active ? areas : []),
    aim: chosen?.area && !chosen.ghosts?.length ? chosen.area : null,
    ghosts: active ? unique : [],
    pill: forecast && (forecast.odds ?? forecast.later[0]) ? headline(/** @type {import("./types").Forecast} */ (forecast.odds ?? forecast.later[0])) : null,
    moved: active && draft ? draft.areas() : new Map(),
    drag: active && Boolean(draft ? draft.plan.slots.some((slot) => slot.area) : scene?.areas?.length),
    from: new Map(active ? held.flatMap((id) => { const pose = P.poseOf(play, id, held); return pose ? [[id, pose]] : []; }) : []),
    parts: active && move ? move.parts : [],
    setup: scene?.setup ?? null,
  };
}
