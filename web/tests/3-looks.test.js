// How the pages look at every size: pictures for people, and what can be measured.
import { check, faint, middle, said, same } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const SIZES = /** @type {const} */ ([["1440x900", 1440, 900], ["1024x768", 1024, 768], ["820x1180", 820, 1180], ["390x844", 390, 844], ["844x390", 844, 390], ["320x640", 320, 640]]);

/** Nothing scrolls sideways. @param {Page} page @param {string} where */
async function narrow(page, where) {
  const [page_, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  check(page_ <= window_, `${where} scrolls sideways: ${page_} > ${window_}`);
}

/** What an army costs, and whether the rules want it so. @param {Page} page @param {string} words */
function costs(page, words) {
  return page.waitForFunction((it) => `${document.querySelector(".points p")?.textContent} points, ${document.querySelector(".legality")?.textContent}`.includes(it), words);
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
        const map = await middle(page, "#canvas");
        check(map.height >= height * (height > 700 ? 0.24 : 0.2) && map.width >= Math.min(width * 0.5, 300), `the map is too small at ${name}: ${map.width} x ${map.height}`);
        for (const colorScheme of /** @type {("light" | "dark")[]} */ (["dark", "light"])) {
          await page.emulateMedia({ colorScheme });
          await stage.shot(page, `battle-${phase.toLowerCase()}-${name}-${colorScheme}`);
          same(await faint(page), [], `text that is too faint at ${name}, ${colorScheme}`);
        }
        if (name === "1440x900" && phase === "Combats") {
          await page.waitForSelector("#odds .bars");
          await page.click("#odds >> text=Compare");
          // With the first option of another unit, if that has odds.
          for (let n = 0; n < 6 && !(await page.$("#odds .compare tbody tr")); n++) {
            await page.keyboard.press("n");
            await page.keyboard.press("1");
            await page.waitForFunction(() => !document.querySelector("#odds.busy"));
          }
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
    for (const [path, name, ready] of [["/", "start", ".cards svg"], ["/new", "new", "#begin"], ["/rules/virtus#VIR-3.1.4", "rules", ".rule.cited"], ["/odds", "odds", "#result .tri"], ["/armies", "armies", ".legality"], ["/battles?rules=adlg", "battles", "[data-piece]"]]) {
      const page = await stage.person();
      await page.goto(stage.url + path);
      await page.waitForSelector(ready);
      for (const [size, width, height] of SIZES) {
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
    await page.goto(`${stage.url}/odds/virtus?roll=rally`);
    await page.waitForSelector("#result .tri");
    const before = await page.textContent("#result");
    await page.click('#rolls button:has-text("Attack")');
    await page.waitForFunction((was) => document.querySelector("#result")?.textContent !== was, before);
    const fight = await page.textContent("#result");
    await page.click('.side-card.blue .chip-btn:has-text("Levy")');
    await page.waitForFunction((was) => document.querySelector("#result")?.textContent !== was, fight);
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
    check(bytes > 50 * 1024 && bytes <= 250 * 1024, `first load has ${bytes} bytes`);
    check(packed <= 80 * 1024, `packed it has ${packed} bytes`);
    check(nodes < 3000, `${nodes} nodes`);
    same(foreign, [], "requests to others");
    // On a processor a quarter as fast. Nothing depends on how busy this one is: it is printed.
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.reload();
    await page.waitForSelector("[data-piece]");
    const slow = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    check(slow > 0, "something is painted");
    console.log(`      first paint after ${slow.toFixed(0)} ms with the processor slowed four times`);
    stage.clean();
  },

  /** @param {Stage} stage */
  async "an army is built, judged and taken into a battle"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/armies?rules=adlg`);
    await page.waitForSelector(".legality");
    const cost = async () => Number(/^\d+/.exec((await page.textContent(".points p")) ?? "")?.[0]);
    same(await cost(), 200, "the first shipped army");
    const step = (/** @type {string} */ deed) => page.click(`[aria-label="${deed}"]`);
    await step("Add Velites");
    await costs(page, "204 of 200 points, Not yet: 1 thing to mend");
    check(/204 points, 4 over the budget/.test((await page.textContent(".fault")) ?? ""), "too dear, in numbers");
    check(await page.$(".fault .rid"), "with the rule");
    await stage.shot(page, "armies-wrong-1440");
    same(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Add Velites", "the button keeps the focus");
    // More than the list has: the row itself says so.
    const velites = (/** @type {number} */ all) => page.waitForFunction((all) => document.querySelector('.entries [data-key="rom.velites"] output')?.textContent === String(all), all);
    // Fast fingers: every press counts, whatever the server has said by then.
    await page.evaluate(() => {
      const button = /** @type {HTMLElement} */ (document.querySelector('[aria-label="Add Velites"]'));
      button.click();
      button.click();
    });
    await velites(7);
    await page.waitForSelector('.entries .bad[data-key="rom.velites"]');
    await page.waitForSelector(".fault >> text=Too many Velites");
    await stage.shot(page, "armies-too-many-1440");
    for (const units of [6, 5, 4]) {
      await step("Remove Velites");
      await velites(units);
    }
    await costs(page, "Legal");
    // The text is the same army.
    await page.click(".as-file summary");
    const file = await page.inputValue("textarea.file");
    check(!/at = \[\[/.test(file), "places are gone");
    await page.fill("textarea.file", file.replace("velites", "velitse"));
    await page.waitForFunction(() => /velitse/.test(document.querySelector("#text .err")?.textContent ?? ""));
    await stage.shot(page, "armies-text-1440");
    await page.selectOption("#shipped", "numidia");
    await page.waitForFunction(() => document.querySelector("#head h2")?.firstChild?.textContent === "Numidia");
    await page.click("#use");
    await page.waitForURL(/\/new/);
    same(await page.inputValue("#army-red"), "own", "the own army is chosen");
    await page.click("#begin");
    await page.waitForURL(/\/battle\//);
    await page.waitForSelector("#commit");
    check(((await page.textContent("#armies")) ?? "").includes("Numidia"), "it takes the field");
    for (const rules of ["virtus", "av"]) {
      await page.goto(`${stage.url}/armies?rules=${rules}`);
      await page.waitForSelector(".legality");
      const before = await cost();
      await page.click(".entries .step:not(:disabled)[aria-label^=Add]");
      await page.waitForFunction((was) => !document.querySelector(".points p")?.textContent?.startsWith(`${was} `), before);
      await stage.shot(page, `armies-${rules}-1440`);
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "leaders of an army are chosen"(stage) {
    const page = await stage.person();
    const open = async (/** @type {string} */ rules, /** @type {string} */ army) => {
      await page.goto(`${stage.url}/armies?rules=${rules}`);
      await page.waitForSelector(".legality");
      // Who chooses again what is there would have it brought again, and lose what he writes meanwhile.
      if ((await page.inputValue("#shipped")) !== army) await page.selectOption("#shipped", army);
      // The choice is drawn anew when the file is there, and its name when it is judged.
      await page.waitForFunction((army) => {
        const shipped = /** @type {HTMLSelectElement} */ (document.querySelector("#shipped"));
        return shipped.value === army && shipped.selectedOptions[0].textContent?.startsWith(document.querySelector("#head h2")?.firstChild?.textContent ?? "?") && document.querySelector(".staff li");
      }, army);
    };
    const has = (/** @type {RegExp} */ words) => page.waitForFunction((it) => new RegExp(it).test(/** @type {HTMLTextAreaElement} */ (document.querySelector("textarea.file")).value), words.source);
    const phone = async (/** @type {string} */ name) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.click('#tabs button:has-text("List")');
      await page.locator(".staff").scrollIntoViewIfNeeded();
      await narrow(page, name);
      await stage.shot(page, `${name}-390`);
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    // A commander of a corps: his level, his unit, and what the rules say of it beside him.
    await open("adlg", "rome");
    await page.focus('[aria-label="Level of Left"]');
    await page.selectOption('[aria-label="Level of Left"]', "ordinary");
    await costs(page, "197 of 200 points, Legal");
    same(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Level of Left", "the field keeps the focus");
    await page.selectOption('[aria-label="Level of Left"]', "strategist");
    await costs(page, "207 of 200 points");
    await page.selectOption('[aria-label="Level of Left"]', "competent");
    await page.selectOption('[aria-label="Wing of Right"]', "left");
    await page.waitForSelector(".fault .rid >> text=R29");
    await stage.shot(page, "armies-commanders-1440");
    await phone("armies-commanders");
    await page.selectOption('[aria-label="Wing of Right"]', "right");
    // A server slower than fingers: what is pressed stays pressed while earlier answers come.
    await page.route("**/api/armies/draft", async (route) => {
      await new Promise((done) => setTimeout(done, 250));
      await route.continue();
    });
    await page.selectOption('[aria-label="With of Centre"]', "Triarii 1");
    await page.check('[aria-label="Included, Centre"]');
    const released = page.evaluate(() => new Promise((done) => {
      const included = () => /** @type {HTMLInputElement} */ (document.querySelector('[aria-label="Included, Centre"]')).checked;
      const look = () => document.querySelector(".legality.ok") && document.querySelector(".points p")?.textContent?.startsWith("198") ? done(false) : included() ? requestAnimationFrame(look) : done(true);
      look();
    }));
    check(!(await released), "it stays pressed until it is judged");
    await page.unroute("**/api/armies/draft");
    await costs(page, "198 of 200 points, Legal");
    await has(/included = true[\s\S]*with = "triarii_1"/);
    // Leaders with abilities, of whom there may be more.
    await open("virtus", "roman_vexillation");
    await page.check('[aria-label="Hero, Tribune"]');
    await costs(page, "160 of 150 points");
    await page.uncheck('[aria-label="Superior, Tribune"]');
    await costs(page, "150 of 150 points, Legal");
    await page.click('button:has-text("+ leader")');
    await page.selectOption('[aria-label="Rank of Leader 2"]', "C-in-C");
    await has(/cinc = true/);
    await costs(page, "160 of 150 points");
    await stage.shot(page, "armies-leaders-1440");
    await phone("armies-leaders");
    await page.click('[aria-label="Remove Tribune"]');
    await costs(page, "140 of 150 points");
    // Special figures go with units.
    await open("av", "british");
    const warriors = await page.$$eval('[aria-label="With of Guru"] option', (it) => it.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    await page.selectOption('[aria-label="With of Guru"]', warriors[1]);
    await has(/with = "gal_war_2"/);
    await page.uncheck('[aria-label="Mounted, Chieftain"]');
    await has(/mounted = false/);
    await stage.shot(page, "armies-staff-1440");
    await phone("armies-staff");
    await page.click('[aria-label="Remove Guru"]');
    await page.waitForFunction(() => document.querySelectorAll(".staff li").length === 1);
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a battle is designed by dragging, and played"(stage) {
    const page = await stage.person();
    await page.goto(`${stage.url}/battles?rules=adlg`);
    await page.waitForSelector("[data-piece]");
    const file = () => page.inputValue("textarea.file");
    const differs = (/** @type {string} */ was) => page.waitForFunction((it) => /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea.file")).value !== it, was);
    const before = await file();
    const unit = await said(page, "[data-piece]", "data-piece");
    const box = await middle(page, `[data-piece="${unit}"] .pl`);
    const drag = async (/** @type {[number, number]} */ from, /** @type {[number, number]} */ to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
    };
    await drag([box.x, box.y], [box.x, box.y - 75]);
    await differs(before);
    const after = await file();
    const changed = after.split("\n").filter((line, at) => line !== before.split("\n")[at]);
    same(changed.length, 1, "one line has changed");
    check(changed[0].includes(`key = "${unit.split("/")[1]}"`), `that of the unit: ${changed[0]}`);
    await page.waitForFunction(([unit, y]) => (document.querySelector(`[data-piece="${unit}"] .pl`)?.getBoundingClientRect().y ?? y) < y - 20, /** @type {[string, number]} */ ([unit, box.y]));
    // A wood is laid, dragged, turned, and taken away again.
    const table = await middle(page, "#map");
    const spot = (/** @type {number} */ x, /** @type {number} */ y) => /** @type {[number, number]} */ ([table.x + table.width * (x - 0.5), table.y + table.height * (y - 0.5)]);
    await page.click(".piece >> text=Wood");
    await page.mouse.click(...spot(0.75, 0.78));
    await page.waitForSelector("#selected h2 >> text=Wood");
    const laid = await file();
    same(laid.match(/piece = "wood"/g)?.length, 1, "it is in the file");
    await drag(spot(0.75, 0.78), spot(0.6, 0.72));
    await differs(laid);
    const dragged = await file();
    const handle = await middle(page, "[data-turn] circle:last-of-type");
    await drag([handle.x, handle.y], [handle.x + 60, handle.y + 60]);
    await differs(dragged);
    await stage.shot(page, "battles-wood-1440");
    await page.click("#back");
    await page.waitForFunction((was) => /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea.file")).value === was, dragged);
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => !/"wood"/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector("textarea.file")).value));
    // What cannot be is said beside the piece, and can be taken back.
    const good = await file();
    await page.click("#tab-text");
    await page.fill("textarea.file", good.replace(/at = \[[^\]]*\]/, "at = [0, 900000, 0]"));
    await page.waitForSelector("#why:not([hidden])");
    check(await page.$("#play:disabled"), "what cannot be read cannot be played");
    await stage.shot(page, "battles-wrong-1440");
    await page.fill("textarea.file", good);
    await page.waitForSelector("#play:not(:disabled)");
    // Two armies of the lists are drawn up by the computer.
    await page.click("#tab-lay");
    await page.selectOption('#hosts [name="blue"]', "gauls");
    await page.click("#hosts .btn");
    await differs(good);
    await page.waitForFunction(() => /GAULS/.test(document.querySelector(".lettering")?.textContent ?? ""));
    await stage.shot(page, "battles-drawn-up-1440");
    await page.click("#play");
    await page.waitForURL(/\/battle\//);
    await page.waitForSelector("[data-piece]");
    // On a board ground lies in areas, and units are carried from area to area.
    await page.goto(`${stage.url}/battles?rules=virtus`);
    await page.waitForSelector("[data-piece]");
    const board = await file();
    await page.click(".piece >> text=Hill");
    await page.click('[data-area="S1"]', { position: { x: 5, y: 5 } });
    await differs(board);
    check(/S1 = \["hill"\]/.test(await file()), "a hill lies in S1");
    await page.waitForSelector("#map .hill");
    await stage.shot(page, "battles-virtus-1440");
    stage.clean();
  },
};
