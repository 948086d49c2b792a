/** The best play for an aim in words and figures. */

import { dollars } from "../../parts/format/money";
import type { Spot } from "../../wire/house";
import type { AnyBest, Best, BestAction, BestFrontier, BestStill, BestTime, BestUtility, Bet } from "../../wire/lab";
import { say } from "../../words";
import { betIn } from "./bets";

/** The answer for an aim other than a goal. */
export type Other = BestTime | BestStill | BestAction | BestUtility;

export function isFrontier(found: AnyBest): found is BestFrontier {
  return found.schema === "bankcraps.best_frontier/1";
}

export function isToGoal(found: AnyBest): found is Best {
  return found.schema === "bankcraps.best/1";
}

/** A figure with its name. */
export interface Figure {
  name: string;
  value: string;
}

const PLACES = 4;

export function chance(share: number): string {
  return `${(100 * share).toFixed(PLACES)}\u00a0%`;
}

/** A mean of dollars, finer than a cent. */
export function money(sum: number): string {
  return `${sum < 0 ? "−" : ""}$${Math.abs(sum).toFixed(PLACES)}`;
}

/** The worth of the play: the figure that was asked for first, then its company. */
export function figuresOf(found: Other): Figure[] {
  switch (found.schema) {
    case "bankcraps.best_time/1":
      return [{ name: say("best.time", { goal: dollars(found.goal_cents), chance: chance(found.chance) }), value: found.value.toFixed(PLACES) }];
    case "bankcraps.best_still/1":
      return [
        { name: say("best.still", { n: found.throws, low: dollars(found.at_least_cents), high: dollars(found.at_most_cents) }), value: chance(found.value) },
        { name: say("best.enough"), value: dollars(found.enough_cents) },
      ];
    case "bankcraps.best_action/1":
      return [
        { name: say("best.cost", { n: found.throws, sum: dollars(found.action_cents), high: dollars(found.at_most_cents) }), value: money(found.value) },
        { name: say("best.price"), value: money(found.price) },
      ];
    case "bankcraps.best_utility/1":
      return [
        { name: say("best.sure", { n: found.throws, goal: dollars(found.goal_cents), taste: found.utility }), value: money(found.sure) },
        { name: say("best.mean"), value: money(found.mean) },
        { name: say("best.spread"), value: money(found.spread) },
        { name: say("best.utility"), value: found.value.toPrecision(9) },
      ];
  }
}

/** A play to draw from, in the words of a row: how often, what it comes to, and its first bet. */
export interface Row {
  often: string;
  figures: [string, string];
  bet: string;
}

/** The plays to draw from; none where one play is the answer by its nature. */
export function rowsOf(spots: readonly Spot[], found: Other): Row[] {
  switch (found.schema) {
    case "bankcraps.best_time/1":
      return found.plays.map((one) => ({ often: chance(one.share), figures: [chance(one.chance), one.throws.toFixed(PLACES)], bet: one.leave ? say("best.leave") : betIn(spots, one) }));
    case "bankcraps.best_action/1":
      return found.plays.map((one) => ({ often: chance(one.share), figures: [money(one.action), money(one.cost)], bet: betIn(spots, one) }));
    default:
      return [];
  }
}

/** The best first bets; of plays to draw from, that of the last, which has as much as was asked for. */
export function firstOf(found: Best | Other): Bet[] {
  return "first" in found ? found.first : found.plays.slice(-1);
}

/** The answer in a sentence or two. */
export function inWords(spots: readonly Spot[], found: AnyBest): string {
  if (isFrontier(found)) return found.plays.map((one) => inWords(spots, one)).join(" ");
  const { name, value } = isToGoal(found) ? { name: say("best.chance", { goal: dollars(found.goal_cents) }), value: `${(100 * found.value).toFixed(2)}\u00a0%` } : figuresOf(found)[0]!;
  const [first] = firstOf(found);
  const bet = first && `${say("best.now")}: ${"leave" in first && first.leave ? say("best.leave") : betIn(spots, first)}.`;
  return `${name}: ${value}. ${bet ?? ""}`.trim();
}
