/** Runs tests on changed code: `run.mjs` sends changes, one at a time, and hears what the tests made of each. */

import { createVitest } from "vitest/node";

/** A test that waits for what never comes fails after this. The page's own tests wait for nothing. */
const HANGS_MS = 30_000;

/** Code that never ends is noticed by the seconds of a processor that it takes, however busy the machine is. */
const MOST_CPU_S = 40;
const LOOK_MS = 500;

/** The file that stands changed, and its code. */
let changed = { file: "", code: "" };

const vitest = await createVitest(
  "test",
  { watch: false, bail: 1, maxWorkers: 1, reporters: [{}], testTimeout: HANGS_MS, hookTimeout: HANGS_MS },
  { plugins: [{ name: "changed", enforce: "pre", load: (id) => (id === changed.file ? changed.code : null) }] },
);
const [project] = vitest.projects;

process.on("message", async ({ file, code, tests }) => {
  for (const one of [changed.file, file]) if (one) vitest.invalidateFile(one);
  changed = { file, code };
  const stop = watchTime();
  const failed = await fails(tests);
  stop();
  process.send(failed ? "killed" : "survived");
});
// Without `run.mjs` there is nothing to do.
process.on("disconnect", () => process.exit());
process.send("ready");

/** Whether a test of these files fails, or something outside of one. */
async function fails(tests) {
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests.map((test) => project.createSpecification(test)));
  return unhandledErrors.length > 0 || testModules.some((one) => !one.ok());
}

function watchTime() {
  const from = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(from);
    if (user + system > MOST_CPU_S * 1e6) process.send("timeout", () => process.exit());
  }, LOOK_MS);
  return () => clearInterval(timer);
}
