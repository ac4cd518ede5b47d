// Numbers, rules and dice in words.
import { h } from "./dom.js";

/** A chance in whole percent: never 0% or 100% unless it is certain. @param {number} chance */
export function percent(chance) {
  if (chance <= 0) return "0%";
  if (chance >= 1) return "100%";
  if (chance < 0.005) return "<1%";
  if (chance > 0.995) return ">99%";
  return `${Math.round(chance * 100)}%`;
}

/** @param {number} n */
export function signed(n) {
  return n < 0 ? `\u2212${-n}` : `+${n}`;
}

/** @param {number} n @param {string} one @param {string} many */
export function count(n, one, many) {
  return `${n} ${n === 1 ? one : many}`;
}

/** The page of a rule. @param {string} ruleset @param {string} id */
export function ruleHref(ruleset, id) {
  return `/rules/${ruleset}#${id}`;
}

/** A rule id as a link, without the prefix of its ruleset. @param {string} ruleset @param {string} id */
export function ruleLink(ruleset, id) {
  const short = id.slice(id.indexOf("-") + 1);
  return h("a", { class: "rid", href: ruleHref(ruleset, id), "data-rule": id, target: "_blank", rel: "noopener" }, short);
}

/** @param {string} ruleset @param {string[]} ids */
export function ruleLinks(ruleset, ids) {
  return ids.flatMap((id, at) => [at ? ", " : "", ruleLink(ruleset, id)]);
}

/** A die. @param {string | number} face @param {string | null | undefined} seat */
export function die(face, seat) {
  return h("span", { class: `die ${seat ?? ""}` }, face);
}

/** Numbers as people say them: no more than two places. @param {string} text */
export function rounded(text) {
  return text.replace(/\d+\.\d{3,}/g, (it) => String(Math.round(Number(it) * 100) / 100));
}

/** A sentence with its dice drawn in place: "[3]" is a die, "[3 6]" are two. @param {string} line @param {string | null | undefined} seat */
export function withDice(line, seat) {
  return line.split(/(\[\d(?: \d)*\])/).flatMap((part) => {
    const found = /^\[([\d ]+)\]$/.exec(part);
    return found ? found[1].split(" ").flatMap((face, at) => [at ? " " : "", die(face, seat)]) : [minus(rounded(part))];
  });
}

/** @param {string} text */
export function minus(text) {
  return text.replace(/(^|[\s(])-(?=\d)/g, "$1\u2212");
}

/** "3 minutes ago". @param {number} time */
export function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${count(minutes, "minute", "minutes")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${count(hours, "hour", "hours")} ago`;
  return `${count(Math.round(hours / 24), "day", "days")} ago`;
}

/** Words as a file has them, in quotation marks: `velites`. @param {string} text */
export function quoted(text) {
  return text.replaceAll(/`([^`]*)`/g, "\u201c$1\u201d");
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The level that is offered first. @param {string[]} levels */
export function usualLevel(levels) {
  return levels.includes("centurion") ? "centurion" : levels.at(-1) ?? "random";
}

/** What a level of the computer is called. @param {string} level */
export function levelName(level) {
  return { me: "Me", friend: "A friend by link", person: "a person", invited: "a friend, not here yet" }[level] ?? `the computer, ${level}`;
}

/** A heading of a rulebook as a player calls it: "3.2 Command (source ...)" is Command. @param {string} heading */
export function plainSection(heading) {
  const plain = heading.replace(/^[\d.]+\.?\s+/, "").replace(/^[A-Z]{2,4}: /, "").replace(/^Section\s+[\d.]+:?\s*/i, "").replace(/\s*\((?:source|sheet|p |pp? ?\d|ADLG|VIR|AV|IMP|LEG|untitled)[^)]*\)/g, "").replace(/\s*\([^)]*p \d[^)]*\)/g, "").replace(/^["\u201c](.*)["\u201d]$/, "$1").trim();
  return capital(plain || heading);
}

/** A face where there is no room for words: the joker is a star. @param {string} face */
export function shortFace(face) {
  return face.length > 2 ? "\u2605" : face;
}
