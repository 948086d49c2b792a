import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

export default mergeConfig(
  page,
  defineConfig({ test: { include: ["{src,tests}/**/*.test.ts"], globalSetup: "tests/record.mjs" } }),
);
