/** The parts of a round. */

import type { TableView } from "../../wire/messages";

export type Phase = NonNullable<TableView["phase"]["name"]>;

/** Whether wagers are taken in this part of the round. */
export function isBetting(phase: Phase = "betting"): boolean {
  return phase === "betting" || phase === "last_bets";
}
