import { expect, test } from "vitest";
import type { Refused } from "../wire/messages";
import { insteadOf } from "./instead";

function refused(code: Refused["code"], limit_cents: number, offered_cents: number): Refused {
  return { code, message: "", limit_cents, offered_cents };
}

test.each([
  ["the most that may lie there, less what does", 30_000, refused("over_maximum", 50_000, 50_500), 20_500, 29_500],
  ["the least", 300, refused("under_minimum", 500, 300), 0, 500],
  ["nothing, where no more may lie", 5000, refused("over_maximum", 50_000, 55_000), 50_000, null],
  ["whole chips", 750, refused("off_unit", 100, 750), 0, 700],
  ["units below what was offered", 1500, refused("off_unit", 400, 1500), 0, 1200],
  ["units above it, if there is none below", 300, refused("off_unit", 400, 300), 0, 400],
  ["what makes units of what lies there", 300, refused("off_unit", 400, 1100), 800, 400],
  ["the same, for a sum that no chips make", 1225, refused("not_payable", 100, 1225), 800, 1200],
  ["the stake of the most that may be won", 5000, refused("over_odds_limit", 4000, 4167), 0, 4800],
  ["the stake of the most that may be paid", 5100, refused("over_maximum", 150_000, 153_000), 0, 5000],
])("the bet that would do is %s", (_, amount, why, there, instead) => {
  expect(insteadOf(amount, why, there)).toBe(instead);
});

test("a refusal that names no amounts offers none", () => {
  expect(insteadOf(500, { code: "betting_closed", message: "" } as unknown as Refused, 0)).toBeNull();
});
