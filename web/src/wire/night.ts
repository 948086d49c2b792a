/** What the house tells of a table besides its messages: acts as forms, and what its log tells of the night. */

import { ask } from "./house";
import type { DisputeCase, Item, Seed, TableChanges, TableView, Throw } from "./messages";

export type FieldKind = "player" | "players" | "place" | "wager" | "cents" | "tokens" | "limits" | "time" | "dispute" | "die" | "dice" | "throw" | "text" | "yes_no" | "choice";

export interface Choice {
  value: string;
  name: string;
  clause: string;
  says: string;
}

export interface FormField {
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  default: boolean;
  choices: Choice[];
}

export interface ActForm {
  type: string;
  name: string;
  says: string;
  group: string;
  roles: string[];
  clause: string;
  fields: FormField[];
}

export interface SealedThrow {
  number: number;
  throw: Throw | null;
  withheld: string;
  commitment: string;
  seeds: Seed[];
  secret: string;
  committed: number;
  locked: number;
  shown: number;
  at: number;
}

export interface SealedThrows {
  throws: SealedThrow[];
  counted: number;
  withheld: Record<string, number>;
  no_rolls: Record<string, number>;
  invalid: Record<string, number>;
  void: Record<string, number>;
  entered: number;
  corrected: number;
  overruled: number;
}

export interface DisputeLine {
  dispute: DisputeCase;
  step: "" | "decide" | "investigate" | "ask_review";
  before: string;
  clause: string;
  seq: number;
  at: number;
  first: number;
  last: number;
}

export interface ReplayStep {
  item: Item;
  changes: TableChanges;
}

export interface Replay {
  before: TableView;
  steps: ReplayStep[];
  last: number;
}

export interface WagerResult {
  wager: string;
  decided: number;
  staked_cents: number;
  net_cents: number;
  expected_cents: number | null;
}

export interface BankrollPoint {
  throw: number;
  net_cents: number;
}

export interface Statistics {
  player: string;
  advice: boolean;
  hand: number;
  counted: {
    throws: number;
    sevens: number;
    points: number;
    seven_outs: number;
    totals: number[];
    net_cents: number;
    wagers: WagerResult[];
    bankroll: BankrollPoint[];
  };
}

export interface HandLine {
  hand: number;
  shooter: string;
  first: number;
  last: number;
  at: number;
  throws: number;
  ended: string;
}

const forms = new Map<string, Promise<ActForm[]>>();

export const night = {
  /** The acts do not change while a table is open, so they are asked for once. */
  acts(table: string): Promise<ActForm[]> {
    const found = forms.get(table) ?? ask<ActForm[]>("GET", `/api/tables/${table}/acts`);
    forms.set(table, found);
    found.catch(() => forms.delete(table));
    return found;
  },
  throws: (table: string, after?: number) => ask<SealedThrows>("GET", `/api/tables/${table}/throws${after === undefined ? "" : `?after=${after}`}`),
  disputes: (table: string) => ask<DisputeLine[]>("GET", `/api/tables/${table}/disputes`),
  statistics: (table: string, hand = 0) => ask<Statistics>("GET", `/api/tables/${table}/statistics?hand=${hand}`),
  hands: (table: string, after = 0) => ask<HandLine[]>("GET", `/api/tables/${table}/hands?after=${after}`),
  replay: (table: string, first: number, last: number) => ask<Replay>("GET", `/api/tables/${table}/replay?first=${first}&last=${last}`),
};
