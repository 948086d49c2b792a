/** The bars of a distribution of money: sums in groups of the same width, counted from the bankroll. */

import type { Finals } from "../../wire/lab";

/** A bar: the chance of the sums from `from` to `to`, both in cents and both included. */
export interface Bar {
  from: number;
  to: number;
  chance: number;
  /** The chance of at most `to`. */
  atMost: number;
  /** The place of the bar: how many widths it is from the bankroll, which is 0 and a bar of its own. */
  place: number;
}

export interface Bars {
  bars: Bar[];
  /** The width of a bar, in cents. */
  width: number;
  first: number;
  last: number;
}

/** Widths in steps of money: 1, 2, 5, 10, 20, 50 … */
const WIDTHS = [1, 2, 5] as const;

/** The chance at each end that is drawn as one bar, so that rare sums do not take the room of all others. */
const TAIL = 0.001;

/**
 * The bars of a distribution.
 *
 * @param finals each sum with its chance, in rising order
 * @param bankroll the sum brought, in cents
 * @param most the most bars
 */
export function barsOf(finals: Finals, bankroll: number, most: number): Bars {
  const nets = finals.final_cents.map((sum) => sum - bankroll);
  const { low, high } = middle(nets, finals.chance);
  const width = widthOf(nets, low, high, most);
  const placeOf = (net: number): number => Math.sign(net) * Math.ceil(Math.abs(net) / width);
  const [first, last] = [placeOf(low), placeOf(high)];
  const bars = new Map<number, Bar>();
  let atMost = 0;
  finals.final_cents.forEach((sum, index) => {
    const chance = finals.chance[index] ?? 0;
    const place = Math.min(last, Math.max(first, placeOf(nets[index] ?? 0)));
    const bar = bars.get(place);
    atMost += chance;
    bars.set(place, { from: bar?.from ?? sum, to: sum, chance: (bar?.chance ?? 0) + chance, atMost: Math.min(1, atMost), place });
  });
  return { bars: [...bars.values()], width, first, last };
}

/** The sums between which all but the tails lie. */
function middle(nets: readonly number[], chances: readonly number[]): { low: number; high: number } {
  const beyond = (order: readonly number[]): number => {
    let sum = 0;
    return order.find((index) => (sum += chances[index] ?? 0) > TAIL) ?? order[0] ?? 0;
  };
  const rising = nets.map((_, index) => index);
  return { low: nets[beyond(rising)] ?? 0, high: nets[beyond(rising.toReversed())] ?? 0 };
}

/** The least width with which there are not too many bars: a round number of the step in which the sums differ. */
function widthOf(nets: readonly number[], low: number, high: number, most: number): number {
  const step = nets.reduce(divisor, 0) || 1;
  for (let tens = step; ; tens *= 10) {
    for (const one of WIDTHS) {
      const width = one * tens;
      if (Math.ceil(Math.max(high, 0) / width) + Math.ceil(Math.max(-low, 0) / width) < most) return width;
    }
  }
}

function divisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (b) [a, b] = [b, a % b];
  return a;
}

/** With fewer bars than these, each is read for itself. Of more, so many may be much higher than the others. */
const MANY = 12;
const HIGH = 6;

/**
 * The chance at the top of a chart. Ruin and a goal have far more than any other sum, and would leave nothing of those
 * to be seen: such bars are cut off, and say their chance.
 */
export function topOf(bars: readonly Bar[]): number {
  const heights = bars.map(({ chance }) => chance).sort((a, b) => b - a);
  const [highest = 1] = heights;
  if (bars.length < MANY) return highest;
  const usual = heights.slice(0, HIGH).findLastIndex((height, index) => height > 3 * (heights[index + 1] ?? 0));
  return usual < 0 ? highest : 1.5 * (heights[usual + 1] ?? highest);
}

/** The bars that are cut off, those beside each other together. */
export function cutOff(bars: readonly Bar[], top: number): Bar[][] {
  const groups: Bar[][] = [];
  for (const bar of bars) {
    const group = groups.at(-1);
    if (bar.chance <= top) continue;
    if (group?.at(-1)?.place === bar.place - 1) group.push(bar);
    else groups.push([bar]);
  }
  return groups;
}

const ROUND = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

/** The places at which the axis says a sum: round distances from the bankroll, at most so many. */
export function ticksOf({ first, last }: Bars, most: number): number[] {
  const every = ROUND.find((one) => Math.floor(last / one) - Math.ceil(first / one) < most) ?? last - first + 1;
  const start = Math.ceil(first / every);
  return Array.from({ length: Math.floor(last / every) - start + 1 }, (_, index) => (start + index) * every);
}
