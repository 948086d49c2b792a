/** The aims of a best play: each aim is some fields of the question, and no others. */

import { type Question, signOf, UNITS, withField, withValues } from "../question/question";

export const AIMS = ["goal", "time", "still", "action", "taste"] as const;
export type Aim = (typeof AIMS)[number];

/** The fields of which each says an aim other than a goal. */
const SAYS = [
  ["still_playing", "still"],
  ["action", "action"],
  ["utility", "taste"],
  ["least_throws_at", "time"],
] as const;

/** The fields of each aim besides the money. */
const FIELDS: Readonly<Record<Aim, readonly string[]>> = {
  goal: ["goal", "settled", ...UNITS, "against"],
  time: ["goal", "least_throws_at"],
  still: ["still_playing", "at_least", "at_most"],
  action: ["action", "throws", "at_most"],
  taste: ["goal", "throws", "utility"],
};

/** The aim of a question. A field that is being typed may be empty, and says its aim all the same. */
export function aimOf(question: Question): Aim {
  return SAYS.find(([field]) => question[field] !== undefined)?.[1] ?? "goal";
}

/** The question with another aim: what belongs to the old one is left out, and what the new one needs is there. */
export function withAim(question: Question, aim: Aim, limits: string): Question {
  const bankroll = Number(question["bankroll"]) || 0;
  const { least } = signOf(limits);
  const usual: Record<string, string> = {
    goal: question["goal"] ?? String(2 * bankroll),
    throws: question["throws"] ?? "10",
    least_throws_at: "0.4",
    still_playing: "60",
    at_least: least,
    // With all the money at risk, most questions are too large.
    at_most: question["at_most"] ?? String(Math.max(Number(least) || 0, Math.floor(bankroll / 5))),
    action: String(2 * bankroll),
    utility: "log",
  };
  const needs = { goal: ["goal"], time: FIELDS.time, still: FIELDS.still, action: FIELDS.action, taste: FIELDS.taste }[aim];
  const said = Object.fromEntries(needs.map((field) => [field, usual[field] ?? ""]));
  return { ...withoutAim(question), ...said };
}

function withoutAim(question: Question): Question {
  const open = Object.values(FIELDS).flat().reduce((left, field) => withField(left, field, ""), question);
  return withValues(open, "utility", []);
}

export const TASTES = ["log", "power", "exponential", "quadratic"] as const;

/** A taste for risk in two parts, as somebody chooses them: `power` and `2`. */
export interface Taste {
  kind: string;
  aversion: string;
}

export function tasteOf(written: string): Taste {
  const [kind = "", aversion = ""] = written.split(/:(.*)/s);
  return { kind, aversion };
}

/** The taste with another kind: it begins with a usual number. */
export function withKind(kind: string): string {
  return { power: "power:2", exponential: "exponential:-0.05", quadratic: "quadratic:200" }[kind] ?? kind;
}
