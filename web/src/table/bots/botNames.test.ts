import { expect, test } from "vitest";
import { freeBotName, oneOf } from "./botNames";

const FIRST = () => 0;

test("a bot is offered a name that nobody at the table has, however it is written", () => {
  expect(oneOf(["Bea", "Cal"], [], FIRST)).toBe("Bea");
  expect(oneOf(["Bea", "Cal"], ["Ann", "Bea"], FIRST)).toBe("Cal");
  expect(oneOf(["Big_Al", "Cal"], ["Big Al"], FIRST)).toBe("Cal");
  expect(oneOf(["Bea"], ["Bea"])).toBe("");
});

test("the house says which names are free, and a house that is silent leaves the name to the person", async () => {
  expect(await freeBotName(["Cal"], () => Promise.resolve(["Cal", "Dot"]))).toBe("Dot");
  expect(await freeBotName([], () => Promise.reject(new Error("no answer")))).toBe("");
});
