/** The answer that a student types, and the level that an address names. */

import { cents } from "../parts/format/money";
import type { Action, DrillHouse, Wanted } from "../wire/drill";

export const KEYS: Readonly<Record<string, Action>> = { t: "take", l: "leave", m: "travel" };

/** An answer typed: an amount is a pay, a key is another action; null for anything else. */
export function typed(text: string): { action: Action; cents: number } | null {
  const action = KEYS[text.trim().toLowerCase()];
  if (action) return { action, cents: 0 };
  const pay = cents(text);
  return pay === null ? null : { action: "pay", cents: pay };
}

/** The question of a drill that names none. */
export const USUAL = ["settle"] as const;

export const CLOCKS = [0, 20, 10, 5] as const;

/** The titles of the lines of a score: families of wagers, and kinds of question. */
export function titlesOf({ asks, families }: DrillHouse): Record<string, string> {
  return Object.fromEntries([...families.map(({ family, title }) => [family, title]), ...asks.map((one) => [one.asks, one.title])]);
}

/** A spot of the felt that was pressed: another value for each time. */
export interface Picked {
  wager: string;
}

/** Things to put in order, each with its letter. */
export function lettered(items: readonly string[]): { letter: string; words: string }[] {
  return items.map((words, index) => ({ letter: String.fromCharCode(65 + index), words }));
}

export interface Chosen extends Wanted {
  /** Seconds for each wager, or 0 for no clock. */
  clock: number;
}

/** The level that an address names, so that a teacher can send it; what it leaves out is as usual. The house may allow fewer players. */
export function chosenIn(query: URLSearchParams, seed: number): Chosen {
  const list = (name: string): string[] => query.get(name)?.split(",").filter(Boolean) ?? [];
  const asks = list("asks");
  const number = (name: string, usual: number): number => {
    const found = query.get(name);
    return found !== null && /^\d{1,15}$/.test(found) ? Number(found) : usual;
  };
  return {
    house: query.get("house") ?? "",
    options: query.get("options") ?? "",
    asks: asks.length ? asks : [...USUAL],
    families: list("families"),
    amounts: query.get("amounts") ?? "even",
    players: Math.max(1, number("players", 3)),
    seed: number("seed", seed),
    clock: CLOCKS.find((one) => one === number("clock", 0)) ?? 0,
  };
}

/** A part of an address that the drill cannot use: what it says, and what it may say. */
export interface Mistake {
  name: string;
  value: string;
  right: string;
}

function numbers(mostPlayers: number): Readonly<Record<string, { right: string; fits: (n: number) => boolean }>> {
  return {
    players: { right: `1 – ${mostPlayers}`, fits: (n) => n >= 1 && n <= mostPlayers },
    clock: { right: CLOCKS.join(", "), fits: (n) => CLOCKS.some((one) => one === n) },
    seed: { right: "0 – 999999999999999", fits: () => true },
  };
}

/**
 * The parts of an address that the drill cannot use.
 *
 * @param known what each name may say, besides numbers; null for what only the house can check
 * @param mostPlayers the most players at this house
 */
export function mistakesIn(query: URLSearchParams, known: Readonly<Record<string, readonly string[] | null>>, mostPlayers: number): Mistake[] {
  const found: Mistake[] = [];
  const usual = numbers(mostPlayers);
  for (const [name, value] of query) {
    const number = usual[name];
    const names = known[name];
    if (number && !(/^\d{1,15}$/.test(value) && number.fits(Number(value)))) found.push({ name, value, right: number.right });
    if (names) for (const one of value.split(",")) if (one && !names.includes(one)) found.push({ name, value: one, right: names.join(", ") });
    if (!number && names === undefined) found.push({ name, value, right: [...Object.keys(known), ...Object.keys(usual)].join(", ") });
  }
  return found;
}

/** The address of a level. */
export function addressOf({ house, options, asks, families, amounts, players, seed, clock }: Chosen): string {
  const usual = asks.join(",") === USUAL.join(",");
  const said = { house, ...(options ? { options } : {}), ...(usual ? {} : { asks: asks.join(",") }), families: families.join(","), amounts, players, clock, seed };
  return `/drill?${new URLSearchParams(Object.entries(said).map(([key, value]) => [key, String(value)]))}`;
}

/** Options as requests write them: `bar=2,field_12=triple`. */
export function optionsOf(written: string): Record<string, string> {
  return Object.fromEntries(written.split(",").filter((one) => one.includes("=")).map((one) => one.split("=") as [string, string]));
}

export function writtenOptions(options: Record<string, string>): string {
  return Object.entries(options).map(([name, choice]) => `${name}=${choice}`).join(",");
}
