/** The house's names for the wagers of the lab's answers. */

import { nameIn } from "../../felt/layout";
import { plain } from "../../parts/format/names";
import type { Spot } from "../../wire/house";

/** The name of a wager, or of an account that wagers of a kind share whatever their number. */
export function accountIn(spots: readonly Spot[], wager: string): string {
  const printed = nameIn(spots, wager);
  return printed === wager ? (spots.find(({ kind }) => kind === wager)?.name ?? plain(wager)) : printed;
}
