import { describe, expect, test } from "vitest";
import { byWager } from "../felt/layout";
import type { Seat } from "../wire/messages";
import { firstEnd, formOf, isPhone, partsOf, shapeOf, type Size, steady } from "./screen";

const NONE = byWager([]);

function player(place: number): Seat {
  return { name: `P${place}`, place, rail_cents: 0 };
}

/** The parts that a window shows, each with the names of the players whose chips lie there. */
function shown(width: number, more: { places?: number; second?: boolean; centreOpen?: boolean } = {}): string[] {
  const places = more.places ?? 16;
  const seats = Array.from({ length: places }, (_, index) => player(index + 1));
  const parts = partsOf({ spots: NONE, seats, places, form: formOf({ width, height: 900 }), second: false, centreOpen: false, ...more });
  return parts.map((part) => `${part.label}: ${part.seats.map(({ place }) => place).join(" ")}`);
}

describe("the form of a window", () => {
  const form = (...[width, height]: [number, number]) => formOf({ width, height });

  test("from 1000 pixels on there is room for both ends, and below 640 it is a phone", () => {
    expect([form(999, 900), form(1000, 900)]).toEqual(["broad", "wide"]);
    expect([form(639, 900), form(640, 900)]).toEqual(["tall", "broad"]);
    expect(["wide", "broad", "tall", "short", "low"].filter((one) => isPhone(one as ReturnType<typeof form>))).toEqual(["tall", "short", "low"]);
  });

  test("a low window has the tools beside the felt if it is wide enough for both", () => {
    expect([form(844, 560), form(844, 561)]).toEqual(["low", "broad"]);
    expect([form(560, 390), form(559, 390)]).toEqual(["low", "short"]);
    expect(form(1280, 400)).toBe("wide");
  });

  test("a small phone, and one on its side, has lower spots", () => {
    expect([form(390, 759), form(390, 760)]).toEqual(["short", "tall"]);
    const heights = (["wide", "tall", "short", "low"] as const).map((one) => shapeOf(one).box.front);
    expect(heights[1]).toBeGreaterThan(heights[2] as number);
    expect(heights[3]).toBe(heights[2]);
  });

  test("stays while only the bars of the browser come and go", () => {
    const before: Size = { width: 430, height: 740 };
    expect(steady(before, { width: 430, height: 840 })).toBe(before);
    for (const now of [{ width: 840, height: 740 }, { width: 430, height: 870 }]) expect(steady(before, now)).toBe(now);
  });
});

test.each([
  [16, 8],
  [15, 8],
  [1, 1],
])("of %i places the first end has %i: the middle one is there", (places, last) => {
  expect(firstEnd(places)).toBe(last);
});

test("players stand at the end that their place belongs to, the middle one at the first", () => {
  const [left = "", centre = "", right = ""] = shown(1000, { places: 5 });
  expect(left).toMatch(/: 1 2 3$/);
  expect(centre).toMatch(/: 1 2 3 4 5$/);
  expect(right).toMatch(/: 4 5$/);
});

test("a narrow window shows one end, and the centre where it is open", () => {
  expect(shown(999, { places: 5 })).toEqual([expect.stringMatching(/: 1 2 3$/)]);
  expect(shown(999, { places: 5, second: true })).toEqual([expect.stringMatching(/: 4 5$/)]);
  expect(shown(999, { places: 5, centreOpen: true })).toEqual([expect.stringMatching(/: 1 2 3$/), expect.stringMatching(/: 1 2 3 4 5$/)]);
});

test("the rail of an end has the places of that end", () => {
  const room = { spots: NONE, seats: [player(3)], places: 5, form: "wide" as const, second: false, centreOpen: false };
  const told = partsOf(room).map(({ end, first, places, slots }) => ({ end, first, places, slots }));
  expect(told).toEqual([
    { end: true, first: 1, places: 3, slots: 3 },
    { end: false, first: 0, places: 0, slots: 3 },
    { end: true, first: 4, places: 2, slots: 3 },
  ]);
  expect(partsOf(room)[1]?.rail(3)).toBe("left");
  expect(partsOf(room)[1]?.rail(4)).toBe("right");
  expect(partsOf({ ...room, seats: [player(4)] })[1]?.slots).toBe(5);
});
