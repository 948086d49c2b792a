/** The house's answers about rulebooks. */

import { ask } from "./house";
import type * as wire from "./messages";
import type { Comparison, EdgeLine, Explained, HouseLine, SystemLine } from "./messages";

export type {
  ChangeLine as Change,
  Comparison,
  DifferenceLine as Difference,
  EdgeLine as Edge,
  Explained,
  HouseLine,
  KindLine,
  RuleLine as Rule,
  SystemLine,
  ValueLine as Value,
} from "./messages";

// The house writes every field of its answers, so none of a clause is missing.
export type Clause = Required<wire.Clause>;
export type HouseRules = Omit<wire.HouseRules, "clauses"> & { clauses: Clause[] };

export const houses = {
  systems: () => ask<SystemLine[]>("GET", "/api/systems"),
  all: () => ask<HouseLine[]>("GET", "/api/houses"),
  rules: (house: string) => ask<HouseRules>("GET", `/api/houses/${house}`),
  explained: (house: string) => ask<Explained[]>("GET", `/api/houses/${house}/explained`),
  edges: (house: string) => ask<EdgeLine[]>("GET", `/api/houses/${house}/edges`),
  compare: (first: string, second: string) => ask<Comparison>("GET", `/api/houses/${first}/and/${second}`),
};
