import { describe, expect, test } from "vitest";
import { type Question, queryOf, questionIn } from "../question/question";
import { isOpen, OWN, ownRisk, type Panel, panelAsked, PANELS, plainly, shownBelow, waits } from "./panels";

const QUESTION: Question = { rules: "nsw", strategy: "pass", bankroll: "60", throws: "40", extremes: "true" };
const SESSION = ["rules", "strategy", "bankroll", "goal", "throws", "extremes", "drawdown", "covariances", "streaks", "by_rule"];
const FIELDS = [...SESSION.map((name) => ({ name, default: null })), ...OWN];

/** The question with some panels open: one for each bit of a number. */
function opened(bits: number, risk = "true"): Question {
  const chosen = PANELS.filter((_, index) => bits & (1 << index));
  return { ...QUESTION, ...Object.fromEntries(chosen.map((panel) => [panel, panel === "at_least" ? "9" : panel === "risks" ? risk : "true"])) };
}

const EVERY = Array.from({ length: 1 << PANELS.length }, (_, bits) => bits);

test("a link opens the panels that its sender saw, with the same questions", () => {
  for (const bits of EVERY) {
    const sent = opened(bits, bits % 3 ? "true" : "7.5");
    const seen = questionIn(new URLSearchParams(queryOf(sent, FIELDS)), FIELDS).question;
    expect(PANELS.map((panel) => isOpen(seen, panel))).toEqual(PANELS.map((_, index) => (bits & (1 << index)) > 0));
    expect(PANELS.map((panel) => panelAsked(seen, panel))).toEqual(PANELS.map((panel) => panelAsked(sent, panel)));
    expect(ownRisk(seen)).toBe(ownRisk(sent));
  }
});

test("the question of the page is the same, whatever panels are open", () => {
  for (const bits of EVERY) expect(plainly(opened(bits))).toEqual(QUESTION);
});

test("a panel asks the same, whatever others are open", () => {
  for (const bits of EVERY) {
    PANELS.forEach((panel, index) => {
      if (bits & (1 << index)) expect(panelAsked(opened(bits), panel)).toEqual(panelAsked(opened(1 << index), panel));
    });
  }
});

describe("the question of a panel", () => {
  test("is the session's, with one thing more", () => {
    const open = { ...QUESTION, streaks: "true", drawdown: "true", long_run: "true", at_least: "9" };
    expect(panelAsked(open, "streaks")).toEqual({ kind: "session", question: { ...QUESTION, extremes: "false", streaks: "true" } });
    expect(panelAsked(open, "covariances").question).toEqual({ ...QUESTION, extremes: "false", covariances: "true" });
    expect(panelAsked(open, "by_rule").question).toEqual({ ...QUESTION, extremes: "false", by_rule: "true" });
  });

  test("asks for bankrolls, for the usual risks and one that somebody typed, and for sessions of a picture", () => {
    expect(panelAsked(QUESTION, "risk_curve")).toMatchObject({ kind: "risk", question: { bankrolls: "10:180:10" } });
    expect(panelAsked({ ...QUESTION, risks: "20" }, "risks")).toMatchObject({ kind: "risk", question: { ruin: "0.5", "ruin.3": "0.2" } });
    expect(panelAsked({ ...QUESTION, risks: "true" }, "risks").question["ruin.3"]).toBe("0.1");
    expect(panelAsked({ ...QUESTION, paths: "true" }, "paths")).toMatchObject({ kind: "trajectories", question: { paths: "200" } });
  });

  test("asks a hand for so many throws, and the long run for no bankroll", () => {
    expect(panelAsked({ ...QUESTION, at_least: "9" }, "at_least")).toMatchObject({ kind: "hand", question: { at_least: "9" } });
    expect(panelAsked(QUESTION, "at_least").question["at_least"]).toBe("20");
    const { kind, question } = panelAsked(QUESTION, "long_run");
    expect([kind, question["long_run"], question["bankroll"]]).toEqual(["chain", "true", undefined]);
  });

  test("is asked while the address says so", () => {
    expect(PANELS.filter((panel) => isOpen({ ...QUESTION, streaks: "true", drawdown: "false", at_least: "9" }, panel))).toEqual(["streaks", "at_least"]);
  });
});

test("only what an answer can have stands below it", () => {
  expect(shownBelow("solved", QUESTION)).toEqual(PANELS);
  const { throws: _, ...unlimited } = QUESTION;
  expect(shownBelow("solved", { ...unlimited, goal: "90" })).toEqual(["by_rule", "paths", "streaks", "drawdown", "covariances", "long_run", "at_least"]);
  expect(shownBelow("played", QUESTION)).toEqual(["paths", "long_run", "at_least"]);
  expect(shownBelow("endless", QUESTION)).toEqual(["long_run", "at_least"]);
});

test("of many panels that a link opens, three are asked at once", () => {
  const all = opened((1 << PANELS.length) - 1);
  const waiting = (done: Parameters<typeof waits>[3], shown: readonly Panel[] = PANELS): string[] => shown.filter((panel) => waits(all, panel, shown, done));
  expect(waiting({})).toEqual(PANELS.slice(3));
  expect(waiting({ risks: true, by_rule: true })).toEqual(PANELS.slice(5));
  expect(waits({ ...all, by_rule: "false" }, "paths", PANELS, {})).toBe(false);
  // Those that stand on no page hold up nobody.
  expect(waiting({}, shownBelow("played", all))).toEqual([]);
});
