/** A table that an address describes, such as one where a system of the lab shall play as a bot. */

import type { NewBot } from "../wire/house";

export interface Prefilled {
  rules: string;
  options: Record<string, string>;
  least: string;
  most: string;
  unit: string;
  chip: string;
  bots: NewBot[];
}

/** The table that an address describes; a part that it leaves out is empty, such as the name of the bot. Null if it names no system. */
export function prefilledBy(query: URLSearchParams): Prefilled | null {
  const of = (name: string): string => query.get(name) ?? "";
  const system = of("system");
  if (!system) return null;
  return {
    rules: of("house"),
    options: Object.fromEntries(query.getAll("option").map((one) => one.split("=", 2)).filter((one) => one.length === 2)),
    least: of("least"),
    most: of("most"),
    unit: of("unit"),
    chip: of("chip"),
    bots: [{ name: "", system, bankroll: of("bankroll") || "500" }],
  };
}
