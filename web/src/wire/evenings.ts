/** Evenings: a person's own, settling up at a table, and how its dealers did. */

import { ask } from "./house";
import type { DealingSummary, Profile, SettleUp, Shared } from "./messages";

export type { DealerScore, DealingSummary, Profile, ProfileEvening, SettleUp, Shared } from "./messages";

export const evenings = {
  mine: () => ask<Profile>("GET", "/api/evenings"),
  /** The evenings that somebody shares by a link with this key. */
  of: (key: string) => ask<Profile>("GET", `/api/profiles/${encodeURIComponent(key)}`),
  shared: () => ask<Shared>("GET", "/api/evenings/link"),
  share: () => ask<Shared>("POST", "/api/evenings/link", {}),
  unshare: () => ask<Shared>("DELETE", "/api/evenings/link", {}),
  settleUp: (table: string) => ask<SettleUp>("GET", `/api/tables/${table}/settle-up`),
  dealing: (table: string) => ask<DealingSummary>("GET", `/api/tables/${table}/dealing`),
};

/** The addresses of a person's spreadsheets. */
export const SHEETS = { evenings: "/api/evenings/evenings.csv", wagers: "/api/evenings/wagers.csv" } as const;
