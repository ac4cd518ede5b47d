// The odds panel: what is thrown, how it may fall, every row with its rule and its worth.
import { h } from "./dom.js";
import { capital, percent, ruleLink, signed } from "./words.js";

/** @typedef {import("./types").Forecast} Forecast */
/** @typedef {{ value: number, chance: number, exact: string | null }} Column */

/** The outcomes by one of their numbers, the first if not said. @param {Forecast} forecast @param {number} [at] @returns {{ name: string, columns: Column[] } | null} */
export function columns(forecast, at = 0) {
  const name = forecast.outcomes[0]?.is?.[at]?.[0];
  if (!name) return null;
  /** @type {Map<number, Column>} */
  const found = new Map();
  for (const { is, chance } of forecast.outcomes) {
    const value = is?.find(([key]) => key === name)?.[1];
    if (value === undefined) return null;
    const column = found.get(value);
    if (column) {
      column.chance += chance.float;
      column.exact = null;
    } else {
      found.set(value, { value, chance: chance.float, exact: chance.exact });
    }
  }
  const sorted = [...found.values()].sort((a, b) => a.value - b.value);
  // What comes about or does not is told in words.
  if (sorted.length === forecast.outcomes.length && sorted.every(({ value }) => value === 0 || value === 1)) return null;
  return sorted.length > 1 && sorted.length <= 16 ? { name: name === "ud" ? "UD" : name.replaceAll("_", " "), columns: sorted } : null;
}

/** The chances of winning, of neither, and of losing, if the roll is a contest. @param {Forecast} forecast */
export function contest(forecast) {
  const key = forecast.outcomes.every((it) => it.is?.some(([name]) => name === "cohesion_won")) && forecast.outcomes.length ? "cohesion_won" : null;
  if (!key) return null;
  const such = (/** @type {(n: number) => boolean} */ is) =>
    forecast.outcomes.filter((it) => is(it.is?.find(([name]) => name === key)?.[1] ?? 0)).reduce((sum, it) => sum + it.chance.float, 0);
  return { win: such((n) => n > 0), even: such((n) => n === 0), lose: such((n) => n < 0) };
}

/** What a fight costs oneself, where the first number is what it costs the enemy. @param {Forecast} forecast */
function ownLosses(forecast) {
  return forecast.outcomes[0]?.is?.[1]?.[0].startsWith("own_") ? columns(forecast, 1) : null;
}

/** The number that is shown at the target: a chance, or how many are expected. @param {Forecast} forecast */
export function headline(forecast) {
  const match = contest(forecast);
  if (match) return percent(match.win);
  const found = columns(forecast);
  const own = ownLosses(forecast);
  const mean = (/** @type {Column[]} */ all) => all.reduce((sum, it) => sum + it.value * it.chance, 0).toFixed(1);
  if (found && own) return `${mean(found.columns)} to ${mean(own.columns)} ${found.name.replace(/^enemy /, "")}`;
  if (found) return `${mean(found.columns)} ${found.name}`;
  const first = forecast.highlights[0] ?? forecast.outcomes[0];
  return first ? percent(first.chance.float) : null;
}

/**
 * The whole panel.
 * @param {string} ruleset @param {Forecast} forecast
 * @param {{ atLeast: boolean, swap: () => void, title?: string }} options
 */
export function oddsPanel(ruleset, forecast, { atLeast, swap, title }) {
  const found = columns(forecast);
  const own = ownLosses(forecast);
  const match = contest(forecast);
  const button = (/** @type {string} */ text, /** @type {boolean} */ on) => h("button", { type: "button", "aria-pressed": String(on), onclick: () => { if (!on) swap(); } }, text);
  return [
    h("h3", {}, capital(title ?? forecast.title.replaceAll("_", " "))),
    h("div", { class: "sub" },
      h("span", {}, found ? `${capital(found.name)}, every fall of the dice` : "Every fall of the dice"),
      found && found.columns.length > 2 ? h("span", { class: "seg", role: "group", "aria-label": "Columns" }, button("exactly", !atLeast), button("at least", atLeast)) : null),
    match ? triple(match) : null,
    found ? chart(found, atLeast) : list(forecast),
    own ? h("div", {}, h("div", { class: "sub" }, capital(own.name)), chart(own, atLeast)) : null,
    h("table", { class: "mods" }, forecast.sums.map(([name, sum], at) => sumRows(ruleset, name, sum, (forecast.worths ?? []).filter((it) => it.sum === at))), highlights(forecast)),
    forecast.rules.length ? h("p", { class: "note" }, "Thrown by ", forecast.rules.flatMap((id, at) => [at ? ", " : "", ruleLink(ruleset, id)])) : null,
  ];
}

/** @param {{ win: number, even: number, lose: number }} match */
export function triple({ win, even, lose }) {
  const bar = h("div", { class: "tri", role: "img", "aria-label": `Win ${percent(win)}, even ${percent(even)}, lose ${percent(lose)}` });
  for (const [kind, part] of /** @type {[string, number][]} */ ([["w", win], ["e", even], ["l", lose]])) {
    const piece = h("i", { class: kind });
    piece.style.flexGrow = String(part);
    bar.append(piece);
  }
  const big = (/** @type {number} */ part, /** @type {string} */ word) => h("span", {}, h("b", {}, percent(part)), word);
  return h("div", {}, bar, h("div", { class: "tril" }, big(win, "win"), big(even, "even"), big(lose, "lose")));
}

/** @param {{ name: string, columns: Column[] }} found @param {boolean} atLeast */
function chart({ name, columns }, atLeast) {
  const shown = columns.map((column, at) => ({
    ...column,
    chance: atLeast ? columns.slice(at).reduce((sum, it) => sum + it.chance, 0) : column.chance,
  }));
  const highest = Math.max(...shown.map((it) => it.chance));
  // Of what can only be more or less nobody knows which is the better.
  const signed = columns.some(({ value }) => value < 0);
  const says = shown.map((it) => `${atLeast ? "at least " : ""}${it.value}: ${percent(it.chance)}`).join("; ");
  return h("ol", { class: "bars", "aria-label": `Chances of ${name}: ${says}` }, shown.map((it) => {
    const column = h("i", {});
    column.style.height = `${(it.chance / highest) * 4.4}rem`;
    const kind = !signed || it.value === 0 ? "" : it.value > 0 ? "w" : "l";
    return h("li", { class: kind, title: it.exact && !atLeast ? `exactly ${it.exact}` : null, "aria-hidden": "true" },
      h("div", { class: "col" }, h("span", {}, percent(it.chance)), column), h("span", { class: "x" }, it.value));
  }));
}

/** Outcomes that are no numbers, as a list. @param {Forecast} forecast */
function list(forecast) {
  const shown = [...forecast.outcomes].sort((a, b) => b.chance.float - a.chance.float).slice(0, 12);
  return h("table", { class: "mods" }, h("tbody", {}, shown.map((it) => h("tr", {}, h("td", { class: "v", title: `exactly ${it.chance.exact}` }, percent(it.chance.float)), h("td", {}, it.says)))));
}

/** @param {import("./types").Row} row */
export function rowWorth(row) {
  if ("add" in row.effect) return signed(row.effect.add);
  if ("at_most" in row.effect) return `\u2264 ${row.effect.at_most}`;
  return `\u2265 ${row.effect.at_least}`;
}

/** A worth: points of a chance, or a number of things; good or bad for who asks. @param {import("./types").Worth | undefined} worth */
function worthNode(worth) {
  if (!worth || !worth.thousandths) return null;
  const { thousandths, chance, of } = worth;
  const amount = chance ? String(Math.round(Math.abs(thousandths) / 10)) : (Math.abs(thousandths) / 1000).toFixed(1);
  const good = thousandths > 0 === (of !== "lose");
  return h("span", { class: good ? "up" : "dn", title: chance ? `points of: ${of}` : of }, `${thousandths < 0 ? "\u2212" : "+"}${amount}`);
}

/** @param {string} ruleset @param {string} name @param {{ rows: import("./types").Row[], total: number }} sum @param {import("./types").Worth[]} worths */
export function sumRows(ruleset, name, sum, worths) {
  const kinds = [...new Set(worths.filter((it) => it.thousandths).map((it) => it.of))];
  return h("tbody", {},
    h("tr", {}, h("th", { colspan: 3, scope: "rowgroup" }, h("b", {}, capital(name)), ` ${sum.total}`), kinds.map((kind) => h("th", { class: "n" }, kind))),
    sum.rows.map((row, at) => h("tr", {},
      h("td", { class: "v" }, row.struck_by ? h("s", {}, rowWorth(row)) : rowWorth(row)),
      h("td", {}, row.struck_by ? h("s", {}, row.what) : row.what),
      h("td", { class: "r" }, ruleLink(ruleset, row.struck_by ?? row.rule)),
      kinds.map((kind) => h("td", { class: "n" }, worthNode(worths.find((it) => it.row === at && it.of === kind)))))));
}

/** @param {Forecast} forecast */
export function highlights(forecast) {
  if (!forecast.highlights.length) return null;
  return h("tbody", {}, h("tr", {}, h("th", { colspan: 5, scope: "rowgroup" }, h("b", {}, "Then"))),
    forecast.highlights.map((it) => h("tr", {}, h("td", { class: "v", title: `exactly ${it.chance.exact}` }, percent(it.chance.float)), h("td", { colspan: 4 }, it.says))));
}

/** What a forecast comes to, as named chances: of a contest, or what a player asks first. @param {Forecast} forecast @returns {Map<string, number>} */
function chances(forecast) {
  const match = contest(forecast);
  const first = match ? Object.entries(match) : [];
  return new Map([...first, ...forecast.highlights.map((it) => /** @type {[string, number]} */ ([it.says, it.chance.float]))]);
}

/**
 * Two options side by side, with the difference in points.
 * @param {{ title: string, forecast: Forecast }} kept @param {{ title: string, forecast: Forecast }} now @param {() => void} drop
 */
export function comparison(kept, now, drop) {
  const [a, b] = [chances(kept.forecast), chances(now.forecast)];
  const rows = [...new Set([...a.keys(), ...b.keys()])].slice(0, 8);
  const cell = (/** @type {number | undefined} */ chance) => h("td", { class: "n" }, chance === undefined ? "\u2013" : percent(chance));
  return h("div", { class: "compare" }, h("h3", {}, "Compared ", h("button", { class: "btn small", type: "button", onclick: drop }, "Done")),
    h("table", { class: "mods" }, h("thead", {}, h("tr", {}, h("th", {}), h("th", { class: "n", scope: "col" }, kept.title), h("th", { class: "n", scope: "col" }, now.title), h("th", { class: "n", scope: "col" }, "points"))),
      h("tbody", {}, rows.map((row) => {
        const [x, y] = [a.get(row), b.get(row)];
        const points = x === undefined || y === undefined ? null : Math.round(100 * (y - x));
        return h("tr", {}, h("th", { scope: "row" }, capital(row)), cell(x), cell(y), h("td", { class: "n" }, points === null ? "\u2013" : signed(points)));
      }))));
}
