// A position file as text: the lines of its pieces are rewritten, added and taken out.
import { round, written } from "./grounds.js";

/** @typedef {{ id: string, from: number, to: number }} Written the lines of a piece, counted from one */

/** Rewrites the lines of a piece. @param {string} text @param {Written} piece @param {(lines: string) => string} rewrite */
function rewritten(text, { from, to }, rewrite) {
  const lines = text.split("\n");
  lines.splice(from - 1, to - from + 1, ...rewrite(lines.slice(from - 1, to).join("\n")).split("\n"));
  return lines.join("\n");
}

/** A unit or leader stands elsewhere. @param {string} text @param {Written} piece @param {import("./drag.js").Pose} to */
export function withPose(text, piece, { x, y, facing }) {
  return rewritten(text, piece, (lines) => lines.replace(/\bat = \[([^\]]*)\]/, (_, old) => `at = [${[x, y, ...(old.split(",").length > 2 ? [facing] : [])].map(round).join(", ")}]`));
}

/** A unit or leader is in another area. @param {string} text @param {Written} piece @param {string} area */
export function withArea(text, piece, area) {
  return rewritten(text, piece, (lines) => lines.replace(/\barea = "[^"]*"/, `area = "${area}"`));
}

/** A piece of terrain lies elsewhere. @param {string} text @param {Written} piece @param {import("./types").Spot[]} outline */
export function withOutline(text, piece, outline) {
  return rewritten(text, piece, (lines) => lines.replace(/\boutline = \[[^=]*\]/, `outline = ${written(outline)}`));
}

/** A new piece of terrain, before the armies. @param {string} text @param {string} word @param {import("./types").Spot[]} outline */
export function withTerrain(text, word, outline) {
  const lines = text.split("\n");
  const red = lines.findIndex((line) => line.trim() === "[red]");
  const at = red < 0 ? lines.length : red;
  lines.splice(at, 0, "[[terrain]]", `piece = "${word}"`, `outline = ${written(outline)}`, "");
  return lines.join("\n");
}

/** A file without a piece. @param {string} text @param {Written} piece */
export function without(text, { from, to }) {
  const lines = text.split("\n");
  const blank = lines[from - 1].startsWith("[[") && lines[to]?.trim() === "" ? 1 : 0;
  lines.splice(from - 1, to - from + 1 + blank);
  return lines.join("\n");
}

/** Lays a kind of ground into an area, or takes it out: `[terrain]`, S1 = ["wood"]. @param {string} text @param {string} area @param {string} word */
export function toggledGround(text, area, word) {
  const lines = text.split("\n").filter((line) => !/^terrain_by\s*=/.test(line));
  const head = lines.findIndex((line) => line.trim() === "[terrain]");
  if (head < 0) return text;
  const end = lines.findIndex((line, at) => at > head && line.startsWith("["));
  const at = lines.findIndex((line, n) => n > head && (end < 0 || n < end) && new RegExp(`^"?${area}"?\\s*=`).test(line));
  const tags = at < 0 ? [] : [...lines[at].matchAll(/"([a-z_]+)"/g)].map(([, tag]) => tag);
  const next = tags.includes(word) ? tags.filter((it) => it !== word) : [...tags, word];
  const line = next.length ? [`${area} = [${next.map((it) => `"${it}"`).join(", ")}]`] : [];
  lines.splice(at < 0 ? head + 1 : at, at < 0 ? 0 : 1, ...line);
  return lines.join("\n");
}
