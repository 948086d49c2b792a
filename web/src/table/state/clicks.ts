/** The player's own acts by click, so that one undo takes back all acts of a click. */

import { keepForTab, keptForTab } from "../../device/storage";
import { UNDOABLE, type Item } from "../../wire/messages";

const ENDS_KEPT = 100;

export class Clicks {
  /** The entries of the log of the player's own acts that can still be undone. */
  #acts: number[] = [];
  /** The last entry of each click. They are kept while the page is loaded again. */
  #ends: number[];
  readonly #key: string;

  /** @param table the table whose clicks these are */
  constructor(table: string) {
    this.#key = `bankcraps.clicks.${table}`;
    const kept = keptForTab(this.#key);
    this.#ends = Array.isArray(kept) ? kept.filter((end): end is number => typeof end === "number") : [];
  }

  /** Hear what happened at the table before the page heard of it. */
  recall(items: readonly Item[], me: string): void {
    const since = this.#acts;
    this.#acts = [];
    this.heard(items, me);
    const last = items.at(-1)?.seq ?? 0;
    this.#acts.push(...since.filter((seq) => seq > last));
  }

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
    if (!seq) return;
    this.#ends = [...this.#ends, seq].slice(-ENDS_KEPT);
    keepForTab(this.#key, this.#ends);
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
