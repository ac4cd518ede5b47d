// Moves by keys and buttons: each goes on from the ghosts, and what is pressed again in one way is one part.
import { about, corners, enclosing, from } from "./drag.js";
import { size } from "./layout.js";
import { able, dragWish, groups, heldWith, isLoose, moveOf, partsBefore, pieceOf, poseOf, wish } from "./play.js";

/** @typedef {import("./play.js").Play} Play */
/** What the keys do: move, wheel, slide, turn. @typedef {"m" | "w" | "s" | "t"} Mode */

/** Table units that an arrow moves by, and with Shift; a wheel goes by degrees. */
const STEP = [0.1, 1];
const DEGREES = [1, 10];
const TURNS = [90, 180, -90, 0];

/** What an arrow key will do from now on. @param {Play} play @param {Mode} mode @returns {Play} */
export function begin(play, mode) {
  const { selected } = play;
  if (!selected || !isLoose(play, selected)) return wish(play, { say: "Select a unit that can move first.", ok: false });
  if (mode === "t") return turnOn(play, selected);
  const ids = heldWith(play, selected);
  const to = poseOf(play, selected, ids);
  const says = { m: "Move: arrows, with Shift farther, C to contact.", w: "Wheel: left and right, with Shift by 10 degrees.", s: "Slide: left and right after an advance of 1." }[mode];
  const parts = partsBefore(play, ids);
  return wish({ ...play, touched: true, chosen: parts.at(-1)?.action ?? null, move: { ...moveOf(ids, to), mode, parts, open: false } }, { say: says, ok: true }, { shout: says });
}

/** The next of the turns. @param {Play} play @param {string} selected @returns {Play} */
function turnOn(play, selected) {
  const again = play.move?.mode === "t" ? play.move.by : 0;
  const by = (again % TURNS.length) + 1;
  const next = going(play, selected, "t", by);
  return next && go(next, { ...next.first, facing: (next.first.facing + TURNS[by - 1] + 360) % 360 }) || play;
}

/** An arrow key is pressed. @param {Play} play @param {number} right @param {number} up @param {boolean} far @returns {Play} */
export function nudge(play, right, up, far) {
  const { move, selected } = play;
  if (!move?.to || !selected || !move.mode) return play;
  const step = STEP[Number(far)];
  if (move.mode === "w") return turn(play, right * DEGREES[Number(far)]);
  if (move.mode === "s") {
    const next = going(play, selected, "s", move.by + right * step);
    if (!next) return play;
    const [x, y] = from(next.first, move.by + right * step, 1);
    return go(next, { ...next.first, x, y });
  }
  const next = going(play, selected, "m", 0);
  return next ? go(next, { ...move.to, x: move.to.x + right * step, y: move.to.y + up * step }) : play;
}

/** A wheel about the inner front corner, by so many degrees more. @param {Play} play @param {number} by @returns {Play} */
export function turn(play, by) {
  const { selected } = play;
  if (!selected || !isLoose(play, selected)) return play;
  const before = play.move?.mode === "w" && !play.move.held ? play.move.by : 0;
  const wheeled = Math.max(-90, Math.min(90, before + by));
  const next = going(play, selected, "w", wheeled);
  if (!next) return play;
  const all = next.ids.flatMap((id) => {
    const base = pieceOf(play, id);
    const pose = next.at(id);
    return pose && base && "shape" in base ? [{ pose, size: size(base) }] : [];
  });
  if (!all.length) return go(next, { ...next.first, facing: (next.first.facing + wheeled + 360) % 360 });
  const whole = enclosing(all);
  return go(next, about(next.first, corners(whole.pose, whole.size)[wheeled > 0 ? 1 : 0], wheeled));
}

/** Goes on in the same way as before, or begins another part of the move. @param {Play} play @param {string} selected @param {Mode} mode @param {number} by */
function going(play, selected, mode, by) {
  if (!able(play) || !groups(play, selected)) return null;
  const ids = heldWith(play, selected);
  const same = play.move?.mode === mode && play.move.ids.length === ids.length && ids.every((id) => play.move?.ids.includes(id));
  const parts = same && play.move ? play.move.parts : partsBefore(play, ids);
  const after = parts.at(-1) ?? null;
  const at = (/** @type {string} */ id) => {
    const place = after?.ghosts?.find((ghost) => ghost.id === id)?.at ?? pieceOf(play, id)?.at;
    return place && "pose" in place ? place.pose : null;
  };
  const first = at(selected);
  return first ? { play, ids, mode, by, parts, after, at, first } : null;
}

/** @param {NonNullable<ReturnType<typeof going>>} next @param {import("./drag.js").Pose} to @returns {Play} */
function go({ play, ids, mode, by, parts, after }, to) {
  const move = { ...moveOf(ids, to), mode, by, parts, free: true };
  return wish({ ...play, touched: true, move }, dragWish(ids, to, true, after));
}

/** The next offer of these units that meets the enemy. @param {Play} play @returns {Play} */
export function contact(play) {
  const { move } = play;
  if (!move) return play;
  const all = (play.state?.scene.offers ?? []).filter((offer) => offer.targets?.length && offer.units?.length === move.ids.length && move.ids.every((id) => offer.units?.includes(id)));
  const at = all.findIndex((offer) => offer.action === move.offer?.action);
  if (!all.length) return play;
  const offer = all[(at + 1) % all.length];
  return { ...play, chosen: offer.action, move: { ...move, offer, stopped: null, open: false } };
}
