/** The figures of exams: dates, shares, and the board as a file. */

import { csvOf, noFormula } from "../parts/format/csv";
import type { ExamCard, ExamLine } from "../wire/exams";

/** A moment, in milliseconds since 1970, as people here write it. */
export function moment(ms: number): string {
  return new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Seconds on average for each answer, or nothing. */
export function each(seconds: number, answered: number): string {
  return answered ? (seconds / answered).toFixed(1) : "";
}

/** A row of the board: a sitting, or a student of the class who has not begun. */
export interface BoardRow {
  person: string;
  line: ExamLine | null;
}

export type Order = "result" | "name";

/** The names in a list that a teacher typed or pasted: one a line, or with commas between. */
export function names(text: string): string[] {
  return text.split(/[\n,;\t]/).map((one) => one.trim()).filter(Boolean);
}

/**
 * The rows of a board. By result the best is first, of equals the faster one; who has not begun comes last.
 *
 * @param students the students of the class, if the exam is for one
 */
export function rows(lines: readonly ExamLine[], students: readonly string[], order: Order): BoardRow[] {
  const begun = new Set(lines.map((one) => one.person.toLowerCase()));
  const absent = students.filter((one) => !begun.has(one.toLowerCase())).map((person) => ({ person, line: null }));
  const found: BoardRow[] = [...lines.map((line) => ({ person: line.person, line })), ...absent];
  return found.sort((a, b) => (order === "result" ? better(a.line, b.line) : 0) || a.person.localeCompare(b.person) || (a.line?.attempt ?? 0) - (b.line?.attempt ?? 0));
}

function better(a: ExamLine | null, b: ExamLine | null): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return b.tally.right - a.tally.right || a.tally.seconds - b.tally.seconds;
}

/** A kind of question, with how many were asked and how many answers were right. */
export interface Kind {
  asks: string;
  title: string;
  asked: number;
  right: number;
}

/** The kinds of question of an exam that asks several. */
export function byKind({ families }: Pick<ExamLine["tally"], "families">, asks: ExamCard["asks"]): Kind[] {
  if (asks.length < 2) return [];
  const others = new Set(asks.map((one) => one.asks));
  return asks.map(({ asks: kind, title }) => {
    const lines = families.filter(({ family }) => (others.has(family) ? family : "settle") === kind);
    const sum = (of: "right" | "asked") => lines.reduce((all, one) => all + one[of], 0);
    return { asks: kind, title, asked: sum("asked"), right: sum("right") };
  });
}

/** The right answers of those asked: "4/5"; empty if none was. */
export function share({ asked, right }: Kind): string {
  return asked ? `${right}/${asked}` : "";
}

const COLUMNS = ["name", "sitting", "began", "answered", "questions", "right", "wrong", "late", "slow", "percent", "seconds", "over", "passed"];

/**
 * A board as CSV, a line for each sitting and for each student who has not begun (RFC 4180).
 *
 * If the exam asks several kinds of question, each kind has two columns more: order_asked and order_right.
 */
export function boardCsv(board: readonly BoardRow[], asks: ExamCard["asks"]): string {
  const kinds = byKind({ families: [] }, asks).flatMap((one) => [`${one.asks}_asked`, `${one.asks}_right`]);
  const written = board.map(({ person, line }) => {
    const name = noFormula(person);
    if (!line) return [name, 0, ...Array<string>(COLUMNS.length - 4).fill(""), false, false, ...kinds.map(() => "")];
    const { attempt, began, tally } = line;
    return [
      name, attempt, new Date(began).toISOString(), tally.answered, tally.questions, tally.right, tally.wrong, tally.late, tally.slow, tally.percent,
      tally.seconds.toFixed(1), tally.over, tally.passed, ...byKind(tally, asks).flatMap((one) => [one.asked, one.right]),
    ];
  });
  return csvOf([[...COLUMNS, ...kinds], ...written]);
}
