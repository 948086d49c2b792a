/** Names for bots. The house says which are free; of these, one that nobody here has or is about to get. */

import { house } from "../../wire/house";
import { sameName } from "../../parts/format/names";

/** One of these names that is not taken, or an empty text. `pick` chooses a whole number below another. */
export function oneOf(names: readonly string[], taken: readonly string[], pick = (below: number): number => Math.floor(Math.random() * below)): string {
  const free = names.filter((name) => !taken.some((other) => sameName(name, other)));
  return free[pick(free.length)] ?? "";
}

/** A name for a bot that is free at this house; empty if the house names none. */
export async function freeBotName(taken: readonly string[], ask = house.botNames): Promise<string> {
  return oneOf(await ask().catch(() => []), taken);
}
