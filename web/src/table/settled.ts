/** What a throw paid and took, for the short while in which the felt shows it. */

import { dollars } from "../money";
import type { Item } from "../wire/messages";

export interface Settled {
  key: string;
  seat: string;
  wager: string;
  text: string;
  /** What the player wins or loses, in cents. */
  cents: number;
  tone: "won" | "lost" | "back";
  /** Its turn in the dealers' order. */
  order: number;
}

/** What happened to wagers among these entries, in the order in which the dealers pay. */
export function settledIn(items: readonly Item[]): Settled[] {
  const found: Settled[] = [];
  for (const item of items) {
    if (!item.effects?.some((effect) => effect.type === "thrown")) continue;
    item.effects.forEach((effect, index) => {
      const key = `${item.seq}.${index}`;
      const order = found.length;
      if (effect.type === "paid") {
        found.push({ key, order, seat: effect.seat, wager: effect.wager, cents: effect.won_cents, text: `+${dollars(effect.won_cents)}`, tone: "won" });
      } else if (effect.type === "lost") {
        found.push({ key, order, seat: effect.seat, wager: effect.wager, cents: -effect.amount_cents, text: dollars(-effect.amount_cents), tone: "lost" });
      } else if (effect.type === "vigorish") {
        found.push({ key, order, seat: effect.seat, wager: effect.wager, cents: -effect.amount_cents, text: `${dollars(-effect.amount_cents)} vig`, tone: "lost" });
      } else if (effect.type === "tied" || effect.type === "returned") {
        found.push({ key, order, seat: effect.seat, wager: effect.wager, cents: 0, text: "push", tone: "back" });
      }
    });
  }
  return found;
}

/** What a player won or lost by these entries, in cents; what a correction takes back is taken back here too. */
export function wonIn(items: readonly Item[], seat: string): number {
  return items.flatMap((item) => item.effects ?? []).reduce((sum, effect) => sum + won(effect, seat), 0);
}

function won(effect: NonNullable<Item["effects"]>[number], seat: string): number {
  if (effect.type === "reversed") return -won(effect.effect, seat);
  if (!("seat" in effect) || effect.seat !== seat) return 0;
  if (effect.type === "paid") return effect.won_cents;
  if (effect.type === "lost" || effect.type === "vigorish") return -effect.amount_cents;
  return 0;
}

/** What the stickperson called at the last throw among these entries, or nothing. */
export function callIn(items: readonly Item[]): string {
  let call = "";
  for (const item of items) {
    const at = item.effects?.findIndex((effect) => effect.type === "thrown") ?? -1;
    if (at >= 0) call = item.words?.[at] ?? call;
  }
  return call;
}
