/** A comparison as people read it. */

import { signed } from "../../parts/format/money";
import type { Compared, Comparison, Finals, Session, Simulated } from "../../wire/lab";
import { say } from "../../words";
import { mean, percent } from "../figures/figures";

/** The letters of the systems. */
export const LETTERS = ["A", "B", "C", "D"] as const;

/** The exact figures of a system if they are known, or those of the sessions played. */
export function figuresOf({ exact, played }: Compared): Session | Simulated {
  return exact ?? played;
}

/** Two systems against each other: how often each ends above the other, and how often neither does. */
export interface Pair {
  first: number;
  second: number;
  firstAbove: number;
  secondAbove: number;
  equal: number;
}

export function pairsOf({ systems }: Pick<Comparison, "systems">): Pair[] {
  return systems.flatMap((one, first) =>
    systems.slice(first + 1).map((other, index) => {
      const second = first + 1 + index;
      const [firstAbove, secondAbove] = [one.above?.[second] ?? 0, other.above?.[first] ?? 0];
      return { first, second, firstAbove, secondAbove, equal: Math.max(0, 1 - firstAbove - secondAbove) };
    }),
  );
}

/** The money that each system takes home less that of the first: exactly, or as the interval of the sessions played. */
export function against({ difference: { exact_cents, interval_95_cents: [low, high] } }: Compared): string {
  return exact_cents === null ? say("lab.duel.interval", { low: signed(Math.round(low)), high: signed(Math.round(high)) }) : signed(Math.round(exact_cents));
}

/** The distributions of all systems; none if one of them is not listed. */
export function finalsOf({ systems }: Pick<Comparison, "systems">): Finals[] {
  const found = systems.flatMap((one) => figuresOf(one).distribution ?? []);
  return found.length === systems.length ? found : [];
}

/** The systems in a sentence: which takes home the most, and which is ruined least often. */
export function inWords({ systems }: Pick<Comparison, "systems">): string {
  const named = systems.map((one, index) => ({ letter: LETTERS[index] ?? "", found: figuresOf(one) }));
  const most = named.reduce((best, one) => (one.found.mean_cents > best.found.mean_cents ? one : best));
  const safest = named.reduce((best, one) => (ruinOf(one.found) < ruinOf(best.found) ? one : best));
  return say("lab.duel.said", { most: most.letter, mean: mean(most.found.mean_cents), safest: safest.letter, ruin: percent(ruinOf(safest.found)) });
}

function ruinOf({ ends }: Session | Simulated): number {
  return ends["ruin"] ?? 0;
}
