/** The steps of a lesson: what comes next, from the table as it is. The dice may undo what a scene needs; then it is made again. */

import { LINE_WAGERS, type Seat, type Wager } from "../wire/messages";
import type { Spot } from "../wire/house";
import type { ThrowOutcome } from "../guide/steps";
import { kindOf, type Lesson, type Need, type Ref, type Task } from "./lesson";

/** The money that a step with a bet takes at most, in cents. */
export const ENOUGH = 3000;

export type Step =
  | { do: "sit" | "broke" | "told" | "end" }
  | { do: "bet"; wager: string }
  /** Throw until what the scene needs has come. */
  | { do: "throw"; need: Need }
  | { do: "task"; task: Task };

export interface Facts {
  /** The money in the wallet, in cents. */
  wallet: number;
  seat: Pick<Seat, "rail_cents" | "wagers"> | null;
  puck: number;
  /** The outcome of the last throw, until it has been read. */
  told: ThrowOutcome | null;
  spots: ReadonlyMap<string, Spot>;
  scene: number;
  task: number;
  /** The kinds of wager that throws decided since the scene began. */
  decided: ReadonlySet<string>;
  /** Whether somebody goes on without what the scene needs. */
  skipped: boolean;
}

export function stepOf(lesson: Lesson, facts: Facts): Step {
  if (facts.told && facts.told.did !== "nothing") return { do: "told" };
  const scene = lesson.scenes[facts.scene];
  if (!scene) return { do: "end" };
  if (!facts.seat) return moneyFor(facts);
  const missing = facts.skipped ? null : firstMissing(scene.needs, lesson.line, facts);
  if (missing?.do === "bet" && facts.seat.rail_cents < ENOUGH) return moneyFor(facts);
  if (missing) return missing;
  const task = scene.tasks[facts.task];
  return task ? { do: "task", task } : { do: "end" };
}

/** Sit down, or buy in again; with too little money, say so. */
function moneyFor({ seat, wallet }: Facts): Step {
  return { do: (seat?.rail_cents ?? 0) + wallet < ENOUGH || (seat && wallet === 0) ? "broke" : "sit" };
}

function firstMissing(needs: readonly Need[], line: string, facts: Facts): Step | null {
  // A wager that is decided stood before, and need not stand again.
  const decided = needs.some((need) => need.need === "decided" && facts.decided.has(need.kind));
  if (decided) return null;
  for (const need of needs) {
    const step = provide(need, line, facts);
    if (step) return step;
  }
  return null;
}

/** The step that brings what a scene needs; null if it is there. */
function provide(need: Need, line: string, facts: Facts): Step | null {
  switch (need.need) {
    case "comeOut":
      return facts.puck ? { do: "throw", need } : null;
    case "point":
      return facts.puck && stands(need.line, facts) ? null : throwFor(need, need.line, facts);
    case "stands":
      return stands(need.wager, facts) ? null : (needed(need.when, line, facts) ?? { do: "bet", wager: need.wager });
    case "moved":
      if (standing({ kind: need.kind, moved: true }, facts)) return null;
      if (stands(need.kind, facts)) return throwFor(need, line, facts);
      return needed("point", line, facts) ?? { do: "bet", wager: need.kind };
    case "odds": {
      const odds = oddsBehind(need.behind, facts);
      return odds && !stands(odds, facts) ? { do: "bet", wager: odds } : null;
    }
    case "decided":
      return standing({ kind: need.kind }, facts) ? throwFor(need, line, facts) : null;
  }
}

function needed(when: "point" | "comeOut" | undefined, line: string, facts: Facts): Step | null {
  if (when === "comeOut") return provide({ need: "comeOut" }, line, facts);
  // Any point will do: a wager on the line that was decided with it is no longer missed.
  return when === "point" && !facts.puck ? throwFor({ need: "point", line }, line, facts) : null;
}

/** Throw, after the bet on the line without which nobody shoots. */
function throwFor(need: Need, line: string, facts: Facts): Step {
  const shoots = LINE_WAGERS.some((wager) => stands(wager, facts));
  return facts.puck || shoots ? { do: "throw", need } : { do: "bet", wager: line };
}

function wagersOf({ seat }: Facts): Wager[] {
  return (seat?.wagers ?? []).map(({ wager }) => wager);
}

function stands(wager: string, facts: Facts): boolean {
  return wagersOf(facts).some((one) => one === wager);
}

/** The wager of a kind that stands. */
export function standing({ kind, moved = false, number }: Ref, facts: Pick<Facts, "seat">): string | null {
  const found = (facts.seat?.wagers ?? []).map(({ wager }) => wager as string).filter((wager) => kindOf(wager) === kind);
  const named = found.find((wager) => wager === `${kind} ${number}`);
  return named ?? found.find((wager) => !moved || wager !== kind) ?? null;
}

/** The odds that can go behind a wager of a kind that stands. */
function oddsBehind(kind: string, facts: Facts): string | null {
  const behind = wagersOf(facts).filter((wager) => kindOf(wager) === kind);
  return behind.flatMap((wager) => facts.spots.get(wager)?.odds ?? [])[0] ?? null;
}

/** The kinds of wager that a throw won or lost: one that goes to its number is not decided. */
export function kindsDecided(told: ThrowOutcome): string[] {
  return told.results.filter(({ tone }) => tone === "won" || tone === "lost").map(({ wager }) => kindOf(wager));
}

