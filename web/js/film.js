// A battle from its beginning to its end: every scene, put together from what each action changed.

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {{ by: Seat, turn: number, log: import("./types").Entry[], says?: string | null, change: Record<string, any> }} Frame */
/** @typedef {{ scene: Scene, frames: Frame[] }} Film */

/** A part of a scene after a change: a list of things with ids says only those that are others. @param {any} was @param {any} change */
function part(was, change) {
  if (!change || typeof change !== "object" || Array.isArray(change) || !Array.isArray(change.set)) return change;
  const known = new Map((was ?? []).map((/** @type {any} */ it) => [it.id, it]));
  for (const it of change.set) known.set(it.id, it);
  const ids = change.ids ?? (was ?? []).map((/** @type {any} */ it) => it.id);
  return ids.map((/** @type {string} */ id) => known.get(id));
}

/** Every scene of a film, the first one before any action. @param {Film} film @returns {Scene[]} */
export function scenes(film) {
  const all = [film.scene];
  for (const { change } of film.frames) {
    const was = /** @type {any} */ (all[all.length - 1]);
    const now = { ...was };
    for (const [key, value] of Object.entries(change)) {
      if (value === null) delete now[key];
      else now[key] = part(was[key], value);
    }
    all.push(now);
  }
  return all;
}

/** The faces of dice that a line tells: "[3 6]" are two. @param {string} line */
export function faces(line) {
  return [...line.matchAll(/\[(\d(?: \d)*)\]/g)].flatMap((found) => found[1].split(" ").map(Number));
}

/** What an action is called: its first line that is no heading. @param {Frame} frame */
export function says(frame) {
  return frame.log.find((it) => !it.heading)?.line ?? frame.says ?? frame.log[0]?.line ?? "decides unseen";
}

/** A troop without its number: "Hastati 6" are Hastati. @param {string} name */
export function troop(name) {
  return name.replace(/ \d+$/, "");
}

/** What each side lost, by troops: how many there were, and how many are gone. @param {Scene[]} all */
export function losses(all) {
  /** @type {Map<string, { seat: Seat, name: string, symbol: string, ids: Set<string> }>} */
  const found = new Map();
  for (const scene of all) {
    for (const base of scene.bases) {
      const key = `${base.seat} ${troop(base.name)}`;
      const known = found.get(key) ?? { seat: base.seat, name: troop(base.name), symbol: base.symbol, ids: new Set() };
      known.ids.add(base.id);
      found.set(key, known);
    }
  }
  const left = new Set(all[all.length - 1].bases.map((it) => it.id));
  return [...found.values()].map(({ seat, name, symbol, ids }) => ({ seat, name, symbol, all: ids.size, gone: [...ids].filter((id) => !left.has(id)).length }));
}
