/** A session throw by throw, as the felt shows it. */

import type { Settled } from "../../felt/settled";
import { dollars, signed } from "../../parts/format/money";
import type { ExplainedThrow } from "../../wire/lab";
import type { Seat, Standing } from "../../wire/messages";
import { say } from "../../words";

/** The name of the only player. */
export const PLAYER = "player";

/** The player when the dice are thrown: the rail, and what lies on the layout. */
export function seatOf({ rail_cents, laid = [] }: ExplainedThrow): Seat {
  const wagers = laid.map(({ wager, amount_cents, call }) => ({ wager, amount_cents, call: call || null }) as Standing);
  return { name: PLAYER, place: 1, rail_cents: rail_cents ?? 0, wagers };
}

/** The wins and losses of the throw, beside each wager. */
export function settledOf({ throw: number, laid = [] }: ExplainedThrow): Settled[] {
  return laid
    .filter(({ net_cents }) => net_cents)
    .map(({ wager, net_cents: cents }, order) => ({
      key: `${number}.${wager}`,
      seat: PLAYER,
      wager,
      text: signed(cents),
      cents,
      tone: cents > 0 ? ("won" as const) : ("lost" as const),
      leaves: 0,
      order,
    }));
}

/** The faces of "4-3". */
export function facesOf(dice: string | null): [number, number] | null {
  const [a, b] = (dice ?? "").split("-").map(Number);
  return a && b ? [a, b] : null;
}

/** The results of the bets and of the throw, wager by wager. */
export function partsOf({ net_cents }: ExplainedThrow): { wager: string; cents: number }[] {
  return Object.entries(net_cents).map(([wager, cents]) => ({ wager, cents }));
}

/** The last throw; the end, when nothing stands any more, has no dice. */
export function throwsIn(throws: readonly ExplainedThrow[]): number {
  return throws.filter(({ dice }) => dice).length;
}

/** The line of what is owned, from the start to the end, in a picture of a size. */
export function lineOf(throws: readonly ExplainedThrow[], width: number, height: number, margin: number): { path: string; x: (at: number) => number; y: (cents: number) => number; most: number; least: number } {
  const owned = throws.map(({ owned_after_cents }) => owned_after_cents);
  const brought = throws[0]?.owned_cents ?? 0;
  const most = Math.max(brought, ...owned);
  const least = Math.min(brought, ...owned);
  const x = (at: number): number => round(margin + ((at + 1) / Math.max(1, throws.length)) * (width - 2 * margin));
  const y = (cents: number): number => round(margin + ((most - cents) / (most - least || 1)) * (height - 2 * margin));
  return { path: [brought, ...owned].map((cents, index) => `${index ? "L" : "M"}${x(index - 1)} ${y(cents)}`).join(""), x, y, most, least };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The range FROM:TO of an address, in words. */
export function sumsIn(ended: string): string {
  const [from = "", to = ""] = ended.split(":").map((sum) => dollars(Math.round(Number(sum) * 100)));
  return from === to ? from : say("lab.bars.sums", { from, to });
}
