/** The seeds that this page gave, compared with those that the house locks. The log says what the house likes. */

import type { Answer, Item } from "../../wire/messages";

interface Given {
  number: number;
  seed: string;
  /** The row of the log; 0 while the house has not answered. */
  seq: number;
}

type Locked = Extract<Item["entry"], { type: "seeds_locked" }>;

export class OwnSeeds {
  /** The number of a throw that was locked without the seed that the house had taken for it; 0 for none. */
  wrong = 0;
  readonly #given = new Set<Given>();
  #lock: { seq: number; entry: Locked } | null = null;

  /** Remember a seed that is on its way, and hear the answer to it later. */
  give(number: number, seed: string): (answer: Answer, name: string) => void {
    const given = { number, seed, seq: 0 };
    this.#given.add(given);
    return (answer, name) => {
      given.seq = answer.seq ?? 0;
      if (answer.refused || !given.seq) this.#given.delete(given);
      this.#compare(name);
    };
  }

  hear(items: readonly Item[], name: string): void {
    for (const { seq, entry } of items) {
      if (entry.type !== "seeds_locked") continue;
      this.#lock = { seq, entry };
      this.#compare(name);
    }
  }

  /** Compare the latest lock with the last seed before it, unless one more is on its way. */
  #compare(name: string): void {
    if (!this.#lock) return;
    const { seq, entry } = this.#lock;
    const mine = [...this.#given].filter(({ number }) => number === entry.number);
    if (mine.some((given) => !given.seq)) return;
    const last = mine.filter((given) => given.seq < seq).at(-1);
    const there = entry.seeds?.find(({ player }) => player === name)?.seed;
    if (last && last.seed !== there) this.wrong = entry.number;
    for (const given of mine) this.#given.delete(given);
  }
}
