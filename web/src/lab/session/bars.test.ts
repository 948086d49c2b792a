import { describe, expect, test } from "vitest";
import { type Bar, barsOf, cutOff, ticksOf, topOf } from "./bars";

/** A distribution of sums by their chance. */
function finals(chances: Readonly<Record<number, number>>) {
  const sums = Object.keys(chances).map(Number).sort((a, b) => a - b);
  return { final_cents: sums, chance: sums.map((sum) => chances[sum] ?? 0) };
}

/** A binomial distribution: so many even bets of so many cents. */
function even(bets: number, cents: number, bankroll: number) {
  const chances: Record<number, number> = {};
  let chance = 0.5 ** bets;
  for (let won = 0; won <= bets; won += 1) {
    chances[bankroll + (2 * won - bets) * cents] = chance;
    chance *= (bets - won) / (won + 1);
  }
  return finals(chances);
}

const sumOf = (bars: readonly Bar[]) => bars.reduce((sum, { chance }) => sum + chance, 0);

describe("bars", () => {
  test("each sum has its own where there are few", () => {
    const { bars, width } = barsOf(finals({ 0: 0.25, 500: 0.5, 1000: 0.25 }), 500, 50);
    expect(width).toBe(500);
    expect(bars).toEqual([
      { from: 0, to: 0, chance: 0.25, atMost: 0.25, place: -1 },
      { from: 500, to: 500, chance: 0.5, atMost: 0.75, place: 0 },
      { from: 1000, to: 1000, chance: 0.25, atMost: 1, place: 1 },
    ]);
  });

  test.each([10, 40, 100])("there are at most %i, and no chance is lost", (most) => {
    for (const bets of [3, 10, 77, 400]) {
      const { bars, first, last } = barsOf(even(bets, 500, 30_000), 30_000, most);
      expect(last - first + 1).toBeLessThanOrEqual(most);
      expect(sumOf(bars)).toBeCloseTo(1, 9);
      expect(bars.at(-1)?.atMost).toBeCloseTo(1, 9);
      expect(bars.every(({ place }) => place >= first && place <= last)).toBe(true);
    }
  });

  test("no bar has both sums below the bankroll and sums above it", () => {
    for (const bets of [10, 77, 400]) {
      for (const { from, to, place } of barsOf(even(bets, 700, 10_000), 10_000, 12).bars) {
        expect([Math.sign(from - 10_000), Math.sign(to - 10_000)]).toEqual([Math.sign(place), Math.sign(place)]);
      }
    }
  });

  test("rare sums at the ends share a bar", () => {
    const { bars, last } = barsOf(finals({ 0: 0.3, 1000: 0.4, 2000: 0.2995, 900_000: 0.0005 }), 1000, 20);
    expect(last).toBe(1);
    expect(bars.at(-1)).toMatchObject({ from: 2000, to: 900_000, place: 1 });
    expect(sumOf(bars)).toBeCloseTo(1, 12);
  });

  test("one sum is one bar", () => {
    expect(barsOf(finals({ 500: 1 }), 500, 50).bars).toEqual([{ from: 500, to: 500, chance: 1, atMost: 1, place: 0 }]);
  });
});

const flat = (count: number, ...high: number[]) =>
  [...high, ...Array.from({ length: count - high.length }, () => 0.02)].map((chance, place) => ({ from: 0, to: 0, chance, atMost: 0, place }));

test("a few high bars among many are cut off, and one among few is not", () => {
  expect(topOf(flat(20, 0.6))).toBeCloseTo(0.03);
  expect(topOf(flat(20, 0.2, 0.3, 0.25))).toBeCloseTo(0.03);
  expect(topOf(flat(20, 0.05))).toBe(0.05);
  expect(topOf(flat(7, 0.6))).toBe(0.6);
});

test("bars that are cut off beside each other are shown together", () => {
  const bars = [...flat(20, 0.2, 0.3), { from: 9, to: 9, chance: 0.4, atMost: 1, place: 40 }];
  expect(cutOff(bars, topOf(bars)).map((group) => group.map(({ place }) => place))).toEqual([[0, 1], [40]]);
  expect(cutOff(bars, 1)).toEqual([]);
});

test.each([
  [-20, 33, 8],
  [-3, 0, 8],
  [0, 0, 5],
  [5, 700, 4],
])("the axis from %i to %i says at most %i sums, round ones", (first, last, most) => {
  const places = ticksOf({ bars: [], width: 1, first, last }, most);
  expect(places.length).toBeLessThanOrEqual(most);
  expect(places.length).toBeGreaterThan(0);
  expect(places.every((one) => one >= first && one <= last)).toBe(true);
  if (first <= 0) expect(places.map((one) => one + 0)).toContain(0);
});
