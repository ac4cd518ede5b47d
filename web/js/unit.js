// The panel of the selected unit, and of the move in the making.
import { byId, fill, h, s } from "./dom.js";
import * as P from "./play.js";
import { baseNode, leaderNode } from "./map.js";
import { capital, rounded, ruleLinks } from "./words.js";

/** @typedef {import("./battle.js").Table} Table */

/** @param {Table} table */
export function drawUnit(table) {
  const { play, map } = table;
  const scene = P.sceneOf(play);
  const base = scene?.bases.find((it) => it.id === play.selected);
  const leader = scene?.leaders.find((it) => it.id === play.selected);
  const box = byId("unit");
  const piece = base ?? leader;
  if (!piece) return fill(box);
  const picture = s("svg", { viewBox: base ? "-38 -24 76 48" : "-24 -18 48 36", "aria-hidden": "true" });
  const node = base ? baseNode(base, map.k, "area" in base.at ? base.at.area.facing : base.at.pose.facing) : leader ? leaderNode(leader, map.k) : null;
  for (const attribute of ["role", "tabindex", "data-piece"]) node?.removeAttribute(attribute);
  if (node) picture.append(node);
  const states = (piece.markers ?? []).map((marker) => marker.says);
  const loose = P.isLoose(play, piece.id);
  const tool = (/** @type {string} */ text, /** @type {() => void} */ onclick, /** @type {boolean | null} */ on = null) => h("button", { class: "btn small", type: "button", "aria-pressed": on === null ? null : String(on), onclick }, text);
  const turns = loose ? [tool("\u21b6 5\u00b0", () => table.turn(-5)), tool("5\u00b0 \u21b7", () => table.turn(5)), tool("Turn", () => table.byKeys("t"))] : [];
  const tools = P.groups(play, piece.id) ? h("p", { class: "wide acts" }, tool("Group", () => table.go(P.grouping(table.play, !table.play.grouping)), play.grouping), tool("Neighbours", () => table.go(P.grow(table.play))), turns) : null;
  fill(box, picture, h("h2", {}, P.selectedName(play)), h("p", {}, sentences(piece.about)), tools, moveParts(table), table.brings(),
    states.length || base?.commander ? h("p", { class: "wide" }, capital([...states, ...(base?.commander ? [`with ${base.commander.name}`] : [])].join(", ")) + ".") : null);
}

/** What is told of a piece, a sentence each. @param {string[]} about */
function sentences(about) {
  return about.map((it) => (/[.:;]$/.test(it) ? it : `${it}.`)).join(" ");
}

/** What an offer adds to the one that it goes on from. @param {string} title @param {string} before */
function added(title, before) {
  let same = 0;
  while (same < before.length && title[same] === before[same]) same++;
  return title === before ? title : title.slice(title.lastIndexOf(", ", same) + 1 || 0).trim() || title;
}

/** The parts of a move, each with a cross that takes it and what follows back. @param {Table} table */
function moveParts(table) {
  const { play } = table;
  const parts = P.partsOf(play);
  if (!parts.length) return null;
  const last = parts[parts.length - 1];
  const distance = last.ghosts?.find((ghost) => ghost.id === play.move?.ids[0])?.distance;
  const stopped = play.move?.stopped;
  return h("div", { class: "wide this-move" }, h("h3", {}, "This move"),
    h("ol", {}, parts.map((offer, at) => h("li", {}, h("i", { class: "gn-html" }, at + 1), h("span", {}, rounded(at ? capital(added(offer.title, parts[at - 1].title)) : offer.title)),
      h("button", { class: "x", type: "button", "aria-label": `Take back from part ${at + 1}`, onclick: () => table.go(P.backTo(table.play, at - 1)) }, "\u00d7")))),
    h("p", { class: "note" }, [distance, last.note].filter(Boolean).join(", "), ...(stopped ? [`; stopped: ${rounded(stopped.says)} `, ...ruleLinks(table.ruleset, stopped.rules)] : [])),
    h("p", { class: "note keys" }, h("kbd", {}, "Q"), h("kbd", {}, "E"), " or scroll: turn ", h("kbd", {}, "Alt"), " free ", h("kbd", {}, "U"), " last part back"));
}
