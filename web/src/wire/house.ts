/** The house's answers over HTTP. */

import { say } from "../words";
import type * as wire from "./messages";

// A request may leave out a field with a default. The house writes every field of its answers.
export type Who = Required<wire.Who>;
export type TableLine = Required<wire.TableLine>;
export type { BetOffer, Chance, ExactBet, Explained, Invitation, NewBot, NewTable, Outlook, PayLine, TableRules, WagerLine as Spot } from "./messages";

/** A refusal of the house, in a sentence for people. */
export class Refusal extends Error {
  /**
   * @param wouldDo a name that would do in place of one that was refused, or nothing
   * @param inPlaceOf the name that was refused, where several were sent
   */
  constructor(
    message: string,
    readonly wouldDo = "",
    readonly inPlaceOf = "",
  ) {
    super(message);
  }
}

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
  const problem = answer as wire.Problem | null;
  throw new Refusal(problem?.error ?? say("page.status", { status: response.status }), problem?.would_do, problem?.in_place_of);
}

const forms = new Map<string, Promise<wire.ActForm[]>>();

export const house = {
  who: () => ask<Who>("GET", "/api/session"),
  signIn: (name: string, passphrase: string) => ask<Who>("POST", "/api/session", { name, passphrase }),
  /** Sign in under a name that the house chooses. */
  signInAnew: () => ask<Who>("POST", "/api/session/guest", {}),
  signOut: () => ask<wire.Done>("DELETE", "/api/session", {}),
  moneyOffered: () => ask<wire.MoneyOffer>("GET", "/api/money"),
  moreMoney: () => ask<wire.MoneyOffer>("POST", "/api/money", {}),
  tables: () => ask<TableLine[]>("GET", "/api/tables"),
  open: (table: wire.NewTable) => ask<wire.Opened>("POST", "/api/tables", table),
  close: (table: string) => ask<wire.Done>("DELETE", `/api/tables/${table}`, {}),
  closing: (table: string) => ask<wire.Closing>("GET", `/api/tables/${table}/closing`),
  announceClosing: (table: string) => ask<wire.Closing>("POST", `/api/tables/${table}/closing`, {}),
  explained: (table: string, kind: string) => ask<wire.Explained>("GET", `/api/tables/${table}/explained?${new URLSearchParams({ kind })}`),
  outlook: (table: string, wager?: string, cents?: number) => {
    const query = wager === undefined ? "" : `?${new URLSearchParams({ wager, cents: String(cents) })}`;
    return ask<wire.Outlook[]>("GET", `/api/tables/${table}/outlook${query}`);
  },
  /** Ask what a bet would come to. */
  offer: (table: string, wager: string, cents: number) => ask<wire.BetOffer | null>("GET", `/api/tables/${table}/offer?${new URLSearchParams({ wager, cents: String(cents) })}`),
  mayBots: (table: string) => ask<wire.SeatsBots>("GET", `/api/tables/${table}/bots`),
  /** Names that a new bot may have: no person has them, and no bot plays under them. */
  botNames: () => ask<string[]>("GET", "/api/bots/names"),
  addBot: (table: string, bot: wire.NewBot) => ask<wire.Done>("POST", `/api/tables/${table}/bots`, bot),
  dismissBot: (table: string, name: string) => ask<wire.Done>("DELETE", `/api/tables/${table}/bots/${encodeURIComponent(name)}`, {}),
  /** Let a system of the library, or a text, play the person's seat; and give the seat back. */
  handSeat: (table: string, system: string) => ask<wire.Done>("POST", `/api/tables/${table}/seat`, { system }),
  takeSeat: (table: string) => ask<wire.Done>("DELETE", `/api/tables/${table}/seat`, {}),
  invitation: (table: string) => ask<wire.Invitation>("GET", `/api/tables/${table}/invitation`),
  rules: (table: string) => ask<wire.TableRules>("GET", `/api/tables/${table}/rules`),
  /** The acts do not change while a table is open, so they are asked for once. */
  acts(table: string): Promise<wire.ActForm[]> {
    const found = forms.get(table) ?? ask<wire.ActForm[]>("GET", `/api/tables/${table}/acts`);
    forms.set(table, found);
    found.catch(() => forms.delete(table));
    return found;
  },
};
