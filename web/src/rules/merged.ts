/** Values that are the same for several numbers or wagers share a line: the limits of odds on 4 and 10. */

import { named, plain } from "../parts/format/names";
import type { Change, Difference } from "../wire/houses";

const NUMBERED = /^(.+)\.(\d+)$/;

export function merged(differences: readonly Difference[]): Difference[] {
  const lines = new Map<string, Difference>();
  for (const one of differences) {
    const [, stem, number] = NUMBERED.exec(one.key) ?? [];
    if (!stem || !number) {
      lines.set(one.key, one);
      continue;
    }
    const same = JSON.stringify([stem, one.first, one.second, one.first_source, one.second_source]);
    const before = lines.get(same);
    lines.set(same, before ? { ...before, key: `${before.key}, ${number}` } : one);
  }
  return [...lines.values()];
}

/** The values that a choice sets, in words: "Limit 2.5 on 6, 8: odds on the Pass, odds on the Come". */
export function changesIn(changes: readonly Change[]): string[] {
  const lines = new Map<string, { numbers: Set<string>; of: Set<string> }>();
  for (const { key, of, value } of changes) {
    const [, stem = key, number = ""] = NUMBERED.exec(key) ?? [];
    const words = `${named(stem)} ${plain(value)}`;
    const line = lines.get(words) ?? { numbers: new Set(), of: new Set() };
    if (number) line.numbers.add(number);
    lines.set(words, { ...line, of: line.of.add(of) });
  }
  return [...lines].map(([words, { numbers, of }]) => `${words}${numbers.size ? ` on ${[...numbers].join(", ")}` : ""}: ${[...of].join(", ")}`);
}
