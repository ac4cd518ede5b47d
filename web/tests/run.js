// The tests of the browser client: without a browser, and in a real Chromium against a real server, two at a time.
//   node tests/run.js [part of a name ...]
import { readdirSync } from "node:fs";
import { setUp, tearDown } from "./stage.js";

const wanted = process.argv.slice(2);
const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".test.js")).sort();
/** @type {[string, (stage: any) => Promise<void> | void, boolean][]} */
const tests = [];
for (const file of files) {
  const module = await import(`./${file}`);
  for (const [name, test] of Object.entries(module.tests)) tests.push([name, test, Boolean(module.browser)]);
}
const chosen = tests.filter(([name]) => !wanted.length || wanted.some((part) => name.includes(part)));
let failed = 0;

/** Runs tests one after another, those with a browser on a stage of their own. @param {typeof chosen} queue */
async function work(queue) {
  let stage = null;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, test, browser] = next;
    const start = performance.now();
    try {
      if (browser && !stage) stage = await setUp();
      await test(stage);
      console.log(`ok    ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name}\n${error instanceof Error ? error.stack : error}`);
      if (stage) await stage.shotOnFailure(name);
    } finally {
      if (stage) await stage.clear();
    }
  }
  if (stage) await tearDown(stage);
}

// The longest come first, so that two at a time end together.
const queue = [...chosen].sort((a, b) => Number(/to its end/.test(b[0])) - Number(/to its end/.test(a[0])));
await Promise.all([work(queue), work(queue)]);
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
