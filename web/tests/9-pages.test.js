// The pages beside the battle: one navigation, odds, armies, looking back, learning; what they ask of others: nothing.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { understood, likeliest } from "../js/pasted.js";
import { faces, losses, scenes } from "../js/film.js";
import { plainSection } from "../js/words.js";
import { check, faint, same, SHOTS } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const FIVE = ["Play", "My battles", "Odds", "Armies", "Rules"];

/** What axe finds, and what scrolls sideways or is too faint. @param {Page} page @param {string} where */
async function sound(page, where) {
  for (const colorScheme of /** @type {("dark" | "light")[]} */ (["dark", "light"])) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => (await /** @type {any} */ (window).axe.run()).violations.flatMap((/** @type {any} */ rule) => rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 160)}`)));
    same(found.slice(0, 4), [], `axe on ${where}, ${colorScheme}`);
    same((await faint(page)).slice(0, 4), [], `faint on ${where}, ${colorScheme}`);
  }
  const [wide, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  check(wide <= window_, `${where} scrolls sideways: ${wide} > ${window_}`);
}

/** Whom the pages of a person have asked. @param {Page} page @param {Stage} stage */
function strangers(page, stage) {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(stage.url) && !url.startsWith("data:") && !url.startsWith("blob:")) asked.push(url);
  });
  return asked;
}

/** The binary that is tested. @param {string[]} words */
function acies(...words) {
  const binary = process.env.ACIES_BIN ?? new URL("../../target/debug/acies", import.meta.url).pathname;
  return JSON.parse(execFileSync(binary, [...words, "--json"], { encoding: "utf8" }));
}

/** Waits until the odds of the address are shown. @param {Page} page */
const counted = (page) => page.waitForFunction(() => document.body.dataset.counted === location.pathname + location.search);

/** A battle that somebody has given up after some actions, and a page of his. @param {Stage} stage */
async function finished(stage) {
  const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "random" } });
  const page = await stage.person();
  await page.goto(`${stage.url}/mine`);
  const { secret } = made.seats.red;
  await page.evaluate(([id, red]) => localStorage.setItem("acies.battles", JSON.stringify([{ id, seats: { red } }])), [made.id, secret]);
  await page.evaluate(([id, secret]) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/api/battles/${id}/play`);
    let sent = -1;
    let acts = 0;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", secret }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "state") return;
      if (message.over) return resolve(acts);
      const { offers = [] } = message.scene;
      if (!offers.length || message.version === sent) return;
      sent = message.version;
      if (++acts > 24) socket.send(JSON.stringify({ id: sent, type: "resign" }));
      else socket.send(JSON.stringify({ id: sent, type: "act", version: sent, action: offers[0].action, token: `t-${sent}` }));
    };
  }), /** @type {const} */ ([made.id, secret]));
  return { page, id: made.id };
}

export const tests = {
  async "pasted lists, films and headings are read"() {
    const entries = [{ id: "w", name: "Warband" }, { id: "s", name: "Slingers" }, { id: "c", name: "Heavy cavalry" }];
    const { counts, unknown } = understood("Gauls, 200 pts\n3x Warband\n- Slingers x 2\nHeavy cavalry\n4 Elephants of war", entries);
    same([...counts], [["w", 3], ["s", 2], ["c", 1]], "counts");
    check(unknown.some((it) => it.includes("Elephants")), `not understood: ${unknown}`);
    same(likeliest("2 slingers", [{ entries: [{ id: "x", name: "Hoplites" }] }, { entries }]).entries[1].id, "s", "the list");
    const film = /** @type {any} */ ({ scene: { title: "a", bases: [{ id: "1", seat: "red", name: "Hastati 1", symbol: "" }, { id: "2", seat: "red", name: "Hastati 2", symbol: "" }], extra: 1 }, frames: [
      { by: "red", turn: 1, log: [], change: { bases: { set: [{ id: "2", seat: "red", name: "Hastati 2", symbol: "x" }] } } },
      { by: "blue", turn: 1, log: [], change: { bases: { set: [], ids: ["2"] }, extra: null } },
    ] });
    const all = scenes(film);
    same(all.map((it) => it.bases.map((base) => base.id + base.symbol)), [["1", "2"], ["1", "2x"], ["2x"]], "scenes");
    check(!("extra" in all[2]), "what is gone is gone");
    same(losses(all).map((it) => [it.name, it.gone, it.all]), [["Hastati", 1, 2]], "losses");
    same(faces("Hastati [3 6] against [1]"), [3, 6, 1], "faces");
    same(["3.2 Command (source \"COMMAND\", p 24)", "3.4 Section 1.4 Decks", "Section 5: Orders"].map(plainSection), ["Command", "Decks", "Orders"], "headings");
  },

  /** @param {Stage} stage */
  async "one navigation, and pages for what is not found"(stage) {
    const page = await stage.person();
    const asked = strangers(page, stage);
    for (const [path, on] of [["/", "Play"], ["/new", "Play"], ["/mine", "My battles"], ["/odds", "Odds"], ["/armies", "Armies"], ["/rules", "Rules"], ["/sheet/adlg", "Rules"], ["/learn", "Play"], ["/battles", "Play"], ["/nonsense", ""]]) {
      await page.goto(stage.url + path);
      same(await page.$$eval(".five a", (it) => it.map((a) => a.textContent)), FIVE, `navigation of ${path}`);
      same(await page.$$eval(".five a[aria-current]", (it) => it.map((a) => a.textContent).join()), on, `where ${path} is`);
    }
    for (const [path, says] of [["/nonsense", "Nothing stands here"], ["/battle/gone", "No battle here"], ["/replay/gone", "No battle here"], ["/odds/chess", "No such odds"]]) {
      const answer = await page.goto(stage.url + path);
      same(answer?.status(), 404, path);
      await page.waitForFunction((says) => document.querySelector("h1")?.textContent === says, says);
    }
    await sound(page, "what is not found");
    await page.goto(`${stage.url}/mine`);
    await page.waitForSelector("#none:not([hidden]) a");
    same(asked, [], "others are asked");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the odds page says what the command line says"(stage) {
    const page = await stage.person();
    const asked = strangers(page, stage);
    await page.goto(`${stage.url}/odds/adlg?roll=melee&a=heavy_swordsmen+elite+impact+charging~pikemen+disordered`);
    await counted(page);
    const figures = () => page.$$eval(".variant .tril b", (it) => it.map((b) => b.textContent));
    // By hand: 24, 5 and 7 falls of 36.
    same(await figures(), ["67%", "14%", "19%"], "the figures");
    same(await page.$$eval(".side-card.red .chip-btn", (it) => it.filter((b) => b.textContent?.startsWith("Impact ") && b.getAttribute("aria-pressed") === "true").map((b) => b.textContent)), ["Impact +17"], "the worth of Impact");
    // Pressing a chip changes the answer and the address; a variant is kept beside it.
    await page.click("#compare");
    await page.click('.side-card.blue .chip-btn[data-key="Disordered"]');
    await counted(page);
    same(await figures(), ["50%", "17%", "33%", "67%", "14%", "19%"], "two variants");
    check(page.url().includes("b=heavy_swordsmen") && !/a=[^&]*disordered/.test(page.url()), page.url());
    const link = page.url();
    await stage.shot(page, "odds-1440");
    await sound(page, "odds");
    const phone = await stage.person(PHONE);
    await phone.goto(link);
    await counted(phone);
    same(await phone.$$eval(".variant .tril b", (it) => it.map((b) => b.textContent)), ["50%", "17%", "33%", "67%", "14%", "19%"], "the link");
    await stage.shot(phone, "odds-390");
    await sound(phone, "odds on a phone");
    const result = await phone.$eval("#result", (it) => it.getBoundingClientRect().bottom);
    check(result < 330, `the answer is in sight: ${result}`);
    // Two units of a battle, as they stand.
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "random" } });
    await phone.goto(`${stage.url}/odds?battle=${made.id}`);
    await phone.waitForSelector("#units:not([hidden])");
    await counted(phone);
    const chosen = (/** @type {string} */ side, /** @type {RegExp} */ name) => phone.$eval(`[data-key="unit ${side}"]`, (it, name) => [.../** @type {HTMLSelectElement} */ (it).options].find((option) => new RegExp(name).test(option.textContent ?? ""))?.value ?? "", name.source);
    await phone.selectOption('[data-key="unit 0"]', await chosen("0", /^Hastati and principes 1,/));
    await phone.selectOption('[data-key="unit 1"]', await chosen("1", /^Gallic mercenaries 1,/));
    await counted(phone);
    check(/rom\.hastati.*car\.gauls/.test(decodeURIComponent(phone.url())), phone.url());
    // All against all: a cell sets both cards.
    await page.click('.matrix button[data-pair="light_infantry elephant"]');
    await counted(page);
    same(await page.$eval(".side-card.red select.name", (it) => /** @type {HTMLSelectElement} */ (it).value), "light_infantry", "a cell was pressed");
    /** @type {Record<string, number[]>} */
    const slow = {};
    for (const ruleset of ["virtus", "adlg", "av", "impetus", "legio"]) {
      await page.goto(`${stage.url}/odds/${ruleset}`);
      await counted(page);
      for (let n = 0; n < 4; n++) {
        // Chips by the keyboard alone, here and there.
        await page.evaluate((n) => {
          const chips = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.chip-btn:not([aria-disabled])')].filter((it) => it.checkVisibility()));
          chips[(n * 7 + 3) % chips.length].focus();
        }, n);
        await page.keyboard.press("Enter");
        await counted(page);
        const shown = await page.evaluate(() => ({ figures: [...document.querySelectorAll(".variant .tril b")].map((it) => it.textContent), address: new URLSearchParams(location.search) .get("a") ?? "", roll: new URLSearchParams(location.search).get("roll") ?? "" }));
        const [sides, ...settings] = shown.address.split("!");
        const told = acies("odds", ruleset, shown.roll, ...sides.split("~"), ...settings);
        const percent = (/** @type {number} */ it) => (it <= 0 ? "0%" : it >= 1 ? "100%" : it < 0.005 ? "<1%" : it > 0.995 ? ">99%" : `${Math.round(it * 100)}%`);
        if (told.parts) same(shown.figures, told.parts.filter((/** @type {number} */ it, /** @type {number} */ at) => at !== 1 || it > 0).map(percent), `${ruleset}: ${shown.address}`);
      }
      slow[ruleset] = await page.evaluate(() => performance.getEntriesByName("acies-odds").map((it) => Math.round(it.duration)).sort((a, b) => a - b));
    }
    console.log(`      from tap to answer, milliseconds: ${JSON.stringify(slow)}`);
    same(asked, [], "others are asked");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "an army is mended, saved, undone, pasted and fights the field"(stage) {
    const page = await stage.person();
    const asked = strangers(page, stage);
    await page.goto(`${stage.url}/armies/virtus/carthaginian`);
    await page.waitForSelector(".legality.ok");
    await page.click('[aria-label="Remove Slingers"]');
    await page.waitForSelector(".legality.err");
    // What, wanted, had; and the button that mends it.
    await page.waitForSelector(".fault .mend");
    const fault = (await page.textContent(".fault")) ?? "";
    check(/slingers/i.test(fault) && !/[`_]|RULES\.md|Line \d/.test(fault), fault);
    check(await page.$("#use:disabled"), "it waits visibly");
    await stage.shot(page, "army-fault-1440");
    await sound(page, "armies with a fault");
    await page.click(".fault .mend");
    await page.waitForSelector(".legality.ok");
    await page.keyboard.press("u");
    await page.waitForSelector(".legality.err");
    await page.keyboard.press("u");
    await page.waitForSelector(".legality.ok");
    check(/\/armies\/virtus\/m/.test(page.url()), page.url());
    await page.reload();
    await page.waitForSelector(".kept .on");
    await page.click("#fight");
    await page.waitForSelector(".against li:nth-child(2)", { timeout: 60000 });
    check(/±\d/.test((await page.textContent(".against li")) ?? ""), "an interval");
    // A list as people paste it.
    await page.click("#paste");
    await page.fill("dialog textarea", "Carthage\n4 x African spearmen\n3 Warband\nSlingers 2\n2 Light horsemen\nWar wagons 3");
    await page.click("dialog button.go");
    await page.waitForSelector("dialog p");
    check(/War wagons/.test((await page.textContent("dialog")) ?? ""), "what was not understood is named");
    await page.click("dialog button.go");
    const counts = await page.$$eval(".roll tbody tr", (it) => it.map((tr) => tr.textContent));
    check(counts.some((it) => /African spearmen.*4 ×/.test(it ?? "")), counts.join());
    const phone = await stage.person(PHONE);
    await phone.goto(`${stage.url}/armies/adlg/rome`);
    await phone.waitForSelector(".legality.ok");
    await stage.shot(phone, "army-390");
    await sound(phone, "armies on a phone");
    // The roster on one sheet.
    await page.goto(`${stage.url}/armies/adlg/rome`);
    await page.waitForSelector(".legality.ok");
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    const pdf = await page.pdf({ path: join(SHOTS, "army-roster.pdf"), format: "A4" });
    check((pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) ?? []).length <= 2, "a roster is a sheet, front and back");
    same(asked, [], "others are asked");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "every kind of mistake in an army gets its sentence"(stage) {
    const page = await stage.person();
    const mistakes = /** @type {{ ruleset: string, army: string, from: string, to: string, what: string, rule: string | null, hint: string }[]} */ (JSON.parse(readFileSync(new URL("mistakes.json", import.meta.url), "utf8")));
    check(mistakes.length >= 30, `${mistakes.length} kinds of mistakes`);
    let open = "";
    for (const { ruleset, army, from, to, what, rule } of mistakes) {
      const path = `/armies/${ruleset}/${army}`;
      if (path !== open) {
        await page.goto(stage.url + (open = path));
        await page.waitForSelector(".legality.ok");
        await page.click(".as-file summary");
      }
      const { text } = await (await fetch(`${stage.url}/api/armies/${ruleset}/${army}`)).json();
      check(text.includes(from), `${army} has ${from}`);
      await page.fill("textarea.file", text.replace(from, to));
      // Words of the file are called by their names: what is left of the sentence has to stand there.
      const parts = what.replace(/ ?\(RULES\.md [\d.]+\)/, "").split(/`[^`]*`/).map((it) => it.trim().toLowerCase()).filter((it) => it.length > 2);
      await page.waitForFunction(([parts, rule]) => [...document.querySelectorAll(".fault, #text .err")].some((it) => {
        const said = it.textContent?.toLowerCase() ?? "";
        return parts.every((part) => said.includes(part)) && (!rule || said.includes(rule.slice(rule.indexOf("-") + 1).toLowerCase()));
      }), /** @type {const} */ ([parts, rule]), { timeout: 8000 }).catch(() => check(false, `${army}: ${what}`));
      const said = await page.$$eval(".fault", (it) => it.map((node) => node.textContent));
      check(said.every((it) => !/[`_]|RULES\.md/.test(it ?? "")), `no words of files: ${said}`);
    }
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a finished battle is looked back upon, saved as a page and begun again"(stage) {
    const { page, id } = await finished(stage);
    const asked = strangers(page, stage);
    await page.goto(`${stage.url}/replay/${id}#end`);
    await page.waitForSelector("#ending h1");
    check(/wins on turn/.test((await page.textContent("#ending h1")) ?? ""), "who won");
    await page.waitForSelector(".losses-side tbody tr");
    await stage.shot(page, "end-1440");
    await sound(page, "the end");
    await page.goto(`${stage.url}/replay/${id}#9`);
    await page.waitForSelector("#act-9.on");
    check(!/Nothing has happened/.test((await page.textContent("body")) ?? ""), "what has happened is told");
    await stage.shot(page, "replay-1440");
    await sound(page, "the replay");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector("#act-10.on");
    await page.click("#act-3");
    check(page.url().endsWith("#3"), page.url());
    const phone = await stage.person(PHONE);
    await phone.goto(`${stage.url}/replay/${id}#9`);
    await phone.waitForSelector("#act-9.on");
    await stage.shot(phone, "replay-390");
    await sound(phone, "the replay on a phone");
    // The same as a file that needs nobody.
    const text = await (await fetch(`${stage.url}/api/battles/${id}/page`)).text();
    const file = join(stage.data, "battle.html");
    writeFileSync(file, text);
    const alone = await stage.person();
    /** @type {string[]} */
    const wanted = [];
    alone.on("request", (request) => /^(http|ws)/.test(request.url()) && wanted.push(request.url()));
    await alone.goto(`file://${file}`);
    await alone.waitForSelector("#ending h1");
    await alone.click("#through");
    await alone.waitForSelector(".acts .on");
    check((await alone.$$("#map [data-piece]")).length > 10, "the map is drawn");
    same(wanted, [], "a saved page asks somebody");
    await stage.shot(alone, "saved-page-1440");
    // Rematch.
    await page.goto(`${stage.url}/mine`);
    await page.waitForSelector("#over li");
    await page.goto(`${stage.url}/replay/${id}#end`);
    await page.click("#rematch");
    await page.waitForURL(/\/battle\//);
    same(asked, [], "others are asked");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "first battles are played and puzzles answered by the keyboard alone"(stage) {
    const page = await stage.person();
    const asked = strangers(page, stage);
    const { rulesets } = await (await fetch(`${stage.url}/api/rulesets`)).json();
    for (const { id } of rulesets) {
      const { lessons, puzzles } = await (await fetch(`${stage.url}/api/lessons/${id}`)).json();
      for (const lesson of lessons) {
        await page.goto(`${stage.url}/learn/${id}/${lesson.id}#0`);
        for (let n = 0; n < lesson.decisions; n++) {
          await page.waitForFunction((n) => document.title.includes(`, ${n + 1} of `), n);
          // Keys until one is good: each answer says why.
          for (let key = 1; key < 6 && !(await page.$('[data-good="true"]')); key++) await page.keyboard.press(String(key));
          check(((await page.textContent(".why-good")) ?? "").length > 20, `${id}, decision ${n + 1}: why`);
          await page.keyboard.press("Enter");
        }
        await page.waitForFunction(() => document.querySelector('.ways a[href="/"]'));
        if (id === "virtus") await sound(page, "the end of a lesson");
      }
      for (let n = 0; n < puzzles; n++) {
        await page.goto(`${stage.url}/learn/${id}/puzzles#${n}`);
        await page.waitForFunction((n) => document.title.startsWith(`Puzzle ${n + 1} of`), n);
        const solved = await (await fetch(`${stage.url}/api/puzzles/${id}/${n}`)).json();
        await page.keyboard.press(String(solved.right + 1));
        await page.waitForSelector("#because.why-good");
        if (n === 2) {
          await stage.shot(page, `puzzle-${id}-1440`);
          if (id === "adlg") await sound(page, "a puzzle");
        }
      }
      if (lessons.length) {
        const phone = await stage.person(PHONE);
        await phone.goto(`${stage.url}/learn/${id}/${lessons[0].id}#3`);
        await phone.waitForSelector(".answers button");
        await stage.shot(phone, `lesson-${id}-390`);
        await sound(phone, `the lesson of ${id} on a phone`);
        await phone.context().close();
      }
    }
    await page.goto(`${stage.url}/learn/virtus`);
    await page.waitForSelector(".go-on li");
    await sound(page, "the lessons");
    same(asked, [], "others are asked");
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the quick reference is a sheet"(stage) {
    const page = await stage.person();
    const { rulesets } = await (await fetch(`${stage.url}/api/rulesets`)).json();
    for (const { id } of rulesets) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(`${stage.url}/sheet/${id}`);
      await page.waitForSelector(".sheet-table td");
      if (id === "adlg") await sound(page, "the quick reference");
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      const pdf = await page.pdf({ path: join(SHOTS, `sheet-${id}.pdf`), format: "A4", landscape: true });
      const pages = (pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g) ?? []).length;
      check(pages <= 2, `${id}: ${pages} pages`);
    }
    stage.clean();
  },
};
