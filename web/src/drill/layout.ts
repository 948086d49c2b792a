/** The chips on the felt while a student settles a throw: what has been settled is gone, moved, or still there. */

import type { Settled } from "../table/settled";
import { dollars } from "../money";
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

/** What the felt shows at a wager that was settled. */
export function shownAt(question: DrillQuestion, { action, pay_cents }: Correction, order: number): Settled {
  const tone = action === "pay" ? "won" : action === "take" ? "lost" : "back";
  const cents = action === "pay" ? pay_cents : action === "take" ? -question.amount_cents : 0;
  const text = action === "pay" ? `+${dollars(cents)}` : action === "take" ? dollars(cents) : "";
  return { key: `${order}`, seat: question.seat, wager: question.wager, text, cents, tone, order: 0 };
}
