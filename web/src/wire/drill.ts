/** The house's answers about the dealers' drill. It keeps nothing, so each request says which exercise is meant. */

import { ask } from "./house";
import type * as wire from "./messages";

// The house writes every field of its answers.
export type Correction = Required<wire.Correction>;
export type DrillHouse = wire.DrillHouse;
export type DrillQuestion = Required<wire.DrillQuestion>;
export type DrillExercise = Omit<wire.DrillExercise, "questions"> & { questions: DrillQuestion[] };
export interface DrillCorrection {
  right: boolean;
  correction: Correction;
}
export type Action = Correction["action"];
export type Asks = DrillQuestion["kind"];

/** An answer. Without an action it was late; `said` is an answer in words. */
export interface Given {
  action: Action | "";
  cents: number;
  said?: string;
}

/** The exercises: a house with options, a level, and the seed that decides them. */
export interface Wanted {
  house: string;
  options: string;
  asks: readonly string[];
  families: readonly string[];
  amounts: string;
  players: number;
  seed: number;
}

function query({ options, asks, families, amounts, players, seed }: Wanted, more: Record<string, string | number>): string {
  const said = { options, asks: asks.join(","), families: families.join(","), amounts, players, seed, ...more };
  return new URLSearchParams(Object.entries(said).map(([key, value]) => [key, String(value)])).toString();
}

export const drill = {
  house: (house: string, options: string) => ask<DrillHouse>("GET", `/api/drill/${house}?${new URLSearchParams({ options })}`),
  exercise: (wanted: Wanted, index: number) => ask<DrillExercise>("GET", `/api/drill/${wanted.house}/exercise?${query(wanted, { index })}`),
  correction: (wanted: Wanted, index: number, question: number, { action, cents, said = "" }: Given) =>
    ask<DrillCorrection>("GET", `/api/drill/${wanted.house}/correction?${query(wanted, { index, question, action, pay_cents: cents, ...(said ? { said } : {}) })}`),
};
