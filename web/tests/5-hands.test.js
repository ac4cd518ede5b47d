// What hands do on the map: deployment, fingers, crowds, refusals in small; and what is shown of the other side's moves.
import { another, check, first, loose, middle, said, same, taken } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

/** Where a base is on the screen. @param {Page} page @param {string} piece */
const baseAt = (page, piece) => middle(page, `[data-piece="${piece}"] .pl`);

/** Fingers on the screen. @param {Page} page */
async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {[number, number][]} */ points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return touch;
}

/** A battle that both seats of one screen bring to their deployment. @param {Stage} stage @param {string} battle */
async function deploying(stage, battle) {
  const made = await stage.make({ ruleset: "adlg", battle, seats: { red: "me", blue: "me" } });
  const page = await stage.person();
  await page.goto(stage.url + made.links.blue);
  await page.waitForSelector("#question");
  await page.goto(stage.url + made.links.red);
  await page.reload();
  await loose(page);
  return page;
}

export const tests = {
  /** @param {Stage} stage */
  async "units and groups are dragged while they deploy"(stage) {
    const page = await deploying(stage, "gindarus");
    const ids = await loose(page);
    const places = await Promise.all(ids.map((id) => baseAt(page, id)));
    const { width } = places[0];
    const drag = async (/** @type {{ x: number, y: number }} */ { x, y }, /** @type {number} */ dx, /** @type {number} */ dy) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 2 });
      await page.mouse.move(x + dx, y + dy, { steps: 3 });
      await page.waitForFunction(() => document.querySelector("#map .wanted .says, #map .wanted .no"));
    };
    const side = ids[0].split("/")[0];
    const back = side === "red" ? 1 : -1;
    // To the rear within the zone: allowed. Beyond the middle of the table: pulled back into the zone, and it says why.
    const rear = places.reduce((best, it) => ((it.y - best.y) * back > 0 ? it : best));
    const unit = ids[places.indexOf(rear)];
    await drag(rear, 0, back * width * 0.7);
    await page.waitForSelector(".wanted .ok");
    await stage.shot(page, "adlg-deploy-drag-1440");
    await page.mouse.up();
    const before = await taken(page);
    await page.click("#commit");
    await another(page, before);
    check(((await baseAt(page, unit)).y - rear.y) * back > width * 0.4, "it stands farther back");
    await drag(await baseAt(page, unit), 0, -back * width * 9);
    await page.waitForSelector(".wanted .cut");
    await page.mouse.up();
    await page.waitForSelector("#question .stopped .rid");
    await stage.shot(page, "adlg-deploy-pulled-1440");
    await page.keyboard.press("Escape");
    // The whole corps by a rope, dragged as one.
    const now = await Promise.all(ids.map((id) => baseAt(page, id)));
    const [left, right] = [Math.min(...now.map((it) => it.x)), Math.max(...now.map((it) => it.x))];
    const [top, low] = [Math.min(...now.map((it) => it.y)), Math.max(...now.map((it) => it.y))];
    await page.keyboard.down("Shift");
    await page.mouse.move(left - width, top - width);
    await page.mouse.down();
    await page.mouse.move(right + width, low + width, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    same(Number(await page.textContent(".grips .count")), ids.length, "all of them are in the group");
    const roped = await Promise.all(ids.map((id) => baseAt(page, id)));
    await drag(roped[0], width * 0.5, 0);
    await page.waitForSelector(".wanted .ok, .wanted .no, .wanted .cut");
    if (!(await page.$(".wanted .ok"))) await page.mouse.move(roped[0].x - width * 0.5, roped[0].y, { steps: 3 });
    await page.waitForSelector(".wanted .ok");
    await stage.shot(page, "adlg-deploy-group-1440");
    await page.mouse.up();
    const acts = await taken(page);
    await page.click("#commit");
    await another(page, acts);
    const moved = await Promise.all(ids.map((id) => baseAt(page, id)));
    check(moved.every((it, at) => Math.abs(Math.abs(it.x - roped[at].x) - width * 0.5) < width * 0.2), "all have gone as far");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "what never moves as a group says so"(stage) {
    const made = await stage.make({ ruleset: "av", battle: "rhine", seats: { red: "me", blue: "me" } });
    const page = await stage.person();
    await page.goto(stage.url + made.links.blue);
    await page.waitForSelector("#question");
    await page.goto(stage.url + made.links.red);
    await page.reload();
    // Nobody changes an order: the moves begin.
    for (let n = 0; n < 20 && !(await page.$(".base.loose")); n++) {
      await page.waitForSelector("#commit");
      if (await page.$('#opts [data-action="end"]')) await page.click('#opts [data-action="end"]');
      await first(page);
    }
    const [unit, other] = await loose(page);
    const click = async (/** @type {string} */ piece) => baseAt(page, piece).then(({ x, y }) => page.mouse.click(x, y));
    await click(unit);
    await page.keyboard.down("Shift");
    await click(other);
    await page.keyboard.up("Shift");
    same(await page.textContent(".grips .count"), "2", "two are in the group");
    const one = await baseAt(page, unit);
    await page.mouse.move(one.x, one.y);
    await page.mouse.down();
    await page.mouse.move(one.x, one.y + (unit.startsWith("red/") ? -1 : 1) * one.width, { steps: 3 });
    await page.mouse.up();
    await page.waitForSelector("#why:not([hidden]) .rid");
    check(/one by one/.test((await page.textContent("#why")) ?? ""), `it says why: ${await page.textContent("#why")}`);
    same(await said(page, "#why .rid", "data-rule"), "AV-R115", "with the rule");
    await stage.shot(page, "av-group-1440");
    // By keys it is said beside the question.
    await page.keyboard.press("m");
    await page.keyboard.press("Shift+ArrowUp");
    await page.waitForSelector("#question .stopped .rid");
    check(await page.$("#commit:disabled"), "there is nothing to commit");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "fingers: details, dragging and turning"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "me" } });
    const desk = await stage.person();
    await desk.goto(stage.url + made.links.blue);
    await desk.waitForSelector("[data-piece]");
    await desk.goto(stage.url + made.links.red);
    await desk.reload();
    const side = /** @type {"red" | "blue"} */ ((await loose(desk))[0].split("/")[0]);
    const page = await stage.person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(stage.url + made.links[side]);
    await page.waitForSelector(".base.loose");
    const touch = await fingers(page);
    const ahead = side === "red" ? -1 : 1;
    const { width: wide, height: high } = await middle(page, "#map");
    const seen = [];
    for (const id of await loose(page)) {
      const at = await baseAt(page, id);
      if (at.x > 40 && at.x < wide - 120 && at.y > 160 && at.y < high - 60) seen.push(id);
    }
    const { x, y, width } = await baseAt(page, seen[0]);
    const ids = seen;
    // A still finger asks for details.
    await touch("touchStart", [[x, y]]);
    await page.waitForTimeout(650);
    await touch("touchEnd", []);
    await page.waitForSelector('#side[data-open="unit"] #unit h2');
    await page.waitForSelector("#map .zone", { state: "attached" });
    await stage.shot(page, "long-press-390");
    await page.click('#tabs [data-for="unit"]');
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("#side")).removeAttribute("data-open"));
    // A finger that waits takes hold of the unit; a second one turns it.
    const at = await baseAt(page, ids[0]);
    await touch("touchStart", [[at.x, at.y]]);
    await page.waitForTimeout(380);
    await touch("touchMove", [[at.x, at.y + ahead * width * 0.6]]);
    await touch("touchMove", [[at.x, at.y + ahead * width]]);
    await page.waitForSelector("#map .wanted g");
    await touch("touchStart", [[at.x, at.y + ahead * width], [at.x + 80, at.y + ahead * width]]);
    await touch("touchMove", [[at.x, at.y + ahead * width], [at.x + 75, at.y + ahead * width + 30]]);
    await touch("touchMove", [[at.x, at.y + ahead * width], [at.x + 62, at.y + ahead * width + 50]]);
    const [a, b] = (await said(page, "#map .wanted .front", "d")).slice(1).split("L").map((point) => point.split(" ").map(Number));
    const slant = ((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI + 360) % 180;
    check(slant > 15 && slant < 60, `the front is turned: ${slant}`);
    await stage.shot(page, "two-fingers-390");
    await touch("touchEnd", []);
    // Two fingers on the selected unit wheel it.
    await page.keyboard.press("Escape");
    const still = await baseAt(page, ids[0]);
    await page.touchscreen.tap(still.x, still.y);
    const held = await baseAt(page, ids[0]);
    await touch("touchStart", [[held.x, held.y]]);
    await touch("touchStart", [[held.x, held.y], [held.x + 70, held.y]]);
    await touch("touchMove", [[held.x, held.y], [held.x + 66, held.y - 22]]);
    await touch("touchMove", [[held.x, held.y], [held.x + 62, held.y - 32]]);
    await page.waitForSelector("#map .wanted g");
    await touch("touchEnd", []);
    stage.clean();
  },

  /** @param {Stage} stage */
  async "of pieces that lie over each other one is chosen"(stage) {
    const text = (await (await fetch(`${stage.url}/api/positions/av/rhine`)).json()).text;
    // A leader who stands on a unit.
    const over = text.replace("at = [15, 3.2] }", "at = [15, 4.5] }");
    check(over !== text, "the position has a leader by himself");
    const made = await stage.make({ ruleset: "av", position: { text: over }, seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector(".base.lead.red");
    const at = await middle(page, ".base.lead.red .disc");
    await page.mouse.click(at.x, at.y);
    await page.waitForSelector("#which:not([hidden]) button");
    const names = await page.$$eval("#which button", (it) => it.map((node) => node.textContent ?? ""));
    same(names.length, 2, `both are offered: ${names.join(", ")}`);
    await stage.shot(page, "which-1440");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction((name) => document.querySelector("#unit h2")?.textContent?.includes(name), names[1]);
    check(await page.$("#which[hidden]"), "the chooser is gone");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a refusal that is too small to be seen is shown enlarged"(stage) {
    const page = await deploying(stage, "gindarus");
    const ids = await loose(page);
    const places = await Promise.all(ids.map((id) => baseAt(page, id)));
    const { width } = places[0];
    // Dragged two fifths of a base into its right neighbour, of which most lies under it still.
    const beside = (/** @type {number} */ at) => places.findIndex((it, n) => n !== at && Math.abs(it.y - places[at].y) < 3 && Math.abs(it.x - places[at].x - width) < width * 0.15);
    const at = ids.findIndex((_, n) => beside(n) >= 0);
    check(at >= 0, "two stand side by side");
    const { x, y } = places[at];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.4, y, { steps: 4 });
    await page.waitForSelector("#map .wanted .no");
    await page.mouse.up();
    await page.waitForSelector("#why:not([hidden]) .rid");
    const found = Boolean(await page.$("#why .inset"));
    check(found, "the place that decides is shown enlarged");
    await stage.shot(page, "inset-1440");
    check((await page.$$("#why .inset .w-blocks, #why .inset .w-offends")).length >= 2, "with what offends and what blocks");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "sound is off until it is switched on"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "random" } });
    const page = await stage.person();
    await page.addInitScript(() => {
      const Real = window.AudioContext;
      /** @type {any} */ (window).tones = 0;
      window.AudioContext = class extends Real {
        createOscillator() {
          /** @type {any} */ (window).tones++;
          return super.createOscillator();
        }
      };
    });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit:not(:disabled)");
    const tones = () => page.evaluate(() => /** @type {any} */ (window).tones);
    await first(page);
    same(await tones(), 0, "nothing is heard");
    const press = async (/** @type {string} */ item) => {
      await page.click('[aria-label="Menu"]');
      await page.click(`dialog >> text=${item}`);
    };
    await press("Sound on");
    const on = await tones();
    check(on > 0, "it is heard at once");
    await page.reload();
    await page.waitForSelector("#commit");
    await press("Sound off");
    const off = await tones();
    await first(page);
    same(await tones(), off, "and no more when it is off");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "moves are shown along their way, and can be hurried"(stage) {
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person({ reducedMotion: "no-preference" });
    await page.addInitScript(() => {
      const seen = /** @type {any} */ (window).seen = /** @type {{ piece: string, turns: number[] }[]} */ ([]);
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (/** @type {any} */ frames, /** @type {any} */ how) {
        const turns = /** @type {any[]} */ (frames).map((it) => Number(/rotate\(([-\d.e]+)deg/.exec(it.transform)?.[1] ?? 0));
        seen.push({ piece: this.getAttribute("data-piece") ?? "", turns });
        return animate.call(this, frames, how);
      };
    });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit");
    const other = () => page.evaluate(() => /** @type {any} */ (window).seen.filter((/** @type {any} */ it) => it.piece.startsWith("blue/")).length);
    // Red does nothing until blue has moved.
    for (let n = 0; n < 60 && !(await other()); n++) {
      await page.waitForTimeout(120);
      if (!(await page.$("#commit"))) continue;
      const end = await page.$('#opts .opt[data-action="end"], #opts .opt[data-action^="activate"], #opts .opt[data-action="done"]');
      await (end ?? (await page.$("#opts .opt[data-action]")))?.click({ timeout: 2000 }).catch(() => {});
      await page.click("#commit:not(:disabled)", { timeout: 800 }).catch(() => {});
    }
    check((await other()) > 0, "the other side's moves are shown");
    const running = () => page.evaluate(() => document.getAnimations().filter((it) => it.playState === "running" && it.effect instanceof KeyframeEffect && it.effect.target instanceof SVGElement).length);
    // What comes after it may move again.
    let moving = 1;
    for (let n = 0; n < 20 && moving; n++) {
      await page.keyboard.press("Escape");
      moving = await running();
    }
    same(moving, 0, "Escape ends all motion");
    // A wheel by keys: the front swings round, degree after degree.
    const mine = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "me" } });
    await page.goto(stage.url + mine.links.blue);
    await page.waitForSelector("[data-piece]");
    await page.goto(stage.url + mine.links.red);
    await page.reload();
    let wheeled = false;
    for (const id of await loose(page)) {
      await page.focus(`[data-piece="${id}"]`);
      await page.keyboard.press("Enter");
      await page.keyboard.press("w");
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Shift+ArrowRight");
      await page.waitForSelector("#map .wanted .no, #map .wanted .cut, #commit:not(:disabled)");
      if (!(await page.$("#map .wanted .ok"))) {
        await page.keyboard.press("Escape");
        continue;
      }
      wheeled = true;
      await page.waitForTimeout(320);
      const before = await taken(page);
      await page.keyboard.press("Enter");
      await another(page, before);
      const turns = await page.evaluate((piece) => /** @type {any} */ (window).seen.find((/** @type {any} */ it) => it.piece === piece)?.turns ?? [], id);
      check(turns.length >= 4 && Math.abs(turns[0] + 20) < 1 && turns.at(-1) === 0, `from 20 degrees before to where it stands: ${turns.join(", ")}`);
      break;
    }
    check(wheeled, "somebody could wheel");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "who thinks long is seen to"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "heuristic" } });
    const page = await stage.person();
    // The computer answers at once, so what the server says of it is changed on its way.
    await page.routeWebSocket(/\/play$/, (socket) => {
      const server = socket.connectToServer();
      let thinks = false;
      server.onMessage((message) => {
        const told = JSON.parse(String(message));
        if (told.type === "state" && told.acts > 0) {
          thinks = true;
          socket.send(JSON.stringify({ ...told, thinking: "blue", awaited: ["blue"], scene: { ...told.scene, awaits: ["blue"], question: undefined, offers: [], plan: undefined } }));
          socket.send(JSON.stringify({ type: "thinking", seat: "blue", ms: 1500 }));
        } else if (!thinks || told.type === "answer") socket.send(message);
      });
    });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit:not(:disabled)");
    await page.click("#commit");
    await page.waitForSelector(".think");
    check(/considers for Dacian: 1\.5 s/.test((await page.textContent(".think")) ?? ""), `who, and how long: ${await page.textContent(".think")}`);
    await stage.shot(page, "thinking-1440");
    stage.clean();
  },
};
