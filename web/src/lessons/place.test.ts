import { expect, test } from "vitest";
import { keyOf, optionsIn, pathOf } from "./place";

test("the address of a lesson says the house and its options, and nothing where they are the usual ones", () => {
  expect(pathOf("nsw", {}, "come")).toBe("/lessons/nsw/come");
  expect(pathOf("nsw", { bar: "2", field_12: "triple" }, "come")).toBe("/lessons/nsw/come?bar=2&field_12=triple");
  expect(pathOf("nsw", { bar: "2" })).toBe("/lessons/nsw?bar=2");
  expect(optionsIn(new URLSearchParams("bar=2&field_12=triple"))).toEqual({ bar: "2", field_12: "triple" });
  expect([keyOf("nsw", {}), keyOf("nsw", { bar: "2" })]).toEqual(["nsw", "nsw?bar=2"]);
});
