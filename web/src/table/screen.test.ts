import { expect, test } from "vitest";
import { byWager } from "../felt/layout";
import type { Seat } from "../wire/messages";
import { firstEnd, isPhone, isWide, partsOf } from "./screen";

const NONE = byWager([]);

function player(place: number): Seat {
  return { name: `P${place}`, place, rail_cents: 0 };
}

/** The parts that a window shows, each with the names of the players whose chips lie there. */
function shown(width: number, more: { places?: number; second?: boolean; centreOpen?: boolean } = {}): string[] {
  const places = more.places ?? 16;
  const seats = Array.from({ length: places }, (_, index) => player(index + 1));
  const parts = partsOf({ spots: NONE, seats, places, width, second: false, centreOpen: false, ...more });
  return parts.map((part) => `${part.label}: ${part.seats.map(({ place }) => place).join(" ")}`);
}

test("from 1000 pixels on there is room for both ends, and below 640 it is a phone", () => {
  expect([999, 1000].map(isWide)).toEqual([false, true]);
  expect([639, 640].map(isPhone)).toEqual([true, false]);
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
  const room = { spots: NONE, seats: [player(3)], places: 5, width: 1000, second: false, centreOpen: false };
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
