// The tests of the browser client: those without a browser first, then a real Chromium against a real server.
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
let stage = null;
for (const [name, test, browser] of chosen) {
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
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
