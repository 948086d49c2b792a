import { describe, expect, test } from "vitest";
import { bandOf, fanOf, SHARES } from "./fan";

describe("a fan", () => {
  test("has the sum that each share of the sessions owns at most", () => {
    const paths = Array.from({ length: 100 }, (_, number) => [500, 100 * (number + 1)]);
    expect(fanOf(paths)).toEqual([
      { throw: 0, sums: SHARES.map(() => 500) },
      { throw: 1, sums: [500, 2500, 5000, 7500, 9500] },
    ]);
  });

  test("keeps what somebody took home who has left", () => {
    expect(fanOf([[500, 0], [500, 600, 700, 800]]).map(({ sums }) => [sums[0], sums[4]])).toEqual([[500, 500], [0, 600], [0, 700], [0, 800]]);
  });

  test.each([0, 1, 239, 240, 241, 5000])("of %i throws has few places, the first and the last among them", (last) => {
    const places = fanOf([Array.from({ length: last + 1 }, (_, at) => at)]);
    expect(places.length).toBeLessThanOrEqual(242);
    expect([places[0]?.throw, places.at(-1)?.throw]).toEqual([0, last]);
    expect(places.every(({ throw: at, sums }) => sums.every((sum) => sum === at))).toBe(true);
  });
});

test("a band goes along its upper edge and back along its lower one", () => {
  const fan = [{ throw: 0, sums: [1, 1, 1, 1, 1] }, { throw: 2, sums: [0, 1, 2, 3, 4] }];
  expect(bandOf(fan, 0, 4, (at) => at, (sum) => -sum)).toBe("M0.0 -1.0L2.0 -4.0L2.0 0.0L0.0 -1.0Z");
});
