import { expect, test } from "vitest";
import { atRisk, cents, chipsOf, dollars, limitsOn, optionalNumber, short, signed } from "../src/parts/format/money";

test.each([
  [0, "$0"],
  [500, "$5"],
  [1250, "$12.50"],
  [-700, "−$7"],
  [123_456_700, "$1,234,567"],
])("%i cents are %s", (sum, written) => {
  expect(dollars(sum)).toBe(written);
});

test("what somebody won has a plus, what they lost a minus, and nothing neither", () => {
  expect([1, 0, -1].map(signed)).toEqual(["+$0.01", "$0", "−$0.01"]);
});

test("what a player risks is all that lies on the layout", () => {
  expect(atRisk({ wagers: [{ wager: "pass", amount_cents: 500 }, { wager: "field", amount_cents: 700 }] })).toBe(1200);
  expect([atRisk(null), atRisk({})]).toEqual([0, 0]);
});

test("the limits on a sign are in dollars, with or without a unit", () => {
  expect(limitsOn("5:500")).toBe("$5 – $500");
  expect(limitsOn("0.50:100:0.50")).toBe("$0.50 – $100, by $0.50");
});

test.each([
  ["12", 1200],
  ["$12.5", 1250],
  ["1,000.05", 100_005],
  [" 0.01 ", 1],
  ["12.345", null],
  ["-5", null],
  ["1e3", null],
  ["", null],
  ["2,50", null],
  ["1,00,000", null],
  [",5", null],
  ["$", null],
  ["\u0661\u0662", null],
  ["1234567890", null],
])("somebody types %j", (typed, sum) => {
  expect(cents(typed)).toBe(sum);
});

test.each([
  ["", null],
  ["  ", null],
  [" 30 ", 30],
  ["30.5", undefined],
  ["1,000", 1000],
  ["2,50", undefined],
  ["-1", undefined],
])("a personal limit is typed as %j", (typed, limit) => {
  expect(optionalNumber(typed)).toBe(limit);
});

test.each([
  [2500, "25"],
  [250, "2.50"],
  [1_200_000, "12k"],
  [1_250_000, "12500"],
])("%i cents on a chip are %s", (sum, written) => {
  expect(short(sum)).toBe(written);
});

test("chips make up the sum, the largest first", () => {
  expect(chipsOf(13_600, [100, 500, 2500, 10_000])).toEqual([10_000, 2500, 500, 500, 100]);
  expect(chipsOf(100_000, [100], 5)).toEqual([100, 100, 100, 100, 100]);
});
