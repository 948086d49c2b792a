/** A player's own table, which the lobby does not show. */

import { house as server } from "../wire/house";

export const USUAL = "three_four_five";

const DAY_MS = 24 * 3600 * 1000;
/** Nobody waits for a newcomer, and nothing is done for them: the table is theirs alone. */
const TIMING = { shooter_ms: 0, throwing_ms: DAY_MS, answer_ms: DAY_MS, paying_ms: 400 };

/** The table that was kept, if it is still open, or a new one of this house, with these of its options. */
export async function openOwnTable(house: string, title: string, kept: string, options: Record<string, string> = {}): Promise<string> {
  const open = kept && (await server.rules(kept).then(() => kept, () => ""));
  return open || (await server.open({ rules: house, options, title, pace: "shooter", timing: TIMING, listed: false, hosted: false })).table;
}
