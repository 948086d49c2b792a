/** A player's seeds for sealed dice: random, given by the page itself, and each promised with the one before it. */

import type { You } from "../../wire/messages";
import { randomBits } from "../../wire/random";
import type { Command } from "../../wire/socket";

export class Seeds {
  #next = randomBits();
  #asked = 0;

  /**
   * The command that gives a seed for the next throw, or null if none is due: the house takes none from this person now,
   * or has one. Each throw is asked about once.
   */
  async due(you: You, number: number): Promise<Command | null> {
    if (!you.may?.includes("give_seed") || you.seed || number === this.#asked) return null;
    this.#asked = number;
    const seed = this.#next;
    this.#next = randomBits();
    const { digest } = await import("./sealed");
    return { type: "give_seed", seed, next: await digest(this.#next) };
  }
}
