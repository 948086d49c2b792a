/** The bets of a best play, in words and as a picture. */

import { dollars } from "../../parts/format/money";
import { listed } from "../../parts/format/names";
import type { Spot } from "../../wire/house";
import type { Best, Bet } from "../../wire/lab";
import { say } from "../../words";
import { accountIn } from "../figures/wagerNames";

type Stakes = Bet["stakes_cents"];

/** The chips of a bet, in cents. */
export function stakeOf(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, one) => sum + one, 0);
}

/** A bet in words: $8 on Pass Line and $21 on Pass Line Odds. */
export function stakesIn(spots: readonly Spot[], stakes: Stakes): string {
  const parts = Object.entries(stakes).map(([wager, cents]) => say("best.on", { sum: dollars(cents), wager: accountIn(spots, wager) }));
  return parts.length ? listed(parts) : say("best.nothing");
}

/** The same with the point at which it is made. */
export function betIn(spots: readonly Spot[], { puck, stakes_cents }: Bet): string {
  const bet = stakesIn(spots, stakes_cents);
  return puck ? say("best.when", { bet, n: puck }) : bet;
}

const DOLLAR = 100;

const SHOWN = 1e9;

/** Bounds of a chance to nine places, rounded away from each other. */
export function boundsOf({ lower, upper }: Pick<Best, "lower" | "upper">): { lower: string; upper: string } {
  return { lower: (Math.floor(lower * SHOWN) / SHOWN).toFixed(9), upper: (Math.ceil(upper * SHOWN) / SHOWN).toFixed(9) };
}

/** A small part of a chance: what a bet gives away. */
export function givenAway(chance: number): string {
  return `${(100 * chance).toFixed(chance < 0.0001 ? 6 : 4)}\u00a0%`;
}

/** A bar: from a sum owned to the next, both in cents, and what is bet there. */
export interface Step {
  from: number;
  to: number;
  stake: number;
}

/** A play with its bets by what is owned. It has a goal, or a sum with which nothing can fail, or neither. */
export type Charted = Pick<Best, "by_sum" | "bankroll_cents"> & { goal_cents?: number; enough_cents?: number };

/** The sum up to which the bets are drawn: the goal, or a bit more than the last change. */
export function topOf({ by_sum = [], bankroll_cents, goal_cents, enough_cents = 0 }: Charted): number {
  const last = by_sum.at(-1)?.owned_cents ?? 0;
  return goal_cents ?? Math.ceil((1.1 * Math.max(last, bankroll_cents, enough_cents)) / DOLLAR) * DOLLAR;
}

/** The bets by what is owned, up to the last sum that is drawn. */
export function stepsOf(found: Charted): Step[] {
  const { by_sum = [] } = found;
  return by_sum.map(({ owned_cents: from, stakes_cents }, index) => ({ from, to: by_sum[index + 1]?.owned_cents ?? topOf(found), stake: stakeOf(stakes_cents) }));
}

/** The wagers to choose from, as the address has them, and back. */
export function chosenIn(written: string): string[] {
  return written.split(",").map((one) => one.trim()).filter(Boolean);
}

export function withChosen(written: string, kind: string, on: boolean): string {
  const others = chosenIn(written).filter((one) => one !== kind);
  return (on ? [...others, kind] : others).join(",");
}
