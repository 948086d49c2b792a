/** Clocks, globals and functions that a file of tests replaces end with it: the next file may run in the same thread. */

import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
