/** The people and the wagers that an act can be about, for lists to choose from. */

import { nameIn } from "../../felt/layout";
import { dollars } from "../../parts/format/money";
import type { TableRules } from "../../wire/house";
import type { ActForm, TableView } from "../../wire/messages";

/** Those who have a place at the table, in the order of their places; with `all`, also the others around it. */
export function people(view: Pick<TableView, "seats" | "guests" | "chairs">, all: boolean): string[] {
  const seated = view.seats.map(({ name }) => name);
  if (!all) return seated;
  const others = [...view.guests.map(({ name }) => name), ...view.chairs.map(({ person }) => person)];
  return [...new Set([...seated, ...others.sort()])];
}

/** A wager that lies on the layout. */
export interface Lying {
  player: string;
  wager: string;
  says: string;
}

/** All wagers that lie there, player by player, each with its sum. */
export function lying(view: Pick<TableView, "seats">, wagers: TableRules["wagers"]): Lying[] {
  return view.seats.flatMap(({ name, wagers: stand }) =>
    (stand ?? []).map(({ wager, amount_cents }) => ({ player: name, wager, says: `${nameIn(wagers, wager)} ${dollars(amount_cents)}` })),
  );
}

/** Whether an act is about a wager of a player's: both are chosen at once, from those that lie there. */
export function aboutAWager(form: Pick<ActForm, "fields">): boolean {
  const has = (kind: string): boolean => form.fields.some((field) => field.kind === kind && field.required);
  return has("player") && has("wager");
}
