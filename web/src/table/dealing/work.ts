/** The open work of a dealer, from the table's view. */

import { nameIn } from "../../felt/layout";
import { dollars } from "../../parts/format/money";
import type { Spot } from "../../wire/house";
import type { Check, Dealt, TableView, Wager } from "../../wire/messages";
import { say } from "../../words";

export interface Work {
  key: string;
  /** Whether the throw is to be called. */
  call: boolean;
  /** The player of the wager; empty for the puck and for the call. */
  player: string;
  wager: Wager | null;
  /** The chips that lie there, in cents. */
  cents: number;
}

type Layout = Pick<TableView, "undealt" | "chairs" | "seats">;

/** The work of a person, in the order in which the engine settled it. */
export function workOf({ undealt = [], chairs, seats }: Layout, me: string): Work[] {
  const mine = new Set(chairs.filter(({ person }) => person === me).map(({ role }) => role));
  return undealt
    .filter(({ chair }) => mine.has(chair))
    .map(({ player = "", wager = null, call = false }) => {
      const stands = seats.find(({ name }) => name === player)?.wagers?.find((one) => one.wager === wager);
      return { key: keyOf(player, wager, call), call, player, wager, cents: stands?.amount_cents ?? 0 };
    });
}

export function keyOf(player: string, wager: string | null, call = false): string {
  return wager === null ? (call ? "call" : "puck") : `${player} ${wager}`;
}

/** A wager's player and its chips: Ann: $10 on the Pass Line. */
export function workWords({ player, wager, cents, call }: Work, spots: readonly Spot[]): string {
  if (call) return say("dealing.call");
  return wager === null ? say("dealing.puck") : say("dealing.wager", { player, sum: dollars(cents), wager: nameIn(spots, wager) });
}

/** The act of a dealer: pays $24, takes, the puck on 6. */
export function dealtWords({ action, dealt_cents: sum = 0, puck = 0, how, words: called = "" }: Pick<Dealt, "action" | "dealt_cents" | "puck" | "how" | "words">): string {
  const words = action === "call" ? say("dealing.did.call", { words: called }) : action === "pay" ? say("dealing.did.pay", { sum: dollars(sum) }) : action === "puck" ? puckWords(puck) : say(`dealing.did.${action}`);
  return how === "refused" ? say("dealing.refused", { words }) : how === "not_done" ? say("dealing.notDone", { words }) : words;
}

function puckWords(puck: number): string {
  return puck ? say("dealing.did.puck", { n: puck }) : say("dealing.did.off");
}

const SECOND_MS = 1000;

/** The time of a dealer, for a score. Whoever dealt nothing took no time, and has a dash. */
export function seconds(ms: number): string {
  return ms ? say("dealing.seconds", { n: Math.round(ms / SECOND_MS) }) : "–";
}

/** Whether something was dealt wrongly, and an award has put it right since. */
export function isPutRight({ dealt = [], owed_cents: owed = 0 }: Pick<Check, "dealt" | "owed_cents">): boolean {
  return !owed && dealt.some(({ moved_cents: moved = 0 }) => moved);
}

/** The right result for a wager, without the way to it. */
export function rightWords({ right }: Check): string {
  return right.right_action ? dealtWords({ ...right, how: "right" }) : say("dealing.leave");
}
