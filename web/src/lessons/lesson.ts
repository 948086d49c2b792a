/**
 * A lesson as data: scenes, each with what it needs at the table and what it then asks.
 *
 * Wins, permitted take-downs and costs are never written here. The house answers.
 */

import type { Outlook, Spot } from "../wire/house";

/** The needs of a scene at the table before it can begin. The dice decide how long that takes. */
export type Need =
  /** A come-out comes next. */
  | { need: "comeOut" }
  /** There is a point, and this line wager stands for it. */
  | { need: "point"; line: string }
  /** A wager stands. If the puck has to be on or off before it is made, `when` says so. */
  | { need: "stands"; wager: string; when?: "point" | "comeOut" }
  /** A come wager has gone to its number. */
  | { need: "moved"; kind: string }
  /** Odds lie behind a wager. */
  | { need: "odds"; behind: string }
  /** A wager of this kind is decided, since the scene began. It stands when the scene begins. */
  | { need: "decided"; kind: string };

/** A wager of a kind, wherever it stands; `moved`, on its number. */
export interface Ref {
  kind: string;
  moved?: boolean;
  /** The number that is meant if none stands. */
  number?: number;
}

/** The result of a throw for a wager, where it has one. */
export type Result = Outlook["chances"][number]["result"];

export type Task =
  /** Something to read: `lesson.read.` and this. */
  | { task: "read"; says: string; of: Ref }
  /** What does a throw with this result do? On the come-out, if so said; otherwise on the next throw. */
  | { task: "throw"; of: Ref; result: Result; comeOut?: boolean }
  /** What does the wager win? */
  | { task: "pay"; of: Ref }
  /** Which of the wagers that stand may be taken down now? */
  | { task: "down" }
  /** Which of two wagers costs less? */
  | { task: "cheaper"; one: string; other: string }
  /** The costs of wagers, the cheapest first. */
  | { task: "costs"; wagers: readonly string[] };

export interface Scene {
  needs: readonly Need[];
  tasks: readonly Task[];
}

export interface Lesson {
  id: "come" | "odds" | "place" | "donts" | "buys" | "props";
  /** The line wager that is made where the shooter needs one. */
  line: string;
  /** The families of wagers in the drill. */
  drill: string;
  scenes: readonly Scene[];
}

type Kinds = ReadonlySet<string>;

/** The kind of a wager: `place` of `place 6`. */
export function kindOf(wager: string): string {
  return wager.split(" ")[0] ?? wager;
}

/** The kinds of wager of a layout. */
export function kindsOf(spots: Iterable<Spot>): Kinds {
  return new Set([...spots].map(({ kind }) => kind));
}

const ODDS: Readonly<Record<string, string>> = { pass: "pass_odds", come: "come_odds", dont_pass: "dont_pass_odds", dont_come: "dont_come_odds" };

function kindsNeeded(need: Need): string[] {
  if (need.need === "point") return [need.line];
  if (need.need === "stands") return [kindOf(need.wager)];
  if (need.need === "odds") return [need.behind, ODDS[need.behind] ?? ""];
  return need.need === "comeOut" ? [] : [need.kind];
}

function kindsAsked(task: Task): string[] {
  if (task.task === "cheaper") return [kindOf(task.one), kindOf(task.other)];
  return "of" in task ? [task.of.kind] : [];
}

/** A lesson at a house: without the scenes and the tasks whose wagers it does not offer. */
export function offeredAt(lesson: Lesson, kinds: Kinds): Lesson {
  const all = (named: readonly string[]) => named.every((kind) => kinds.has(kind));
  const scenes = lesson.scenes
    .filter(({ needs }) => all([lesson.line, ...needs.flatMap(kindsNeeded)]))
    .map(({ needs, tasks }) => ({ needs, tasks: tasks.filter((task) => all(kindsAsked(task))) }))
    .filter(({ tasks }) => tasks.length);
  return { ...lesson, scenes };
}
