import { expect, test } from "vitest";
import type { Spot } from "../../wire/house";
import type { Best } from "../../wire/lab";
import { betIn, boundsOf, chosenIn, givenAway, stakesIn, stepsOf, withChosen } from "./bets";

const SPOTS = [
  { wager: "pass", kind: "pass", name: "Pass Line", number: null },
  { wager: "pass_odds", kind: "pass_odds", name: "Odds", number: null },
] as Spot[];

test("a bet is said with the house's names", () => {
  expect(stakesIn(SPOTS, { pass: 800, pass_odds: 2100 })).toBe("$8 on Pass Line and $21 on Odds");
  expect(stakesIn(SPOTS, {})).toBe("nothing");
  expect(betIn(SPOTS, { puck: 6, stakes_cents: { pass: 800 } })).toBe("$8 on Pass Line, when the point is 6");
});

test("bounds are rounded away from each other, so that they stay bounds", () => {
  expect(boundsOf({ lower: 0.4971114462976, upper: 0.4971114463965 })).toEqual({ lower: "0.497111446", upper: "0.497111447" });
});

test.each([
  [0.00006460357, "0.006460\u00a0%"],
  [0.0040447, "0.4045\u00a0%"],
])("%s of a chance is given away as %s", (chance, words) => {
  expect(givenAway(chance)).toBe(words);
});

test("each bet holds up to the next sum, and the last up to the goal", () => {
  const by_sum: NonNullable<Best["by_sum"]> = [
    { owned_cents: 100, stakes_cents: { pass: 100 } },
    { owned_cents: 700, stakes_cents: { pass: 200, pass_odds: 100 } },
  ];
  expect(stepsOf({ by_sum, bankroll_cents: 500, goal_cents: 1000 })).toEqual([
    { from: 100, to: 700, stake: 100 },
    { from: 700, to: 1000, stake: 300 },
  ]);
  expect(stepsOf({ bankroll_cents: 500, goal_cents: 1000 })).toEqual([]);
});

test("without a goal, bets are drawn a bit further than the last sum that matters", () => {
  const by_sum: NonNullable<Best["by_sum"]> = [{ owned_cents: 700, stakes_cents: { pass: 200 } }];
  expect(stepsOf({ by_sum, bankroll_cents: 500 })).toEqual([{ from: 700, to: 800, stake: 200 }]);
  expect(stepsOf({ by_sum, bankroll_cents: 500, enough_cents: 1000 })).toEqual([{ from: 700, to: 1100, stake: 200 }]);
});

test("wagers are chosen one by one", () => {
  expect(chosenIn(" pass, odds ,")).toEqual(["pass", "odds"]);
  expect(withChosen("pass", "field", true)).toBe("pass,field");
  expect(withChosen("pass,field", "pass", false)).toBe("field");
});
