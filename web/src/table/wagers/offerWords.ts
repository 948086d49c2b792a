/** An offer in a sentence: what either sum would win. */

import { dollars } from "../../parts/format/money";
import { say } from "../../words";
import type { Offered } from "./offers.svelte";

export function offerWords({ total_cents: meant, wins_cents: wins, exact }: Offered["offer"]): string {
  return say("offer.pays", { more: dollars(exact.total_cents), much: dollars(exact.wins_cents), meant: dollars(meant), wins: dollars(wins) });
}
