import { expect, test } from "vitest";
import type { ProfileEvening, ProfileWager } from "../wire/messages";
import { bankrollOf, sumsOf, together, unknown, wagersOf } from "./sums";

const wager = (name: string, staked: number, expected: number | null, unknown = ""): ProfileWager => ({
  wager: name.toLowerCase(),
  name,
  decided: 1,
  staked_cents: staked,
  net_cents: -staked,
  expected_cents: expected,
  unknown,
});

function evening(result: number, longest: number, ...wagers: ProfileWager[]): ProfileEvening {
  const counted = { bought_cents: 10_000, cashed_cents: 10_000 + result, rail_cents: 0, layout_cents: 0, other_cents: 0, result_cents: result };
  return {
    table: "t1",
    title: "",
    rules: "classic",
    house: "The classic house",
    evening: { player: "Ann", bot: false, began: 1, ended: 2, hands: 2, throws: 9, longest, ...counted, wagers: [] },
    wagers,
    luck: null,
    advice_source: "convention: play money",
  };
}

test("evenings add up, and the longest hand is the longest of any", () => {
  expect(sumsOf([evening(500, 3), evening(-700, 12), evening(100, 0)])).toEqual({ hands: 6, throws: 27, longest: 12, result: -100 });
  expect(sumsOf([])).toEqual({ hands: 0, throws: 0, longest: 0, result: 0 });
});

test("the chart goes from evening to evening", () => {
  expect(bankrollOf([evening(500, 0), evening(-700, 0)]).map((one) => one.net_cents)).toEqual([500, -200]);
});

test("wagers of one name are one line, and expectation counts only the stakes for which it is known", () => {
  const first = evening(0, 0, wager("Pass", 1000, -14), wager("Field", 5000, -278));
  const second = evening(0, 0, wager("Pass", 3000, null, "advise"));
  expect(wagersOf([first, second])).toEqual([
    { name: "Field", decided: 1, staked: 5000, net: -5000, expected: -278, known: 5000 },
    { name: "Pass", decided: 2, staked: 4000, net: -4000, expected: -14, known: 1000 },
  ]);
  expect(together(wagersOf([first, second]))).toEqual({ name: "", decided: 3, staked: 9000, net: -9000, expected: -292, known: 6000 });
  expect(unknown([first, second], "advise")).toEqual(["The classic house"]);
  expect(unknown([first, second], "edge")).toEqual([]);
});
