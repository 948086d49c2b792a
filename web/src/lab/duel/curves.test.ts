import { describe, expect, test } from "vitest";
import { atLeast, pathOf, rangeOf, stepsOf } from "./curves";

const FEW = { final_cents: [0, 500, 1000], chance: [0.25, 0.5, 0.25] };

/** A distribution with many sums. */
const MANY = { final_cents: Array.from({ length: 401 }, (_, index) => 100 * index), chance: Array.from({ length: 401 }, () => 1 / 401) };

describe("the chance to take home at least a sum", () => {
  test.each([
    [-1, 1],
    [0, 1],
    [1, 0.75],
    [500, 0.75],
    [501, 0.25],
    [1000, 0.25],
    [1001, 0],
  ])("of %i cents is %d", (sum, chance) => {
    expect(atLeast(FEW, sum)).toBeCloseTo(chance, 12);
  });

  test("is what the curve shows there: before each step, and behind it for a cent more", () => {
    for (const finals of [FEW, MANY]) {
      const points = stepsOf(finals, 0, 40_100);
      for (const [index, [sum, chance]] of points.slice(0, -1).entries()) {
        const behind = points[index + 1]?.[0] !== sum && points[index - 1]?.[0] === sum;
        expect(chance).toBeCloseTo(atLeast(finals, behind ? sum + 1 : sum), 9);
      }
    }
  });
});

test("a curve begins and ends at the edges of the chart, and never rises", () => {
  for (const [low, high] of [[0, 1000], [200, 800], [-500, 5000], [600, 700]] as const) {
    const points = stepsOf(FEW, low, high);
    expect([points[0]?.[0], points.at(-1)?.[0]]).toEqual([low, high]);
    expect(points.map(([sum]) => sum)).toEqual(points.map(([sum]) => sum).sort((a, b) => a - b));
    expect(points.map(([, chance]) => chance)).toEqual(points.map(([, chance]) => chance).sort((a, b) => b - a));
    expect(points[0]?.[1]).toBeCloseTo(atLeast(FEW, low), 12);
    expect(points.at(-1)?.[1]).toBeCloseTo(atLeast(FEW, high + 1), 12);
  }
});

test("the range has the sum brought and all but the rarest sums", () => {
  const rare = { final_cents: [0, 1000, 900_000], chance: [0.5, 0.4995, 0.0005] };
  expect(rangeOf([rare, FEW], 2000)).toEqual({ low: 0, high: 2000 });
  expect(rangeOf([rare], 500)).toEqual({ low: 0, high: 1000 });
  expect(rangeOf([{ final_cents: [500], chance: [1] }], 500)).toEqual({ low: 500, high: 600 });
});

test("a path leaves out points that fall on the one before", () => {
  const place = ([sum, chance]: [number, number]): [number, number] => [sum / 100, 10 * chance];
  expect(pathOf([[0, 1], [1, 1], [500, 1], [500, 0.5]], place)).toBe("M0.0 10.0L5.0 10.0L5.0 5.0");
  expect(pathOf(stepsOf(MANY, 0, 40_000), place).split("L").length).toBeLessThan(900);
});
