// How the pages look at every size: pictures for people, and what can be measured.
import { check, same } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const SIZES = /** @type {const} */ ([["1440x900", 1440, 900], ["1024x768", 1024, 768], ["820x1180", 820, 1180], ["390x844", 390, 844], ["844x390", 844, 390], ["320x640", 320, 640]]);

/** Nothing scrolls sideways. @param {Page} page @param {string} where */
async function narrow(page, where) {
  const [page_, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  check(page_ <= window_, `${where} scrolls sideways: ${page_} > ${window_}`);
}

/** Plays on until a phase asks for a decision. @param {Page} page @param {string} phase */
async function until(page, phase) {
  for (let n = 0; n < 200; n++) {
    const on = await page.evaluate(() => ({ phase: document.querySelector("#phases .on")?.textContent ?? "", commit: Boolean(document.querySelector("#commit")), turn: document.querySelector("#turn")?.textContent ?? "" }));
    if (on.commit && on.phase === phase && /Turn [2-9]/.test(on.turn)) return true;
    if (on.commit) {
      const ready = await page.$("#commit:not(:disabled)");
      if (!ready) {
        const done = (await page.$('#opts .opt[data-action="done"]')) ?? (await page.$("#opts .opt[data-action]"));
        if (done) await done.evaluate((it) => /** @type {HTMLElement} */ (it).click());
        else await page.keyboard.press("n");
      }
      await page.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector("#commit:not(:disabled)"))?.click());
    }
    await page.waitForTimeout(90);
  }
  return false;
}

export const tests = {
  /** @param {Stage} stage */
  async "the battle page at every size, light and dark"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "heuristic" } });
    const player = await stage.person();
    await player.goto(stage.url + made.links.red);
    await player.waitForSelector("[data-piece]");
    for (const phase of ["Cards", "Combats"]) {
      check(await until(player, phase), `no ${phase} in the second turn`);
      for (const [name, width, height] of SIZES) {
        for (const scheme of /** @type {("light" | "dark")[]} */ (["light", "dark"])) {
          const page = await stage.person({ viewport: { width, height }, colorScheme: scheme, hasTouch: width < 900 });
          await page.goto(stage.url + made.links.red);
          await page.waitForSelector("#commit", { state: "attached" });
          await page.keyboard.press(phase === "Cards" ? "c" : "n");
          await page.waitForTimeout(60);
          if (phase === "Combats") await page.keyboard.press("1");
          await page.waitForTimeout(120);
          await narrow(page, `battle at ${name}`);
          const map = await page.$eval("#canvas", (it) => it.getBoundingClientRect().toJSON());
          check(map.height >= height * (height > 700 ? 0.24 : 0.2) && map.width >= Math.min(width * 0.5, 300), `the map is too small at ${name}: ${map.width} x ${map.height}`);
          await stage.shot(page, `battle-${phase.toLowerCase()}-${name}-${scheme}`);
          if (name === "390x844") {
            for (const tab of ["odds", "unit", "log", "more"]) {
              await page.click(`#tabs [data-for="${tab}"]`);
              if (scheme === "light") await stage.shot(page, `battle-${phase.toLowerCase()}-${name}-tab-${tab}`);
            }
          }
          await page.context().close();
        }
      }
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the other pages at every size"(stage) {
    for (const [path, name, ready] of [["/", "start", ".cards svg"], ["/new", "new", "#begin"], ["/rules/virtus#VIR-3.1.4", "rules", ".rule.cited"], ["/odds", "odds", "#result table"]]) {
      for (const [size, width, height] of SIZES.filter(([it]) => it !== "844x390")) {
        const page = await stage.person({ viewport: { width, height }, colorScheme: width === 1024 ? "dark" : "light" });
        await page.goto(stage.url + path);
        await page.waitForSelector(ready);
        await narrow(page, `${name} at ${size}`);
        await stage.shot(page, `${name}-${size}`);
        await page.context().close();
      }
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "odds answer to toggles, and the rulebook can be searched"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/odds`);
    await page.waitForSelector("#result .bars");
    const before = await page.textContent("#result");
    await page.selectOption("#kind", "fight");
    await page.waitForFunction((was) => document.querySelector("#result")?.textContent !== was && !document.querySelector("#result.busy"), before);
    const fight = await page.textContent("#result");
    await page.click("label:has(#s1-testudo)");
    await page.waitForFunction((was) => document.querySelector("#result")?.textContent !== was && !document.querySelector("#result.busy"), fight);
    await page.goto(`${stage.url}/rules/virtus`);
    await page.waitForSelector(".rule");
    await page.fill("#search", "testudo");
    await page.waitForFunction(() => /\d+ rules?/.test(document.querySelector("#found")?.textContent ?? ""));
    const shown = await page.$$eval(".rule:not([hidden])", (it) => it.map((node) => /testudo/i.test(node.textContent ?? "")));
    check(shown.length > 2 && shown.every(Boolean), "only rules with the word are shown");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "text at 200 per cent"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "heuristic" } });
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      const page = await stage.person({ viewport: { width, height } });
      await page.addInitScript(() => document.addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "200%"; }));
      await page.goto(stage.url + made.links.red);
      await page.waitForSelector("[data-piece]");
      await narrow(page, `200% at ${width}`);
      await stage.shot(page, `text-200-${width}`);
      await page.context().close();
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the budget of the battle page"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    /** @type {string[]} */
    const foreign = [];
    page.on("request", (request) => {
      if (!/^(http|ws):\/\/127\.0\.0\.1:/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("[data-piece]");
    await page.waitForTimeout(500);
    const files = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((it) => /** @type {PerformanceResourceTiming} */ (it)).map((it) => ({ bytes: it.decodedBodySize, packed: it.encodedBodySize })));
    const bytes = files.reduce((sum, it) => sum + it.bytes, 0);
    const packed = files.reduce((sum, it) => sum + it.packed, 0);
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    console.log(`      ${(bytes / 1024).toFixed(0)} KB, ${(packed / 1024).toFixed(0)} KB compressed, in ${files.length} requests, first paint after ${paint.toFixed(0)} ms, ${nodes} nodes`);
    check(bytes > 50 * 1024 && bytes < 300 * 1024, `first load has ${bytes} bytes`);
    check(nodes < 3000, `${nodes} nodes`);
    same(foreign, [], "requests to others");
    stage.clean();
  },
};
