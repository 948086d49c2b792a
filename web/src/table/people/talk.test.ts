import { expect, test } from "vitest";
import type { TableView, TalkLine } from "../../wire/messages";
import { lately, maySpeak, wordsOf } from "./talk";

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

test("players and the crew may speak, and nobody without a name", () => {
  const view = { seats: [{ name: "Ann" }], chairs: [{ person: "Bob" }, { person: "" }] } as unknown as TableView;
  expect(["Ann", "Bob", "Cid", ""].map((name) => maySpeak(view, name))).toEqual([true, true, false, false]);
});
