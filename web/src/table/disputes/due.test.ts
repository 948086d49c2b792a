import { expect, test } from "vitest";
import type { DisputeLine } from "../../wire/messages";
import { dueDisputes, dueFirst, unheard } from "./due";

const view = { floor: { disputes: [{ number: 1, by: "Ann", about: "the six" }, { number: 2, by: "Bob", about: "the roll" }] } };

test("what waits for a person comes with who and about what", () => {
  const due = dueDisputes(view, { disputes: [{ number: 2, role: "supervisor", take: true }] });
  expect(due).toEqual([{ number: 2, by: "Bob", about: "the roll", role: "supervisor", take: true }]);
});

test("nothing waits for others, nor before the table is there", () => {
  expect(dueDisputes(view, {})).toEqual([]);
  expect(dueDisputes(null, { disputes: [{ number: 2, role: "supervisor" }] })).toEqual([]);
});

test("a dispute is new once for each role that it goes to", () => {
  const due = dueDisputes(view, { disputes: [{ number: 1, role: "supervisor" }] });
  expect(unheard(due, new Set())).toEqual(["1 supervisor"]);
  expect(unheard(due, new Set(["1 supervisor"]))).toEqual([]);
  expect(unheard(due, new Set(["1 games_supervisor"]))).toEqual(["1 supervisor"]);
});

test("what waits for this person stands first, the oldest of it at the top", () => {
  const lines = [1, 2, 3, 4].map((number) => ({ dispute: { number } }) as DisputeLine);
  expect(dueFirst(lines, [2, 3]).map((line) => line.dispute.number)).toEqual([2, 3, 4, 1]);
  expect(dueFirst(lines, []).map((line) => line.dispute.number)).toEqual([4, 3, 2, 1]);
});
