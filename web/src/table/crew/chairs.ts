/** The chairs of a hosted table: who holds each, who may take it, and the links that the host sends. */

import { sha256 } from "@noble/hashes/sha2.js";
import type { TableView, You } from "../../wire/messages";
import type { Command } from "../../wire/socket";

export type Role = Extract<Command, { type: "take_chair" }>["role"];

export interface ChairRow {
  role: Role;
  /** Its holder; empty for the automatic crew. */
  holder: string;
  /** The people who may take it at the word of the host. */
  offered: string[];
  /** Whether whoever has a link may. */
  linked: boolean;
}

/** All chairs of the house for its host: those that are held, and those that are free. */
export function chairRows(view: Pick<TableView, "chairs" | "chair_offers">, you: Pick<You, "takes">): ChairRow[] {
  const held = new Map(view.chairs.map(({ role, person }) => [role, person]));
  const offers = view.chair_offers ?? [];
  return [...new Set([...(you.takes ?? []), ...held.keys()])].map((role) => ({
    role: role as Role,
    holder: held.get(role) ?? "",
    offered: offers.flatMap((offer) => (offer.role === role && offer.person && offer.person !== held.get(role) ? [offer.person] : [])),
    linked: offers.some((offer) => offer.role === role && offer.key),
  }));
}

/** The people around a table to whom a chair can be offered: all but the bots. */
export function peopleAround(view: Pick<TableView, "seats" | "guests" | "bots">): string[] {
  const bots = new Set((view.bots ?? []).map(({ name }) => name));
  const names = [...view.seats, ...view.guests].map(({ name }) => name);
  return [...new Set(names)].filter((name) => !bots.has(name)).sort();
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A new key for a link. The house only ever hears its hash until somebody uses it. */
export function newKey(): { key: string; hash: string } {
  const key = hex(crypto.getRandomValues(new Uint8Array(16)));
  return { key, hash: hex(sha256(new TextEncoder().encode(key))) };
}

/** The link to a table with a chair in it. What stands after `#` is not sent to the house until it is used. */
export function chairLink(table: string, role: string, key: string): string {
  return `${table}#chair=${role}.${key}`;
}

/** The chair and the key in the part of an address after `#`, or null. */
export function chairIn(fragment: string): { role: Role; key: string } | null {
  const found = /^chair=([a-z_]+)\.([0-9a-f]{32})$/.exec(fragment);
  return found ? { role: found[1] as Role, key: found[2] as string } : null;
}
