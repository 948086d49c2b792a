/** The throws in entries of the log: the calls and the last throws. */

import type { Item, Throw } from "../../wire/messages";

/** The call of the last throw among these entries, or nothing. */
export function callIn(items: readonly Item[]): string {
  let call = "";
  for (const item of items) {
    const at = item.effects?.findIndex((effect) => effect.type === "thrown") ?? -1;
    if (at >= 0) call = item.words?.[at] ?? call;
  }
  return call;
}

/** The last throws after what happened. One that was corrected or declared invalid is no longer among them. */
export function throwsAfter(before: readonly Throw[], items: readonly Item[]): Throw[] {
  const throws = [...before];
  for (const effect of items.flatMap((item) => item.effects ?? [])) {
    if (effect.type === "throw_corrected" || effect.type === "throw_invalid") throws.pop();
    else if (effect.type === "thrown") throws.push(effect.throw);
  }
  return throws;
}

/** The sentence that declares a throw or a round invalid. It stands in place of the stick's call. */
export function invalidIn(items: readonly Item[]): string {
  for (const { effects, words } of items) {
    const at = effects?.findIndex((effect) => effect.type === "throw_invalid" || effect.type === "game_invalid") ?? -1;
    if (at >= 0) return words?.[at] ?? "";
  }
  return "";
}
