import { expect, test } from "vitest";
import { valuesOf } from "../question/question";
import { curveAsked, risksAsked, shareOf } from "./risk";

test.each([
  ["500", "50:1500:50"],
  ["750", "100:2200:100"],
  ["20", "2:60:2"],
  ["$1,000", "100:3000:100"],
  ["2", "1:6:1"],
])("around a bankroll of %s the curve has round ones: %s", (bankroll, bankrolls) => {
  expect(curveAsked({ strategy: "pass", bankroll })).toEqual({ strategy: "pass", bankroll, bankrolls });
});

test("there is no curve around what is no sum", () => {
  expect([curveAsked({ bankroll: "much" }), curveAsked({})]).toEqual([null, null]);
});

test.each([
  ["5", "0.05"],
  ["2.5 %", "0.025"],
  ["0.1", "0.001"],
  ["100", ""],
  ["0", ""],
  ["-3", ""],
  ["some", ""],
  ["", ""],
])("%j per cent are the share %j", (typed, share) => {
  expect(shareOf(typed)).toBe(share);
});

test("the user's own risk stands among the usual ones, once", () => {
  expect(valuesOf(risksAsked({ strategy: "pass" }, "20"), "ruin")).toEqual(["0.5", "0.25", "0.2", "0.1", "0.05", "0.01"]);
  expect(valuesOf(risksAsked({}, "5"), "ruin")).toHaveLength(5);
});
