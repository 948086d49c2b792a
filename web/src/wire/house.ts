/** What the house answers over HTTP. */

import { say } from "../words";

export interface Who {
  name: string;
  roles: string[];
  guest: boolean;
  wallet_cents: number;
}

export interface TableLine {
  table: string;
  address: string;
  rules: string;
  house: string;
  title: string;
  limits: string;
  pace: string;
  dice: string;
  players: number;
  places: number;
  shooter: string;
  point: number;
}

export interface SpotPay {
  on: string;
  pay: string;
  clause: string;
}

export interface Spot {
  wager: string;
  kind: string;
  name: string;
  number: number | null;
  dice: string | null;
  bar: number | null;
  pays: SpotPay[];
  clause: string;
}

export interface TableRules {
  rules: string;
  title: string;
  about: string;
  document: string;
  limits: string;
  chip_cents: number;
  denominations_cents: number[];
  places: number;
  wagers: Spot[];
  clauses: { clause: string; says: string }[];
}

export interface Chance {
  on: string;
  result: "wins" | "loses" | "back" | "moves" | "counts";
  net_cents: number;
}

export interface Outlook {
  wager: string;
  chances: Chance[];
}

export interface NewTable {
  rules: string;
  options?: Record<string, string>;
  limits?: string;
  chip?: string;
  pace?: string;
  dice?: string;
  title?: string;
  guests?: boolean;
  listed?: boolean;
  bots?: NewBot[];
}

/** A bot of the house: its bankroll is in dollars, as `POST /api/tables` takes it. */
export interface NewBot {
  name: string;
  system: string;
  bankroll: string;
}

export interface Invitation {
  link: string;
  everywhere: boolean;
  rows: string[];
}

/** What the house refused, in a sentence for people. */
export class Refusal extends Error {}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const said = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  let response: Response;
  try {
    response = await fetch(path, { method, ...said });
  } catch {
    throw new Refusal(say("page.silent"));
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const problem = answer as { error?: string } | null;
  throw new Refusal(problem?.error ?? say("page.status", { status: response.status }));
}

export const house = {
  who: () => ask<Who>("GET", "/api/session"),
  signIn: (name: string, passphrase: string) => ask<Who>("POST", "/api/session", { name, passphrase }),
  signOut: () => ask<unknown>("DELETE", "/api/session", {}),
  tables: () => ask<TableLine[]>("GET", "/api/tables"),
  open: (table: NewTable) => ask<{ table: string }>("POST", "/api/tables", table),
  outlook: (table: string, wager?: string, cents?: number) => {
    const query = wager === undefined ? "" : `?${new URLSearchParams({ wager, cents: String(cents) })}`;
    return ask<Outlook[]>("GET", `/api/tables/${table}/outlook${query}`);
  },
  invitation: (table: string) => ask<Invitation>("GET", `/api/tables/${table}/invitation`),
  rules: (table: string) => ask<TableRules>("GET", `/api/tables/${table}/rules`),
};
