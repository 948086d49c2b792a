/** Where the words of a system are wrong, as the line with its word. */

import type { Place } from "../../wire/lab";

export interface Wrong {
  line: number;
  before: string;
  /** The word; empty at the end of the line. */
  word: string;
  after: string;
}

/** The line of a text where a place is; nothing if somebody has written on since, so that it is not there any more. */
export function wrongIn(text: string, at: Place | null): Wrong | null {
  if (!at?.line) return null;
  // The house counts the lines of a text without the space around it.
  const line = text.trim().split(/\r?\n/)[at.line - 1];
  if (line === undefined) return null;
  const start = at.column - 1;
  const end = start + at.word.length;
  return line.slice(start, end) === at.word && start <= line.length ? { line: at.line, before: line.slice(0, start), word: at.word, after: line.slice(end) } : null;
}
