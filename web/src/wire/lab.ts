/** The odds lab of a house over HTTP: an answer that takes a while is a job until it is there. */

import { say } from "../words";
import { ask, Refusal } from "./house";
import type * as wire from "./messages";

export type { LabCommand, LabField, LabKind, Slot, SlotAdd, SlotChoice, SlotRule, SystemSlots, TextSpan } from "./messages";

// The house writes every field of its answers.
export type LabJob = Required<wire.LabJob>;
/** Where the words of a system are wrong. */
export type Place = Required<wire.Place>;
export type Session = wire.SessionData;
export type Endless = wire.EndlessSessionData;
export type Simulated = wire.SimulateData;
export type Odds = wire.OddsData;
export type LayoutCost = wire.LayoutCostData;
export type WagerFigures = wire.EdgeData;
export type Finals = wire.FinalsData;
export type Explained = wire.ExplainData;
export type ExplainedThrow = wire.ToldThrowData;
export type Rule = wire.RuleCostData;
export type Risk = wire.RiskData;
export type Money = wire.MoneyData;
export type Streaks = wire.StreaksData;
export type Covariances = wire.CovariancesData;
export type LongRun = wire.LongRunData;
export type Rate = wire.RateData;
export type Layout = wire.LayoutData;
export type Hand = wire.HandData;
export type Trajectories = wire.TrajectoriesData;
export type Compared = wire.ComparedSystemData;
export type Comparison = wire.CompareData;
export type Best = wire.BestData;
export type BestTime = wire.BestTimeData;
export type BestStill = wire.BestStillData;
export type BestAction = wire.BestActionData;
export type BestUtility = wire.BestUtilityData;
export type BestFrontier = wire.BestFrontierData;
/** The best play for any aim; for several tastes for risk, the plays of all. */
export type AnyBest = Best | BestTime | BestStill | BestAction | BestUtility | BestFrontier;
export type Bet = wire.BetData;

/** The reason why a question has no answer: the status says whether the question is wrong, or the house is busy. */
export class LabRefusal extends Refusal {
  constructor(
    message: string,
    readonly status: number,
    /** After how long to ask again, in milliseconds; 0 if that does not help. */
    readonly againMs = 0,
    /** Whether the question is in order and only cannot be solved, so that it may be simulated. */
    readonly simulates = false,
    /** Where the words of a system are wrong, if they are. */
    readonly at: Place | null = null,
  ) {
    super(message);
  }
}

const MISSING = 404;
const WORKING = 202;
/** The status of a question that was taken back, perhaps by another page of this person. */
export const TAKEN_BACK = 409;

/** Seconds for a file to come before the house is asked again. */
const LONG_S = 20;

/** The answer to a question, with the edition of the program that gave it; or the job that works on it. */
export type Heard<T> = { result: T; edition: string } | { job: LabJob };

async function reached(path: string, headers: Record<string, string>, signal: AbortSignal | null): Promise<Response> {
  try {
    return await fetch(path, { headers, signal });
  } catch {
    throw new LabRefusal(say("page.silent"), 0);
  }
}

async function heard<T>(path: string, headers: Record<string, string>, signal: AbortSignal | null = null): Promise<Heard<T>> {
  const response = await reached(path, headers, signal);
  const said: unknown = await response.json().catch(() => null);
  if (response.status === WORKING) return { job: said as LabJob };
  if (response.ok && said !== null) return { result: said as T, edition: response.headers.get("bankcraps-edition") ?? "" };
  throw refusalOf(response, said);
}

function refusalOf(response: Response, said: unknown): LabRefusal {
  // The limits on requests of the whole house say `error`; the lab says `detail`.
  const problem = said as { detail?: string; simulates?: boolean; at?: Place | null; error?: string } | null;
  const why = problem?.detail ?? problem?.error ?? say("page.status", { status: response.status });
  return new LabRefusal(why, response.status, 1000 * Number(response.headers.get("retry-after") ?? 0), problem?.simulates, problem?.at);
}

const jobOf = (key: string): string => `/api/lab/jobs/${encodeURIComponent(key)}`;

export const lab = {
  /** The kinds of question that the house answers; none if it has no lab. */
  async kinds(): Promise<wire.LabKind[]> {
    try {
      const found = await heard<wire.LabKind[]>("/api/lab", {});
      return "result" in found ? found.result : [];
    } catch (error) {
      if ((error as LabRefusal).status === MISSING) return [];
      throw error;
    }
  },
  /** Ask a question, and wait so many seconds for its answer, or until a signal. */
  ask: <T>(kind: string, query: string, seconds: number, signal?: AbortSignal) => heard<T>(addressOf(kind, query), { prefer: `wait=${seconds}` }, signal),
  /**
   * The rows of an answer as a Parquet file, however long the house takes to make it. At a signal the file is taken back,
   * and the promise fails.
   */
  async rows(kind: string, query: string, signal: AbortSignal): Promise<Blob> {
    let key = "";
    try {
      // The first look does not wait: the name of the job must be known before somebody takes it back.
      for (let seconds = 0; ; seconds = LONG_S) {
        const response = await reached(addressOf(`${kind}.parquet`, query), { prefer: `wait=${seconds}` }, signal);
        if (response.status === WORKING) key = ((await response.json()) as LabJob).key;
        else if (response.ok) return await response.blob();
        else if (response.status !== TAKEN_BACK) throw refusalOf(response, await response.json().catch(() => null));
      }
    } catch (error) {
      if (signal.aborted && key) void lab.takeBack(key);
      throw error;
    }
  },
  command: (kind: string, query: string) => ask<wire.LabCommand>("GET", `/api/lab/${kind}/command?${query}`),
  /** Take a question back, also while the page is left. */
  async takeBack(key: string): Promise<void> {
    const said = { method: "DELETE", body: "{}", headers: { "content-type": "application/json" }, keepalive: true };
    await fetch(jobOf(key), said).catch(() => {}); // it ends by itself, later
  },
  follow: (key: string) => new EventSource(`${jobOf(key)}/events`),
};

/** Questions of one kind that follow each other: whoever wants another answer waits no longer for this one. */
export function asker<T>(kind: string): { ask: (query: string, seconds: number, signal: AbortSignal) => Promise<Heard<T>>; takeBack: (key: string) => Promise<void> } {
  return { ask: (query, seconds, signal) => lab.ask(kind, query, seconds, signal), takeBack: lab.takeBack };
}

export function addressOf(kind: string, query: string): string {
  return `/api/lab/${kind}?${query}`;
}
