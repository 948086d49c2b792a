/** What the table shows of the last throw while it is paid, and what the session has come to. */

import type { Item, TableView, Throw } from "../wire/messages";
import { callIn, type Settled, settledIn } from "./settled";

const SHOWN_MS = 2600;
const EACH_MS = 90;
const ROLLING_MS = 800;
const KEPT = 24;

export class Round {
  /** The last throws, the latest at the end. */
  throws = $state.raw<readonly Throw[]>([]);
  rolling = $state(false);
  call = $state("");
  settled = $state.raw<readonly Settled[]>([]);
  /** What this person won or lost by throws since the page was opened, and since the hand began. */
  session = $state(0);
  hand = $state(0);

  /** The dice as they lie when one comes. */
  begin(view: TableView): void {
    if (!this.throws.length && view.last) this.throws = [view.last];
  }

  happened(items: readonly Item[], me: string): void {
    const thrown = items.flatMap((item) => item.effects ?? []).filter((effect) => effect.type === "thrown");
    if (thrown.length) this.#roll(thrown.map((effect) => effect.throw));
    this.call = callIn(items) || this.call;
    const settled = settledIn(items);
    if (settled.length) this.#show(settled);
    const mine = settled.filter((one) => one.seat === me).reduce((sum, one) => sum + one.cents, 0);
    this.session += mine;
    this.hand += mine;
    const ended = items.some((item) => item.effects?.some((effect) => effect.type === "seven_out"));
    if (ended) setTimeout(() => (this.hand = 0), SHOWN_MS);
  }

  #roll(throws: readonly Throw[]): void {
    this.throws = [...this.throws, ...throws].slice(-KEPT);
    this.rolling = true;
    setTimeout(() => (this.rolling = false), ROLLING_MS);
  }

  #show(settled: readonly Settled[]): void {
    this.settled = settled;
    setTimeout(() => {
      if (this.settled === settled) this.settled = [];
    }, SHOWN_MS + settled.length * EACH_MS);
  }
}
