/** The evenings that tests/page/recorded.py wrote: one at each house, as a client heard it. */

import type { Happened, TableRules, TableView } from "../src/wire/messages";

export interface Recorded {
  rules: TableRules;
  first: TableView;
  heard: Happened[];
  /** The table after each message, as the client in Python sees it. */
  after: TableView[];
}

const found = import.meta.glob<Recorded>("./recorded/*.json", { eager: true, import: "default" });

export const evenings: [string, Recorded][] = Object.entries(found).map(([path, recorded]) => [
  path.replace(/.*\/(.*)\.json/, "$1"),
  recorded,
]);

// Without any evenings the tests of each would pass.
if (evenings.length < 5) throw new Error(`only ${evenings.length} evenings were recorded`);
