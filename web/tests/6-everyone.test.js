// For everyone: what is on the pages can be read, has a name, can be reached by keys and touched.
import { check, faint, same } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const PAGES = [["/", ".cards svg"], ["/new", "#begin"], ["/rules/adlg#ADLG-R6", ".rule.cited"], ["/odds", "#result .tri"], ["/armies?rules=adlg", ".legality"], ["/battles?rules=adlg", "#map [data-piece]"]];

/** Controls without a name, and such that are too small to be touched. @param {Page} page @param {number} least pixels */
function faulty(page, least) {
  return page.evaluate((least) => {
    const found = [];
    for (const it of document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=button]")) {
      if (!it.checkVisibility() || it.closest(".sr")) continue;
      const labels = /** @type {HTMLInputElement} */ (it).labels;
      const name = it.getAttribute("aria-label") || it.getAttribute("title") || it.textContent?.trim() || [...(labels ?? [])].map((label) => label.textContent?.trim()).join("");
      if (!name) found.push(`no name: ${it.outerHTML.slice(0, 90)}`);
      const box = it.closest("label")?.getBoundingClientRect() ?? it.getBoundingClientRect();
      // Links in a sentence are as high as its line.
      const inLine = it.matches("a.rid, a:not(.btn):not(.brand):not(.ico)") || it instanceof SVGElement || it.matches("summary");
      if (least && !inLine && box.width > 0 && Math.min(box.width, box.height) < least) found.push(`${box.width.toFixed(0)} x ${box.height.toFixed(0)}: ${it.outerHTML.slice(0, 90)}`);
    }
    return found;
  }, least);
}

export const tests = {
  /** @param {Stage} stage */
  async "everything on the pages can be read in both themes"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    for (const [path, ready] of [...PAGES, [made.links.red, "#commit"]]) {
      await page.goto(stage.url + path);
      await page.waitForSelector(ready);
      for (const colorScheme of /** @type {("light" | "dark")[]} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        same(await faint(page), [], `text of ${path}, ${colorScheme}`);
      }
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "everything that can be pressed has a name and room for a finger"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const [path, ready] of [...PAGES, [made.links.red, "#mgo .go, .think, #opts .opt"]]) {
      await page.goto(stage.url + path);
      await page.waitForSelector(ready);
      same(await faulty(page, 40), [], `controls of ${path}`);
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "what is drawn anew keeps what is pressed, focused and unfolded"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/rules/virtus`);
    const found = await page.evaluate(async () => {
      const { fill, h } = /** @type {typeof import("../js/dom.js")} */ (await import(/** @type {any} */ ("/js/dom.js")));
      const box = h("div");
      document.body.append(box);
      /** @type {string[]} */
      const pressed = [];
      const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ says) => h("button", { "data-key": key, onclick: () => pressed.push(says) }, text);
      const draw = (/** @type {string} */ says, /** @type {string[]} */ keys, /** @type {boolean} */ on) => fill(box, h("p", {}, says), keys.map((key) => button(key, `${key} ${says}`, `${key} ${says}`)),
        h("details", {}, h("summary", {}, "more"), says), h("input", { type: "checkbox", "data-key": "tick", checked: on }), h("a", { href: "#" }, says));
      draw("one", ["a", "b", "c"], false);
      const [, , middle, , details, tick, link] = /** @type {any[]} */ ([...box.children]);
      middle.focus();
      details.open = true;
      tick.click();
      // The first is gone, a new one comes, and the others say something else.
      draw("two", ["b", "c", "d"], false);
      middle.click();
      const now = [...box.children];
      return { pressed, same: now[1] === middle, focused: document.activeElement === middle, open: details.open && now.includes(details), ticked: tick.checked, anew: !now.includes(link), says: box.textContent };
    });
    same(found, { pressed: ["b two"], same: true, focused: true, open: true, ticked: false, anew: true, says: "twob twoc twod twomoretwotwo" }, "after it was drawn anew");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "armies and battles are made by keys alone"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/armies?rules=adlg`);
    await page.waitForSelector(".legality");
    const until = async (/** @type {string} */ selector) => {
      for (let n = 0; n < 120; n++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((it) => document.activeElement?.matches(it), selector)) return;
      }
      throw new Error(`${selector} cannot be reached with Tab`);
    };
    await until('[aria-label^="Remove"]');
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /to mend|^1\d\d of/.test(`${document.querySelector(".points p")?.textContent} ${document.querySelector(".legality")?.textContent}`));
    await page.goto(`${stage.url}/battles?rules=adlg`);
    await page.waitForSelector("[data-piece]");
    const file = () => page.inputValue("textarea.file");
    const before = await file();
    await until(".piece");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.waitForFunction((was) => /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea.file")).value !== was, before);
    await until("#selected input");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    const laid = await file();
    check(laid.split("[[terrain]]").length === before.split("[[terrain]]").length + 1, "a piece is laid in the middle");
    await page.focus("#map [data-piece]");
    await page.keyboard.press("Enter");
    await page.waitForSelector('#selected label:has-text("Facing")');
    stage.clean();
  },
};
