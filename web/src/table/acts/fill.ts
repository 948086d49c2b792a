/** The entries of a form, as an event of the house. */

import { cents } from "../../parts/format/money";
import type { ActForm, FormField } from "../../wire/messages";
import type { Command } from "../../wire/socket";

/** The content of a field while it is filled in. Money and limits are typed in dollars, a time as HH:MM. */
export type Typed = string | boolean | string[] | number[];

export type Event = Extract<Command, { type: "act" }>["event"];

type Filled = { event: Event } | { wrong: string };

/** A clock: what it is now, in milliseconds, and in seconds of the table's clock. */
export interface Clock {
  now: number;
  table: number;
}

export function empty(field: FormField): Typed {
  if (field.kind === "yes_no") return field.default ?? false;
  if (field.kind === "players" || field.kind === "dice") return [];
  if (field.kind === "throw") return ["", ""];
  return field.kind === "limits" ? ["", "", ""] : "";
}

/** The chosen values without those that are no longer there: a die that was given up, a player who left. */
export function stillThere<T extends string | number>(typed: readonly T[], there: readonly T[]): T[] {
  return typed.filter((one) => there.includes(one));
}

/** The event that a form comes to, or the name of the field that cannot be read. */
export function filled(form: ActForm, typed: Readonly<Record<string, Typed>>, clock: Clock): Filled {
  const event: Record<string, unknown> = { type: form.type };
  for (const field of form.fields) {
    const given = typed[field.name] ?? empty(field);
    if (isEmpty(given)) {
      if (field.required) return { wrong: field.name };
      continue;
    }
    const value = valueOf(field, given, clock);
    if (value === null) return { wrong: field.name };
    event[field.name] = value;
  }
  // The form has the fields of that type of event; the house reads it strictly.
  return { event: event as unknown as Event };
}

function isEmpty(given: Typed): boolean {
  if (typeof given === "string") return given.trim() === "";
  return Array.isArray(given) && given.every((part) => part === "");
}

/** The value of one field, or null if it cannot be read. */
function valueOf(field: FormField, given: Typed, clock: Clock): unknown {
  switch (field.kind) {
    case "cents":
      return cents(String(given));
    case "signed_cents":
      return signed(String(given));
    case "tokens":
      return sums(String(given).split(","));
    case "limits":
      return limits(given as string[]);
    case "throw":
      return thrown(given as string[]);
    case "place":
    case "dispute":
    case "die":
      return /^\d{1,4}$/.test(String(given)) ? Number(given) : null;
    case "time":
      return timeOf(String(given), clock);
    case "text":
    case "player":
    case "person":
      return String(given).trim();
    default:
      return given;
  }
}

/** A sum that the house pays or, behind a minus, takes back. */
function signed(given: string): number | null {
  const found = cents(given.replace(/^-/, ""));
  return found && given.startsWith("-") ? -found : found;
}

function sums(parts: readonly string[]): number[] | null {
  const found = parts.map((part) => cents(part));
  return found.some((sum) => sum === null) ? null : (found as number[]);
}

function thrown([a = "", b = ""]: string[]): object | null {
  return /^[1-6]$/.test(a) && /^[1-6]$/.test(b) ? { a: Number(a), b: Number(b) } : null;
}

function limits([least = "", most = "", unit = ""]: string[]): object | null {
  const found = sums([least, most, unit.trim() || "0"]);
  return found && { minimum_cents: found[0], maximum_cents: found[1], unit_cents: found[2] };
}

/** The next time that the clock on the wall shows HH:MM, in seconds of the table's clock. */
function timeOf(given: string, clock: Clock): number | null {
  const found = /^(\d{1,2}):(\d{2})$/.exec(given);
  if (!found) return null;
  const then = new Date(clock.now);
  then.setHours(Number(found[1]), Number(found[2]), 0, 0);
  if (then.getTime() < clock.now) then.setDate(then.getDate() + 1);
  return clock.table + Math.ceil((then.getTime() - clock.now) / 1000);
}
