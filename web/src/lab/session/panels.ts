/** The panels of a session's page: which there are, which are open, and the question of each. The address says all of it. */

import { type Field, lengthOf, type Question, withField } from "../question/question";
import { curveAsked, risksAsked } from "./risk";

/** The panels by the fields of the address that open them, from the top of the page down. */
export const PANELS = ["by_rule", "risk_curve", "risks", "paths", "streaks", "drawdown", "covariances", "long_run", "at_least"] as const;
export type Panel = (typeof PANELS)[number];

/** The fields of them that no session has: they are asked of the house in other questions. */
export const OWN: readonly Field[] = [
  { name: "risk_curve", default: "false" },
  { name: "risks", default: "false" },
  { name: "paths", default: "false" },
  { name: "long_run", default: "false" },
  { name: "at_least", default: null },
];

/** The throws of a hand that are asked for until somebody names others. */
export const HAND = "20";

/** The sessions that a picture follows. */
const PATHS = "200";

/** The kinds of question behind the panels that do not ask for a session. */
const KINDS: Partial<Record<Panel, string>> = { risk_curve: "risk", risks: "risk", paths: "trajectories", long_run: "chain", at_least: "hand" };

/** The kinds of answer about a session: solved, played on dice, or solved for a player who may never leave. */
export type Answer = "solved" | "played" | "endless";

/** The panels below an answer. Only a session with a length has a risk of ruin whose bankroll can be asked for. */
export function shownBelow(answer: Answer, question: Question): Panel[] {
  if (answer === "endless") return ["long_run", "at_least"];
  if (answer === "played") return ["paths", "long_run", "at_least"];
  const curve = lengthOf(question).count !== "" && curveAsked(question) !== null;
  return PANELS.filter((panel) => curve || KINDS[panel] !== "risk");
}

/** The question without its panels. */
export function plainly(question: Question): Question {
  return PANELS.reduce((left, panel) => withField(left, panel, ""), question);
}

export function isOpen(question: Question, panel: Panel): boolean {
  return (question[panel] ?? "false") !== "false";
}

/** A house lets a person have few questions that are not answered, and the page itself may ask one more. */
const AT_ONCE = 3;

/** Whether a panel waits for those above it on the page, which are open and not answered yet. */
export function waits(question: Question, panel: Panel, shown: readonly Panel[], done: Partial<Record<Panel, boolean>>): boolean {
  const above = shown.slice(0, shown.indexOf(panel));
  return above.filter((one) => isOpen(question, one) && !done[one]).length >= AT_ONCE;
}

/** The question of a panel to the house, and its kind. */
export function panelAsked(question: Question, panel: Panel): { kind: string; question: Question } {
  const kind = KINDS[panel] ?? "session";
  const plain = plainly(question);
  switch (panel) {
    case "risk_curve":
      return { kind, question: curveAsked(plain) ?? plain };
    case "risks":
      return { kind, question: risksAsked(plain, ownRisk(question)) };
    case "paths":
      return { kind, question: { ...plain, paths: PATHS } };
    case "long_run":
    case "at_least": {
      const value = panel === "at_least" ? (question[panel] ?? HAND) : "true";
      // A player who plays on for ever can always pay.
      return { kind, question: withField({ ...plain, [panel]: value }, "bankroll", "") };
    }
    default:
      return { kind, question: { ...plain, [panel]: "true", extremes: "false" } };
  }
}

/** The risk in per cent that somebody typed, which the address keeps. */
export function ownRisk(question: Question): string {
  const said = question["risks"] ?? "";
  return ["true", "false"].includes(said) ? "" : said;
}
