/** The figures of exams: dates, shares, and the board as a file. */

import type { ExamLine } from "../wire/exams";

/** A moment, in milliseconds since 1970, as people here write it. */
export function moment(ms: number): string {
  return new Date(ms).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Seconds on average for each answer, or nothing. */
export function each(seconds: number, answered: number): string {
  return answered ? (seconds / answered).toFixed(1) : "";
}

/** The lines of a board, the best first: by what is right, then by how fast. */
export function ranked(lines: readonly ExamLine[]): ExamLine[] {
  return [...lines].sort(
    (a, b) => b.tally.right - a.tally.right || a.tally.seconds - b.tally.seconds || a.person.localeCompare(b.person),
  );
}

const COLUMNS = ["name", "sitting", "began", "answered", "questions", "right", "wrong", "late", "slow", "percent", "seconds", "over", "passed"];

/** A board as CSV, a line for each sitting (RFC 4180). */
export function boardCsv(lines: readonly ExamLine[]): string {
  const rows = lines.map(({ person, attempt, began, tally }) => [
    person, attempt, new Date(began).toISOString(), tally.answered, tally.questions, tally.right, tally.wrong, tally.late, tally.slow, tally.percent,
    tally.seconds.toFixed(1), tally.over, tally.passed,
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map((one) => field(String(one))).join(",")}\r\n`).join("");
}

/** A field of a file for spreadsheets. One that a spreadsheet would take for a formula begins with an apostrophe. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
