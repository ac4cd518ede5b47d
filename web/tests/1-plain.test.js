// Tests without a browser: contrast of the palette, layout of pieces, plans and odds.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { arrange, size } from "../js/layout.js";
import { about, carried, enclosing, outline, wheel } from "../js/drag.js";
import { leg, pole, stations } from "../js/march.js";
import { changed, edited, hasPlaces, withoutPlaces } from "../js/muster.js";
import { toggledGround, withArea, withOutline, withPose, withTerrain, without } from "../js/position.js";
import { inside, shifted } from "../js/grounds.js";
import { Draft } from "../js/plan.js";
import { columns, contest, headline } from "../js/odds.js";
import { sha256 } from "../js/share.js";
import { percent } from "../js/words.js";
import { check, same } from "./stage.js";

const css = readFileSync(new URL("../css/base.css", import.meta.url), "utf8");

/** @param {string} name @param {"light" | "dark"} theme */
function colour(name, theme) {
  const found = new RegExp(`--${name}: (?:light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)|(#[0-9a-f]{6}));`).exec(css);
  if (!found) throw new Error(`no colour --${name}`);
  return found[3] ?? found[theme === "light" ? 1 : 2];
}

/** Relative luminance (WCAG 2). @param {string} hex */
function luminance(hex) {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = [
  ["ink", "panel"], ["ink", "paper"], ["ink2", "panel"], ["ink2", "paper"], ["ink2", "ground"], ["ink2", "hill"], ["link", "panel"], ["link", "paper"], ["act", "panel"], ["act", "ground"],
  ["ok", "panel"], ["no", "panel"], ["no", "ground"], ["red-on", "red"], ["blue-on", "blue-plate"], ["ink", "act-soft"], ["ink", "no-soft"], ["ink", "ok-soft"], ["water-ink", "water"], ["card-red", "card"], ["card-ink", "card"], ["panel", "ink"], ["panel", "no"],
];
const OUTLINES = [["red-deep", "ground"], ["blue", "ground"], ["act", "ground"], ["act", "paper"], ["frame", "ground"], ["ink2", "panel"]];

/** Pieces of both sides crowded into areas. @param {number} red @param {number} blue @param {number} leaders */
function crowd(red, blue, leaders) {
  const base = (/** @type {string} */ seat, /** @type {number} */ at) => ({ id: `${seat}/${at}`, seat, at: { area: { area: "S1", facing: seat === "red" ? 0 : 180 } }, shape: { rectangle: { width: 6, depth: 3 } } });
  return /** @type {any} */ ({
    table: { left: 0, bottom: 0, width: 20, height: 30, unit: "cm" },
    areas: [{ id: "S1", left: 0, bottom: 10, width: 20, height: 20, side: "red", reserve: false }],
    bases: [...Array.from({ length: red }, (_, at) => base("red", at)), ...Array.from({ length: blue }, (_, at) => base("blue", at))],
    leaders: Array.from({ length: leaders }, (_, at) => ({ ...base(at % 2 ? "blue" : "red", 100 + at), radius: 1.4 })),
  });
}

export const tests = {
  "the hash of a share is that of everybody else"() {
    // Lengths about which the last block is filled up, and as a share is written.
    for (const text of ["", "abc", "x".repeat(55), "x".repeat(56), "x".repeat(64), "y".repeat(119), "2a".repeat(32)]) {
      same(sha256(text), createHash("sha256").update(text).digest("hex"), `SHA-256 of ${text}`);
    }
  },

  "contrast of text and outlines in both themes"() {
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      for (const [pairs, least] of /** @type {[string[][], number][]} */ ([[TEXT, 4.5], [OUTLINES, 3]])) {
        for (const [front, back] of pairs) {
          const found = contrast(colour(front, theme), colour(back, theme));
          check(found >= least - 0.05, `${front} on ${back}, ${theme}: ${found.toFixed(2)} is below ${least}`);
        }
      }
    }
  },

  "the sides differ without colour"() {
    // A solid plate with a light symbol, an open plate with a dark one: light against dark in both themes.
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      for (const [a, b] of [["red", "blue-plate"], ["red-on", "red"], ["blue-on", "blue-plate"], ["blue", "blue-plate"]]) {
        const found = contrast(colour(a, theme), colour(b, theme));
        check(found >= 2.2, `${a} against ${b}, ${theme}: ${found.toFixed(2)}`);
      }
    }
  },

  "a common outline leaves out what lies within"() {
    /** @type {import("../js/types").Spot[][]} */
    const two = [[[0, 0], [2, 0], [2, 1], [0, 1]], [[1, 0], [3, 0], [3, 1], [1, 1]]];
    const lengths = outline(two).split("M").slice(1).map((part) => part.split("L").map((it) => it.trim().split(" ").map(Number))).map(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]));
    same(Number(lengths.reduce((sum, it) => sum + it, 0).toFixed(3)), 8, "the edge of both together: 3 by 1");
    same(outline([two[0]]).split("M").length - 1, 4, "a base alone has four edges");
  },

  "groups are carried and wheeled as one"() {
    const first = { x: 0, y: 0, facing: 0 };
    const round = (/** @type {import("../js/drag.js").Pose} */ { x, y, facing }) => [x, y, facing].map((it) => Number(it.toFixed(6)) + 0);
    same(round(about(first, [0.5, 0.5], 90)), [0, 1, 90], "a quarter to the right about the right front corner");
    same(round(carried({ x: 1, y: 0, facing: 0 }, first, { x: 5, y: 5, facing: 90 })), [5, 4, 90], "the right neighbour of who faces east stands to the south");
    same(wheel([0, 0], [1, 0], [0, -1]), 90, "to the right");
    same(wheel([0, 0], [1, 0], [1, 9]), -84, "to the left");
    const whole = enclosing([{ pose: first, size: [1, 1] }, { pose: { x: 1, y: 0, facing: 0 }, size: [1, 0.5] }]);
    same([whole.pose.x, whole.pose.y, ...whole.size], [0.5, 0, 2, 1], "the base that encloses both");
  },

  "a wheel is shown as a wheel and a march as a straight line"() {
    const round = (/** @type {number[]} */ all) => all.map((it) => Number(it.toFixed(6)) + 0);
    const from = { x: 0, y: -5, facing: 0 };
    const wheeled = { x: 0, y: -4, facing: 90 };
    same(round(pole(from, wheeled)), [0.5, -4.5], "a base of 1 by 1 wheels about its right front corner");
    const half = leg(from, wheeled).find((it) => Math.abs(it.facing - 42) < 0.1);
    check(half, "it is shown on its way");
    // 42 degrees about the corner: its middle stays as far from it.
    same(round([Math.hypot((half?.x ?? 0) - 0.5, (half?.y ?? 0) + 4.5)]), round([Math.SQRT1_2]), "on a circle");
    same(leg(wheeled, { x: 3, y: -4, facing: 90 }).length, 1, "a straight line has no stops");
    same(leg(from, { x: 0, y: -5, facing: 180 }).every((it) => Math.hypot(it.x, it.y + 5) < 1e-6), true, "about turn on the spot");
    const way = stations(from, [wheeled, { x: 3, y: -4, facing: 90 }]);
    same([way[0].at, way.at(-1)?.at], [0, 1], "from the beginning to the end");
    check(way.every((it, at) => !at || it.at >= way[at - 1].at), "in order");
  },

  "an army is counted up and down in its file"() {
    const file = 'name = "R"\n\n[[corps]]\nname = "Left"\nunit = [\n    { troop = "a", count = 2, at = [[1, 2], [3, 4]] },\n]\n\n[[corps]]\nname = "Right"\nunit = [\n]\n';
    const muster = /** @type {any} */ ({ groups: [{ name: "Left", line: 4 }, { name: "Right", line: 10 }], rows: [{ entry: "a", line: 6, count: 2, cost: 4, group: 0 }] });
    const entry = (/** @type {string} */ id) => ({ id, writes: `    { troop = "${id}" },` });
    check(hasPlaces(file) && !hasPlaces(withoutPlaces(file)), "places are taken out");
    const lines = (/** @type {string} */ text) => text.split("\n").filter((it) => it.includes("troop"));
    same(lines(changed(file, entry("a"), muster, 0, 1)), ['    { troop = "a", count = 3 },'], "one more");
    same(lines(changed(file, entry("b"), muster, 0, 1)), ['    { troop = "a", count = 2 },', '    { troop = "b" },'], "a new one after the last of its corps");
    same(changed(file, entry("b"), muster, 1, 1).split("\n").indexOf('    { troop = "b" },'), 11, "the first of an empty corps");
    same(changed(file, entry("b"), muster, 0, -1), file, "nobody to take out");
    const tables = 'name = "G"\n\n[[unit]]\ntroop = "w"\ncount = 2\n\n[[unit]]\ntroop = "x"\n';
    const rows = /** @type {any} */ ({ groups: [], rows: [{ entry: "w", line: 4, count: 2, cost: 2 }, { entry: "x", line: 8, count: 1, cost: 1 }] });
    const table = (/** @type {string} */ id) => ({ id, writes: `[[unit]]\ntroop = "${id}"\n` });
    same(changed(tables, table("w"), rows, undefined, 1).split("\n")[4], "count = 3", "a count of its own line");
    same(changed(tables, table("x"), rows, undefined, 1).split("\n").slice(7, 9), ['troop = "x"', "count = 2"], "a count where there was none");
    same(changed(tables, table("x"), rows, undefined, -1).includes('"x"'), false, "the last one takes the table along");
    check(changed(tables, table("y"), rows, undefined, 1).endsWith('[[unit]]\ntroop = "y"\n'), "a table at the end");
    same(edited("a\nb\nc\nd", [{ line: 2, takes: 1, lines: ["x", "y"] }, { line: 4, takes: 1, lines: [] }]), "a\nx\ny\nc", "edits of the same text, whatever their order");
  },

  "a position is drawn into its file"() {
    const file = 'name = "Z"\n\n[[terrain]]\npiece = "wood"\noutline = [[0, 0], [2, 0], [2, 2], [0, 2]]\n\n[red]\nunits = [\n  { key = "a", at = [1, 2, 90], deployed = [5, 5, 0], area = "SR" },\n  { name = "L", at = [1, 2] },\n]\n';
    const [wood, unit, leader] = [{ id: "wood/0", from: 3, to: 5 }, { id: "red/a", from: 9, to: 9 }, { id: "red/l", from: 10, to: 10 }];
    const line = (/** @type {string} */ text, /** @type {number} */ n) => text.split("\n")[n - 1].trim();
    const pose = { x: 1.234, y: -0.5, facing: 45 };
    same(line(withPose(file, unit, pose), 9), '{ key = "a", at = [1.23, -0.5, 45], deployed = [5, 5, 0], area = "SR" },', "a unit has a facing");
    same(line(withPose(file, leader, pose), 10), '{ name = "L", at = [1.23, -0.5] },', "a leader has none");
    check(line(withArea(file, unit, "S2"), 9).includes('area = "S2"'), "another area");
    /** @type {import("../js/types").Spot[]} */
    const square = [[0, 0], [2, 0], [2, 2], [0, 2]];
    same(line(withOutline(file, wood, shifted(square, [1, 1], 90)), 5), "outline = [[1, 3], [1, 1], [3, 1], [3, 3]]", "turned to the right and moved");
    same(without(file, wood).includes("wood"), false, "taken away");
    same(line(withTerrain(file, "lake", square), 7), "[[terrain]]", "before the armies");
    check(inside([1, 1], square) && !inside([3, 1], square), "in and out of an outline");
    const board = 'terrain_by = "dice"\n[terrain]\nS1 = ["wood"]\n\n[pools]\n';
    same(toggledGround(board, "S1", "hill"), '[terrain]\nS1 = ["wood", "hill"]\n\n[pools]\n', "one kind more");
    same(toggledGround(board, "S1", "wood"), "[terrain]\n\n[pools]\n", "no longer");
    same(toggledGround(board, "N2", "hill").split("\n")[1], 'N2 = ["hill"]', "another area");
  },

  "colours come from the palette only"() {
    for (const file of ["battle.css", "pages.css"]) {
      const text = readFileSync(new URL(`../css/${file}`, import.meta.url), "utf8");
      same(text.match(/#[0-9a-fA-F]{3,8}\b/g) ?? [], [], `colours in ${file}`);
    }
  },

  "pieces in an area never overlap and stay in it"() {
    for (const [red, blue, leaders] of [[1, 0, 0], [4, 0, 1], [3, 3, 2], [6, 5, 2], [9, 9, 2], [14, 10, 2]]) {
      const scene = crowd(red, blue, leaders);
      const stands = arrange(scene, 10);
      same(stands.size, red + blue + leaders, "all stand somewhere");
      const boxes = [...scene.bases, ...scene.leaders].map((piece) => {
        const at = stands.get(piece.id);
        const [w, d] = ("radius" in piece ? [28, 28] : size(piece).map((it) => it * 10)).map((it) => it * (at?.scale ?? 1));
        return { id: piece.id, left: (at?.x ?? 0) - w / 2, right: (at?.x ?? 0) + w / 2, top: (at?.y ?? 0) - d / 2, bottom: (at?.y ?? 0) + d / 2 };
      });
      for (const [n, a] of boxes.entries()) {
        check(a.left >= 0 && a.right <= 200 && a.top >= 0 && a.bottom <= 200, `${red}, ${blue}: ${a.id} leaves the area: ${JSON.stringify(a)}`);
        for (const b of boxes.slice(n + 1)) check(a.right <= b.left + 0.01 || b.right <= a.left + 0.01 || a.bottom <= b.top + 0.01 || b.bottom <= a.top + 0.01, `${red}, ${blue}: ${a.id} overlaps ${b.id}`);
      }
    }
  },

  "a plan is written as notation"() {
    const card = (/** @type {string} */ face) => ({ card: { face, idle: face === "K" } });
    const piece = (/** @type {string} */ id, /** @type {string} */ word, /** @type {number | undefined} */ worth) => ({ id, word, name: word, is: card(word), slots: ["1", "2", "discard", "keep"], at: "keep", worth });
    const slot = (/** @type {string} */ id, /** @type {string} */ writes, holds = /** @type {number | undefined} */ (undefined), bonus = /** @type {any[]} */ ([])) => ({ id, name: id, writes, holds, bonus });
    const draft = new Draft(/** @type {any} */ ({ verb: "cards", nothing: "none", commit: "", pieces: [piece("a", "5", 5), piece("b", "3", 3), piece("c", "K", undefined)],
      slots: [slot("1", "1={}", 1, [{ worth: 1, says: "Legate", from: "x" }]), slot("2", "2={}", 1), slot("discard", "discard={}"), slot("keep", "")] }));
    same(draft.write(), "cards none", "nothing laid");
    const two = draft.put("a", "1")?.put("c", "discard") ?? draft;
    same(two.write(), "cards 1=5 discard=K", "two cards");
    same(draft.write(), "cards none", "the first draft is what it was");
    same(two.sum(two.plan.slots[0]).says, "5 + Legate 1 = 6", "the preview of a segment");
    same(two.put("b", "1")?.write(), "cards 1=3 discard=K", "a slot for one card");
    same(two.put("b", "nowhere"), null, "a slot that is none");
    const set = two.set([["a", "2"]]);
    same(set.write(), "cards 2=5", "a suggestion");
    check(set.is([["a", "2"]]), "it is that suggestion");
  },

  "odds are summed by their first number"() {
    const forecast = /** @type {any} */ ({ outcomes: [
      { says: "", is: [["hits", 0]], chance: { exact: "1/4", float: 0.25 } },
      { says: "", is: [["hits", 1], ["red", 0]], chance: { exact: "1/4", float: 0.25 } },
      { says: "", is: [["hits", 1], ["red", 1]], chance: { exact: "1/2", float: 0.5 } },
    ], highlights: [], sums: [], rules: [] });
    same(columns(forecast)?.columns.map((it) => [it.value, it.chance]), [[0, 0.25], [1, 0.75]], "columns");
    same(headline(forecast), "0.8 hits", "expected");
    same(contest(forecast), null, "no contest");
    const fight = { ...forecast, outcomes: [[0, 1, 0.25], [2, 0, 0.5], [2, 2, 0.25]].map(([enemy, own, float]) => ({ says: "", is: [["enemy_CP_lost", enemy], ["own_CP_lost", own]], chance: { exact: "", float } })) };
    same(columns(fight, 1)?.columns.map((it) => [it.value, it.chance]), [[0, 0.5], [1, 0.25], [2, 0.25]], "what it costs oneself");
    same(headline(fight), "1.5 to 0.8 CP lost", "expected of both");
    const test = { ...forecast, outcomes: forecast.outcomes.slice(0, 2) };
    same(columns(test), null, "what comes about or not is told in words");
    same([0, 0.001, 0.5, 0.999, 1].map(percent), ["0%", "<1%", "50%", ">99%", "100%"], "percent");
  },
};
