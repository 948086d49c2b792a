/** A hand at a player's own table: the table, its rules, what the last throw did, and what the next one may do. */

import { onMount } from "svelte";
import { session } from "../device/session.svelte";
import { sound } from "../device/sound";
import { byWager } from "../felt/layout";
import { atRisk } from "../parts/format/money";
import { LiveTable } from "../table/state/live.svelte";
import { house, type Outlook, type TableRules } from "../wire/house";
import type { Item } from "../wire/messages";
import { outcomeOf, type ThrowOutcome } from "./steps";

const BUY_IN = 20_000;

/** A bet that a step asks for. */
export interface Wish {
  wager: string;
  cents: number;
}

export class OwnHand {
  readonly live: LiveTable;
  rules = $state.raw<TableRules | null>(null);
  trouble = $state("");
  /** The outcome of the last throw, until it has been read. */
  told = $state.raw<ThrowOutcome | null>(null);
  /** The outlook of my wagers, and of the one that the step asks for. */
  mine = $state.raw<readonly Outlook[]>([]);
  wished = $state.raw<Outlook | null>(null);
  busy = $state(false);
  /** Whether the outlook is that of the table as it is: the story of a throw is made from it. */
  fresh = $state(false);
  readonly spots = $derived(byWager(this.rules?.wagers ?? []));
  #asking = 0;

  /**
   * Made while a component is made, and closed with it.
   *
   * @param id the table
   * @param wants the bet that the step asks for, if it asks for one
   * @param thrown called after each throw
   */
  constructor(
    readonly id: string,
    wants: () => Wish | null,
    readonly thrown: (outcome: ThrowOutcome) => void = () => {},
  ) {
    this.live = new LiveTable(id, (items) => this.#happened(items));
    onMount(() => {
      house.rules(id).then((found) => (this.rules = found), this.#failed);
      return () => this.live.close();
    });
    // The outlook depends on the puck, the round and the chips, and on nothing else.
    const moment = $derived(JSON.stringify([this.live.view?.puck, this.live.view?.turn, this.live.seat?.wagers]));
    $effect(() => {
      void moment;
      this.#look();
    });
    const wish = $derived(JSON.stringify(this.live.seat && wants()));
    $effect(() => {
      void this.live.view?.puck;
      this.wished = null;
      const wanted = JSON.parse(wish) as Wish | null;
      if (!wanted) return;
      house.outlook(id, wanted.wager, wanted.cents).then((found) => {
        if (JSON.stringify(wants()) === JSON.stringify(wanted)) this.wished = found[0] ?? null;
      }, this.#failed);
    });
  }

  readonly #failed = (error: Error): void => {
    this.trouble = error.message;
  };

  #happened(items: readonly Item[]): void {
    const { live } = this;
    const one = outcomeOf(items, live.you.name, this.mine, (live.view?.hand ?? 0) > live.round.hand);
    if (!one) return;
    this.told = one;
    sound.call(one.call);
    if (one.results.length) sound.chips();
    this.thrown(one);
  }

  #look(): void {
    this.#asking += 1;
    const number = this.#asking;
    this.fresh = false;
    if (!this.live.seat?.wagers?.length) {
      this.mine = [];
      return;
    }
    house.outlook(this.id).then((found) => {
      if (number !== this.#asking) return;
      this.mine = found;
      this.fresh = true;
    }, this.#failed);
  }

  /** Whether the house takes bets. It does not while it pays. */
  get open(): boolean {
    return this.live.view?.phase.name !== "paying" && this.live.status === "open";
  }

  /** Whether to throw is possible, and would be explained. */
  get ready(): boolean {
    return this.fresh && this.open && (this.live.may("accept") || this.live.may("throw"));
  }

  async sit(): Promise<void> {
    const { live } = this;
    const answer = live.seat ? null : await live.act({ type: "sit" });
    const has = Math.min(BUY_IN, live.you.wallet_cents ?? 0);
    const sum = has - (has % (this.rules?.chip_cents ?? 1));
    if (!answer?.refused) await live.act({ type: "buy_in", amount_cents: sum });
  }

  async shoot(): Promise<void> {
    this.told = null;
    if (!this.live.may("throw")) await this.live.act({ type: "accept" });
    await this.live.act({ type: "throw" });
  }

  /** Close the table, so that none stands empty. Where wagers stand, it stays open and waits. Returns whether it closed. */
  async leave(): Promise<boolean> {
    if (atRisk(this.live.seat)) return false;
    this.live.close();
    const closed = await house.close(this.id).then(() => true, () => false);
    await session.load().catch(() => null);
    return closed;
  }
}
