/** The result of the last throw for one player, until the next one. */

import { HAND_WAGERS, type Item, type ThrowResult } from "../../wire/messages";

/** The result of a player's wager. */
export interface Decided {
  wager: string;
  /** The player's win or loss by it, in cents; 0 if its chips only came back or it tied. */
  cents: number;
}

export interface Result {
  /** The entry of the throw in the table's log. */
  seq: number;
  /** The player's wagers that it decided, in the order in which the dealers pay. */
  decided: readonly Decided[];
  sum: number;
  /** Whether it was a seven-out. */
  sevenOut: boolean;
  /** Whether it took everything that the player had on the layout, and paid nothing. */
  tookAll: boolean;
  /** The sentences about wagers on the hand that it paid, to anybody. */
  hands: readonly string[];
  /** The sentence that says that the throw or the round does not count, or nothing. */
  invalid: string;
}

type Thrown = Pick<Item | ThrowResult, "seq" | "effects" | "words" | "won_cents">;
type Effect = NonNullable<Item["effects"]>[number];

const DECIDE: readonly string[] = ["paid", "lost", "vigorish", "tied", "returned"];

/**
 * The result of the last throw among these entries, or null if there is none.
 *
 * @param cleared the players whose last wagers it took off the layout
 */
export function resultIn(items: readonly Thrown[], me: string, cleared: readonly string[] = []): Result | null {
  const last = items.findLast((item) => item.effects?.some(isThrow));
  return last ? resultOf(last, me, cleared.includes(me)) : null;
}

/** A result with what dealers have dealt of it since: where people deal, it comes bit by bit. */
export function withDealt(result: Result | null, items: readonly Item[], me: string): Result | null {
  if (!result) return null;
  return items.reduce((sum, item) => (item.entry.type === "dealt" ? added(sum, resultOf(item, me, false)) : sum), result);
}

function added(result: Result, more: Result): Result {
  const sums = new Map(result.decided.map(({ wager, cents }) => [wager, cents]));
  for (const { wager, cents } of more.decided) sums.set(wager, (sums.get(wager) ?? 0) + cents);
  const decided = [...sums].map(([wager, cents]) => ({ wager, cents }));
  return { ...result, decided, sum: result.sum + more.sum, hands: [...result.hands, ...more.hands] };
}

function isThrow({ type }: Effect): boolean {
  return type === "thrown" || isInvalid(type);
}

function isInvalid(type: string): boolean {
  return type === "throw_invalid" || type === "game_invalid";
}

function resultOf({ seq, effects = [], words = [], won_cents: won = [] }: Thrown, me: string, cleared: boolean): Result {
  const sums = new Map<string, number>();
  effects.forEach((effect, index) => {
    if (!DECIDE.includes(effect.type) || !("wager" in effect) || !("seat" in effect) || effect.seat !== me) return;
    sums.set(effect.wager, (sums.get(effect.wager) ?? 0) + (won[index] ?? 0));
  });
  const decided = [...sums].map(([wager, cents]) => ({ wager, cents }));
  const sevenOut = effects.some(({ type }) => type === "seven_out");
  return {
    seq,
    decided,
    sum: decided.reduce((sum, { cents }) => sum + cents, 0),
    sevenOut,
    tookAll: cleared && decided.every(({ cents }) => cents < 0),
    hands: effects.flatMap((effect, index) => (effect.type === "paid" && isOnHand(effect.wager) ? (words[index] ?? []) : [])),
    invalid: words[effects.findIndex(({ type }) => isInvalid(type))] ?? "",
  };
}

function isOnHand(wager: string): boolean {
  return HAND_WAGERS.some((kind) => kind === wager.split(" ")[0]);
}
