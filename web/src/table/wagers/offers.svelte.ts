/**
 * A little more than a bet, which the house pays exactly: $6 on the 6 for $5.
 *
 * It is offered before anything is bet. Whoever has chosen once is not asked again while this page is open.
 */

import { type BetOffer, type ExactBet, house, type Spot } from "../../wire/house";
import type { Wager } from "../../wire/messages";
import { type Bet, isExact } from "./exact";

/** The wager that is offered, and the place of the offer. */
export interface Offered {
  wager: Wager;
  offer: BetOffer & { exact: ExactBet };
}

export class Offers {
  now = $state.raw<Offered | null>(null);
  /** Whether the little more was taken, by the sum that was meant and the sum that is paid exactly. */
  readonly #taken = new Map<string, boolean>();
  #asking = "";

  /**
   * @param table the id of the table
   * @param spots the spots of its layout
   * @param stands the cents of mine on a wager
   * @param bet bets these cents on a wager
   */
  constructor(
    readonly table: string,
    readonly spots: () => ReadonlyMap<string, Spot>,
    readonly stands: (wager: Wager) => number,
    readonly bet: Bet,
  ) {}

  /** Bet, or offer a little more first. A second tap on the same spot takes it. */
  async place(wager: Wager, cents: number): Promise<void> {
    const offered = this.now;
    if (offered?.wager === wager && offered.offer.stake_cents === cents) return this.take();
    this.now = null;
    const spot = this.spots().get(wager);
    if (!cents || !spot || isExact(spot, this.stands(wager) + cents) || this.#taken.get(keyOf(spot, cents)) === false) return this.bet(wager, cents);
    if (this.#asking === wager) return;
    this.#asking = wager;
    const offer = await house.offer(this.table, wager, cents).catch(() => null);
    this.#asking = "";
    if (!offer?.exact) this.bet(wager, cents);
    else if (this.#taken.get(keyOf(spot, cents))) this.bet(wager, offer.exact.stake_cents);
    else this.now = { wager, offer: { ...offer, exact: offer.exact } };
  }

  /** Bet what is offered. */
  take(): void {
    if (this.now) this.#choose(this.now, true, this.now.offer.exact.stake_cents);
  }

  /** Bet what was meant. */
  insist(): void {
    if (this.now) this.#choose(this.now, false, this.now.offer.stake_cents);
  }

  close(): void {
    this.now = null;
  }

  #choose({ wager, offer }: Offered, taken: boolean, cents: number): void {
    const spot = this.spots().get(wager);
    if (spot) this.#taken.set(keyOf(spot, offer.stake_cents), taken);
    this.now = null;
    this.bet(wager, cents);
  }
}

/** The 6 and the 8 are alike: whoever takes 6 for 5 on the one takes it on the other. */
function keyOf(spot: Spot, cents: number): string {
  return `${spot.kind} ${spot.exact_cents} ${cents}`;
}
