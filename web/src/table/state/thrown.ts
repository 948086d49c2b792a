/** The calls of throws in entries of the log, and the throws that were declared invalid. */

import type { Item } from "../../wire/messages";

/** Effects and the words for them, of an entry or of what the last throw decided. */
export type ThrowNews = Pick<Item, "effects" | "words"> & Partial<Pick<Item, "entry">>;

/** The call of the last throw among these entries, or nothing. */
export function callIn(items: readonly ThrowNews[]): string {
  let call = "";
  for (const item of items) {
    const { entry } = item;
    if (entry?.type === "dealt" && entry.action === "call" && entry.how !== "refused") call = entry.words ?? call;
    const at = item.effects?.findIndex((effect) => effect.type === "thrown") ?? -1;
    if (at >= 0) call = item.words?.[at] ?? call;
  }
  return call;
}

/** The sentence that declares a throw or a round invalid. It stands in place of the stick's call. */
export function invalidIn(items: readonly ThrowNews[]): string {
  for (const { effects, words } of items) {
    const at = effects?.findIndex((effect) => effect.type === "throw_invalid" || effect.type === "game_invalid") ?? -1;
    if (at >= 0) return words?.[at] ?? "";
  }
  return "";
}
