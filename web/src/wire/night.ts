/** The house's data about a table besides its messages: acts as forms, and the night from its log. */

import { ask } from "./house";
import type { ActForm, DisputeLine, HandLine, Replay, SealedThrows, TableStatistics } from "./messages";

const forms = new Map<string, Promise<ActForm[]>>();

export const night = {
  /** The acts do not change while a table is open, so they are asked for once. */
  acts(table: string): Promise<ActForm[]> {
    const found = forms.get(table) ?? ask<ActForm[]>("GET", `/api/tables/${table}/acts`);
    forms.set(table, found);
    found.catch(() => forms.delete(table));
    return found;
  },
  throws: (table: string, after?: number) => ask<SealedThrows>("GET", `/api/tables/${table}/throws${after === undefined ? "" : `?after=${after}`}`),
  disputes: (table: string) => ask<DisputeLine[]>("GET", `/api/tables/${table}/disputes`),
  statistics: (table: string, hand = 0) => ask<TableStatistics>("GET", `/api/tables/${table}/statistics?hand=${hand}`),
  hands: (table: string, after = 0) => ask<HandLine[]>("GET", `/api/tables/${table}/hands?after=${after}`),
  replay: (table: string, first: number, last: number) => ask<Replay>("GET", `/api/tables/${table}/replay?first=${first}&last=${last}`),
};
