import { expect, test } from "vitest";
import type { ExplainedThrow } from "../../wire/lab";
import { facesOf, lineOf, seatOf, settledOf, sumsIn, throwsIn } from "./steps";

const TOLD: ExplainedThrow = {
  throw: 3,
  puck: 6,
  dice: "4-3",
  owned_cents: 50_000,
  told: [],
  net_cents: { pass: -1000, "place 8": -600 },
  owned_after_cents: 48_400,
  rail_cents: 47_400,
  laid: [
    { wager: "pass", amount_cents: 1000, call: "", net_cents: -1000 },
    { wager: "place 8", amount_cents: 600, call: "off", net_cents: 0 },
    { wager: "field", amount_cents: 1000, call: "", net_cents: 1000 },
  ],
};
const END: ExplainedThrow = { ...TOLD, throw: 0, dice: null, owned_cents: 48_400 };

test("what lies there is the player's, with the word of its button", () => {
  const seat = seatOf(TOLD);
  expect(seat.rail_cents).toBe(47_400);
  expect(seat.wagers?.map(({ wager, amount_cents, call }) => [wager, amount_cents, call])).toEqual([
    ["pass", 1000, null],
    ["place 8", 600, "off"],
    ["field", 1000, null],
  ]);
  expect(seatOf({ ...TOLD, laid: undefined, rail_cents: undefined })).toMatchObject({ rail_cents: 0, wagers: [] });
});

test("what a throw wins and loses stands beside its wager, and nothing beside the others", () => {
  expect(settledOf(TOLD).map(({ wager, text, tone, leaves }) => [wager, text, tone, leaves])).toEqual([
    ["pass", "−$10", "lost", 0],
    ["field", "+$10", "won", 0],
  ]);
});

test("dice have faces, and the end has none", () => {
  expect(facesOf("4-3")).toEqual([4, 3]);
  expect(facesOf(null)).toBeNull();
  expect(throwsIn([TOLD, END])).toBe(1);
});

test("the line begins with what was brought, and its marks are on it", () => {
  const { path, x, y, most, least } = lineOf([TOLD, END], 120, 50, 10);
  expect([most, least]).toEqual([50_000, 48_400]);
  expect(path).toBe("M10 10L60 40L110 40");
  expect([x(-1), x(1), y(48_400)]).toEqual([10, 110, 40]);
});

test.each([
  ["480:500", "$480 to $500"],
  ["7.50:7.50", "$7.50"],
])("sums of an address %s are %s", (ended, words) => {
  expect(sumsIn(ended)).toBe(words);
});
