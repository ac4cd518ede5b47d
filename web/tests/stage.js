// What browser tests stand on: a server of their own on a free port, Chromium, pages that report their errors.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
/** Screenshots for people to look at. */
export const SHOTS = join(target, "screenshots");

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The binary that is asked for, or else the one built last: the client is part of it. */
function binary() {
  const built = [join(target, "release/acies"), join(target, "debug/acies")].filter((path) => existsSync(path));
  const found = process.env.ACIES_BIN ?? built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (!found) throw new Error("no `acies` binary: build it, or set ACIES_BIN");
  return found;
}

function browserPath() {
  const found = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  if (!found) throw new Error("no Chromium: apt-get install chromium");
  return found;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

export class Stage {
  /** @param {number} port @param {string} data @param {import("playwright-core").Browser} browser */
  constructor(port, data, browser) {
    this.port = port;
    this.data = data;
    this.browser = browser;
    this.url = `http://127.0.0.1:${port}`;
    /** @type {import("playwright-core").BrowserContext[]} */
    this.contexts = [];
    /** @type {string[]} */
    this.errors = [];
    /** @type {import("node:child_process").ChildProcess | null} */
    this.server = null;
  }

  async serve() {
    this.server = spawn(binary(), ["serve", "--port", String(this.port), "--data", this.data, "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    this.server.stdout?.on("data", (text) => (output += text));
    this.server.stderr?.on("data", (text) => (output += text));
    for (let i = 0; i < 100; i++) {
      if (await fetch(`${this.url}/api/rulesets`).then((answer) => answer.ok, () => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the server does not answer on ${this.url}:\n${output}`);
  }

  /** Ends the server without a warning. */
  async kill() {
    const { server } = this;
    if (!server) return;
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await gone;
    this.server = null;
  }

  /** A page of a person of his own. @param {import("playwright-core").BrowserContextOptions} [options] */
  async person(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    page.on("pageerror", (error) => this.errors.push(String(error.stack ?? error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|status of 4|net::/.test(message.text())) this.errors.push(message.text());
    });
    return page;
  }

  /** @param {any} wanted */
  async make(wanted) {
    const answer = await fetch(`${this.url}/api/battles`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ dice: "app", ...wanted }) });
    const made = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(made));
    return made;
  }

  /** @param {import("playwright-core").Page} page @param {string} name */
  async shot(page, name) {
    mkdirSync(SHOTS, { recursive: true });
    await page.waitForTimeout(60);
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }

  /** @param {string} name */
  async shotOnFailure(name) {
    for (const [at, context] of this.contexts.entries()) {
      for (const page of context.pages()) await this.shot(page, `failed-${name.replaceAll(/\W+/g, "-")}-${at}`).catch(() => {});
    }
  }

  async clear() {
    for (const context of this.contexts) await context.close().catch(() => {});
    this.contexts = [];
    this.errors = [];
    if (!this.server) await this.serve();
  }

  /** Fails if a page has reported an error. */
  clean() {
    if (this.errors.length) throw new Error(`errors in the page:\n${this.errors.join("\n")}`);
  }
}

export async function setUp() {
  const data = mkdtempSync(join(tmpdir(), "acies-web-"));
  const browser = await chromium.launch({ executablePath: browserPath(), args: ARGS });
  const stage = new Stage(await freePort(), data, browser);
  await stage.serve();
  return stage;
}

/** @param {Stage} stage */
export async function tearDown(stage) {
  await stage.browser.close();
  stage.server?.kill();
  rmSync(stage.data, { recursive: true, force: true });
}

/**
 * Where something is on the screen once nothing moves any more and nothing is being asked: its middle and its size, all at
 * one moment. (A node that is found first and measured afterwards may have been drawn anew in between.)
 * @param {import("playwright-core").Page} page @param {string} selector
 */
export async function middle(page, selector) {
  const found = await page.evaluate(async (selector) => {
    const box = () => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const same = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
    let last = box();
    for (let still = 0, n = 0; still < 3 && n < 300; n++) {
      await frame();
      const now = box();
      still = same(now, last) && !document.querySelector('[aria-busy="true"]') ? still + 1 : 0;
      last = now;
    }
    const { x, y, width, height } = last;
    return { x: x + width / 2, y: y + height / 2, width, height };
  }, selector);
  check(found.width > 0, `${selector} is not on the screen`);
  return found;
}

/** What a node is or says, all at one moment. @param {import("playwright-core").Page} page @param {string} selector @param {string} [attribute] */
export function said(page, selector, attribute) {
  return page.evaluate(([selector, attribute]) => {
    const found = document.querySelector(selector);
    return (attribute ? found?.getAttribute(attribute) : found?.textContent) ?? "";
  }, /** @type {const} */ ([selector, attribute]));
}

/** How many actions of a page the server has taken. @param {import("playwright-core").Page} page */
export function taken(page) {
  return page.evaluate(() => performance.getEntriesByName("acies-act").length);
}

/** Waits until one more is taken. @param {import("playwright-core").Page} page @param {number} before */
export function another(page, before) {
  return page.waitForFunction((was) => performance.getEntriesByName("acies-act").length > was, before);
}

/** Takes the first option. @param {import("playwright-core").Page} page */
export async function first(page) {
  const before = await taken(page);
  await page.waitForSelector("#commit");
  if (!(await page.$("#commit:not(:disabled)"))) await page.click("#opts .opt[data-action]");
  await page.click("#commit:not(:disabled)");
  await another(page, before);
}

/** Takes first options until units can be dragged; gives them. @param {import("playwright-core").Page} page */
export async function loose(page) {
  for (let n = 0; n < 40 && !(await page.$(".base.loose")); n++) await first(page);
  const ids = await page.$$eval(".base.loose", (it) => it.map((node) => node.getAttribute("data-piece") ?? ""));
  check(ids.length, "units can be dragged");
  return ids;
}

/** @param {unknown} is @param {string} what */
export function check(is, what) {
  if (!is) throw new Error(what);
}

/** @param {unknown} found @param {unknown} expected @param {string} what */
export function same(found, expected, what) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

/** Text of the page that is too faint against what is behind it (WCAG 2, AA). @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
export function faint(page) {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** Red, green, blue and alpha of any colour that CSS can write. @param {string} css */
    const rgba = (css) => {
      if (!canvas) return [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].map((it, at) => (at === 3 ? it / 255 : it));
    };
    const over = (/** @type {number[]} */ front, /** @type {number[]} */ back) => [0, 1, 2].map((at) => front[at] * front[3] + back[at] * (1 - front[3])).concat(1);
    const behind = (/** @type {Element | null} */ element) => {
      const layers = [];
      for (let it = element; it; it = it.parentElement) layers.push(rgba(getComputedStyle(it).backgroundColor));
      return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
    };
    const light = (/** @type {number[]} */ colour) => {
      const [r, g, b] = colour.slice(0, 3).map((it) => it / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    for (const element of document.body.querySelectorAll("*")) {
      const text = [...element.childNodes].filter((it) => it.nodeType === Node.TEXT_NODE).map((it) => it.textContent?.trim()).join("");
      if (!text || !(element instanceof HTMLElement) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest(".sr, option, :disabled")) continue;
      const style = getComputedStyle(element);
      const back = behind(element);
      const front = over(rgba(style.color), back);
      const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
      const ratio = (high + 0.05) / (low + 0.05);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      if (ratio < least - 0.02) found.push(`${ratio.toFixed(2)} "${text.slice(0, 30)}" ${element.tagName}.${element.className}`);
    }
    return found;
  });
}

/**
 * Plays on through the page until the battle is over: a unit by key, an option and the button by click. Bold options come first.
 * @param {import("playwright-core").Page} page @param {number} most decisions
 */
export function playOut(page, most) {
  return page.evaluate(async (most) => {
    const BOLD = ["charge", "shoot", "pursue", "go_on", "activate"];
    let seed = 5;
    const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
    const rest = () => new Promise((resolve) => setTimeout(resolve, 5));
    const press = (/** @type {string} */ key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const question = () => document.querySelector("#question")?.textContent ?? "";
    const acts = () => performance.getEntriesByName("acies-act").length;
    const until = async (/** @type {() => boolean} */ such) => {
      for (let n = 0; n < 2000 && !such(); n++) await rest();
      if (!such()) throw new Error(`nothing happens any more: ${question()}`);
    };
    /** @type {Record<string, number>} */
    const did = {};
    const over = () => /^Victory of|is drawn:/.test(question());
    for (let decisions = 0, tries = 0; tries < 8 * most && decisions < most; tries++) {
      await until(() => over() || Boolean(document.querySelector('#commit[aria-busy="false"]')));
      if (over()) return { decisions, did };
      if (document.querySelector(".base.can:not(.sel)") && random() < 0.8) press(random() < 0.5 ? "n" : "p");
      const options = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#opts .opt[data-action]")]);
      const verb = (/** @type {HTMLElement} */ it) => it.dataset.action?.split(" ")[0] ?? "";
      const option = options.find((it) => BOLD.includes(verb(it))) ?? options[Math.floor(random() * options.length)];
      if (option?.getAttribute("aria-pressed") === "false") option.click();
      const commit = /** @type {HTMLElement | null} */ (document.querySelector("#commit:not(:disabled)"));
      if (!commit) {
        press("Escape");
        continue;
      }
      if (option) did[verb(option)] = (did[verb(option)] ?? 0) + 1;
      const before = acts();
      commit.click();
      decisions++;
      await until(() => acts() > before);
    }
    throw new Error(`no end after ${most} decisions: ${question()}`);
  }, most);
}
