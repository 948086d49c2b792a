/**
 * Changes the page's code in small ways, one at a time, and sees whether a test fails: `make mutants ROOM=page`.
 *
 *     node scripts/mutants/run.mjs [--sample 60] [--seed 8] [--jobs 2] [PATTERN ...]
 *
 * A pattern is a file below src, such as table/state/live.svelte.ts, or the beginning of one, such as table/state/*. With
 * a line, as in wire/socket.ts:68, only the changes of that line are run. Components are left out: browsers test them.
 */

import { fork } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import record from "../../tests/record.mjs";
import { changesIn, withChange } from "./changes.ts";
import { testsOf } from "./imports.ts";

/** Types alone, and what only mounts the page. */
const LEFT_OUT = ["src/wire/messages.ts", "src/main.ts"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "0" },
    // A sample of the same code is the same mutants in every run, so that a score can be checked.
    seed: { type: "string", default: "8" },
    jobs: { type: "string", default: "2" },
  },
});

const PROGRAM = new URL("worker.mjs", import.meta.url).pathname;
const files = new Map(globSync("{src,tests}/**/*.ts").sort().map((name) => [name, readFileSync(name, "utf8")]));
const tests = testsOf(files);

function mutants() {
  const names = [...files.keys()].filter((name) => name.startsWith("src/") && !name.endsWith(".test.ts") && !LEFT_OUT.includes(name));
  return names.flatMap((name) => changesIn(name, files.get(name)).map((change) => ({ name, change, result: "" }))).filter(isMeant);
}

function isMeant(mutant) {
  if (!positionals.length) return true;
  const { name, line } = placeOf(mutant);
  return positionals.some((one) => [name, `${name}:${line}`].some((place) => (one.endsWith("*") ? place.startsWith(one.slice(0, -1)) : place === one)));
}

function placeOf({ name, change }) {
  return { name: name.replace("src/", ""), line: files.get(name).slice(0, change.from).split("\n").length };
}

/** So many of them at random, or all for 0. */
function drawn(all, sample, seed) {
  if (!sample || sample >= all.length) return all;
  let state = seed;
  const random = () => {
    // Mulberry32, by Tommy Ettinger.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...all];
  const found = Array.from({ length: sample }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
  return found.sort((a, b) => all.indexOf(a) - all.indexOf(b));
}

/** Run mutants as long as some are waiting, in a process of one's own. One in which code never ends makes room for another. */
async function work(waiting) {
  while (waiting.length) {
    const worker = fork(PROGRAM);
    await answerOf(worker);
    for (let goesOn = true; goesOn && waiting.length; ) {
      const mutant = waiting.shift();
      mutant.result = await resultOf(worker, mutant);
      if (process.stderr.isTTY) process.stderr.write(`\r${run.length - waiting.length} of ${run.length}\r`);
      goesOn = mutant.result !== "timeout";
    }
    worker.kill();
  }
}

function resultOf(worker, { name, change }) {
  const meeting = tests.get(name) ?? [];
  return meeting.length ? meet(worker, meeting, name, withChange(files.get(name), change)) : "no tests";
}

/** Run these tests while a file holds this code. */
function meet(worker, meeting, name, code) {
  worker.send({ file: resolve(name), code, tests: meeting.map((one) => resolve(one)) });
  return answerOf(worker);
}

/** End the program if a test fails where nothing is changed: it would seem to notice every change. */
async function checkUnchanged(names) {
  const meeting = [...new Set(names.flatMap((name) => tests.get(name) ?? []))];
  if (!meeting.length) return;
  const worker = fork(PROGRAM);
  await answerOf(worker);
  const result = await meet(worker, meeting, names[0], files.get(names[0]));
  worker.kill();
  if (result === "survived") return;
  console.error("a test fails without any change: see `vitest run`");
  process.exit(1);
}

function answerOf(worker) {
  return new Promise((answer, fail) => {
    const ended = (code) => fail(new Error(`the process that runs the tests ended with ${code}`));
    worker.once("exit", ended);
    worker.once("message", (message) => {
      worker.off("exit", ended);
      answer(message);
    });
  });
}

/** What a mutant changes, for people. */
function told(mutant) {
  const { name, line } = placeOf(mutant);
  const { from, to, text } = mutant.change;
  const was = files.get(mutant.name).slice(from, to).replaceAll(/\s+/g, " ");
  return `${mutant.result}: ${name}:${line}: ${was} -> ${text || "nothing"}`;
}

const all = mutants();
const run = drawn(all, Number(values.sample), Number(values.seed));
record();
await checkUnchanged(run.map(({ name }) => name));
const waiting = [...run];
await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(waiting)));
for (const mutant of run) if (mutant.result !== "killed") console.log(told(mutant));
const counts = Object.entries(Object.groupBy(run, ({ result }) => result)).map(([result, some]) => `${some.length} ${result}`);
console.log(`page: ${run.length} mutants of ${all.length} run: ${counts.join(", ")}`);
