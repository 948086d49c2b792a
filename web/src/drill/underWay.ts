/** The exercise in hand, which this tab keeps: a page that is loaded again goes on at the same wager. */

import { keepForTab, keptForTab } from "../device/storage";
import type { Given } from "../wire/drill";
import { addressOf, type Chosen } from "./entry";

const KEY = "bankcraps.drill.underWay";

export interface UnderWay {
  /** The address of the level. */
  address: string;
  /** The number of the exercise. */
  index: number;
  given: readonly Given[];
  /** The seconds that these answers took. */
  spent: number;
}

/** The part of a level that this tab keeps, or nothing. */
export function underWay(level: Chosen): UnderWay | null {
  const found = keptForTab(KEY) as Partial<UnderWay> | null;
  const readable = found?.address === addressOf(level) && Number.isSafeInteger(found.index) && Array.isArray(found.given) && typeof found.spent === "number";
  return readable ? (found as UnderWay) : null;
}

export function keepUnderWay(level: Chosen, index: number, given: readonly Given[], spent: number): void {
  keepForTab(KEY, { address: addressOf(level), index, given, spent } satisfies UnderWay);
}

export function forgetUnderWay(): void {
  keepForTab(KEY, null);
}
