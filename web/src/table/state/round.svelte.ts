/** The table's view of the last throw while it is paid. */

import { settings } from "../../device/settings.svelte";
import { LYING_MS, PLACE_MS, PUSH_MS, type Rolling, ROLLING_MS } from "../../felt/motion";
import { inAir, type Placed, placedIn } from "../../felt/placed";
import { paceOf, type Settled, settledIn } from "../../felt/settled";
import type { Item, Throw } from "../../wire/messages";
import { callIn, invalidIn, type ThrowNews } from "./thrown";

export class Round {
  /** The last throws, the latest at the end. */
  throws = $state.raw<readonly Throw[]>([]);
  rolling = $state(false);
  dice = $state.raw<Rolling | null>(null);
  call = $state("");
  settled = $state.raw<readonly Settled[]>([]);
  /** The bets and take-downs of others just now. */
  air = $state.raw<readonly Placed[]>([]);
  /** The number of the hand whose results are shown: of the one that ended, until the dealers have paid it. */
  hand = $state(0);
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rolled = 0;

  /** Begin with the last throws of the table, the number of the hand and the last throw's effects, for somebody who comes. */
  begin(thrown: readonly Throw[], hand: number, last: ThrowNews | null = null): void {
    this.throws = thrown;
    const told = last ? [last] : [];
    this.call = invalidIn(told) || callIn(told);
    this.#show(hand, 0);
  }

  /** Let the dice of a throw roll, perhaps of a bot. Returns how long they do. */
  roll(items: readonly Item[], bot = false): number {
    const throws = thrownIn(items);
    if (throws.length !== 1 || (bot && settings.now.fastBots) || !settings.moves || document.hidden) return 0;
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

  /** Take in what happened, the number of the hand after it, and the last throws if they changed. */
  happened(items: readonly Item[], me: string, hand: number, throws = this.throws): void {
    this.throws = throws;
    if (thrownIn(items).length) this.rolling = false;
    this.call = invalidIn(items) || callIn(items) || this.call;
    const settled = settledIn(items);
    if (settled.length) this.#pay(settled);
    this.#place(placedIn(items, me));
    if (hand !== this.#next) this.#show(hand, hand > this.#next ? PUSH_MS : 0);
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

  #show(hand: number, after: number): void {
    clearTimeout(this.#timer);
    this.#next = hand;
    if (after) this.#timer = setTimeout(() => (this.hand = hand), after);
    else this.hand = hand;
  }

  #pay(settled: readonly Settled[]): void {
    this.settled = settled;
    setTimeout(() => {
      if (this.settled === settled) this.settled = [];
    }, PUSH_MS + settled.length * paceOf(settled));
  }
}

function thrownIn(items: readonly Item[]): Throw[] {
  return items.flatMap((item) => item.effects ?? []).flatMap((effect) => (effect.type === "thrown" ? [effect.throw] : []));
}
