/** Differences that are the same for several numbers share a line: the limits of odds on 4 and 10. */

import type { Difference } from "../wire/houses";

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
