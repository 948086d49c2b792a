/** The figures of the panels below a session, and each answer in a sentence. */

import { edgeOf } from "../../parts/format/edge";
import { dollars, signed } from "../../parts/format/money";
import { plain } from "../../parts/format/names";
import type { Covariances, Hand, Layout, LongRun, Money, Rate, Streaks } from "../../wire/lab";
import { say } from "../../words";
import { inAddress, mean, percent } from "../figures/figures";

/** The kinds of streaks, in the order of the house. */
export const RUNS = ["losses", "wins", "seven_outs", "points_made"] as const;

const LONGEST = 30;
const RARE = 0.0001;

/** The chances of so many in a row or more, from two on, until all of them are rare. */
export function runsOf(streaks: Streaks): { length: number; chances: number[] }[] {
  const rows: { length: number; chances: number[] }[] = [];
  for (let length = 2; length <= LONGEST; length += 1) {
    const chances = RUNS.map((name) => streaks[name].at_least[length - 1] ?? 0);
    if (chances.every((chance) => chance < RARE)) break;
    rows.push({ length, chances });
  }
  return rows;
}

/** The spread of a wager's results, in cents, and how they go with those of each wager; null where nothing varies. */
export interface Together {
  wager: string;
  sd: number;
  with: (number | null)[];
}

export function togetherOf({ wagers, cents_squared: covariances }: Covariances): Together[] {
  const sds = wagers.map((_, index) => Math.sqrt(Math.max(0, covariances[index]?.[index] ?? 0)));
  const correlation = (one: number, other: number): number | null => {
    const scale = (sds[one] ?? 0) * (sds[other] ?? 0);
    return scale ? (covariances[one]?.[other] ?? 0) / scale : null;
  };
  return wagers.map((wager, one) => ({ wager, sd: sds[one] ?? 0, with: wagers.map((_, other) => correlation(one, other)) }));
}

/** A correlation: 0.774, -0.135. */
export function correlationIn(value: number | null): string {
  if (value === null) return "–";
  return value.toFixed(3).replace(/^-(?=0\.000$)/, "").replace("-", "−");
}

/** The two wagers whose results are the least alone; null where there are no two. */
export function mostTogether(rows: readonly Together[]): { one: string; other: string; value: number } | null {
  const pairs = rows.flatMap(({ wager, with: others }, index) =>
    others.slice(0, index).flatMap((value, at) => (value === null ? [] : [{ one: rows[at]?.wager ?? "", other: wager, value }])),
  );
  return pairs.reduce<(typeof pairs)[number] | null>((most, pair) => (most && Math.abs(most.value) >= Math.abs(pair.value) ? most : pair), null);
}

/** A layout before the betting: off: nothing; 6: pass 10, pass odds 50. */
export function layoutIn({ puck, wagers }: Layout): string {
  const standing = wagers.map(({ wager, amount_cents: amount, call }) => `${plain(wager)} ${inAddress(amount)}${call && ` ${call}`}`);
  return say("lab.long.layout", { puck: puck || say("lab.long.off"), wagers: standing.join(", ") || say("best.nothing") });
}

/** A chance as one in so many; a hand of that length may be rarer than any percentage shows. */
export function oneIn(chance: number): string {
  const many = 1 / chance;
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: many < 1000 ? 1 : 0 }).format(many);
}

/** The chances of a hand of so many throws, and of so many or more, until that is rare. */
export function lengthsOf(distribution: readonly { throws: number; chance: number }[]): { throws: number; chance: number; more: number }[] {
  const rows: { throws: number; chance: number; more: number }[] = [];
  let more = 1;
  for (const { throws, chance } of distribution) {
    if (more < RARE) break;
    rows.push({ throws, chance, more });
    more -= chance;
  }
  return rows;
}

/** The sums below which a share of the sessions stays, in per cent. */
export function sharesOf({ quantiles_cents: sums }: Money): { share: number; sum: number }[] {
  return Object.entries(sums)
    .map(([share, sum]) => ({ share: Math.round(100 * Number(share)), sum }))
    .sort((one, other) => one.share - other.share);
}

/** So many throws make a figure that people can picture. */
export const HUNDRED = 100;

/** The result of a throw, a decision, a hand and a hundred throws, in cents. Many throws spread like the root of their number. */
export function ratesOf({ rates }: Pick<LongRun, "rates">): { unit: (typeof UNITS)[number]; throws: number; action: number; gain: number; sd: number }[] {
  return UNITS.flatMap((unit) => {
    const rate: Rate | undefined = rates[unit === "hundred" ? "throws" : unit];
    const [many, root] = unit === "hundred" ? [HUNDRED, Math.sqrt(HUNDRED)] : [1, 1];
    return rate ? [{ unit, throws: many * rate.throws, action: many * rate.action_cents, gain: many * rate.gain_cents, sd: root * rate.sd_cents }] : [];
  });
}

const UNITS = ["throws", "decisions", "shooters", "hundred"] as const;

// The answers in a sentence.

export function streaksSaid({ losses, wins }: Streaks): string {
  return say("lab.streaks.said", { losses: losses.mean.toFixed(2), wins: wins.mean.toFixed(2) });
}

export function drawdownSaid({ mean_cents: sum, quantiles_cents: sums }: Money): string {
  return say("lab.drawdown.said", { mean: mean(sum), half: dollars(sums["0.5"] ?? 0), most: dollars(sums["0.95"] ?? 0) });
}

export function togetherSaid(found: Covariances): string {
  const most = mostTogether(togetherOf(found));
  return most ? say("lab.together.said", { one: plain(most.one), other: plain(most.other), value: correlationIn(most.value) }) : "";
}

export function longRunSaid(found: LongRun): string {
  const hundred = ratesOf(found).find(({ unit }) => unit === "hundred");
  return say("lab.long.said", { gain: signed(Math.round(hundred?.gain ?? 0)), sd: mean(hundred?.sd ?? 0), edge: edgeOf(found.edge) });
}

export function handSaid({ at_least: throws = 1, p_at_least: chance = 1 }: Hand): string {
  return say("lab.hand.said", { n: throws, chance: percent(chance), many: oneIn(chance) });
}
