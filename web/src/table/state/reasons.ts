/** Why players bet: betting systems say it in the log with everything they do. */

import type { Line } from "./live.svelte";

/** An act of a player, in words, and the reason that the player gave for it. */
export interface Reason {
  key: string;
  words: string;
  why: string;
}

/** The reasons of each player for what they last did: those of one round, in order. */
export function reasonsIn(lines: readonly Line[]): Map<string, Reason[]> {
  const found = new Map<string, { round: number; reasons: Reason[] }>();
  let round = 0;
  let seen = 0;
  for (const { key, words, item, seq } of lines) {
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
