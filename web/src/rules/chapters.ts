/** The clauses of a document in chapters that are short enough to look through. */

import { capital, plain } from "../parts/format/names";
import type { Clause } from "../wire/houses";

export interface Chapter {
  /** The beginning that the numbers of its clauses share, such as `6.1` or `dont_pass`. */
  start: string;
  title: string;
  clauses: Clause[];
}

/** A chapter with more clauses is split, if their numbers allow it. */
const MOST = 30;

export function chapters(clauses: readonly Clause[]): Chapter[] {
  return split(clauses, 1).map((some) => ({ ...some, title: capital(plain(some.start)) }));
}

/** The clauses that share so many parts of their numbers, in the order in which the document has them. */
function split(clauses: readonly Clause[], parts: number): { start: string; clauses: Clause[] }[] {
  const groups = new Map<string, Clause[]>();
  for (const clause of clauses) {
    const start = clause.id.split(".").slice(0, parts).join(".");
    groups.set(start, [...(groups.get(start) ?? []), clause]);
  }
  return [...groups].flatMap(([start, some]) => {
    const further = some.length > MOST && some.some(({ id }) => id.split(".").length > parts);
    return further ? split(some, parts + 1) : [{ start, clauses: some }];
  });
}
