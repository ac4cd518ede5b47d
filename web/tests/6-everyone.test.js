// For everyone: what is on the pages can be read, has a name, can be reached by keys and touched.
import { check, same } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const PAGES = [["/", ".cards svg"], ["/new", "#begin"], ["/rules/adlg#ADLG-R6", ".rule.cited"], ["/odds", "#result table"], ["/armies?rules=adlg", "#result .roster"], ["/battles?rules=adlg", "#map [data-piece]"]];

/** Text of the page that is too faint against what is behind it (WCAG 2, AA). @param {Page} page @returns {Promise<string[]>} */
function faint(page) {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** Red, green, blue and alpha of any colour that CSS can write. @param {string} css */
    const rgba = (css) => {
      if (!canvas) return [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].map((it, at) => (at === 3 ? it / 255 : it));
    };
    const over = (/** @type {number[]} */ front, /** @type {number[]} */ back) => [0, 1, 2].map((at) => front[at] * front[3] + back[at] * (1 - front[3])).concat(1);
    const behind = (/** @type {Element | null} */ element) => {
      const layers = [];
      for (let it = element; it; it = it.parentElement) layers.push(rgba(getComputedStyle(it).backgroundColor));
      return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
    };
    const light = (/** @type {number[]} */ colour) => {
      const [r, g, b] = colour.slice(0, 3).map((it) => it / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    for (const element of document.body.querySelectorAll("*")) {
      const text = [...element.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE).map((it) => it.textContent?.trim()).join("");
      if (!text || !(element instanceof HTMLElement) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest(".sr, option, :disabled")) continue;
      const style = getComputedStyle(element);
      const back = behind(element);
      const front = over(rgba(style.color), back);
      const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
      const ratio = (high + 0.05) / (low + 0.05);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      if (ratio < least - 0.02) found.push(`${ratio.toFixed(2)} "${text.slice(0, 30)}" ${element.tagName}.${element.className}`);
    }
    return found;
  });
}

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
  async "armies and battles are made by keys alone"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/armies?rules=adlg`);
    await page.waitForSelector("#result .roster");
    const until = async (/** @type {string} */ selector) => {
      for (let n = 0; n < 120; n++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((it) => document.activeElement?.matches(it), selector)) return;
      }
      throw new Error(`${selector} cannot be reached with Tab`);
    };
    await until('[aria-label^="Remove"]');
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /to mend|^1\d\d of/.test(document.querySelector("#result .cost")?.textContent ?? ""));
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
