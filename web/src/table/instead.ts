/** The bet that would do instead of one that the house refused, by the amounts that its refusal names. */

import type { Refused } from "../wire/messages";

/** Refusals of an amount that chips or units do not make. Their limit is the unit. */
const UNITS: readonly string[] = ["off_unit", "not_payable"];

/**
 * @param amount the chips that were offered, in cents
 * @param why what the house answered
 * @param there what lies on the spot already, in cents
 * @returns the chips that would do, in cents, or null if no sum would
 */
export function insteadOf(amount: number, why: Refused, there: number): number | null {
  const { code, limit_cents: limit, offered_cents: offered } = why;
  if (!limit || !offered) return null;
  if (UNITS.includes(code)) return nearest(limit, offered, amount);
  // The house names the most or the least: of what would lie there, or of what that could be paid.
  const ofChips = offered === amount || offered === there + amount;
  const sum = ofChips ? limit - (offered - amount) : inProportion(limit, offered, there + amount) - there;
  return sum > 0 ? sum : null;
}

/** The next sum in units below what was offered, or else above it. */
function nearest(unit: number, offered: number, amount: number): number {
  const below = amount - (offered % unit);
  return below > 0 ? below : below + unit;
}

/**
 * What is paid grows with the sum. Whole dollars that keep to the limit will do.
 *
 * What could be paid was rounded to a cent, which must not cost a dollar.
 */
function inProportion(limit: number, offered: number, sum: number): number {
  const dollars = (by: number): number => (limit / by) * (sum / 100);
  return 100 * (limit < offered ? Math.floor(dollars(offered - 1)) : Math.ceil(dollars(offered + 1)));
}
