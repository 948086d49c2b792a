import { expect, test } from "vitest";
import { wrongIn } from "./wrong";

const at = (line: number, column: number, word: string) => ({ system: 0, line, column, word });

test.each([
  ["when come_out: pas 10", at(1, 16, "pas"), { line: 1, before: "when come_out: ", word: "pas", after: " 10" }],
  ["\n when come_out: pass 10\nwhen point: ods max", at(2, 13, "ods"), { line: 2, before: "when point: ", word: "ods", after: " max" }],
  ["when come_out:", at(1, 15, ""), { line: 1, before: "when come_out:", word: "", after: "" }],
])("the word is found in %j", (text, place, wrong) => {
  expect(wrongIn(text, place)).toEqual(wrong);
});

test.each([
  ["when come_out: pass 10", at(1, 16, "pas ")],
  ["pass", at(2, 1, "pass")],
  ["pass", at(1, 9, "")],
  ["nobody", { system: 1, line: 0, column: 0, word: "" }],
  ["pass", null],
])("nothing is marked in %j where the word is not there", (text, place) => {
  expect(wrongIn(text, place)).toBeNull();
});
