/** Figures of the lab as people read them. */

import { dollars } from "../../parts/format/money";
import { plain } from "../../parts/format/names";
import type { Session } from "../../wire/lab";
import { say } from "../../words";

const LEAST = 0.0001;
/** Sums of many chances come to one but for this. */
const ROUNDING = 1e-9;

/** Sums of money, both ends included, in cents. */
export interface Range {
  from: number;
  to: number;
}

/** A chance: 34.12 %. What is possible is never written as nothing, and what is not certain never as certain. */
export function percent(chance: number): string {
  if (chance > 0 && chance < LEAST) return "<\u00a00.01\u00a0%";
  if (chance < 1 - ROUNDING && chance > 1 - LEAST) return ">\u00a099.99\u00a0%";
  return `${(100 * chance).toFixed(2)}\u00a0%`;
}

/** A mean of money, to the cent. */
export function mean(cents: number): string {
  return dollars(Math.round(cents));
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

export function number(value: number): string {
  return NUMBER.format(value);
}

/** A sum in dollars as an address has it: 480, 12.50. */
export function inAddress(cents: number): string {
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/** The ends of a session, in the order in which they are shown. */
export const ENDS = ["ruin", "floor", "goal", "limit", "stopped"] as const;

/** The name of an end. What the answer has as a goal or a floor may be where the system stops by itself. */
export function endName(end: (typeof ENDS)[number], { stops_ahead_cents: ahead, stops_behind_cents: behind }: Pick<Session, "stops_ahead_cents" | "stops_behind_cents">): string {
  if (end === "goal" && ahead) return say("lab.end.ahead", { sum: dollars(ahead) });
  if (end === "floor" && behind) return say("lab.end.behind", { sum: dollars(behind) });
  return say(`lab.end.${end}`);
}

/** A system of the library by its name; the user's own words, which may be long, by what they are. */
export function systemIn(system: string): string {
  return /^\w+(:scale=[\d./]+)?$/.test(system) ? plain(system) : say("lab.own");
}

/** An answer in a sentence. */
export function inWords({ quantiles_cents: home, ends, p_ahead }: Pick<Session, "quantiles_cents" | "ends" | "p_ahead">): string {
  return say("lab.said", { low: dollars(home["0.25"] ?? 0), high: dollars(home["0.75"] ?? 0), ruin: percent(ends["ruin"] ?? 0), ahead: percent(p_ahead) });
}

/** The sums that the worst and the best sessions take home: a twentieth of all sessions each, or a little more. */
export function tailsOf({ distribution, quantiles_cents: home }: Pick<Session, "distribution" | "quantiles_cents">): { worst: Range; best: Range } | null {
  const sums = distribution?.final_cents ?? [];
  const [least, most] = [sums[0], sums.at(-1)];
  if (least === undefined || most === undefined) return null;
  return { worst: { from: least, to: home["0.05"] ?? least }, best: { from: home["0.95"] ?? most, to: most } };
}

/** The stops of a slider: about as close to each other, relative to themselves, everywhere. */
export function stopsOf(least: number, most: number): number[] {
  const stops: number[] = [];
  for (let tens = 10 ** Math.floor(Math.log10(least)); tens <= most; tens *= 10) {
    for (const one of [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]) {
      const stop = Math.round(one * tens);
      if (stop >= least && stop <= most && stop !== stops.at(-1)) stops.push(stop);
    }
  }
  return stops;
}

/** The stop nearest to a number. */
export function nearest(stops: readonly number[], value: number): number {
  const distances = stops.map((stop) => Math.abs(stop - value));
  return distances.indexOf(Math.min(...distances));
}
