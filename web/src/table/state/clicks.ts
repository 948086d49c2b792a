/** The player's own acts by click, so that one undo takes back all acts of a click. */

import { UNDOABLE, type Item } from "../../wire/messages";

export class Clicks {
  /** The entries of the log of the player's own acts that can still be undone. */
  #acts: number[] = [];
  /** The last entry of each click. */
  readonly #ends: number[] = [];

  /** Hear what happened at the table. */
  heard(items: readonly Item[], me: string): void {
    for (const { seq, entry } of items) {
      if (entry.type !== "acted" || entry.event.by?.person !== me) continue;
      if (UNDOABLE.some((act) => act === entry.event.type)) this.#acts.push(seq);
      else if (entry.event.type === "undo") this.#acts.pop();
    }
  }

  /** A click was answered, and this is the last entry of what it did; 0 if it did nothing. */
  answered(seq: number): void {
    if (seq) this.#ends.push(seq);
  }

  /**
   * The number of acts that the latest click made.
   *
   * @param undoable the number of acts that the house would undo
   */
  latest(undoable: number): number {
    this.#acts = undoable ? this.#acts.slice(-undoable) : [];
    const last = this.#acts.at(-1) ?? 0;
    const before = Math.max(0, ...this.#ends.filter((end) => end < last));
    return Math.max(1, this.#acts.filter((seq) => seq > before).length);
  }
}
