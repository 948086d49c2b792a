import { expect, test } from "vitest";
import { freeName } from "./names";

test("a bot is offered a name that nobody at the table has", () => {
  expect(freeName(["Bea", "Cal"], [])).toBe("Bea");
  expect(freeName(["Bea", "Cal"], ["Ann", "Bea"])).toBe("Cal");
  expect(freeName(["Bea"], ["Bea"])).toBe("");
});
