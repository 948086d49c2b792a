import { expect, test } from "vitest";
import type { TalkLine } from "../../wire/messages";
import { lately, wordsOf } from "./talk";

function line(at: number, person: string, words: string): TalkLine {
  return { at, person, words };
}

test("a line is what was typed, or a phrase in words", () => {
  expect(wordsOf(line(1, "Ann", "well done"))).toBe("well done");
  expect(wordsOf({ at: 1, person: "Ann", phrase: "good_luck" })).toMatch(/good luck/i);
  expect(wordsOf({ at: 1, person: "Ann", phrase: "" })).toBe("");
});

test("what people said is shown for five seconds, of each the latest", () => {
  const lines = [line(1000, "Ann", "old"), line(1001, "Bob", "one"), line(3000, "Bob", "two")];
  expect([...lately(lines, 6000)]).toEqual([["Bob", "two"]]);
  expect(lately(lines, 5999).size).toBe(2);
});
