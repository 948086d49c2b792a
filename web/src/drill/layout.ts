/** The chips on the felt while a student settles a throw: what has been settled is gone, moved, or still there. */

import type { Settled } from "../felt/settled";
import { dollars } from "../parts/format/money";
import type { Correction, DrillQuestion } from "../wire/drill";
import type { Seat, Standing } from "../wire/messages";

/** The seats after a wager was settled as the house says. */
export function settledSeats(seats: readonly Seat[], question: DrillQuestion, { stays, to }: Correction): Seat[] {
  return seats.map((seat) => {
    if (seat.name !== question.seat) return seat;
    const wagers = (seat.wagers ?? []).flatMap((one): Standing[] => {
      if (one.wager !== question.wager) return [one];
      return stays ? [{ ...one, wager: (to || one.wager) as Standing["wager"] }] : [];
    });
    return { ...seat, wagers };
  });
}

/** The felt's view of a wager that was settled: its chips go where they belong. */
export function shownAt(question: DrillQuestion, { action, pay_cents, stays, to }: Correction, order: number): Settled {
  const { seat, wager, amount_cents } = question;
  const tone = ({ pay: "won", take: "lost", travel: "moved", leave: "back", say: "back" } as const)[action];
  const cents = action === "pay" ? pay_cents : action === "take" ? -amount_cents : 0;
  const text = action === "pay" ? `+${dollars(cents)}` : action === "take" ? dollars(cents) : "";
  return { key: `${order}`, seat, wager, text, cents, tone, leaves: stays && !to ? 0 : amount_cents, order: 0, ...(to ? { to } : {}) };
}
