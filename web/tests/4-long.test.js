// A whole battle on a measured table, and a server that dies in the middle of everything.
import { check, playOut, same } from "./stage.js";

export const browser = true;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./stage.js").Stage} Stage */

/**
 * A client of the interface that acts as fast as it can in every seat it holds, until the server is gone.
 * What was answered and what was told stays in `window.storm`.
 * @param {Page} page @param {string} id @param {Record<string, string>} secrets
 */
function storm(page, id, secrets) {
  return page.evaluate(([id, secrets]) => {
    /** @type {any} */ (window).storm = Object.entries(secrets).map(([seat, secret]) => {
      const client = { seat, secret, log: /** @type {any[]} */ ([]), acts: /** @type {any[]} */ ([]), open: true };
      const socket = new WebSocket(`ws://${location.host}/api/battles/${id}/play`);
      const send = (/** @type {any} */ message) => socket.send(JSON.stringify(message));
      let sent = -1;
      socket.onopen = () => send({ type: "hello", secret });
      socket.onclose = () => (client.open = false);
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "state") {
          client.log.length = message.log.from;
          client.log.push(...message.log.entries);
          const offers = message.scene.offers ?? [];
          if (!offers.length || message.version === sent) return;
          sent = message.version;
          const { action } = offers[(7 * message.version) % offers.length];
          send({ id: message.version, type: "act", version: message.version, action, token: `${seat}-${message.version}` });
        } else if (message.type === "answer" && message.ok) client.acts.push({ at: message.id, version: message.version });
      };
      return client;
    });
  }, /** @type {const} */ ([id, secrets]));
}

/** What the clients have been answered and told. @param {Page} page @returns {Promise<{ seat: string, secret: string, log: any[], acts: { at: number, version: number }[], open: boolean }[]>} */
function stormed(page) {
  return page.evaluate(() => /** @type {any} */ (window).storm);
}

/**
 * Comes back to a battle: the log from its beginning, and what is answered to actions that are sent once more.
 * @param {Page} page @param {string} id @param {{ seat: string, secret: string, acts: { at: number }[] }} client
 * @returns {Promise<{ version: number, log: any[], again: any[] }>}
 */
function comeBack(page, id, { seat, secret, acts }) {
  return page.evaluate(([id, seat, secret, acts]) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/api/battles/${id}/play`);
    const send = (/** @type {any} */ message) => socket.send(JSON.stringify(message));
    const found = { version: -1, log: [], again: /** @type {any[]} */ ([]) };
    const done = () => {
      socket.close();
      resolve(found);
    };
    let next = 0;
    const repeat = () => (next < acts.length ? send({ id: next, type: "act", version: acts[next].at, action: "resign", token: `${seat}-${acts[next++].at}` }) : done());
    socket.onopen = () => send({ type: "hello", secret });
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "state" && found.version < 0) {
        Object.assign(found, { version: message.version, log: message.log.entries });
        repeat();
      } else if (message.type === "answer") {
        found.again.push([message.ok, message.again ?? false, message.version ?? 0]);
        repeat();
      }
    };
  }), /** @type {const} */ ([id, seat, secret, acts]));
}

export const tests = {
  /** @param {Stage} stage */
  async "a battle on a measured table is played to its end"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ruleset: "adlg", battle: "zama", seats: { red: "me", blue: "heuristic" } });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit");
    const { decisions, did } = await playOut(page, 400);
    check(decisions > 20 && did.activate > 2 && did.charge > 0, `a battle was fought: ${JSON.stringify(did)}`);
    check(/^Victory of \S.*: |is drawn: /.test((await page.textContent("#question")) ?? ""), "the page says who won");
    check(await page.$("#question .rid"), "and by which rule");
    const summary = await (await fetch(`${stage.url}/api/battles/${made.id}`)).json();
    check(summary.over && summary.over.left === null, `the rules ended it: ${JSON.stringify(summary.over)}`);
    await stage.shot(page, "adlg-over-1440");
    console.log(`      ${decisions} decisions: ${JSON.stringify(did)}`);
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a battle of orders is played to its end"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ruleset: "av", battle: "rhine", seats: { red: "me", blue: "heuristic" } });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit");
    // An option that was clicked keeps the focus, and Enter commits it.
    const asked = await page.textContent("#question");
    await page.click("#opts .opt");
    await page.waitForTimeout(700);
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector("#question")?.textContent !== before, asked);
    const { decisions, did } = await playOut(page, 600);
    check(decisions > 20 && did.move > 2, `a battle was fought: ${JSON.stringify(did)}`);
    check(/^Victory of \S.*: |is drawn: /.test((await page.textContent("#question")) ?? ""), "the page says who won");
    const summary = await (await fetch(`${stage.url}/api/battles/${made.id}`)).json();
    check(summary.over && summary.over.left === null, `the rules ended it: ${JSON.stringify(summary.over)}`);
    await stage.shot(page, "av-over-1440");
    console.log(`      ${decisions} decisions: ${JSON.stringify(did)}`);
    stage.clean();
  },

  /** @param {Stage} stage */
  async "a battle of cohorts is played to its end"(stage) {
    const page = await stage.person();
    const made = await stage.make({ ruleset: "legio", battle: "samples", seats: { red: "me", blue: "heuristic" } });
    await page.goto(stage.url + made.links.red);
    await page.waitForSelector("#commit");
    const { decisions, did } = await playOut(page, 900);
    check(decisions > 40 && did.march > 5 && did.charge > 0, `a battle was fought: ${JSON.stringify(did)}`);
    check(/^Victory of \S.*: |is drawn: /.test((await page.textContent("#question")) ?? ""), "the page says who won");
    const summary = await (await fetch(`${stage.url}/api/battles/${made.id}`)).json();
    check(summary.over && summary.over.left === null, `the rules ended it: ${JSON.stringify(summary.over)}`);
    await stage.shot(page, "legio-over-1440");
    console.log(`      ${decisions} decisions: ${JSON.stringify(did)}`);
    stage.clean();
  },

  /** @param {Stage} stage */
  async "the server is killed in a storm of actions"(stage) {
    const made = await stage.make({ ruleset: "virtus", battle: "tapae", seats: { red: "me", blue: "me" } });
    const watcher = await stage.person();
    await watcher.goto(stage.url + made.watch);
    await watcher.waitForSelector("[data-piece]");
    const clients = await stage.person();
    await clients.goto(`${stage.url}/rules/virtus`);
    const secrets = { red: made.seats.red.secret, blue: made.seats.blue.secret };
    let acknowledged = 0;
    for (const round of [1, 2, 3]) {
      await storm(clients, made.id, secrets);
      await clients.waitForTimeout(400 + 230 * round);
      const shown = await watcher.$$eval("#log li", (it) => it.map((li) => li.textContent));
      await stage.kill();
      await clients.waitForFunction(() => /** @type {any} */ (window).storm.every((/** @type {any} */ it) => !it.open));
      const before = await stormed(clients);
      await stage.serve();
      for (const client of before) {
        acknowledged += client.acts.length;
        const after = await comeBack(clients, made.id, client);
        const last = client.acts.at(-1)?.version ?? 0;
        check(after.version >= last, `${client.seat}: version ${last} was acknowledged, version ${after.version} is there`);
        same(after.log.slice(0, client.log.length), client.log, `what ${client.seat} was told, every die in it`);
        same(after.again, client.acts.map(({ version }) => [true, true, version]), `${client.seat}: actions sent again are known`);
      }
      await watcher.waitForFunction(() => !document.querySelector("#line:not([hidden]):not(.ok)"), undefined, { timeout: 15000 });
      await watcher.waitForFunction((least) => document.querySelectorAll("#log li").length >= least, before[0].log.filter((/** @type {any} */ it) => !it.heading).length);
      const now = await watcher.$$eval("#log li", (it) => it.map((li) => li.textContent));
      same(now.slice(-shown.length), shown, "what the page showed");
    }
    check(acknowledged > 30, `${acknowledged} actions were acknowledged`);
    console.log(`      ${acknowledged} actions acknowledged, 3 crashes`);
    stage.clean();
  },
};
