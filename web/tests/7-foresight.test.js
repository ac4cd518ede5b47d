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
    // To rest on it is enough to know; to leave it forgets.
    const at = await middle(page, option);
    await page.mouse.move(at.x, at.y);
    await page.waitForSelector("#odds .later");
    check(title.test(await said(page, "#odds .later h3")), "it says on what condition");
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
    await stage.shot(phone.page, "av-contact-odds-390");
    stage.clean();
  },
};
