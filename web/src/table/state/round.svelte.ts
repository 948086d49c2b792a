/** The table's view of the last throw while it is paid, and the result of the session. */

import { settings } from "../../device/settings.svelte";
import { LYING_MS, PLACE_MS, PUSH_MS, type Rolling, ROLLING_MS } from "../../felt/motion";
import { inAir, type Placed, placedIn } from "../../felt/placed";
import { endsHand, paceOf, type Settled, settledIn } from "../../felt/settled";
import type { Item, Throw } from "../../wire/messages";
import { callIn, invalidIn, throwsAfter, wonIn } from "./thrown";

const KEPT = 24;

export class Round {
  /** The last throws, the latest at the end. */
  throws = $state.raw<readonly Throw[]>([]);
  rolling = $state(false);
  dice = $state.raw<Rolling | null>(null);
  call = $state("");
  settled = $state.raw<readonly Settled[]>([]);
  /** The bets and take-downs of others just now. */
  air = $state.raw<readonly Placed[]>([]);
  /** This person's result by throws since they sat down, and since the hand began. */
  session = $state(0);
  hand = $state(0);
  /** The same for the newest hand, which is shown when the dealers have paid the one before it. */
  #newest = 0;
  #rolled = 0;
  /** The entry of the log up to which the log itself gave the results. */
  #known = 0;
  /** The entries with results since this page was opened, until the log has come. */
  #meanwhile: Item[] = [];

  /** Begin with the last throws of the table, for somebody who comes. */
  begin(thrown: readonly Throw[]): void {
    this.throws = thrown;
  }

  /** Add the results from before this page was opened. The log that has them may have been read before the last throws. */
  remember(items: readonly Item[], me: string): void {
    const known = items.at(-1)?.seq ?? 0;
    const all = [...items, ...this.#meanwhile.filter(({ seq }) => seq > known)];
    this.#known = known;
    this.#meanwhile = [];
    this.session = wonIn(all, me);
    this.#newest = wonIn(all.slice(all.findLastIndex(endsHand) + 1), me);
    this.hand = this.#newest;
  }

  /** Let the dice of a throw roll. Returns how long they do. */
  roll(items: readonly Item[]): number {
    const throws = thrownIn(items);
    if (throws.length !== 1 || !settings.moves || document.hidden) return 0;
    this.skip();
    this.#rolled += 1;
    const key = this.#rolled;
    this.dice = { key, throw: throws[0] as Throw };
    this.rolling = true;
    setTimeout(() => {
      if (this.dice?.key === key) this.dice = null;
    }, ROLLING_MS + LYING_MS);
    return ROLLING_MS;
  }

  happened(items: readonly Item[], me: string): void {
    const thrown = thrownIn(items);
    this.throws = throwsAfter(this.throws, items).slice(-KEPT);
    if (thrown.length) this.rolling = false;
    this.call = invalidIn(items) || callIn(items) || this.call;
    const settled = settledIn(items);
    if (settled.length) this.#show(settled);
    this.#place(placedIn(items, me));
    const later = items.filter(({ seq }) => seq > this.#known);
    if (!this.#known) this.#meanwhile.push(...later.filter((item) => wonIn([item], me) || endsHand(item)));
    const mine = wonIn(later, me);
    this.session += mine;
    this.hand += mine;
    const end = later.findLastIndex(endsHand);
    this.#newest = end < 0 ? this.#newest + mine : wonIn(later.slice(end + 1), me);
    if (end >= 0) setTimeout(() => (this.hand = this.#newest), PUSH_MS);
  }

  /** Stop all motion: everything lies where it belongs. */
  skip(): void {
    this.settled = [];
    this.air = [];
    if (!this.rolling) this.dice = null;
  }

  #place(placed: readonly Placed[]): void {
    if (!placed.length || !settings.moves || document.hidden) return;
    this.air = inAir(this.air, placed);
    setTimeout(() => (this.air = this.air.filter((one) => !placed.includes(one))), PLACE_MS);
  }

  #show(settled: readonly Settled[]): void {
    this.settled = settled;
    setTimeout(() => {
      if (this.settled === settled) this.settled = [];
    }, PUSH_MS + settled.length * paceOf(settled));
  }
}

function thrownIn(items: readonly Item[]): Throw[] {
  return items.flatMap((item) => item.effects ?? []).flatMap((effect) => (effect.type === "thrown" ? [effect.throw] : []));
}
