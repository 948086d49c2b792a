/** The answers of a drill, and what they add up to. */

import { csvOf } from "../parts/format/csv";
import type { Action, Asks } from "../wire/drill";

/** One answer. A late one has no action. */
export interface Answer {
  /** The time, as ISO 8601. */
  at: string;
  house: string;
  amounts: string;
  seed: number;
  exercise: number;
  question: number;
  family: string;
  wager: string;
  amount_cents: number;
  throw: string;
  action: Action | "";
  pay_cents: number;
  right_action: Action;
  right_pay_cents: number;
  right: boolean;
  seconds: number;
  /** The person who was signed in; empty for nobody, and in older scores. */
  name: string;
  /** The kind of question, and an answer in words; older scores know only wagers to settle. */
  kind: Asks;
  said: string;
  right_said: string;
}

export interface Line {
  family: string;
  right: number;
  wrong: number;
  /** Seconds for each answer, on average. */
  seconds: number;
}

/** A line for each family of wagers or other kind of question, in the order in which families first appear, and one for all at the end. */
export function score(answers: readonly Answer[]): Line[] {
  const families = [...new Set(answers.map((one) => one.family))];
  const lines = families.map((family) => line(family, answers.filter((one) => one.family === family)));
  return lines.length ? [...lines, line("", answers)] : [];
}

function line(family: string, answers: readonly Answer[]): Line {
  const right = answers.filter((one) => one.right).length;
  const seconds = answers.reduce((sum, one) => sum + one.seconds, 0);
  return { family, right, wrong: answers.length - right, seconds: answers.length ? seconds / answers.length : 0 };
}

const COLUMNS = [
  "at", "house", "amounts", "seed", "exercise", "question", "family", "wager", "amount_cents", "throw", "action", "pay_cents", "right_action", "right_pay_cents", "right", "seconds", "name", "kind", "said", "right_said",
] as const satisfies readonly (keyof Answer)[];

/** The answers as CSV, a line each (RFC 4180). */
export function csv(answers: readonly Answer[]): string {
  return csvOf([COLUMNS, ...answers.map((one) => COLUMNS.map((column) => one[column]))]);
}

/** The answers as the file that `readScore` reads. */
export function json(answers: readonly Answer[]): string {
  return JSON.stringify({ score: score(answers), answers }, null, 2);
}

/** The answers in a file that was saved as JSON, or null if it is no such file. */
export function readScore(text: string): Answer[] | null {
  try {
    const found: unknown = JSON.parse(text);
    const answers = typeof found === "object" && found !== null && "answers" in found ? found.answers : null;
    const read = Array.isArray(answers) ? answers.map(whole) : [];
    return Array.isArray(answers) && read.every(isAnswer) ? read : null;
  } catch {
    return null;
  }
}

/** Answers with those of others that are not among them, the earliest first. */
export function merged(answers: readonly Answer[], others: readonly Answer[]): Answer[] {
  const known = new Set(answers.map(identity));
  return [...answers, ...others.filter((one) => !known.has(identity(one)))].sort((a, b) => a.at.localeCompare(b.at));
}

function identity({ at, house, seed, exercise, question }: Answer): string {
  return JSON.stringify([at, house, seed, exercise, question]);
}

/** The answers in what was kept. Those that cannot be read are left out. */
export function readAnswers(kept: unknown): Answer[] {
  return Array.isArray(kept) ? kept.map(whole).filter(isAnswer) : [];
}

/** An answer with what scores that were kept earlier did not say. */
function whole(one: unknown): unknown {
  return typeof one === "object" && one !== null ? { name: "", kind: "settle", said: "", right_said: "", ...one } : one;
}

function isAnswer(one: unknown): one is Answer {
  if (typeof one !== "object" || one === null) return false;
  const found = one as Partial<Answer>;
  return COLUMNS.every((column) => found[column] !== undefined) && typeof found.right === "boolean" && typeof found.seconds === "number" && typeof found.family === "string";
}
