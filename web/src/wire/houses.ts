/** What the house answers about rulebooks. */

import { ask } from "./house";

export interface Change {
  key: string;
  of: string;
  value: string;
}

export interface Option {
  name: string;
  says: string;
  source: string;
  default: string;
  choices: { name: string; changes: Change[] }[];
}

export interface HouseLine {
  rules: string;
  title: string;
  about: string;
  document: string;
  wagers: number;
  places: number;
  denominations_cents: number[];
  options: Option[];
}

export interface Rule {
  label: string;
  says: string;
  source: string;
}

export interface Family {
  kind: string;
  name: string;
  means: string;
  source: string;
  pays: { on: string; pay: string; clause: string }[];
  rules: Rule[];
}

export interface Edge {
  kind: string;
  on: string;
  edge: string;
}

export interface Value {
  key: string;
  means: string;
  value: string;
  source: string;
}

export interface Clause {
  id: string;
  kind: "rule" | "procedure" | "fact" | "outside";
  says: string;
  why: string;
  note: string;
}

export interface HouseRules {
  house: HouseLine;
  digest: string;
  advice: boolean;
  advice_source: string;
  groups: { title: string; wagers: Family[] }[];
  values: Value[];
  clauses: Clause[];
}

export interface Difference {
  key: string;
  of: string;
  means: string;
  first: string | null;
  second: string | null;
  first_source: string | null;
  second_source: string | null;
}

export interface Comparison {
  first: HouseLine;
  second: HouseLine;
  differences: Difference[];
}

export interface SystemLine {
  name: string;
  about: string;
}

export const houses = {
  systems: () => ask<SystemLine[]>("GET", "/api/systems"),
  all: () => ask<HouseLine[]>("GET", "/api/houses"),
  rules: (house: string) => ask<HouseRules>("GET", `/api/houses/${house}`),
  edges: (house: string) => ask<Edge[]>("GET", `/api/houses/${house}/edges`),
  compare: (first: string, second: string) => ask<Comparison>("GET", `/api/houses/${first}/and/${second}`),
};
