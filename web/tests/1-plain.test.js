// Tests without a browser: contrast of the palette, layout of pieces, plans and odds.
import { readFileSync } from "node:fs";
import { arrange, size } from "../js/layout.js";
import { about, carried, enclosing, outline, snapped, wheel } from "../js/drag.js";
import { Draft } from "../js/plan.js";
import { columns, contest, headline } from "../js/odds.js";
import { percent } from "../js/words.js";
import { check, same } from "./stage.js";

const css = readFileSync(new URL("../css/base.css", import.meta.url), "utf8");

/** @param {string} name @param {"light" | "dark"} theme */
function colour(name, theme) {
  const found = new RegExp(`--${name}: (?:light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)|(#[0-9a-f]{6}));`).exec(css);
  check(found, `no colour --${name}`);
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

  "a drag snaps to an offer of the same units that ends near"() {
    const offer = (/** @type {string} */ action, /** @type {string[]} */ units, /** @type {number} */ y) => ({ action, title: "", commit: "", words: "", throws: false, units, ghosts: [{ id: "a", at: { pose: { x: 0, y, facing: 0 } } }] });
    const offers = [offer("far", ["a"], 3), offer("near", ["a"], 2.2), offer("group", ["a", "b"], 2)];
    same(snapped(offers, ["a"], { x: 0.1, y: 2, facing: 5 })?.action, "near", "the nearest of its own");
    same(snapped(offers, ["b", "a"], { x: 0, y: 2, facing: 0 })?.action, undefined, "the first has no ghost there");
    same(snapped(offers, ["a"], { x: 0, y: 2, facing: 40 }), null, "not turned so far");
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
    draft.put("a", "1");
    draft.put("c", "discard");
    same(draft.write(), "cards 1=5 discard=K", "two cards");
    same(draft.sum(draft.plan.slots[0]).says, "5 + Legate 1 = 6", "the preview of a segment");
    draft.put("b", "1");
    same(draft.write(), "cards 1=3 discard=K", "a slot for one card");
    draft.set([["a", "2"]]);
    same(draft.write(), "cards 2=5", "a suggestion");
    check(draft.is([["a", "2"]]), "it is that suggestion");
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
    same([0, 0.001, 0.5, 0.999, 1].map(percent), ["0%", "<1%", "50%", ">99%", "100%"], "percent");
  },
};
