/** What a file of tests puts in place of clocks, globals and functions ends with it: the next file may run in the same thread. */

import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
