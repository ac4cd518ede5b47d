// The odds of what is chosen or pointed at, in the side panel; on phones their bar stands over the options too.
import { byId, fill, h } from "./dom.js";
import * as P from "./play.js";
import { comparison, contest, oddsPanel, triple } from "./odds.js";
import { capital } from "./words.js";

/** @typedef {import("./battle.js").Table} Table */

/** @param {Table} table */
export function drawOdds(table) {
  const { play } = table;
  const box = byId("odds");
  const action = table.peek || play.chosen;
  const shown = action ? play.odds[action] : undefined;
  box.classList.toggle("busy", shown === null && Boolean(action));
  const first = shown?.odds ?? shown?.later[0];
  const match = first ? contest(first) : null;
  fill(byId("oddsbar"), match && P.able(play) ? triple(match) : null);
  if (!shown || !first || !P.able(play)) {
    if (!play.busy && shown !== null) fill(box);
    return;
  }
  const { odds, later } = shown;
  const offer = P.offerOf(play, shown.action);
  const name = P.pieceOf(play, offer?.units?.[0] ?? null)?.name;
  const title = offer && name && !offer.title.includes(name) ? `${name}: ${offer.title.charAt(0).toLowerCase()}${offer.title.slice(1)}` : odds?.title ?? first.title;
  const now = { action: shown.action, title: capital(title), forecast: first };
  const { kept } = play;
  const keep = (/** @type {typeof kept} */ it) => table.go({ ...table.play, kept: it });
  const compare = kept && kept.action !== now.action ? comparison(kept, now, () => keep(null))
    : h("button", { class: "btn small", type: "button", "aria-pressed": String(Boolean(kept)), onclick: () => keep(kept ? null : now) }, kept ? "Choose another to compare" : "Compare");
  const panel = (/** @type {import("./types").Forecast} */ forecast, /** @type {string} */ title) => oddsPanel(table.ruleset, forecast, { atLeast: table.atLeast, title, swap: table.swap });
  fill(box, compare, odds ? panel(odds, title) : null, later.map((it) => h("section", { class: "later" }, h("p", { class: "note" }, "Later"), panel(it, it.title))));
}
