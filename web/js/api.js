// HTTP to the server, and the secrets of my seats, which stay in this browser.

/** @typedef {import("./types").Seat} Seat */
/** @typedef {{ id: string, seats: Partial<Record<Seat, string>>, seen?: number }} Mine */

export class ApiError extends Error {
  /** @param {import("./types").Failure} failure */
  constructor(failure) {
    super(failure.what);
    this.failure = failure;
  }
}

/**
 * @param {string} method @param {string} path
 * @param {{ body?: any, secret?: string, text?: boolean }} [options]
 */
export async function call(method, path, { body, secret, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (secret) headers.authorization = `Bearer ${secret}`;
  if (body !== undefined && !text) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : text ? body : JSON.stringify(body) });
  } catch {
    throw new ApiError({ kind: "trouble", what: "The server did not answer. Nothing was lost. Try again.", hint: null, reason: null });
  }
  if (answer.status === 204) return null;
  const json = await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new ApiError(json?.what ? json : { kind: "trouble", what: `The server answered ${answer.status}. Nothing was lost.`, hint: null, reason: null });
  }
  return json;
}

/** @param {string} path @param {string} [secret] */
export const get = (path, secret) => call("GET", path, { secret });
/** @param {string} path @param {any} body @param {string} [secret] */
export const post = (path, body, secret) => call("POST", path, { body, secret });

const KEY = "acies.battles";

/** @returns {Mine[]} */
export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Mine[]} list */
function keep(list) {
  localStorage.setItem(KEY, JSON.stringify(list));
}

/** @param {string} id @returns {Mine | undefined} */
export function mineOf(id) {
  return mine().find((battle) => battle.id === id);
}

/** Keeps the secret of a seat. @param {string} id @param {Seat} seat @param {string} secret */
export function remember(id, seat, secret) {
  const list = mine();
  let battle = list.find((it) => it.id === id);
  if (!battle) list.unshift((battle = { id, seats: {} }));
  battle.seats[seat] = secret;
  keep(list.slice(0, 100));
}

/** @param {string} id */
export function forget(id) {
  keep(mine().filter((battle) => battle.id !== id));
}

/** How much of the log was seen at the last visit. @param {string} id @param {number} seen */
export function markSeen(id, seen) {
  const list = mine();
  const battle = list.find((it) => it.id === id);
  if (!battle) return;
  battle.seen = seen;
  keep(list);
}

/**
 * Begins a battle and keeps its secrets. Resolves to the address to go to.
 * @param {any} wanted
 */
export async function begin(wanted, path = "/api/battles") {
  const made = await post(path, wanted);
  for (const seat of /** @type {Seat[]} */ (["red", "blue"])) {
    if (made.seats[seat]?.secret) remember(made.id, seat, made.seats[seat].secret);
  }
  const invited = /** @type {Seat[]} */ (["red", "blue"]).find((seat) => made.seats[seat]?.invite);
  if (invited) sessionStorage.setItem(`acies.invite.${made.id}`, JSON.stringify({ seat: invited, link: made.links[invited] }));
  return `/battle/${made.id}`;
}
