// A list of troops as people paste it: a line each, with numbers before or behind the names, in any layout.

/** @typedef {{ id: string, name: string }} Named */

/** Words of a name, without endings and case. @param {string} text */
function words(text) {
  return text.toLowerCase().replaceAll(/[^a-z0-9 ]+/g, " ").split(/\s+/).filter((it) => it.length > 2 && !/^(pts|points|the|and|with|unit|units|\d+)$/.test(it)).map((it) => it.replace(/(ies|es|s|i|y)$/, ""));
}

/** How much a line is like a name: shares of the words of both. @param {string[]} line @param {string[]} name */
function likeness(line, name) {
  const found = name.filter((it) => line.some((other) => other === it || (it.length > 4 && other.startsWith(it.slice(0, 5))))).length;
  return name.length && line.length ? found / name.length + found / line.length / 4 : 0;
}

/**
 * What a pasted text says of the troops of a list: how many of each, and the lines that say nothing.
 * @param {string} text @param {Named[]} entries
 */
export function understood(text, entries) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {string[]} */
  const unknown = [];
  const known = entries.map((it) => ({ id: it.id, words: words(it.name) }));
  for (const line of text.split(/\n|;/).map((it) => it.trim()).filter(Boolean)) {
    const said = words(line);
    const best = known.map((it) => ({ id: it.id, like: likeness(said, it.words) })).sort((a, b) => b.like - a.like)[0];
    // A line without a number may be a heading; one that is much like a name is one unit.
    const number = /(?:^|\s)x?\s?(\d{1,2})\s?(?:x|\u00d7|\b(?!\s*(?:pts|points)))/i.exec(line) ?? /[x\u00d7]\s?(\d{1,2})\b/i.exec(line);
    if (best && best.like >= (number ? 0.6 : 0.95)) counts.set(best.id, (counts.get(best.id) ?? 0) + Number(number?.[1] ?? 1));
    else if (said.length) unknown.push(line);
  }
  return { counts, unknown };
}

/** The list that a pasted text is most like. @template {{ entries: Named[] }} T @param {string} text @param {T[]} lists */
export function likeliest(text, lists) {
  const found = (/** @type {T} */ list) => [...understood(text, list.entries).counts.keys()].length;
  return [...lists].sort((a, b) => found(b) - found(a))[0];
}
