/** Bets that others make or take down, for the short while in which their chips travel. */

import type { Item } from "../wire/messages";

export interface Placed {
  key: string;
  seat: string;
  wager: string;
  cents: number;
  /** Whether the chips come down and go back to the player. */
  back: boolean;
}

/** More chips than these are not in the air at once: those that came first lie there at once. */
const MOST = 40;

/** The chips that others put down or took back among these entries, those of a player on a spot together. */
export function placedIn(items: readonly Item[], me: string): Placed[] {
  const found = new Map<string, Placed>();
  for (const item of items) {
    if (item.effects?.some((effect) => effect.type === "thrown")) continue;
    for (const effect of item.effects ?? []) {
      const back = effect.type === "returned";
      if ((effect.type !== "staked" && !back) || effect.seat === me) continue;
      const where = `${effect.seat}|${effect.wager}|${back}`;
      const cents = (found.get(where)?.cents ?? 0) + effect.amount_cents;
      found.set(where, { key: `${item.seq}|${where}`, seat: effect.seat, wager: effect.wager, cents, back });
    }
  }
  return [...found.values()];
}

/** The chips in the air after more went up. */
export function inAir(now: readonly Placed[], more: readonly Placed[]): readonly Placed[] {
  return [...now, ...more].slice(-MOST);
}

/** The cents that are still on their way to each spot, by `player|wager`. */
export function comingTo(air: readonly Placed[]): Map<string, number> {
  const coming = new Map<string, number>();
  for (const { seat, wager, cents, back } of air) {
    if (!back) coming.set(`${seat}|${wager}`, (coming.get(`${seat}|${wager}`) ?? 0) + cents);
  }
  return coming;
}
