/** Evenings: a person's own, and settling up at a table. */

import { ask } from "./house";
import type { Profile, SettleUp } from "./messages";

export type { Evening, Profile, ProfileEvening, ProfileWager, SettleUp, SettleUpLine } from "./messages";

export const evenings = {
  mine: () => ask<Profile>("GET", "/api/evenings"),
  settleUp: (table: string) => ask<SettleUp>("GET", `/api/tables/${table}/settle-up`),
};

/** The addresses of a person's spreadsheets. */
export const SHEETS = { evenings: "/api/evenings/evenings.csv", wagers: "/api/evenings/wagers.csv" } as const;
