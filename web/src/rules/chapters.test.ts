import { expect, test } from "vitest";
import type { Clause } from "../wire/houses";
import { chapters } from "./chapters";

function clauses(...ids: string[]): Clause[] {
  return ids.map((id): Clause => ({ id, kind: "rule", says: "", why: "", note: "" }));
}

function told(...ids: string[]): string[] {
  return chapters(clauses(...ids)).map(({ title, clauses: some }) => `${title}: ${some.map(({ id }) => id).join(" ")}`);
}

/** Numbers from 1 to so many, below one. */
function below(start: string, many: number): string[] {
  return Array.from({ length: many }, (_, index) => `${start}.${index + 1}`);
}

test("clauses with the same first part are a chapter, in the order of the document", () => {
  expect(told("1.1", "1.1.act", "2.1", "2.2")).toEqual(["1: 1.1 1.1.act", "2: 2.1 2.2"]);
  expect(told("dont_pass.wins", "come.wins", "dont_pass.loses")).toEqual(["Don't pass: dont_pass.wins dont_pass.loses", "Come: come.wins"]);
});

test("a long chapter is split by the next part", () => {
  expect(told(...below("6.1", 20), ...below("6.2", 11)).map((one) => one.split(":")[0])).toEqual(["6.1", "6.2"]);
  expect(told(...below("6.1", 20), ...below("6.2", 10)).map((one) => one.split(":")[0])).toEqual(["6"]);
});

test("one whose numbers end is not split any further", () => {
  const many = Array.from({ length: 40 }, () => "7");
  expect(chapters(clauses(...many)).map(({ clauses: some }) => some.length)).toEqual([40]);
});
