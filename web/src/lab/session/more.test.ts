import { expect, test } from "vitest";
import { correlationIn, drawdownSaid, handSaid, layoutIn, lengthsOf, longRunSaid, mostTogether, oneIn, ratesOf, runsOf, sharesOf, streaksSaid, togetherOf, togetherSaid } from "./more";

const STREAK = { mean: 1.5, at_least: [1, 0.5, 0.00005] };
const STREAKS = { losses: { mean: 2, at_least: [1, 0.6, 0.1, 0.00001] }, wins: STREAK, seven_outs: STREAK, points_made: { mean: 0, at_least: [] } };

test("streaks are listed from two in a row until all are rare", () => {
  expect(runsOf(STREAKS)).toEqual([
    { length: 2, chances: [0.6, 0.5, 0.5, 0] },
    { length: 3, chances: [0.1, 0.00005, 0.00005, 0] },
  ]);
  expect(streaksSaid(STREAKS)).toBe("The longest streak of a session is 2.00 losses in a row on average, and 1.50 wins in a row.");
});

test("a fall has its shares in order", () => {
  const fall = { mean_cents: 17_496.4, sd_cents: 5000, quantiles_cents: { "0.95": 28_000, "0.5": 17_000, "0.05": 8000 } };
  expect(sharesOf(fall)).toEqual([{ share: 5, sum: 8000 }, { share: 50, sum: 17_000 }, { share: 95, sum: 28_000 }]);
  expect(drawdownSaid(fall)).toContain("is $174.96 on average: at most $170 in half of all sessions, and at most $280 in 95 %");
});

test("covariances become spreads and correlations", () => {
  const found = { wagers: ["pass", "dont_come", "field"], cents_squared: [[400, -30, 0], [-30, 9, 0], [0, 0, 0]] };
  expect(togetherOf(found)).toEqual([
    { wager: "pass", sd: 20, with: [1, -0.5, null] },
    { wager: "dont_come", sd: 3, with: [-0.5, 1, null] },
    { wager: "field", sd: 0, with: [null, null, null] },
  ]);
  expect(togetherSaid(found)).toContain("pass and don't come, with a correlation of −0.500");
  expect(togetherSaid({ wagers: ["pass"], cents_squared: [[4]] })).toBe("");
  expect(mostTogether([])).toBeNull();
  expect([0.7741, -0.1, -0.0001, null].map(correlationIn)).toEqual(["0.774", "−0.100", "0.000", "–"]);
});

test("the long run has a line for a throw, a decision, a hand and a hundred throws", () => {
  const rate = { throws: 1, action_cents: 2630, gain_cents: -10.11, sd_cents: 4929, gain_bound_cents: 0, sd_bound_cents: 0 };
  const rates = { throws: rate, shooters: { ...rate, throws: 8.526 } };
  expect(ratesOf({ rates }).map(({ unit, throws }) => [unit, throws])).toEqual([["throws", 1], ["shooters", 8.526], ["hundred", 100]]);
  expect(ratesOf({ rates }).at(-1)).toMatchObject({ action: 263_000, sd: 49_290 });
  const found = { schema: "bankcraps.long_run/1", house: "nsw", system: "pass", rates, edge: 0.00385, on_layout_cents: 0, wagers: [], refusals: [], layouts: [], error_bound: 0 } as const;
  expect(longRunSaid({ ...found, wagers: [], refusals: [], layouts: [] })).toBe("In the long run, 100 throws come to −$10.11 on average, give or take $492.90. The house edge of the system is 0.385\u00a0%.");
});

test("a layout is what stands, with its point", () => {
  expect(layoutIn({ puck: 0, wagers: [], share: 1 })).toBe("off: nothing");
  expect(layoutIn({ puck: 6, wagers: [{ wager: "pass_odds", amount_cents: 1250, call: "off" }, { wager: "come 8", amount_cents: 1000, call: "" }], share: 1 })).toBe("6: pass odds 12.50 off, come 8 10");
});

test("a hand is so long or longer with the chance that is left", () => {
  const rows = lengthsOf([{ throws: 2, chance: 0.25 }, { throws: 3, chance: 0.74995 }, { throws: 4, chance: 0.00005 }]);
  expect(rows.map(({ throws, more }) => [throws, more])).toEqual([[2, 1], [3, 0.75]]);
  expect(oneIn(0.072854)).toBe("13.7");
  expect(oneIn(1.78882e-10)).toBe("5,590,277,390");
  const hand = { at_least: 20, p_at_least: 0.072854 } as Parameters<typeof handSaid>[0];
  expect(handSaid(hand)).toBe("A hand of at least 20 throws has a chance of 7.29\u00a0%: one hand in 13.7.");
});
