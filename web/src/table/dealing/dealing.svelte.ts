/** The work of a dealer: their open tasks, and the wager that they have picked. */

import type { Wager } from "../../wire/messages";
import type { LiveTable } from "../state/live.svelte";
import { type Work, workOf } from "./work";

export class Dealing {
  #picked = $state("");

  constructor(readonly live: LiveTable) {}

  /** The open work of this person. */
  get mine(): Work[] {
    return this.live.view && this.live.you.deals ? workOf(this.live.view, this.live.you.name) : [];
  }

  /** The picked wager, while it is open. */
  get picked(): Work | null {
    return this.mine.find(({ key }) => key === this.#picked) ?? null;
  }

  /** The spots where this person has work for one of these players. */
  spots(players: readonly { name: string }[]): ReadonlySet<string> {
    const names = new Set(players.map(({ name }) => name));
    return new Set(this.mine.flatMap(({ player, wager }) => (wager && names.has(player) ? [wager] : [])));
  }

  pick(key: string): void {
    this.#picked = this.#picked === key ? "" : key;
  }

  /** Pick the work at a spot, of the next player there at each tap. Return whether there is any. */
  pickAt(wager: Wager): boolean {
    const here = this.mine.filter((one) => one.wager === wager);
    if (!here.length) return false;
    const at = here.findIndex(({ key }) => key === this.#picked);
    this.#picked = here[(at + 1) % here.length]?.key ?? "";
    return true;
  }
}
