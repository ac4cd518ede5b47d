// Armies that are kept in this browser.

/** @typedef {{ id: string, ruleset: string, name: string, text: string, cost: number, touched: number }} Kept */

const KEY = "acies.armies";

/** @returns {Kept[]} */
export function armies() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Kept[]} all */
function write(all) {
  localStorage.setItem(KEY, JSON.stringify(all.slice(0, 60)));
}

/** Keeps an army, the newest first. @param {Kept} army */
export function keepArmy(army) {
  write([army, ...armies().filter((it) => it.id !== army.id)]);
}

/** @param {string} id */
export function dropArmy(id) {
  write(armies().filter((it) => it.id !== id));
}

/** An id that no army has yet. */
export function freshId() {
  return `m${Date.now().toString(36)}${Math.floor(Math.random() * 46656).toString(36)}`;
}
