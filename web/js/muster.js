// An army file as text: units are added, counted and taken out line by line, as people write them.
// A unit is a line such as `{ troop = "rom.velites", count = 2 },` in a list, or a table of its own:
// [[unit]], troop = "warband", count = 4.

/** @typedef {{ entry: string, line: number, count: number, cost: number, group?: number }} Row */
/** @typedef {{ line: number, takes: number, lines: string[] }} Edit lines counted from one that are replaced by others */
/** @typedef {{ name: string, on: boolean, cost: number, edits: Edit[] }} Option */
/** @typedef {{ name: string, line: number, cost: number, group?: number, selects: { name: string, options: Option[] }[], switches: Option[], without?: Edit[] }} Leader */
/** @typedef {{ name: string, list: string | null, budget: number, cost: number, groups: { name: string, line: number }[], rows: Row[], leaders: Leader[], more: Option[], wrong: import("./types").Failure[] }} Muster */

const PLACES = /,\s*at\s*=\s*\[\s*\[[^\]]*\](?:\s*,\s*\[[^\]]*\])*\s*,?\s*\]/;
const COUNT = /\bcount\s*=\s*\d+/;

/** Whether the units of an army have places already. @param {string} text */
export function hasPlaces(text) {
  return text.split("\n").some((line) => line.includes("troop") && PLACES.test(line));
}

/** The army without places of its units: who changes their number deploys them anew. @param {string} text */
export function withoutPlaces(text) {
  return text.split("\n").map((line) => (line.includes("troop") ? line.replace(PLACES, "") : line)).join("\n");
}

/** From where to where the table goes that has a line; both counted from nought. @param {string[]} lines @param {number} at @returns {[number, number]} */
function table(lines, at) {
  let [from, to] = [at, at];
  while (from > 0 && !lines[from]?.startsWith("[[")) from--;
  while (to + 1 < lines.length && lines[to + 1].trim() && !lines[to + 1].startsWith("[")) to++;
  return [from, to];
}

/** Whether a line is one of those that units are written in. @param {string} text @param {number} row the line of their troop @param {number} line */
export function holds(text, row, line) {
  const lines = text.split("\n");
  const [from, to] = /^\s*\{/.test(lines[row - 1] ?? "") ? [row - 1, row - 1] : table(lines, row - 1);
  return line - 1 >= from && line - 1 <= to;
}

/** Gives the units of a row another number; none takes them out. @param {string} text @param {number} line counted from one @param {number} count */
export function withCount(text, line, count) {
  const lines = text.split("\n");
  const at = line - 1;
  const written = lines[at] ?? "";
  const inLine = /^\s*\{/.test(written);
  const [from, to] = inLine ? [at, at] : table(lines, at);
  if (count <= 0) {
    const blank = !inLine && lines[to + 1]?.trim() === "" ? 1 : 0;
    lines.splice(from, to - from + 1 + blank);
    return lines.join("\n");
  }
  const counted = lines.findIndex((it, n) => n >= from && n <= to && COUNT.test(it));
  if (counted >= 0) lines[counted] = lines[counted].replace(COUNT, `count = ${count}`);
  else if (count > 1 && inLine) lines[at] = written.replace(/(troop\s*=\s*"[^"]*")/, `$1, count = ${count}`);
  else if (count > 1) lines.splice(at + 1, 0, `count = ${count}`);
  return lines.join("\n");
}

/** Adds a unit as the list writes it: after the last one of its corps, else where its list begins. @param {string} text @param {string} writes @param {Muster} muster @param {number | undefined} group */
export function withUnit(text, writes, muster, group) {
  const lines = text.split("\n");
  const own = muster.rows.filter((row) => row.group === group).map((row) => row.line);
  if (writes.startsWith("[[")) return `${text.trimEnd()}\n\n${writes.trimEnd()}\n`;
  if (own.length) lines.splice(Math.max(...own), 0, writes);
  else {
    const after = group === undefined ? 0 : (muster.groups[group]?.line ?? 1) - 1;
    const opens = lines.findIndex((it, n) => n >= after && /^\s*units?\s*=\s*\[/.test(it));
    const next = lines.findIndex((it, n) => n > after && it.startsWith("[["));
    if (opens >= 0 && (next < 0 || opens < next)) {
      if (/\[\s*\]/.test(lines[opens])) lines.splice(opens, 1, "unit = [", writes, "]");
      else lines.splice(opens + 1, 0, writes);
    } else lines.splice(next < 0 ? lines.length : next, 0, "unit = [", writes, "]", "");
  }
  return lines.join("\n");
}

/** One unit more or fewer of an entry. @param {string} text @param {{ id: string, writes: string }} entry @param {Muster} muster @param {number | undefined} group @param {1 | -1} by */
export function changed(text, entry, muster, group, by) {
  const rows = muster.rows.filter((row) => row.entry === entry.id && row.group === group);
  const row = rows.at(-1);
  const bare = withoutPlaces(text);
  if (row) return withCount(bare, row.line, row.count + by);
  return by > 0 ? withUnit(bare, entry.writes, muster, group) : text;
}

/** The text after edits that were made for it as it is. @param {string} text @param {Edit[]} edits */
export function edited(text, edits) {
  const lines = text.split("\n");
  for (const { line, takes, lines: written } of [...edits].sort((a, b) => b.line - a.line)) lines.splice(line - 1, takes, ...written);
  return lines.join("\n");
}
