/** The chance to take home at least a sum, as a curve: the curve that is higher at a sum is the better one there. */

import type { Finals } from "../../wire/lab";

/** The chance at each end of all curves that is not drawn. */
const TAIL = 0.001;

/** The chance to take home at least so many cents. */
export function atLeast({ final_cents, chance }: Finals, sum: number): number {
  let found = 0;
  for (let index = final_cents.length - 1; index >= 0 && (final_cents[index] ?? 0) >= sum; index -= 1) found += chance[index] ?? 0;
  return Math.min(1, found);
}

/** The sums between which all curves fall, in cents: without the rarest sums, and with the one brought. */
export function rangeOf(all: readonly Finals[], bankroll: number): { low: number; high: number } {
  const ends = all.map(({ final_cents, chance }) => [beyond(final_cents, chance), beyond(final_cents.toReversed(), chance.toReversed())] as const);
  const low = Math.min(bankroll, ...ends.map(([first]) => first));
  const high = Math.max(bankroll, ...ends.map(([, last]) => last));
  return { low, high: Math.max(high, low + 100) };
}

/** The first of some sums at which more than the tail is left behind. */
function beyond(sums: readonly number[], chances: readonly number[]): number {
  let left = 0;
  const index = chances.findIndex((chance) => (left += chance) > TAIL);
  return sums[Math.max(0, index)] ?? 0;
}

/** The points of a curve, in cents and chances: it falls behind each sum by the chance of that sum. */
export function stepsOf({ final_cents, chance }: Finals, low: number, high: number): [number, number][] {
  let left = 1;
  const points: [number, number][] = [];
  final_cents.forEach((sum, index) => {
    const before = left;
    left = Math.max(0, left - (chance[index] ?? 0));
    if (sum < low) return;
    if (!points.length) points.push([low, before]);
    if (sum <= high) points.push([sum, before], [sum, left]);
  });
  return [...(points.length ? points : [[low, left] as [number, number]]), [high, points.at(-1)?.[1] ?? left]];
}

/** Points as a path, without steps that are smaller than can be seen. */
export function pathOf(points: readonly [number, number][], place: (point: [number, number]) => [number, number]): string {
  const drawn: string[] = [];
  points.forEach((point, index) => {
    const next = place(point).map((one) => one.toFixed(1)).join(" ");
    if (next !== drawn.at(-1) || index === points.length - 1) drawn.push(next);
  });
  return `M${drawn.join("L")}`;
}
