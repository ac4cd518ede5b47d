// What a player knows before he decides, and what he is told of what happened meanwhile: positions of Advanced Virtus.
import { another, check, middle, said, same, taken } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

/**
 * A page of Red at a position, with both seats at one screen unless others are named.
 * @param {Stage} stage @param {string} pending @param {{ red: string[], blue: string[] }} units lines of a position file
 * @param {{ seats?: Record<string, string>, view?: Record<string, any> }} [more]
 */
async function position(stage, pending, units, { seats = { red: "me", blue: "me" }, view = {} } = {}) {
  const side = (/** @type {string} */ name, /** @type {string[]} */ lines) => `name = "${name}"\nunits = [\n${lines.map((line) => `  { ${line} },\n`).join("")}]\n`;
  const text = `ruleset = "av"\nname = "A field"\npending = [${pending}]\n\n[red]\n${side("Rome", units.red)}\n[blue]\n${side("Tribes", units.blue)}`;
  const made = await stage.make({ ruleset: "av", position: { text }, seats });
  const page = await stage.person(view);
  if (made.links.blue && seats.blue === "me") {
    await page.goto(stage.url + made.links.blue);
    await page.waitForSelector("[data-piece]");
  }
  await page.goto(stage.url + made.links.red);
  await page.reload();
  await page.waitForSelector("#commit", { state: "attached" });
  return { page, made };
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Veterans who can reach warriors, and warriors who can be shot at by nobody. */
const CLASH = { red: ['troop = "rom_vet", at = [10, 5, 0], order = "advance"'], blue: ['troop = "ger_war", at = [10, 8, 180]'] };

export const tests = {
  /** @param {Stage} stage */
  async "a move into contact shows the odds of its fight"(stage) {
    const { page } = await position(stage, '{ moves = "red" }', CLASH);
    await page.click('[data-piece^="red/"] .pl');
    const option = '#opts .opt[data-action*="2"]';
    await page.waitForSelector(option);
    const title = /if it is fought as things stand then/;
    // Something else is chosen.
    await page.click('#opts .opt[data-action]:not([data-action*="2"])');
    await page.waitForFunction(() => document.querySelector("#map .ghost:not(.minor)") && !document.querySelector("#odds .later"));
    const chosen = await said(page, "#map .ghost:not(.minor)", "transform");
    // To rest on it is enough to know; to leave it forgets.
    const at = await middle(page, option);
    await page.mouse.move(at.x, at.y);
    await page.waitForSelector("#odds .later");
    check(title.test(await said(page, "#odds .later h3")), "it says on what condition");
    check((await said(page, "#map .ghost:not(.minor)", "transform")) !== chosen, "and the map where it leads");
    await page.mouse.move(5, 5);
    await page.waitForFunction((was) => document.querySelector("#map .ghost:not(.minor)")?.getAttribute("transform") === was, chosen);
    await page.hover('[data-piece^="red/"] .pl');
    await page.waitForSelector(`${option}.about`);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => !document.querySelector("#odds .later"));
    await page.click(option);
    await page.waitForSelector("#odds .later");
    check(/Dice of Veteran legionaries 1 4/.test(await said(page, "#odds .later .mods")), `4 dice of the veterans: ${await said(page, "#odds .later")}`);
    same(await said(page, "#odds .later .mods .rid", "data-rule"), "AV-C.4", "each row has its rule");
    await page.waitForSelector("#map .pct");
    await stage.shot(page, "av-contact-odds-1440");
    // The same by hand.
    await page.keyboard.press("Escape");
    const from = await middle(page, '[data-piece^="red/"] .pl');
    const enemy = await middle(page, '[data-piece^="blue/"] .pl');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 0.7 * (enemy.y - from.y), { steps: 4 });
    await page.waitForSelector("#odds .later");
    await page.mouse.up();
    check(title.test(await said(page, "#odds .later h3")), "and so when it is let go");
    stage.clean();
    const phone = await position(stage, '{ moves = "red" }', CLASH, { view: PHONE });
    await phone.page.tap('[data-piece^="red/"] .pl');
    await phone.page.tap(option);
    await phone.page.tap('#tabs [data-for="odds"]');
    await phone.page.waitForSelector("#odds .later");
    // What to expect is in sight on the map, once the map has the room that the panel leaves it.
    await phone.page.waitForFunction(() => {
      const [pill, map] = [".pct", "#map"].map((it) => document.querySelector(it)?.getBoundingClientRect());
      return pill && map && pill.top >= map.top && pill.bottom <= map.bottom && pill.left >= map.left && pill.right <= map.right;
    });
    await stage.shot(phone.page, "av-contact-odds-390");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "units of one's own choice test for an order together"(stage) {
    // Four in a row and one farther off: no list names the second and third alone.
    const row = [10, 11.5, 13, 14.5, 20].map((x) => `troop = "rom_leg", at = [${x}, 5, 0], order = "advance"`);
    const units = { red: row, blue: ['troop = "ger_war", at = [10, 15, 180]'] };
    const { page } = await position(stage, '{ orders = "red" }', units);
    const ids = await page.$$eval('[data-piece^="red/"]', (all) => all.map((it) => it.getAttribute("data-piece") ?? ""));
    const at = (/** @type {string} */ id) => middle(page, `[data-piece="${id}"] .pl`);
    const sorted = (await Promise.all(ids.map(async (id) => ({ id, x: (await at(id)).x })))).sort((a, b) => a.x - b.x).map((it) => it.id);
    const add = async (/** @type {string} */ id, /** @type {string[]} */ modifiers) => {
      const { x, y } = await at(id);
      for (const key of modifiers) await page.keyboard.down(key);
      await page.mouse.click(x, y);
      for (const key of modifiers) await page.keyboard.up(key);
    };
    await add(sorted[1], []);
    await add(sorted[2], ["Shift"]);
    same(await said(page, ".grips .count"), "2", "two are in the group");
    const halt = '#opts .opt[data-action="order 2,3 halt"]';
    await page.waitForSelector(halt);
    check(!(await page.$('#opts .opt[data-action="order 2 halt"]')), "orders of one of them are not among those of the group");
    await page.click(halt);
    await page.waitForSelector("#odds .mods");
    check(/Legionaries 2/.test(await said(page, "#odds h3")) && /Legionaries 3/.test(await said(page, "#odds h3")), `whose odds they are: ${await said(page, "#odds h3")}`);
    await stage.shot(page, "av-group-order-1440");
    // Who stands too far off makes it no chain, and the page says so.
    await add(sorted[4], ["Shift"]);
    await page.waitForSelector("#question .stopped .rid");
    check(/more than 2 UD from the others/.test(await said(page, "#question")), `it says why: ${await said(page, "#question")}`);
    same(await said(page, "#question .stopped .rid", "data-rule"), "AV-5.13", "with the rule");
    check(await page.$("#commit:disabled"), "there is nothing to commit");
    await stage.shot(page, "av-no-chain-1440");
    await add(sorted[4], ["Shift"]);
    await page.waitForSelector(halt);
    // A rope takes in all of them that it encloses.
    await page.keyboard.press("Escape");
    const [left, right] = [await at(sorted[0]), await at(sorted[2])];
    await page.keyboard.down("Shift");
    await page.mouse.move(left.x - left.width, left.y - left.width);
    await page.mouse.down();
    await page.mouse.move(right.x + right.width * 0.6, right.y + right.width, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    same(await said(page, ".grips .count"), "3", "three are in the group");
    await page.click('#opts .opt[data-action="order 1-3 halt"]');
    const before = await taken(page);
    await page.click("#commit");
    await another(page, before);
    check(/Legionaries 1, Legionaries 2 and Legionaries 3 to Halt/.test(await said(page, "#log")), `they have tested as one: ${await said(page, "#log")}`);
    stage.clean();
    // With a finger: Group, then the units.
    const phone = await position(stage, '{ orders = "red" }', units, { view: PHONE });
    await phone.page.tap(`[data-piece="${sorted[1]}"] .pl`);
    await phone.page.tap('#tabs [data-for="unit"]');
    await phone.page.tap("#unit .acts .btn");
    await phone.page.tap(`[data-piece="${sorted[2]}"] .pl`);
    await phone.page.waitForSelector(halt);
    await stage.shot(phone.page, "av-group-order-390");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "what dice did since the last decision is told"(stage) {
    const contact = { red: ['troop = "rom_vet", at = [10, 5, 0], order = "rush"', 'troop = "rom_leg", at = [20, 5, 0]'], blue: ['troop = "ger_war", at = [10, 6, 180]', 'troop = "ger_war", at = [20, 15, 180]'] };
    for (const [size, view] of /** @type {const} */ ([["1440", {}], ["390", PHONE]])) {
      const { page } = await position(stage, '{ moves = "blue" }', contact, { view });
      check(await page.$("#since[hidden]"), "nothing is news before the first decision");
      // Blue has done: the fight, the end of the turn and the dice for the next one follow from this press alone.
      await page.click('#opts .opt[data-action="end moves"]');
      const before = await taken(page);
      await page.click(size === "390" ? "#mgo .go" : "#commit");
      await another(page, before);
      await page.waitForSelector("#since:not([hidden]) .die");
      const [over, map] = await Promise.all(["#since", "#map"].map((it) => middle(page, it)));
      check(over.y - over.height / 2 >= map.y + map.height / 2, "and covers nothing of the map");
      await stage.shot(page, `av-since-${size}`);
      await page.click("#since .then");
      await page.waitForFunction(() => document.activeElement?.id === "log");
      const told = await page.$$eval("#log li.new", (all) => all.map((it) => it.textContent).join("; "));
      check(/Veteran legionaries 1 strike Germanic warriors 1/.test(told), `the fight is in the log: ${told}`);
      check((await page.$$("#log li.new .die")).length >= 8, "with its dice");
      check(Boolean(await page.$("#map .loss")) === /lose \d CP|taken off/.test(told), `what was lost is marked on the map: ${told}`);
      await page.keyboard.press("Escape");
      await page.waitForSelector("#since", { state: "hidden" });
      check(!(await page.$("#map .loss")), "and goes when it has been read");
      stage.clean();
    }
  },

  /** @param {Stage} stage */
  async "a die that is known from what was taken back is told"(stage) {
    const units = { red: [10, 20].map((x) => `troop = "rom_leg", at = [${x}, 5, 0], order = "advance"`), blue: ['troop = "ger_war", at = [10, 15, 180]'] };
    const { page } = await position(stage, '{ orders = "red" }', units, { seats: { red: "me", blue: "heuristic" } });
    const test = async (/** @type {string} */ id, /** @type {string} */ action) => {
      await page.click(`[data-piece="${id}"] .pl`);
      await page.click(`#opts .opt[data-action="${action}"]`);
      const before = await taken(page);
      await page.click("#commit");
      await another(page, before);
    };
    const [one, other] = await page.$$eval('[data-piece^="red/"]', (all) => all.map((it) => it.getAttribute("data-piece") ?? ""));
    const faces = () => page.$$eval("#since .die", (all) => all.map((it) => it.textContent).join());
    await test(one, "order 1 halt");
    await page.waitForSelector("#since .die");
    const face = await faces();
    await page.click("#back .undo");
    await page.waitForFunction(() => /takes back .* after its dice were seen/.test(document.querySelector("#log")?.textContent ?? ""));
    check(await page.$("#since[hidden]"), "what was taken back is no news");
    await test(other, "order 2 halt");
    await page.waitForSelector("#since .die");
    same(await faces(), face, "the die falls as before");
    await page.waitForFunction(() => /knew 1 throw of this from what was taken back/.test(document.querySelector("#log")?.textContent ?? ""));
    await stage.shot(page, "av-known-die-1440");
    stage.clean();
  },
};
