/** The table that a page shows. Whatever is on the page asks for it here, so that nobody has to pass it on. */

import { createContext } from "svelte";
import type { Spot, TableRules } from "../../wire/house";
import type { ActForm, TableView } from "../../wire/messages";
import type { LiveTable } from "./live.svelte";

interface ShownTable {
  readonly live: LiveTable;
  readonly view: TableView;
  readonly rules: TableRules;
  /** The spots of its layout, by wager. */
  readonly spots: ReadonlyMap<string, Spot>;
  /** The forms of all acts at it. */
  readonly forms: readonly ActForm[];
}

export const [shownTable, showTable] = createContext<ShownTable>();
