/** The first hand as this device keeps it: whether it was offered, and the table where it goes on. */

import { keep, kept as stored } from "./storage";

interface FirstHand {
  /** Whether somebody has begun it, or does not want it. */
  seen: boolean;
  /** The table that was opened for it, at which house and by whom. */
  table: { id: string; house: string; name: string } | null;
}

const KEY = "bankcraps.first-hand";

/** The first hand in what is kept. What cannot be read is as on a first visit. */
export function read(kept: unknown): FirstHand {
  const found = Object(kept) as Record<string, unknown>;
  const { id, house, name } = Object(found["table"]) as Record<string, unknown>;
  const whole = typeof id === "string" && typeof house === "string" && typeof name === "string";
  return { seen: found["seen"] === true, table: whole ? { id, house, name } : null };
}

class Kept {
  now = $state.raw<FirstHand>(read(stored(KEY)));

  set(change: Partial<FirstHand>): void {
    this.now = { ...this.now, ...change };
    keep(KEY, this.now);
  }
}

export const firstHand = new Kept();
