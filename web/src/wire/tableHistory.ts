/** The history of a table, which the house reads from its log. */

import { ask } from "./house";
import type { DisputeLine, HandLine, Replay, SealedThrows, TableStatistics } from "./messages";

export const tableHistory = {
  throws: (table: string, after?: number) => ask<SealedThrows>("GET", `/api/tables/${table}/throws${after === undefined ? "" : `?after=${after}`}`),
  disputes: (table: string) => ask<DisputeLine[]>("GET", `/api/tables/${table}/disputes`),
  statistics: (table: string, hand = 0) => ask<TableStatistics>("GET", `/api/tables/${table}/statistics?hand=${hand}`),
  hands: (table: string, after = 0) => ask<HandLine[]>("GET", `/api/tables/${table}/hands?after=${after}`),
  replay: (table: string, first: number, last: number) => ask<Replay>("GET", `/api/tables/${table}/replay?first=${first}&last=${last}`),
};
