// What axe-core, which knows the guidelines for everyone's access, finds on the pages: nothing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { loose, same } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = [["/", ".cards svg"], ["/new", "#begin"], ["/rules/virtus", ".rule"], ["/rules/adlg#ADLG-R6", ".rule.cited"], ["/odds", "#result .tri"], ["/armies?rules=adlg", ".legality"], ["/battles?rules=adlg", "#map [data-piece]"]];

/** What breaks which rule. @param {Page} page @returns {Promise<string[]>} */
async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations.flatMap((/** @type {any} */ rule) => rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 160)}`));
  });
}

/** Looks at every page in both themes. @param {Stage} stage @param {import("playwright-core").BrowserContextOptions} size */
async function everywhere(stage, size) {
  const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "me" } });
  const desk = await stage.person();
  // The desk holds both seats.
  await desk.goto(stage.url + made.links.blue);
  await desk.waitForSelector("[data-piece]");
  await desk.goto(stage.url + made.links.red);
  await desk.reload();
  // The first dice wait for the shares of both, which the page gives by itself.
  const begun = () => document.querySelector("#log li") ?? /** @type {HTMLElement | null} */ (document.querySelector("#commit:not(:disabled)"))?.click();
  await desk.waitForFunction(begun, undefined, { polling: 500 });
  const side = /** @type {"red" | "blue"} */ ((await loose(desk))[0].split("/")[0]);
  const page = await stage.person(size);
  /** @type {string[]} */
  const found = [];
  const look = async (/** @type {string} */ where) => {
    for (const colorScheme of /** @type {("light" | "dark")[]} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await violations(page)).map((it) => `${where}, ${colorScheme}: ${it}`));
    }
  };
  for (const [path, ready] of [...PAGES, [made.links[side], ".base.loose"]]) {
    await page.goto(stage.url + path);
    await page.waitForSelector(ready);
    await look(path);
  }
  await page.keyboard.press("n");
  await page.waitForSelector(".base.sel");
  await look("a unit that is chosen");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("a[data-rule]")).click());
  await page.waitForSelector("dialog[open]");
  await look("a rule in place");
  await page.goto(`${stage.url}/replay/${made.id}`);
  await page.waitForSelector("#slider");
  await page.keyboard.press("End");
  await look("the replay");
  same(found, [], "violations");
  stage.clean();
}

export const tests = {
  /** @param {Stage} stage */
  async "axe finds nothing at the size of a desk"(stage) {
    await everywhere(stage, {});
  },

  /** @param {Stage} stage */
  async "axe finds nothing at the size of a phone"(stage) {
    await everywhere(stage, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  },
};
