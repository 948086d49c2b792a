/** The risk of ruin by bankroll: which bankrolls are asked for, and the curve through them. */

import { cents } from "../../parts/format/money";
import { ticksBetween } from "../charts/ticks";
import { type Question, withField, withValues } from "../question/question";

/** The risks for which bankrolls are found, beside the one that somebody names. */
export const RISKS = ["0.5", "0.25", "0.1", "0.05", "0.01"] as const;

const MOST = 30;
/** The bankrolls of the curve go up to so many times the one that is asked for. */
const UP_TO = 3;
const DOLLAR = 100;

/** The question for the curve: round bankrolls up to a multiple of the one asked for; nothing if that is no sum. */
export function curveAsked(question: Question): Question | null {
  const bankroll = cents(question["bankroll"] ?? "");
  if (!bankroll) return null;
  const sums = ticksBetween(DOLLAR, UP_TO * bankroll, MOST, DOLLAR);
  const [first = DOLLAR, second = 2 * DOLLAR] = sums;
  const last = sums.at(-1) ?? second;
  return withField(question, "bankrolls", [first, last, second - first].map((sum) => sum / DOLLAR).join(":"));
}

/** The question for the bankrolls of the usual risks, and of a share in per cent that somebody typed. */
export function risksAsked(question: Question, typed: string): Question {
  const own = shareOf(typed);
  const risks = new Set([...RISKS, ...(own ? [own] : [])]);
  return withValues(question, "ruin", [...risks].sort((a, b) => Number(b) - Number(a)));
}

/** A share as a question writes it, of per cent as somebody typed them; nothing if it is none between 0 and 100. */
export function shareOf(typed: string): string {
  const share = Number(typed.replace("%", "").trim()) / 100;
  return share > 0.000_001 && share < 1 ? String(Number(share.toFixed(9))) : "";
}
