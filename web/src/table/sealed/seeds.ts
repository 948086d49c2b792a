/** A player's seeds for sealed dice: random, given by the page itself, and each promised with the one before it. */

import type { TableView } from "../../wire/messages";
import { randomBits } from "../../wire/random";
import type { Command } from "../../wire/socket";

export class Seeds {
  #next = randomBits();
  #asked = 0;

  /**
   * The command that gives a seed for the next throw, or null if none is due: this person does not play, has given one,
   * or the dice are not sealed yet. Each throw is asked about once.
   */
  async due(view: TableView, name: string): Promise<Command | null> {
    const fair = view.fairness;
    const plays = view.seats.some((seat) => seat.name === name);
    if (!plays || !fair?.commitment || fair.locked || fair.number === this.#asked || fair.seeded?.includes(name)) return null;
    this.#asked = fair.number ?? 0;
    const seed = this.#next;
    this.#next = randomBits();
    const { digest } = await import("./sealed");
    return { type: "give_seed", seed, next: await digest(this.#next) };
  }
}
