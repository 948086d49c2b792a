/** Money as people read it. Sums are whole cents everywhere else. */

import type { Limits, Seat } from "../../wire/messages";
import { say } from "../../words";

const WHOLE = new Intl.NumberFormat("en-US");
const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

export function dollars(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const sum = Math.abs(cents) / 100;
  return `${sign}$${(Number.isInteger(sum) ? WHOLE : CENTS).format(sum)}`;
}

/** A win or a loss: with a plus for a win. */
export function signed(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** The chips of a player on the layout, in cents. */
export function atRisk(seat: Pick<Seat, "wagers"> | null | undefined): number {
  return (seat?.wagers ?? []).reduce((sum, one) => sum + one.amount_cents, 0);
}

/** A short form for chips on the felt: 25, 2.50, 12k. */
export function short(cents: number): string {
  const sum = cents / 100;
  if (sum >= 10_000 && sum % 1000 === 0) return `${sum / 1000}k`;
  return Number.isInteger(sum) ? String(sum) : sum.toFixed(2);
}

/** Dollars somebody typed as cents, or null if it is no sum. */
export function cents(typed: string): number | null {
  const [, whole = "", part = ""] = /^\$?([\d,]+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  const sum = wholeNumber(whole);
  return sum === null ? null : sum * 100 + Number(part.padEnd(2, "0"));
}

/** A whole number that somebody typed, or null. Commas stand before groups of three digits: 1,000 is a number, 2,50 is none. */
export function wholeNumber(typed: string): number | null {
  const digits = /^\d{1,3}(,\d{3})+$/.test(typed) ? typed.replaceAll(",", "") : typed;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** A whole number that somebody typed; null for an empty field, undefined for anything else. */
export function optionalNumber(typed: string): number | null | undefined {
  const text = typed.trim();
  return text ? (wholeNumber(text) ?? undefined) : null;
}

/** The chips that make up a sum, from the largest down, at most `most` of them. */
export function chipsOf(sum: number, denominations: readonly number[], most = 12): number[] {
  const chips: number[] = [];
  let left = sum;
  for (const value of [...denominations].sort((a, b) => b - a)) {
    while (left >= value && chips.length < most) {
      chips.push(value);
      left -= value;
    }
  }
  return chips;
}

/** Limits as people read them: $5 – $500, by $5. */
export function limitsOf({ minimum_cents: least, maximum_cents: most, unit_cents: unit }: Limits): string {
  const sums = { least: dollars(least), most: dollars(most) };
  return unit ? say("limits.unit", { ...sums, unit: dollars(unit) }) : say("limits", sums);
}

/** The limits of a sign as the server writes them in the lobby: MIN:MAX or MIN:MAX:UNIT, in dollars. */
export function limitsOn(sign: string): string {
  const [least = 0, most = 0, unit = 0] = sign.split(":").map((sum) => Math.round(Number(sum) * 100));
  return limitsOf({ minimum_cents: least, maximum_cents: most, unit_cents: unit });
}
