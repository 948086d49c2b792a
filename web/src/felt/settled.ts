/** The payments and losses of a throw, for the short while in which the felt shows them. */

import { dollars } from "../parts/format/money";
import type { Item } from "../wire/messages";
import { say } from "../words";

export interface Settled {
  key: string;
  seat: string;
  wager: string;
  /** The text beside it, or nothing. */
  text: string;
  /** The player's win or loss, in cents. */
  cents: number;
  tone: "won" | "lost" | "back" | "moved";
  /** The chips that leave the spot, in cents; 0 if they stay. */
  leaves: number;
  /** The wager to which the chips move, if they go to a number. */
  to?: string;
  /** Its turn in the dealers' order. */
  order: number;
}

type Effect = NonNullable<Item["effects"]>[number];

/** The results of wagers among these entries, in the order in which the dealers pay. */
export function settledIn(items: readonly Item[]): Settled[] {
  const found: Settled[] = [];
  for (const item of items) {
    const dealt = item.entry?.type === "dealt";
    if (!dealt && !item.effects?.some((effect) => effect.type === "thrown")) continue;
    item.effects?.forEach((effect, index) => {
      const one = settledBy(effect, item.won_cents?.[index] ?? 0);
      if (one) found.push({ ...one, leaves: item.left_cents?.[index] ?? 0, key: `${item.seq}.${index}`, order: found.length });
    });
  }
  return found;
}

function settledBy(effect: Effect, cents: number): Omit<Settled, "key" | "order" | "leaves"> | null {
  switch (effect.type) {
    case "paid":
      return { ...whose(effect), cents, text: `+${dollars(cents)}`, tone: "won" };
    case "lost":
      return { ...whose(effect), cents, text: dollars(cents), tone: "lost" };
    case "vigorish":
      return { ...whose(effect), cents, text: say("settled.vig", { sum: dollars(cents) }), tone: "lost" };
    case "tied":
      return { ...whose(effect), cents: 0, text: say("settled.push"), tone: "back" };
    case "returned":
      return { ...whose(effect), cents: 0, text: say("settled.back"), tone: "back" };
    case "moved":
      return { ...whose(effect), cents: 0, text: "", tone: "moved", to: effect.to };
    default:
      return null;
  }
}

function whose({ seat, wager }: { seat: string; wager: string }): { seat: string; wager: string } {
  return { seat, wager };
}

const FASTEST_MS = 30;
const SLOWEST_MS = 150;
const ALL_MS = 1500;

/** The time from each to the next that is paid or taken: all of them in a second and a half, however many they are. */
export function paceOf(settled: readonly Settled[]): number {
  return Math.max(FASTEST_MS, Math.min(SLOWEST_MS, ALL_MS / Math.max(1, settled.length)));
}
