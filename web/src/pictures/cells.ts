/** The 36 throws of two dice, and what each does to a wager: what the house said, throw by throw. */

import type { Outlook } from "../wire/messages";

export type Result = Outlook["chances"][number]["result"] | "point" | "nothing";

/** In the order in which a legend shows them. */
const RESULTS: readonly Result[] = ["wins", "back", "moves", "counts", "point", "loses", "nothing"];

export interface Cell {
  a: number;
  b: number;
  result: Result;
}

/** The throws of a total, from the bottom of its column. */
interface Column {
  total: number;
  cells: Cell[];
}

/** The effect of each throw on a wager, in a column for each total. */
export function columns(outlook: Pick<Outlook, "chances" | "points">): Column[] {
  const found = new Map<string, Result>(outlook.chances.map(({ on, result }) => [on, result]));
  for (const point of outlook.points) if (!found.has(String(point))) found.set(String(point), "point");
  const all = new Map<number, Cell[]>();
  for (let a = 1; a <= 6; a++) {
    for (let b = 1; b <= 6; b++) {
      const result = found.get(`${Math.min(a, b)}-${Math.max(a, b)}`) ?? found.get(String(a + b)) ?? "nothing";
      all.set(a + b, [...(all.get(a + b) ?? []), { a, b, result }]);
    }
  }
  return [...all].sort(([one], [other]) => one - other).map(([total, cells]) => ({ total, cells }));
}

/** The results that occur in a picture. */
export function legend(shown: readonly Column[]): Result[] {
  const there = new Set(shown.flatMap(({ cells }) => cells.map(({ result }) => result)));
  return RESULTS.filter((result) => there.has(result));
}

/** Outlooks whose pictures would look the same stand together. */
export function alike(outlooks: readonly Outlook[]): Outlook[][] {
  const groups = new Map<string, Outlook[]>();
  for (const one of outlooks) {
    const look = columns(one).flatMap(({ cells }) => cells.map(({ result }) => result)).join();
    groups.set(look, [...(groups.get(look) ?? []), one]);
  }
  return [...groups.values()];
}
