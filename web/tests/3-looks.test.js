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
        const page = await stage.person({ viewport: { width, height }, hasTouch: width < 900 });
        await page.goto(stage.url + made.links.red);
        await page.waitForSelector("#commit", { state: "attached" });
        await page.keyboard.press(phase === "Cards" ? "c" : "n");
        await page.waitForTimeout(60);
        if (phase === "Combats") await page.keyboard.press("1");
        await page.waitForTimeout(120);
        await narrow(page, `battle at ${name}`);
        const map = await page.$eval("#canvas", (it) => it.getBoundingClientRect().toJSON());
        check(map.height >= height * (height > 700 ? 0.24 : 0.2) && map.width >= Math.min(width * 0.5, 300), `the map is too small at ${name}: ${map.width} x ${map.height}`);
        for (const colorScheme of /** @type {("light" | "dark")[]} */ (["dark", "light"])) {
          await page.emulateMedia({ colorScheme });
          await stage.shot(page, `battle-${phase.toLowerCase()}-${name}-${colorScheme}`);
        }
        if (name === "1440x900" && phase === "Combats") {
          await page.waitForSelector("#odds .bars");
          await page.click("#odds >> text=Compare");
          await page.keyboard.press("n");
          await page.waitForTimeout(60);
          await page.keyboard.press("1");
          await page.waitForSelector("#odds .compare tbody tr");
          check((await page.$$("#odds .compare tbody tr:first-child td")).length === 3, "two chances and their difference");
          await stage.shot(page, "compare-1440");
        }
        if (name === "390x844") {
          for (const tab of ["odds", "unit", "log", "more"]) {
            await page.click(`#tabs [data-for="${tab}"]`);
            await stage.shot(page, `battle-${phase.toLowerCase()}-${name}-tab-${tab}`);
          }
        }
        await page.context().close();
      }
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the other pages at every size"(stage) {
    for (const [path, name, ready] of [["/", "start", ".cards svg"], ["/new", "new", "#begin"], ["/rules/virtus#VIR-3.1.4", "rules", ".rule.cited"], ["/odds", "odds", "#result table"], ["/armies", "armies", "#result .roster"], ["/battles?rules=adlg", "battles", "[data-piece]"]]) {
      const page = await stage.person();
      await page.goto(stage.url + path);
      await page.waitForSelector(ready);
      for (const [size, width, height] of SIZES.filter(([it]) => it !== "844x390")) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: width === 1024 ? "dark" : "light" });
        await page.waitForTimeout(60);
        await narrow(page, `${name} at ${size}`);
        await stage.shot(page, `${name}-${size}`);
      }
      await page.context().close();
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
  async "a battle in grey and through other eyes"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("[data-piece]");
    const eyes = await page.context().newCDPSession(page);
    for (const type of /** @type {const} */ (["deuteranopia", "protanopia", "achromatopsia"])) {
      await eyes.send("Emulation.setEmulatedVisionDeficiency", { type });
      await stage.shot(page, `adlg-${type}-1440`);
    }
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

  /** @param {Stage} stage */
  async "an army is built, judged and taken into a battle"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/armies?rules=adlg`);
    await page.waitForSelector("#result .roster");
    const cost = async () => Number(/^\d+/.exec((await page.textContent("#result .cost")) ?? "")?.[0]);
    same(await cost(), 200, "the first shipped army");
    await page.click('[aria-label="Add Velites"]');
    await page.waitForSelector("#file .err .rid");
    check(/204 points, 4 over the budget/.test((await page.textContent("#file .err")) ?? ""), "too dear, in numbers");
    await stage.shot(page, "armies-wrong-1440");
    const file = await page.inputValue("textarea.file");
    await page.fill("textarea.file", file.replace("velites", "velitse"));
    await page.waitForFunction(() => /velitse/.test(document.querySelector("#file .err")?.textContent ?? ""));
    await page.selectOption("#shipped", "numidia");
    await page.waitForFunction(() => document.querySelector("#result h2")?.textContent === "Numidia");
    await page.click("#use");
    await page.waitForURL(/\/new/);
    same(await page.inputValue("#army-red"), "own", "the own army is chosen");
    await page.click("#begin");
    await page.waitForURL(/\/battle\//);
    await page.waitForSelector("#commit");
    check(((await page.textContent("#armies")) ?? "").includes("Numidia"), "it takes the field");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a battle is designed by dragging, and played"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/battles?rules=adlg`);
    await page.waitForSelector("[data-piece]");
    const before = await page.inputValue("textarea.file");
    const unit = await page.$eval("[data-piece]", (it) => it.getAttribute("data-piece") ?? "");
    const box = await page.$eval(`[data-piece="${unit}"] .pl`, (it) => it.getBoundingClientRect().toJSON());
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 60, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((was) => /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea.file")).value !== was, before);
    const after = await page.inputValue("textarea.file");
    const changed = after.split("\n").filter((line, at) => line !== before.split("\n")[at]);
    same(changed.length, 1, "one line has changed");
    check(changed[0].includes(`key = "${unit.split("/")[1]}"`), `that of the unit: ${changed[0]}`);
    await page.waitForFunction(([unit, y]) => (document.querySelector(`[data-piece="${unit}"] .pl`)?.getBoundingClientRect().y ?? y) < y - 20, /** @type {[string, number]} */ ([unit, box.y]));
    await stage.shot(page, "battles-dragged-1440");
    await page.fill("textarea.file", after.replace('ruleset = "adlg"', 'ruleset = "adlgg"'));
    await page.waitForSelector("#file .err");
    check(await page.$("#play:disabled"), "what cannot be read cannot be played");
    await page.fill("textarea.file", after);
    await page.waitForSelector("#play:not(:disabled)");
    await page.click("#play");
    await page.waitForURL(/\/battle\//);
    await page.waitForSelector("[data-piece]");
    stage.clean();
  },
};
