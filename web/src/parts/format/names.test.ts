import { expect, test } from "vitest";
import { sameName } from "./names";

test.each([
  ["Big_Al", " Big  Al ", true],
  ["Miller,_Ann", "Miller, Ann", true],
  ["Big_Al", "BigAl", false],
])("%s and %s are one name: %s", (one, other, same) => {
  expect(sameName(one, other)).toBe(same);
});
