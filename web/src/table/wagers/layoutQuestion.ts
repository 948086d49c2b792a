/** The cost of a player's layout, as a question to the lab: the wagers, the puck and the sign, and no names. */

import type { Floor, Standing, TableSettings } from "../../wire/messages";

export interface Layout {
  /** The question as a query. */
  query: string;
  /** The wagers that cannot be asked, because tokens lie there. */
  left: Standing[];
}

export function layoutQuestion(settings: Pick<TableSettings, "rules" | "options">, floor: Pick<Floor, "limits" | "chip_cents">, puck: number, wagers: readonly Standing[]): Layout {
  const asked = wagers.filter((one) => !one.tokens_cents?.length);
  const question = { ...tableQuestion(settings, floor), puck: String(puck), layout: asked.map(written).join(", ") };
  return { query: asked.length ? String(new URLSearchParams(question)) : "", left: wagers.filter((one) => !asked.includes(one)) };
}

/** The house of a table with its options and its sign, as the fields of a question. */
export function tableQuestion({ rules, options = [] }: Pick<TableSettings, "rules" | "options">, { limits, chip_cents }: Pick<Floor, "limits" | "chip_cents">): Record<"rules" | "limits" | "chip", string> {
  const chosen = options.map(([name, choice]) => `${name}=${choice}`).join(",");
  const { minimum_cents, maximum_cents, unit_cents } = limits;
  const sign = [minimum_cents, maximum_cents, ...(unit_cents ? [unit_cents] : [])].map(inDollars).join(":");
  return { rules: chosen ? `${rules}:${chosen}` : rules, limits: sign, chip: inDollars(chip_cents) };
}

function written({ wager, amount_cents, call, commission_cents = 0, progress = [], straddles }: Standing): string {
  const paid = `paid ${inDollars(commission_cents)}`; // where it is left out, the house's usual commission counts as paid
  const counted = progress.length ? `counted ${progress.join(" ")}` : "";
  return [wager, inDollars(amount_cents), call, paid, counted, straddles && "across"].filter(Boolean).join(" ");
}

function inDollars(cents: number): string {
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}
