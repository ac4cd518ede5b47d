// A file that is written by hand and judged while it is: the text, where it is wrong, and saving it.
import { fill, h } from "./dom.js";
import { ApiError } from "./api.js";
import { capital, ruleLinks } from "./words.js";

/** Milliseconds after the last key until the text is judged. */
const PAUSE = 250;

export class Editor {
  /**
   * @param {string} label @param {(text: string) => Promise<any>} judge rejects with what is wrong
   * @param {{ good: (found: any) => void, bad: () => void, ruleset: () => string }} told
   */
  constructor(label, judge, told) {
    this.judge = judge;
    this.told = told;
    this.serial = 0;
    /** What waits to change the text, one after another, and how many they are. */
    this.changes = Promise.resolve();
    this.waiting = 0;
    /** The judgement of the text as it is. */
    this.judged = Promise.resolve();
    this.area = h("textarea", { class: "file", "aria-label": label, spellcheck: "false", wrap: "off", rows: 24 });
    this.says = h("div", { class: "verdict", role: "status" });
    this.typing = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.area.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.look(), PAUSE);
    });
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.look();
  }

  /** Has the text judged. */
  look() {
    clearTimeout(this.typing);
    this.typing = undefined;
    this.judged = this.check();
  }

  /** Changes the text by what is known of it, when all that came before is known: fast fingers are faster than the server. @param {() => void} deed */
  change(deed) {
    this.waiting++;
    this.changes = this.changes.then(async () => {
      if (this.typing) this.look();
      await this.judged;
      this.waiting--;
      deed();
    });
  }

  async check() {
    const serial = ++this.serial;
    try {
      const found = await this.judge(this.text);
      if (serial !== this.serial) return;
      this.area.removeAttribute("aria-invalid");
      fill(this.says);
      this.told.good(found);
    } catch (error) {
      if (serial !== this.serial) return;
      this.area.setAttribute("aria-invalid", "true");
      this.wrong(error);
      this.told.bad();
    }
  }

  /** @param {unknown} error */
  wrong(error) {
    const failure = error instanceof ApiError ? error.failure : null;
    const { line } = failure?.place ?? { line: 0 };
    const rules = failure?.reason?.rules ?? [];
    fill(this.says, h("p", { class: "err" }, line ? h("button", { class: "btn small", type: "button", onclick: () => this.show(line) }, `Line ${line}`) : null, ` ${capital(error instanceof Error ? error.message : String(error))}. `, ruleLinks(this.told.ruleset(), rules)),
      failure?.hint ? h("p", { class: "note" }, capital(failure.hint)) : null);
  }

  /** Selects a line, counted from one. @param {number} line */
  show(line) {
    const lines = this.text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    this.area.scrollTop = (line - 6) * (this.area.scrollHeight / Math.max(lines.length, 1));
  }

  /** Adds lines: a table of its own at the end, anything else after the line of the caret or after the last line like it. @param {string} lines */
  add(lines) {
    const all = this.text.split("\n");
    if (lines.startsWith("[[")) {
      this.text = `${this.text.trimEnd()}\n\n${lines}`;
      return this.show(this.text.trimEnd().split("\n").length);
    }
    const alike = (/** @type {string | undefined} */ line) => /^\s*(\{.*\},?|\w+ = \[)\s*$/.test(line ?? "");
    const caret = this.text.slice(0, this.area.selectionStart).split("\n").length;
    const at = alike(all[caret - 1]) ? caret : all.map(alike).lastIndexOf(true) + 1 || all.length;
    all.splice(at, 0, lines);
    this.text = all.join("\n");
    this.show(at + 1);
  }

  /** Saves the text as a file. @param {string} name */
  save(name) {
    const link = h("a", { href: URL.createObjectURL(new Blob([this.text], { type: "text/plain" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** A button that opens a file into the editor. */
  opener() {
    return h("label", { class: "btn" }, "Open a file", h("input", { type: "file", class: "sr", accept: ".toml,.txt", onchange: async (/** @type {any} */ event) => {
      const file = event.target.files?.[0];
      if (file) this.text = await file.text();
    } }));
  }
}

/** A name as a file may have it. @param {string} name */
export function fileName(name) {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_|_$/g, "") || "acies"}.toml`;
}
