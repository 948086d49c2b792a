/** The house's answers about the dealers' drill. It keeps nothing, so each request says which exercise is meant. */

import { ask } from "./house";
import type { Correction, DrillCorrection, DrillExercise, DrillHouse, DrillQuestion } from "./messages";

export type { Correction, DrillCorrection, DrillExercise, DrillHouse, DrillQuestion };
export type Action = Correction["action"];

/** The exercises: a house with options, a level, and the seed that decides them. */
export interface Wanted {
  house: string;
  options: string;
  families: readonly string[];
  amounts: string;
  players: number;
  seed: number;
}

function query({ options, families, amounts, players, seed }: Wanted, more: Record<string, string | number>): string {
  const said = { options, families: families.join(","), amounts, players, seed, ...more };
  return new URLSearchParams(Object.entries(said).map(([key, value]) => [key, String(value)])).toString();
}

export const drill = {
  house: (house: string, options: string) => ask<DrillHouse>("GET", `/api/drill/${house}?${new URLSearchParams({ options })}`),
  exercise: (wanted: Wanted, index: number) => ask<DrillExercise>("GET", `/api/drill/${wanted.house}/exercise?${query(wanted, { index })}`),
  /** Without an action the house only says what is right. */
  correction: (wanted: Wanted, index: number, question: number, action: Action | "" = "", cents = 0) =>
    ask<DrillCorrection>("GET", `/api/drill/${wanted.house}/correction?${query(wanted, { index, question, action, pay_cents: cents })}`),
};
