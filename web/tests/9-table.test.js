// The table in the hand: how many presses things take, whether what is shown is what is done, and whether everything has
// its room for every kind of question at every size.
import { another, check, loose, middle, said, same, taken } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

/** A hand whose presses are counted. */
class Hand {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.presses = 0;
  }

  /** @param {string} selector */
  async click(selector) {
    this.presses++;
    await this.page.click(selector);
  }

  /** @param {string} key */
  async key(key) {
    this.presses++;
    await this.page.keyboard.press(key);
  }

  /** @param {{ x: number, y: number }} from @param {number} dx @param {number} dy */
  async drag({ x, y }, dx, dy) {
    this.presses++;
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
    await mouse.move(x + dx, y + dy, { steps: 3 });
    await mouse.up();
  }
}

/** Sizes that everything has room at, and how large the text is. @type {[string, number, number, number][]} */
const SIZES = [["1440x900", 1440, 900, 100], ["1024x768", 1024, 768, 100], ["390x844", 390, 844, 100], ["844x390", 844, 390, 100], ["1440x900 at 200%", 1440, 900, 200]];

/** What is cut off or covered by something else of what can be read or pressed. @param {Page} page @returns {Promise<string[]>} */
function crowded(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const shown = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#question, #since, #back .btn, #opts .opt, #opts .btn, #mgo .btn, #tabs button, #hand .card, #strip .slot, .tool, .army, #turn, .phase .on, .icons .ico, #oddsbar .tri")]).filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 0);
    const name = (/** @type {HTMLElement} */ it) => `${it.id || it.className} "${(it.textContent ?? "").slice(0, 30)}"`;
    const boxes = shown.map((it) => ({ it, box: it.getBoundingClientRect() }));
    for (const { it, box } of boxes) {
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`${name(it)} leaves the window: ${Math.round(box.left)} ${Math.round(box.top)} ${Math.round(box.right)} ${Math.round(box.bottom)}`);
      for (let up = it.parentElement; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const room = up.getBoundingClientRect();
        // What can be scrolled sideways, such as a hand of many cards, says so by being cut.
        const sideways = style.overflowX !== "visible" && up.id !== "hand" && (box.left < room.left - 1 || box.right > room.right + 1);
        if (sideways || box.top < room.top - 1 || box.bottom > room.bottom + 1) found.push(`${name(it)} is cut off by ${up.id || up.className}`);
      }
      if (it.matches(".opt, .btn") && it.scrollWidth > it.clientWidth + 1) found.push(`${name(it)} is wider than its box`);
    }
    for (const [n, { it, box }] of boxes.entries()) {
      for (const { it: other, box: room } of boxes.slice(n + 1)) {
        if (it.contains(other) || other.contains(it)) continue;
        const [w, h] = [Math.min(box.right, room.right) - Math.max(box.left, room.left), Math.min(box.bottom, room.bottom) - Math.max(box.top, room.top)];
        if (w > 1 && h > 1) found.push(`${name(it)} lies over ${name(other)}`);
      }
    }
    return found;
  });
}

/** A second player of this battle, who plays both seats as fast as he can until he meets a kind of question that nobody has seen. @param {Page} page @param {string} id @param {Record<string, string>} secrets */
async function driver(page, id, secrets) {
  await page.evaluate(([id, secrets]) => {
    let seed = 11;
    const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
    const known = new Set();
    /** @type {any} */
    const it = (/** @type {any} */ (window).driver = { kind: "", over: false, acts: 0, go: () => {} });
    /** @type {Record<string, { socket: WebSocket, state: any }>} */
    const seats = {};
    const play = (/** @type {string} */ seat) => {
      const { socket, state } = seats[seat];
      const { scene } = state;
      if (scene.outcome) it.over = true;
      if (it.kind || it.over || !scene.question || !scene.offers?.length) return;
      const words = scene.question.asks.split(" ").filter((/** @type {string} */ word) => /^[a-z]{3,}$/.test(word)).slice(0, 4).join(" ");
      const kind = `${scene.turn.phases.find((/** @type {any} */ phase) => phase.on)?.name}: ${words}, ${scene.offers.length > 6 ? "many" : scene.offers.length > 1 ? "some" : "one"}`;
      if (!known.has(kind)) {
        known.add(kind);
        it.kind = kind;
        it.version = state.version;
        return;
      }
      const { action } = scene.offers[Math.floor(random() * scene.offers.length)];
      it.acts++;
      socket.send(JSON.stringify({ id: it.acts, type: "act", version: state.version, action, token: `${seat}-${state.version}` }));
    };
    it.go = () => {
      it.kind = "";
      for (const seat of Object.keys(seats)) if (seats[seat].state) play(seat);
    };
    for (const [seat, secret] of Object.entries(secrets)) {
      const socket = new WebSocket(`ws://${location.host}/api/battles/${id}/play`);
      seats[seat] = { socket, state: null };
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", secret }));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type !== "state") return;
        seats[seat].state = message;
        play(seat);
      };
    }
  }, /** @type {const} */ ([id, secrets]));
}

/** @param {string} ruleset @param {any} wanted @param {number} most */
const everyQuestion = (ruleset, wanted, most) => async (/** @type {Stage} */ stage) => {
  const made = await stage.make({ ruleset, ...wanted, seats: { red: "me", blue: "me" } });
  const page = await stage.person();
  await page.goto(stage.url + made.links.blue);
  await page.waitForSelector("#question");
  await page.goto(stage.url + made.links.red);
  await page.reload();
  await page.waitForSelector("[data-piece], #commit");
  const second = await stage.person();
  await second.goto(`${stage.url}/odds`);
  await driver(second, made.id, { red: made.seats.red.secret, blue: made.seats.blue.secret });
  /** @type {string[]} */
  const kinds = [];
  /** @type {string[]} */
  const found = [];
  while (kinds.length < most) {
    await second.waitForFunction(() => /** @type {any} */ (window).driver.kind || /** @type {any} */ (window).driver.over, undefined, { timeout: 20000 });
    const kind = await second.evaluate(() => /** @type {any} */ (window).driver.kind);
    if (!kind) break;
    kinds.push(kind);
    await page.waitForSelector('#commit, #opts .go');
    if (await page.$('#opts > .go')) await page.click("#opts > .go");
    await page.waitForSelector("#commit");
    // What the computer says comes a little later, and makes options longer.
    await page.waitForFunction(() => document.querySelector('#opts .opt[aria-pressed="true"]'), undefined, { timeout: 400 }).catch(() => {});
    // The usual ones at every size, rare ones at two.
    const sizes = kinds.length <= 10 ? SIZES : [SIZES[kinds.length % SIZES.length], SIZES[(kinds.length + 2) % SIZES.length]];
    for (const [size, width, height, text] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = `${text}%`;
        window.dispatchEvent(new Event("resize"));
      }, text);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const now = await crowded(page);
      if (now.length && found.length < 4) await stage.shot(page, `crowded-${ruleset}-${kinds.length}-${size.replaceAll(/\W+/g, "-")}`);
      found.push(...now.map((it) => `${size}, ${kind}: ${it}`));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => { document.documentElement.style.fontSize = ""; });
    await second.evaluate(() => /** @type {any} */ (window).driver.go());
  }
  const acts = await second.evaluate(() => /** @type {any} */ (window).driver.acts);
  console.log(`      ${ruleset}: ${kinds.length} kinds of question in ${acts} actions, at ${SIZES.length} sizes`);
  check(kinds.length >= 5, `questions were met: ${kinds.join("; ")}`);
  same(found.slice(0, 12), [], `${found.length} things without room`);
  stage.clean();
};

/** From the start page to the first turn, with the usual deployment. @param {string} ruleset @param {string} name */
const begins = (ruleset, name) => async (/** @type {Stage} */ stage) => {
  const page = await stage.person();
  const hand = new Hand(page);
  await page.goto(stage.url);
  await page.waitForSelector(".cards svg");
  await hand.click('a[href="/new"]');
  await page.waitForSelector("#begin");
  if (!(await page.isChecked(`#ruleset-${ruleset}`))) await hand.click(`label:has(#ruleset-${ruleset})`);
  await hand.click("label:has(#field-armies)");
  await hand.click("#begin");
  await page.waitForSelector("#question em");
  const before = () => page.evaluate(() => document.body.classList.contains("setup"));
  const began = Date.now();
  while (await before()) {
    await page.waitForFunction(() => !document.body.classList.contains("setup") || document.querySelector('#opts [data-key="rest"][aria-pressed="false"]:not(:disabled)'), undefined, { timeout: 60000 });
    if (!(await before())) break;
    await hand.key("a");
    check(hand.presses < 20, "the table is laid some time");
    await page.waitForFunction(() => !document.body.classList.contains("setup") || document.querySelector('#opts [data-key="rest"][aria-pressed="true"]'), undefined, { timeout: 60000 });
  }
  console.log(`      ${name}: ${hand.presses} presses from the start page to the first turn, ${((Date.now() - began) / 1000).toFixed(1)} s of them the table`);
  check(hand.presses <= 8, `${hand.presses} presses`);
  await stage.shot(page, `begun-${ruleset}-1440`);
  // The scale has changed with the bases on the table: all are drawn in the last one.
  const sizes = () => page.$$eval("[data-piece]", (all) => all.map((it) => `${it.getAttribute("data-piece")} ${it.querySelector(".pl")?.getAttribute("width")}`).sort());
  const drawn = await sizes();
  await page.reload();
  await page.waitForSelector("[data-piece]");
  same(await sizes(), drawn, "all bases are as large as after a reload");
  stage.clean();
};

/** A place from a generator of its own, so that a failure can be met again. @param {number} seed */
function chance(seed) {
  let a = seed;
  return () => ((a = (a * 16807) % 2147483647) / 2147483647);
}

/** Random drags of loose units with a mouse: what is shown is committed. @param {string} ruleset @param {string} battle @param {number} drags */
const dragged = (ruleset, battle, drags) => async (/** @type {Stage} */ stage) => {
  const page = await stage.person();
  const random = chance(29);
  let [led, refused, committed] = [0, 0, 0];
  // Whose dice fall badly goes nowhere for a whole turn: then another battle is begun, until some are led.
  for (let n = 0; n < drags || (led <= 2 && n < 6 * drags); n++) {
    if (n % drags === 0) {
      const made = await stage.make({ ruleset, battle, seats: { red: "me", blue: "me" } });
      await page.goto(stage.url + made.links.blue);
      await page.waitForSelector("#question");
      await page.goto(stage.url + made.links.red);
      await page.reload();
    }
    const ids = await loose(page);
    const id = ids[Math.floor(random() * ids.length)];
    const at = await middle(page, `[data-piece="${id}"] .pl`);
    const to = [at.x + (random() - 0.5) * 6 * at.width, at.y + (random() - 0.5) * 6 * at.width];
    const room = await middle(page, "#map");
    if (Math.abs(to[0] - room.x) > room.width / 2 - 20 || Math.abs(to[1] - room.y) > room.height / 2 - 20 || Math.hypot(to[0] - at.x, to[1] - at.y) < at.width / 2) continue;
    const spot = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-piece]")?.getAttribute("data-piece"), [at.x, at.y]);
    if (spot !== id) continue;
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move((at.x + to[0]) / 2, (at.y + to[1]) / 2, { steps: 3 });
    await page.mouse.move(to[0], to[1], { steps: 3 });
    await page.mouse.up();
    // The rules have spoken: it may be committed, or it says why not.
    await page.waitForFunction(() => !document.querySelector("#map .wanted g") && (document.querySelector("#commit:not(:disabled)") || document.querySelector("#why:not([hidden]) .rid")));
    if (await page.$("#why:not([hidden])")) {
      refused++;
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      continue;
    }
    led++;
    const shown = await page.evaluate((id) => document.querySelector(`.ghost[data-of="${id}"]:not(.minor)`)?.getAttribute("transform") ?? "", id);
    const targets = await page.$("#map .ret");
    if (targets || !shown || random() < 0.6) {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      continue;
    }
    const before = await taken(page);
    await page.click("#commit");
    await another(page, before);
    await page.waitForFunction(() => !document.querySelector('#commit[aria-busy="true"]'));
    const [, x, y] = /translate\(([-\d.e]+) ([-\d.e]+)\)/.exec(shown) ?? [];
    const now = await page.evaluate((id) => /** @type {SVGElement | null} */ (document.querySelector(`[data-piece="${id}"]`))?.style.transform ?? "", id);
    const [, px, py] = /translate\(([-\d.e]+)px, ([-\d.e]+)px\)/.exec(now) ?? [];
    committed++;
    check(Math.hypot(Number(x) - Number(px), Number(y) - Number(py)) < 1, `${id} was shown at ${x} ${y} and stands at ${px} ${py}`);
  }
  console.log(`      ${ruleset}: ${led} drags led somewhere, ${refused} were refused, ${committed} committed`);
  check(led > 2, "some drags led somewhere");
  stage.clean();
};

export const tests = {
  "Virtus begins in eight presses": begins("virtus", "Virtus"),
  "Advanced Virtus begins in eight presses": begins("av", "Advanced Virtus"),
  "L'Art de la Guerre begins in eight presses": begins("adlg", "L'Art de la Guerre"),
  "Impetus begins in eight presses": begins("impetus", "Impetus"),
  "Legio begins in eight presses": begins("legio", "Legio"),

  "every question of Virtus has room": everyQuestion("virtus", { armies: { red: "early_imperial_roman", blue: "dacian" } }, 40),
  "every question of Advanced Virtus has room": everyQuestion("av", { armies: { red: "early_imperial_roman", blue: "gallic" } }, 40),
  "every question of L'Art de la Guerre has room": everyQuestion("adlg", { armies: { red: "rome", blue: "carthage" } }, 40),
  "every question of Impetus has room": everyQuestion("impetus", { armies: { red: "consular", blue: "army_of_italy" } }, 40),
  "every question of Legio has room": everyQuestion("legio", { armies: { red: "roman_late_republic", blue: "gallic" } }, 40),

  "drags of L'Art de la Guerre end where they are shown": dragged("adlg", "zama", 24),
  "drags of Advanced Virtus end where they are shown": dragged("av", "rhine", 16),
  "drags of Impetus end where they are shown": dragged("impetus", "cannae", 16),
  "drags of Legio end where they are shown": dragged("legio", "samples", 12),

  /** @param {Stage} stage */
  async "a rule says what it says where its id is"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit:not(:disabled)");
    await page.click("#commit");
    await page.waitForSelector("#log a[data-rule]");
    await page.hover("#log a[data-rule]");
    await page.waitForSelector(".rulehint");
    const text = await said(page, ".rulehint");
    check(/^ADLG-\S+ (Rule|Ruling)\b.{20}/.test(text), `its text is there: ${text}`);
    await page.mouse.move(300, 300);
    await page.waitForFunction(() => !document.querySelector(".rulehint"));
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a quiet turn of three corps takes eight presses"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit:not(:disabled)");
    await page.click("#commit");
    await page.waitForFunction(() => /which corps/.test(document.querySelector("#question")?.textContent ?? "") || document.querySelector(".base.can"), undefined, { timeout: 30000 });
    const hand = new Hand(page);
    // In each corps one unit goes a little ahead: whose turn it is, its first order says.
    for (const piece of ["red/socii_1", "red/hastati_5", "red/equites_1"]) {
      const at = await middle(page, `[data-piece="${piece}"] .pl`);
      await hand.drag(at, 0, -at.width * 0.5);
      await page.waitForFunction((piece) => document.querySelector("#commit:not(:disabled)")?.textContent?.startsWith("Move") && document.querySelector(`.ghost[data-of="${piece}"]`), piece, { timeout: 10000 });
      await page.waitForFunction(() => !document.querySelector("#map .wanted g"));
      const before = await taken(page);
      await page.waitForTimeout(310);
      await hand.key("Enter");
      await another(page, before);
    }
    // The last one's orders end.
    await page.waitForSelector("#commit");
    if (/which order|what are the orders/.test(await said(page, "#question"))) {
      await page.waitForSelector('#opts [data-action="end"]');
      await hand.click('#opts [data-action="end"]');
      await page.waitForFunction(() => document.querySelector("#commit:not(:disabled)")?.textContent?.startsWith("End"));
      await page.waitForTimeout(310);
      await hand.click("#commit");
    }
    await page.waitForFunction(() => !/orders? for/.test(document.querySelector("#question")?.textContent ?? ""));
    console.log(`      ${hand.presses} presses for a quiet turn of three corps`);
    check(hand.presses <= 8, `${hand.presses} presses`);
    stage.clean();
  },
};
