/**
 * The steps of the first hand: what comes next, from the table as it is.
 *
 * The dice decide where it goes. What wins and loses is not known here: the house says it.
 */

import { type Settled, settledIn } from "../felt/settled";
import { either } from "../parts/format/names";
import { columns } from "../pictures/cells";
import { callIn } from "../table/state/thrown";
import type { Outlook } from "../wire/house";
import type { Item, Seat, TableView, Throw, Wager } from "../wire/messages";

export const PASS: Wager = "pass";
export const ODDS: Wager = "pass_odds";

/** The amount of a wager of the guide, in cents. */
export const STAKE = 1000;

export const STEPS = ["sit", "pass", "comeOut", "point", "odds", "decided"] as const;

/** A step, or what somebody reads between steps: what a throw did, or that there is too little money. */
export type Step = (typeof STEPS)[number] | "broke" | "throw" | "end";

/** The effects of a throw on my wagers. */
export interface ThrowOutcome {
  thrown: Throw;
  /** The call of the stickperson. */
  call: string;
  /** Whether it set the point, decided a wager of mine, or neither. */
  did: "point" | "decided" | "nothing";
  results: readonly Settled[];
  /** The outlook before it. */
  before: readonly Outlook[];
  /** Whether it ended the shooter's hand. */
  handOver: boolean;
}

/** The outcome for a player of a throw among these entries; null if there was none. */
export function outcomeOf(items: readonly Item[], me: string, before: readonly Outlook[], handOver = false): ThrowOutcome | null {
  const effects = items.flatMap((item) => item.effects ?? []);
  const thrown = effects.findLast((effect) => effect.type === "thrown");
  if (!thrown) return null;
  const results = settledIn(items).filter((one) => one.seat === me);
  const point = effects.some((effect) => effect.type === "point_set");
  return {
    thrown: thrown.throw,
    call: callIn(items),
    did: results.length ? "decided" : point ? "point" : "nothing",
    results,
    before,
    handOver,
  };
}

/** Whether odds were among the wagers that a throw decided: then all has been seen. */
export function hadOdds(told: ThrowOutcome): boolean {
  return told.results.some((one) => one.wager === ODDS);
}

/** A player's win or loss by a throw, in cents. */
export function netOf(told: ThrowOutcome): number {
  return told.results.reduce((sum, one) => sum + one.cents, 0);
}

/** The throws between which a wager is decided, in words, and in how many of the 36 ways each side falls. */
export interface Sides {
  wins: string;
  loses: string;
  winning: number;
  losing: number;
}

export function sidesOf(outlook: Outlook): Sides {
  const on = (which: "wins" | "loses") => either(outlook.chances.flatMap((one) => (one.result === which ? [one.on] : [])));
  const ways = (which: "wins" | "loses") => columns(outlook).flatMap(({ cells }) => cells.filter(({ result }) => result === which)).length;
  return { wins: on("wins"), loses: on("loses"), winning: ways("wins"), losing: ways("loses") };
}

/** The possible win of the wagers that a throw decided, in cents. */
export function wouldHaveWon(told: ThrowOutcome): number {
  const mine = told.before.filter((one) => told.results.some(({ wager }) => wager === one.wager));
  return mine.reduce((sum, { chances }) => sum + (chances.find(({ result }) => result === "wins")?.net_cents ?? 0), 0);
}

interface Facts {
  /** The money in the wallet, in cents. */
  wallet: number;
  seat: Pick<Seat, "rail_cents" | "wagers"> | null;
  puck: TableView["puck"];
  /** The outcome of the last throw, until it has been read. */
  told: ThrowOutcome | null;
  /** Whether wagers with odds have been decided, and that has been read. */
  finished: boolean;
}

export function stepOf({ wallet, seat, puck, told, finished }: Facts): Step {
  if (told?.did === "point") return "point";
  if (told?.did === "decided") return "decided";
  if (finished) return "end";
  const has = (wager: Wager) => seat?.wagers?.some((standing) => standing.wager === wager) ?? false;
  const rail = seat?.rail_cents ?? 0;
  if (rail < STAKE && !seat?.wagers?.length) return rail + wallet < STAKE ? "broke" : "sit";
  if (!seat) return "sit";
  if (has(ODDS)) return "throw";
  if (has(PASS)) return puck ? (seat.rail_cents < STAKE ? "throw" : "odds") : "comeOut";
  return "pass";
}

/** The position of a step among `STEPS`. */
export function progress(step: Step): number {
  if (step === "end") return STEPS.length;
  if (step === "broke") return 0;
  return STEPS.indexOf(step === "throw" ? "decided" : step);
}

/** The wager that a step asks for. */
export function wantedIn(step: Step): Wager | null {
  return step === "pass" ? PASS : step === "odds" ? ODDS : null;
}
