import { expect, test } from "vitest";
import { towards } from "./steer";

function box(left: number, top: number, width = 10, height = 10) {
  return { left, top, right: left + width, bottom: top + height };
}

const GRID = [box(0, 0), box(12, 0), box(24, 0), box(0, 12), box(12, 12), box(0, 24, 34)];

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowLeft", 2, 1],
  ["ArrowDown", 0, 3],
  ["ArrowDown", 2, 5],
  ["ArrowUp", 5, 4],
  ["ArrowUp", 0, -1],
  ["Enter", 0, -1],
])("%s from spot %i leads to spot %i", (key, from, to) => {
  const others = GRID.filter((_, index) => index !== from);
  const found = towards(key, GRID[from]!, others);
  expect(found < 0 ? found : GRID.indexOf(others[found]!)).toBe(to);
});
