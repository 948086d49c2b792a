/** Finding words in a house's rules. */

import { named, plain } from "../parts/format/names";
import type { Clause, HouseRules, KindLine, Value } from "../wire/houses";

interface Found {
  groups: HouseRules["groups"];
  values: Value[];
  clauses: Clause[];
  count: number;
}

/** The parts of the rules that have every word that somebody typed, whatever their order and case. */
export function search(rules: HouseRules, typed: string): Found {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const has = (...texts: string[]) => {
    const text = folded(texts.join(" "));
    return words.every((word) => text.includes(word));
  };
  const groups = rules.groups
    .map(({ title, wagers }) => ({ title, wagers: wagers.filter((one) => has(title, ...textsOf(one))) }))
    .filter(({ wagers }) => wagers.length);
  const values = rules.values.filter((one) => has(named(one.key), one.key, one.means, plain(one.value), one.source));
  const clauses = rules.clauses.filter((one) => has(one.id, one.says, one.note, one.why));
  const count = groups.reduce((sum, { wagers }) => sum + wagers.length, 0) + values.length + clauses.length;
  return { groups, values, clauses, count };
}

function textsOf(line: KindLine): string[] {
  return [
    line.name,
    line.kind,
    plain(line.kind),
    line.means,
    line.source,
    ...line.pays.flatMap(({ on, pay, clause }) => [on, pay, clause]),
    ...line.rules.flatMap(({ label, says, source }) => [label, says, source]),
  ];
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll("’", "'");
}
