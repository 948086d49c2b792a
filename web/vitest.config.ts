import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

/** Only says that a test hangs: a busy machine must not fail one. */
const HANGS_MS = 60_000;

export default mergeConfig(
  page,
  defineConfig({
    // Effects run only in the Svelte that is made for browsers.
    resolve: { conditions: ["browser"] },
    test: {
      include: ["{src,tests}/**/*.test.ts"],
      environment: "./tests/environment.ts",
      globalSetup: "tests/record.mjs",
      setupFiles: "tests/setup.ts",
      // Each file has globals and modules of its own, as in a process of its own, in half the time.
      pool: "vmThreads",
      sequence: { shuffle: true },
      // A test that compares nothing passes on nothing.
      expect: { requireAssertions: true },
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
    },
  }),
);
