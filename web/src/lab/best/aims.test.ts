import { expect, test } from "vitest";
import { type Field, queryOf, questionIn } from "../question/question";
import { AIMS, aimOf, tasteOf, withAim, withKind } from "./aims";

const NAMES = ["limits", "bankroll", "goal", "throws", "decisions", "shooters", "least_throws_at", "utility", "still_playing", "action", "at_least", "at_most", "against"];
const FIELDS: Field[] = NAMES.map((name) => ({ name, default: null, most: name === "utility" ? 8 : 1 }));
const START = { limits: "5:100", bankroll: "50" };

test("an aim is known by its fields, also from its address", () => {
  for (const before of AIMS) {
    for (const aim of AIMS) {
      const question = withAim(withAim(START, before, "5:100"), aim, "5:100");
      expect(aimOf(question)).toBe(aim);
      const read = questionIn(new URLSearchParams(queryOf(question, FIELDS)), FIELDS).question;
      expect(read).toEqual(question);
    }
  }
});

test("another aim leaves nothing of the old one behind", () => {
  const tastes = { ...START, goal: "80", throws: "12", utility: "log", "utility.2": "power:2" };
  expect(withAim(tastes, "still", "5:100")).toEqual({ ...START, still_playing: "60", at_least: "5", at_most: "10" });
  expect(withAim({ ...START, goal: "80", decisions: "4" }, "time", "5:100")).toEqual({ ...START, goal: "80", least_throws_at: "0.4" });
  expect(withAim({ ...START, goal: "80", against: "pass" }, "taste", "")).toEqual({ ...START, goal: "80", throws: "10", utility: "log" });
  expect(withAim({ ...START, action: "70", throws: "9", at_most: "5" }, "goal", "")).toEqual({ ...START, goal: "100" });
});

test("a field that is being typed keeps its aim", () => {
  expect(aimOf({ ...START, still_playing: "" })).toBe("still");
});

test("a taste is a kind with a number", () => {
  expect(tasteOf("power:0.5")).toEqual({ kind: "power", aversion: "0.5" });
  expect(tasteOf("log")).toEqual({ kind: "log", aversion: "" });
  expect(["log", "power", "exponential", "quadratic"].map(withKind)).toEqual(["log", "power:2", "exponential:-0.05", "quadratic:200"]);
});
