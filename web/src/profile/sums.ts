/** All evenings of a person together. */

import type { BankrollPoint, ProfileEvening, ProfileWager } from "../wire/messages";

export interface Sums {
  hands: number;
  throws: number;
  longest: number;
  result: number;
}

/** The results of a wager in all evenings, by its name at the house. */
export interface WagerSum {
  name: string;
  decided: number;
  staked: number;
  net: number;
  /** The expected result of the stakes for which it is known, and the part of the stakes that is. */
  expected: number;
  known: number;
}

export function sumsOf(evenings: readonly ProfileEvening[]): Sums {
  const sums = { hands: 0, throws: 0, longest: 0, result: 0 };
  for (const { evening } of evenings) {
    sums.hands += evening.hands;
    sums.throws += evening.throws;
    sums.longest = Math.max(sums.longest, evening.longest);
    sums.result += evening.result_cents;
  }
  return sums;
}

/** The sums that a person had won or lost after each evening. */
export function bankrollOf(evenings: readonly ProfileEvening[]): BankrollPoint[] {
  let net = 0;
  return evenings.map(({ evening }, index) => ({ throw: index + 1, net_cents: (net += evening.result_cents) }));
}

/** The wagers of all evenings, the largest stakes first. */
export function wagersOf(evenings: readonly ProfileEvening[]): WagerSum[] {
  const found = new Map<string, WagerSum>();
  for (const one of evenings.flatMap(({ wagers }) => wagers)) {
    const sum = found.get(one.name) ?? { name: one.name, decided: 0, staked: 0, net: 0, expected: 0, known: 0 };
    found.set(one.name, added(sum, one));
  }
  return [...found.values()].sort((one, other) => other.staked - one.staked);
}

/** All wagers in one sum. */
export function together(wagers: readonly WagerSum[]): WagerSum {
  const all = { name: "", decided: 0, staked: 0, net: 0, expected: 0, known: 0 };
  for (const one of wagers) for (const key of ["decided", "staked", "net", "expected", "known"] as const) all[key] += one[key];
  return all;
}

function added(sum: WagerSum, one: ProfileWager): WagerSum {
  const known = one.expected_cents !== null;
  return {
    name: sum.name,
    decided: sum.decided + one.decided,
    staked: sum.staked + one.staked_cents,
    net: sum.net + one.net_cents,
    expected: sum.expected + (one.expected_cents ?? 0),
    known: sum.known + (known ? one.staked_cents : 0),
  };
}

/** The houses whose wagers have no expectation because the house may not advise, or the wagers without an exact edge. */
export function unknown(evenings: readonly ProfileEvening[], why: "advise" | "edge"): string[] {
  const named = evenings.flatMap((one) => one.wagers.filter((wager) => wager.unknown === why && wager.staked_cents > 0).map(({ name }) => (why === "advise" ? one.house : name)));
  return [...new Set(named)];
}
