// Battles in a real browser against a real server.
import { another, check, loose, middle, playOut, said, same, taken } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const SMALL = { ruleset: "virtus", armies: { red: "roman_vexillation", blue: "gallic_tribe" } };

/** @param {Stage} stage @param {Page} page @param {string} link */
async function enter(stage, page, link) {
  await page.goto(stage.url + link);
  await page.waitForSelector("[data-piece], #commit");
}

/** What the page asks: nothing, a decision, or the battle is over. @param {Page} page */
function asks(page) {
  return page.evaluate(() => {
    const question = document.querySelector("#question")?.textContent ?? "";
    const commit = /** @type {HTMLButtonElement | null} */ (document.querySelector("#commit"));
    const over = /^Victory of|is drawn:/.test(question) && document.querySelector('#opts a[href^="/replay/"]');
    return over ? "over" : commit ? "decide" : document.querySelector("#dice:not([hidden])") ? "dice" : "wait";
  });
}

/** The version of the position that the page shows. @param {Page} page */
function seen(page) {
  return page.evaluate(() => [document.querySelector("#question")?.textContent, document.querySelectorAll("#log li").length].join());
}

/** Waits until what was sent has been answered, if anything was. @param {Page} page */
function answered(page) {
  return page.waitForFunction(() => !document.querySelector('#commit[aria-busy="true"]'));
}

/** Answers one question by clicking: a suggestion, a unit and one of its options, or the end of the step. @param {Page} page @param {() => number} random */
async function answer(page, random) {
  const click = (/** @type {string} */ selector) => page.click(selector, { force: true, timeout: 2000 }).then(() => true, () => false);
  const units = await page.$$eval(".base.can", (nodes) => nodes.map((node) => node.getAttribute("data-piece") ?? ""));
  let actions = await offered(page);
  const plan = actions.some((it) => /^(deploy|cards|form)/.test(it));
  if (!plan && units.length && (!actions.length || random() < 0.85)) {
    await click(`[data-piece="${units[Math.floor(random() * units.length)]}"]`);
    actions = await offered(page);
  }
  if (actions.length && (plan || !(await page.$("#commit:not(:disabled)")))) {
    await click(`#opts [data-action="${actions[Math.floor(random() * actions.length)]}"]`);
  }
  if (!(await page.$("#commit:not(:disabled)"))) return page.keyboard.press("Escape");
  await click("#commit:not(:disabled)");
  await answered(page);
}

/** The actions that can be clicked. @param {Page} page */
function offered(page) {
  return page.$$eval("#opts .opt[data-action]", (nodes) => nodes.map((node) => node.getAttribute("data-action") ?? ""));
}

export const tests = {
  /** @param {Stage} stage */
  async "two clicks from the start page to a battle"(stage) {
    const page = await stage.person();
    await page.goto(stage.url);
    await page.waitForSelector(".cards svg.mini");
    await stage.shot(page, "start-1440");
    await page.click(".cards .btn.go");
    await page.waitForURL(/\/battle\//);
    await page.waitForSelector("#commit:not(:disabled)");
    await stage.shot(page, "battle-begin-1440");
    await page.click("#commit");
    await page.waitForSelector(".base.can, .hand .card", { timeout: 20000 });
    await page.goto(stage.url);
    await page.waitForSelector(".go-on li");
    await stage.shot(page, "start-go-on-1440");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a battle against the computer is played to the end"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ...SMALL, seats: { red: "me", blue: "heuristic" } });
    await enter(stage, page, made.links.red);
    const { decisions } = await playOut(page, 1000);
    check(/Victory of|drawn:/.test((await page.textContent("#question")) ?? ""), "the page says who won");
    await stage.shot(page, "battle-over-1440");
    const times = await page.evaluate(() => performance.getEntriesByName("acies-act").map((it) => it.duration).sort((a, b) => a - b));
    console.log(`      ${decisions} decisions; an action is on the screen in ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms (median), ${times[Math.floor(times.length * 0.95)]?.toFixed(0)} ms (p95)`);
    await page.click("#opts a.go");
    await page.waitForSelector("#ending h1");
    await page.click("#through");
    await page.waitForSelector("#slider");
    await stage.shot(page, "replay-start-1440");
    await page.keyboard.press("End");
    await page.waitForFunction(() => /Action (\d+) of \1,/.test(document.querySelector("#caption")?.textContent ?? ""));
    check(/won on turn|drawn/.test((await page.textContent("#rules")) ?? ""), "the bar says who won");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => !/Action (\d+) of \1,/.test(document.querySelector("#caption")?.textContent ?? ""));
    const hash = new URL(page.url()).hash;
    await page.reload();
    await page.waitForFunction((at) => document.querySelector("#caption")?.textContent?.includes(`Action ${at} of`), hash.slice(1));
    await page.click('[aria-label="Seen by"] button:last-child');
    await page.waitForTimeout(300);
    await stage.shot(page, "replay-moment-1440");
    await page.click("text=Play on from here");
    await page.click('dialog button[value="red"]');
    await page.waitForURL(/\/battle\//);
    await page.waitForSelector("[data-piece]");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "two people by link, and a spectator who sees no hand"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "friend" } });
    const [red, blue, watcher] = [await stage.person(), await stage.person({ viewport: { width: 1024, height: 768 } }), await stage.person()];
    await enter(stage, red, made.links.red);
    await enter(stage, watcher, made.watch);
    await enter(stage, blue, made.links.blue);
    check(!blue.url().includes("invite"), "the invitation leaves the address bar");
    let seed = 3;
    const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
    for (let step = 0; step < 24; step++) {
      const at = (await Promise.all([asks(red), asks(blue)])).indexOf("decide");
      if (at >= 0) await answer([red, blue][at], random);
      else await red.waitForTimeout(50);
    }
    const hands = async (/** @type {Page} */ page) => page.$$eval("#hand .card", (cards) => cards.length);
    same(await hands(watcher), 0, "cards that a spectator sees");
    same(await watcher.$$eval("#commit", (it) => it.length), 0, "a spectator is asked nothing");
    check((await red.$$eval("#log li", (it) => it.length)) > 5, "both are told what happens");
    await red.click("#chat-icon");
    await red.fill('dialog input[name="text"]', "Salve");
    await red.click('dialog form:has(input) button');
    await red.keyboard.press("Escape");
    await blue.waitForFunction(() => document.querySelector("#log")?.textContent?.includes("Salve"));
    await stage.shot(watcher, "spectator-1440");
    await stage.shot(blue, "friend-1024");
    await red.click('[aria-label="Menu"]');
    await red.click("dialog >> text=Offer a draw");
    await blue.waitForSelector("text=Agree to a draw");
    await blue.click("text=Agree to a draw");
    await red.waitForFunction(() => /drawn/.test(document.querySelector("#question")?.textContent ?? ""));
    stage.clean();
  },

  /** @param {Stage} stage */
  async "both players have a share in the dice, and who walks away can lose"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "friend" }, patience: 1 });
    const [red, blue] = [await stage.person(), await stage.person()];
    await enter(stage, red, made.links.red);
    await enter(stage, blue, made.links.blue);
    // Nobody is asked anything: the pages do it by themselves.
    for (;;) {
      const { shares } = await (await fetch(`${stage.url}/api/battles/${made.id}`)).json();
      if (shares.red && shares.blue) break;
      await red.waitForTimeout(50);
    }
    let seed = 3;
    const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
    await red.waitForTimeout(200);
    await answer(red, random);
    await red.waitForFunction(() => /a share of each side/.test(document.querySelector("#log")?.textContent ?? ""));
    // Whoever waits claims the victory, as soon as the time is over.
    let waits = null;
    while (!waits) {
      const asked = await Promise.all([asks(red), asks(blue)]);
      if (asked[0] !== "decide") waits = red;
      else if (asked[1] !== "decide") waits = blue;
      else await answer(red, random);
    }
    await waits.click("#claim");
    await red.waitForFunction(() => /did not decide in time/.test(document.querySelector("#question")?.textContent ?? ""));
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a seat is not lost with the answer to a link"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "friend" } });
    for (const [link, asked] of [[made.links.red, "**/api/mine"], [made.links.blue, "**/claim"]]) {
      const page = await stage.person();
      // The server does what it is asked for; its answer does not arrive.
      await page.route(asked, async (route) => {
        await route.fetch();
        await route.abort();
      }, { times: 1 });
      await page.goto(stage.url + link);
      await page.waitForFunction(() => /did not answer/.test(document.querySelector("#line")?.textContent ?? ""));
      check(page.url().endsWith(link), "the link stays in the address bar");
      await page.reload();
      await page.waitForSelector("[data-piece]");
      check(!page.url().includes("#"), "and leaves it when the seat is kept");
      await page.waitForFunction(() => !/watching/.test(document.querySelector("header")?.textContent ?? "watching"));
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "why not, undo and resign"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "random" } });
    await enter(stage, page, made.links.red);
    let seed = 11;
    const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
    let refused = false;
    let undone = false;
    for (let step = 0; step < 300 && !(refused && undone); step++) {
      const what = await asks(page);
      if (what !== "decide") {
        await page.waitForTimeout(60);
        continue;
      }
      const phase = await said(page, "#phases .on");
      const greyed = ".base.red:not(.can):not(.lead)";
      if (!refused && (await page.$(greyed)) && (await page.$(".base.can")) && (phase === "Combats" || phase === "Moves")) {
        await page.click(greyed, { force: true });
        await page.waitForSelector("#why:not([hidden]) li .rid");
        await stage.shot(page, "why-not-1440");
        await page.click("#why .rid");
        await page.waitForSelector("dialog[open] h2");
        await stage.shot(page, "rule-in-place-1440");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        refused = true;
      }
      if (refused && !undone && (await page.$("#back .undo"))) {
        const before = await seen(page);
        await page.click("#back .undo");
        await page.waitForFunction((was) => [document.querySelector("#question")?.textContent, document.querySelectorAll("#log li").length].join() !== was, before);
        undone = true;
      }
      await answer(page, random);
    }
    check(refused && undone, `refused: ${refused}, undone: ${undone}`);
    await page.click('[aria-label="Menu"]');
    await page.click("dialog >> text=Resign");
    await page.click('dialog button[value="yes"]');
    await page.waitForFunction(() => /^Victory of/.test(document.querySelector("#question")?.textContent ?? ""));
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the server is killed and comes back"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ...SMALL, seats: { red: "me", blue: "heuristic" } });
    await enter(stage, page, made.links.red);
    let seed = 5;
    const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
    for (let step = 0; step < 12; step++) {
      if ((await asks(page)) === "decide") await answer(page, random);
      else await page.waitForTimeout(80);
    }
    await page.waitForFunction(() => document.querySelector("#commit"));
    const before = await page.$$eval("#log li", (it) => it.map((li) => li.textContent));
    await stage.kill();
    await page.waitForSelector("#line:not([hidden])", { timeout: 8000 });
    await stage.shot(page, "connection-lost-1440");
    await stage.serve();
    await page.waitForFunction(() => !document.querySelector("#line:not([hidden]):not(.ok)"), undefined, { timeout: 15000 });
    const after = await page.$$eval("#log li", (it) => it.map((li) => li.textContent));
    // The newest line is on top: the computer may have gone on, but nothing that was shown is gone or changed.
    same(after.slice(-before.length), before, "the log after the crash");
    for (let step = 0; step < 6; step++) {
      if ((await asks(page)) === "decide") await answer(page, random);
      else await page.waitForTimeout(80);
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "real dice are typed in"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "me" }, dice: "real" });
    // Both seats at one screen: each link leaves its secret in the browser.
    await page.goto(stage.url + made.links.blue);
    await page.waitForSelector("[data-piece]");
    await page.goto(stage.url + made.links.red);
    await page.reload();
    await page.waitForSelector("#commit:not(:disabled)");
    await page.click("#commit");
    await page.waitForSelector("#dice:not([hidden]) .pad button");
    await stage.shot(page, "real-dice-1440");
    const wanted = await page.$$eval("#dice .die.nx", (it) => it.length);
    check(wanted > 0, "dice are asked for");
    const asked = (await page.textContent("#dice h3")) ?? "";
    check(asked.includes(`: ${wanted} d6`), `whose dice, what for and how many: ${asked}`);
    await page.click('#dice [aria-label="a 2"]');
    await page.click("text=Take back");
    same(await page.$$eval("#dice .die.nx", (it) => it.length), wanted, "a face taken back");
    // Throw after throw: each is taken, and the next one is asked for.
    for (let n = 0; n < 4; n++) {
      await page.waitForSelector("#dice:not([hidden]) .die.nx");
      const left = await page.$$eval("#dice .die.nx", (it) => it.length);
      for (let die = 0; die < left; die++) await page.keyboard.press(String(1 + ((n + die) % 6)));
    }
    await page.waitForSelector("#dice:not([hidden]) .die.nx");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a turn with the keyboard alone"(stage) {
    const page = await stage.person({ reducedMotion: "reduce" });
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "heuristic" } });
    await enter(stage, page, made.links.red);
    let turns = 0;
    let shot = false;
    for (let step = 0; step < 400 && turns < 2; step++) {
      const what = await asks(page);
      if (what === "over") break;
      if (what !== "decide") {
        await page.waitForTimeout(80);
        continue;
      }
      await page.waitForTimeout(320);
      const phase = await said(page, "#phases .on");
      if (phase === "Cards") {
        // The first card to the first segment that takes it, by keys.
        await page.keyboard.press("c");
        await page.keyboard.press("1");
        await page.waitForTimeout(60);
      } else if (phase === "Combats" || phase === "Moves" || phase === "Charges") {
        await page.keyboard.press("n");
        await page.keyboard.press("1");
        await page.waitForTimeout(120);
        if (phase === "Combats" && !shot && (await page.$("#odds .bars"))) {
          shot = true;
          await stage.shot(page, "combat-odds-1440");
        }
        if (step % 3 === 2) {
          await page.keyboard.press("Escape");
          const done = await page.$$eval("#opts .opt[data-action]", (it) => it.findIndex((node) => node.getAttribute("data-action") === "done"));
          if (done >= 0) await page.keyboard.press(String(done + 1));
        }
      }
      await page.keyboard.press("Enter");
      await answered(page);
      turns = await page.$$eval("#log h3", (it) => it.filter((node) => /^Turn \d+ of Early/.test(node.textContent ?? "")).length);
    }
    check(turns >= 2, "two turns were played by keys");
    check(((await page.textContent("#shout")) ?? "").length > 5, "decisions are announced");
    check((await page.$$eval("[data-piece]", (it) => it.filter((node) => !node.getAttribute("aria-label")).length)) === 0, "every unit has a name");
    same(await page.$$eval('[data-piece][tabindex="0"]', (it) => it.length), 1, "one unit can be reached with Tab");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "units and groups are dragged, wheeled and moved by keys"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "me" } });
    const page = await stage.person();
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("[data-piece]");
    await page.goto(stage.url + made.links.blue);
    await page.reload();
    await stage.shot(page, "adlg-begin-1440");
    const ids = await loose(page);
    const ahead = ids[0].startsWith("red/") ? -1 : 1;
    /** Where a base is on the screen. @param {string} piece */
    const at = (piece) => middle(page, `[data-piece="${piece}"] .pl`);
    /** The unit of a row that has neighbours on both sides. */
    const places = await Promise.all(ids.map(at));
    const neighbours = (/** @type {number} */ of) => ids.filter((_, n) => n !== of && Math.abs(places[n].y - places[of].y) < 3 && Math.abs(Math.abs(places[n].x - places[of].x) - places[of].width) < 3);
    const inner = ids.findIndex((_, n) => neighbours(n).length === 2);
    check(inner >= 0, "somebody stands in a line");
    const unit = ids[inner];
    /** Drags the unit ahead by so many widths. */
    const drag = async (/** @type {number} */ widths, says = true) => {
      const { x, y, width } = await at(unit);
      const by = ahead * width * widths;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + by / 2, { steps: 3 });
      await page.mouse.move(x, y + by, { steps: 3 });
      if (says) await page.waitForFunction(() => document.querySelector("#map .wanted .says"));
    };
    // What the unit cannot do is shown greyed, and says why.
    const click = async (/** @type {string} */ piece) => at(piece).then(({ x, y }) => page.mouse.click(x, y));
    await click(unit);
    await page.click("#opts .opt.off, #back .off");
    await page.waitForSelector("#why:not([hidden]) .rid");
    await stage.shot(page, "adlg-why-1440");
    await page.keyboard.press("Escape");
    const chosen = (/** @type {number} */ ghosts) => page.waitForFunction((ghosts) => !document.querySelector("#map .wanted g") && document.querySelectorAll(".ghost:not(.minor):not(.part)").length === ghosts, ghosts);
    // Ahead by a width and a half.
    await drag(1.5);
    check(await page.$(".wanted .ok, .wanted .cut"), "the rules allow it");
    check(/\d\.\d\d of \d\.\d\d UD/.test((await page.textContent(".wanted .says")) ?? ""), "the distance is shown");
    await stage.shot(page, "adlg-drag-1440");
    await page.mouse.up();
    await chosen(1);
    const far = await said(page, "#map .tag");
    check(/\d/.test(far), "its length is beside it");
    same((await said(page, "#commit")).replace("Enter", ""), "Move", "the button");
    // Far too far: it stops, and says why.
    await drag(9);
    await page.waitForSelector(".wanted .cut");
    await page.mouse.up();
    await chosen(1);
    check(/^Stopped: /.test((await page.textContent("#question .stopped")) ?? ""), "it says why it stopped");
    check(await page.$("#question .stopped .rid"), "with the rule");
    const parts = () => page.$$eval(".this-move li", (it) => it.length);
    same(await parts(), 2, "it went on from where it was");
    // A drop near the start is none; Escape gives up what was there before.
    await drag(0.2, false);
    await page.mouse.up();
    await chosen(1);
    same(await parts(), 2, "as before");
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelectorAll(".this-move li").length === 1);
    await page.keyboard.press("Escape");
    await chosen(0);
    // A group: the neighbours by Shift and click, dragged as one.
    await page.keyboard.press("Escape");
    await click(unit);
    await page.keyboard.down("Shift");
    for (const other of neighbours(inner)) await click(other);
    await page.keyboard.up("Shift");
    same(await page.textContent(".grips .count"), "3", "three are in the group");
    await drag(1.5);
    await stage.shot(page, "adlg-drag-group-1440");
    await page.mouse.up();
    await chosen(3);
    // Keys: move ahead by 1, wheel, turn.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.focus(`[data-piece="${unit}"]`);
    await page.keyboard.press("Enter");
    await page.keyboard.press("m");
    await page.keyboard.press(ahead < 0 ? "Shift+ArrowUp" : "Shift+ArrowDown");
    await page.waitForFunction(() => document.querySelectorAll(".ghost:not(.minor)").length === 1);
    await page.keyboard.press("Escape");
    await chosen(0);
    await page.focus(`[data-piece="${unit}"]`);
    await page.keyboard.press("Enter");
    await page.keyboard.press("t");
    await page.waitForFunction(() => document.querySelector("#map .wanted g"));
    await page.keyboard.press("Escape");
    // A corner wheels the group.
    await page.keyboard.press("Escape");
    await click(unit);
    await page.keyboard.press("g");
    check(Number(await page.textContent(".grips .count")) >= 3, "G takes the neighbours in");
    const corner = await middle(page, '[data-corner="left"]');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x, corner.y + (ahead * places[inner].width) / 4, { steps: 4 });
    await page.waitForSelector(".wanted g");
    await stage.shot(page, "adlg-wheel-1440");
    await page.mouse.up();
    // What is chosen is carried out: the unit marches. Fast hands commit where they let go, whatever was answered on the way.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const { x, y, width } = await at(unit);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + ahead * width * 0.5);
    await page.mouse.move(x, y + ahead * width * 1.5);
    await page.mouse.up();
    await page.waitForSelector("#commit:not(:disabled)");
    same(await said(page, "#map .tag"), far, "as far as slow hands get");
    const before = await taken(page);
    await page.click("#commit");
    await another(page, before);
    const now = await at(unit);
    const times = await page.evaluate(() => performance.getEntriesByName("acies-drag").map((it) => it.duration).sort((a, b) => a - b));
    console.log(`      a verdict comes in ${times[Math.floor(times.length / 2)].toFixed(0)} ms (median), ${times[Math.floor(times.length * 0.95)].toFixed(0)} ms (p95) of ${times.length}`);
    check((now.y - y) * ahead > width * 0.3, `it has moved: ${now.y - y}`);
    stage.clean();
  },
};
