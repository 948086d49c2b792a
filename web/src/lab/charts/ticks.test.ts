import { expect, test } from "vitest";
import { ticksBetween } from "./ticks";

test.each([
  [0, 1000, 5, 100],
  [0, 31_234, 8, 100],
  [4999, 5100, 3, 100],
  [-2000, 900_000, 24, 100],
  [0, 300, 8, 1],
  [0, 1, 5, 0.25],
])("from %d to %d there are at most %i round numbers, multiples of %d", (low, high, most, step) => {
  const ticks = ticksBetween(low, high, most, step);
  expect(ticks.length).toBeGreaterThan(0);
  expect(ticks.length).toBeLessThanOrEqual(most);
  expect(ticks.every((tick) => tick >= low && tick <= high && (tick / step) % 1 === 0)).toBe(true);
});

test("an axis takes as many as it has room for", () => {
  expect(ticksBetween(0, 1000, 5, 100)).toEqual([0, 500, 1000]);
  expect(ticksBetween(0, 1, 5, 0.25)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(ticksBetween(0, 1, 0, 0.25)).toEqual([0]);
});
