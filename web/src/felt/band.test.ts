import { expect, it } from "vitest";
import { clearOf } from "./band";

it("keeps the dice between the bars", () => {
  expect(clearOf({ top: 100, bottom: 1200 }, 160, 600)).toEqual({ top: 60, bottom: 600 });
});

it("leaves a felt alone that is all in sight", () => {
  expect(clearOf({ top: 200, bottom: 500 }, 160, 600)).toEqual({ top: 0, bottom: 0 });
});

it("takes the whole felt where the bars leave no room", () => {
  expect(clearOf({ top: 100, bottom: 1200 }, 160, 200)).toEqual({ top: 0, bottom: 0 });
});
