import { expect, it } from "vitest";
import { chart } from "./chart";

it("draws from zero through every point, the most at the top", () => {
  const points = [{ throw: 1, net_cents: 1000 }, { throw: 2, net_cents: -1000 }];
  expect(chart(points, 120, 60, 10)).toEqual({ path: "M10 30L60 10L110 50", zero: 30, most: 1000, least: -1000, end: { x: 110, y: 50 } });
});

it("keeps zero in the picture, and stands with nothing to draw", () => {
  expect(chart([{ throw: 1, net_cents: 500 }], 120, 60, 10)).toMatchObject({ zero: 50, least: 0 });
  expect(chart([], 120, 60, 10)).toMatchObject({ path: "M10 10", zero: 10 });
});
