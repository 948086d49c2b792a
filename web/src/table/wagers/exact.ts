/** Sums that the chips of a table pay without rounding. The house says which these are. */

import type { Spot } from "../../wire/house";
import type { Wager } from "../../wire/messages";

export type Bet = (wager: Wager, cents: number) => void;

/** Whether a sum on a spot is paid exactly, or is on a spot where that makes no difference. */
export function isExact({ exact_cents: exact }: Spot, cents: number): boolean {
  return !exact || cents % exact === 0;
}
