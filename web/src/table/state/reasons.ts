/** Reasons of bets: betting systems give one in the log with everything they do. */

import type { GivenReason } from "../../wire/messages";
import type { Line } from "./live.svelte";

/** An act of a player, in words, and the reason that the player gave for it. */
export interface Reason {
  key: string;
  words: string;
  why: string;
}

/** Reasons that were given before this page was opened, and the number of the throw before which older ones were. */
export interface Before {
  given: readonly GivenReason[];
  thrown: number;
}

/** The reasons of each player for what they last did: those of one round, in order. */
export function reasonsIn(lines: readonly Line[], earlier: Before = { given: [], thrown: 0 }): Map<string, Reason[]> {
  const found = new Map<string, { round: number; reasons: Reason[] }>();
  for (const { seq, player, words, why } of earlier.given) {
    const reasons = found.get(player)?.reasons ?? [];
    found.set(player, { round: seq < earlier.thrown ? -1 : 0, reasons: [...reasons, { key: `${seq}.0`, words, why }] });
  }
  const since = earlier.given.at(-1)?.seq ?? 0;
  let round = 0;
  let seen = 0;
  for (const { key, words, item, seq } of lines) {
    if (seq <= since) continue;
    if (seq !== seen && item.effects?.some(({ type }) => type === "thrown")) round += 1;
    const first = seq !== seen;
    seen = seq;
    const { entry } = item;
    if (!first || entry.type !== "acted" || !entry.why) continue;
    const name = entry.event.by?.person ?? "";
    const before = found.get(name);
    const reasons = before?.round === round ? before.reasons : [];
    found.set(name, { round, reasons: [...reasons, { key, words, why: entry.why }] });
  }
  return new Map([...found].map(([name, { reasons }]) => [name, reasons]));
}
