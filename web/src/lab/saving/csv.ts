/** Lines of the lab as text for spreadsheets. */

import { csvOf } from "../../parts/format/csv";

/** Lines with a head that names every field of them. Lists are words with spaces between. */
export function csv(lines: readonly object[]): string {
  const fields = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return csvOf([fields, ...lines.map((line) => fields.map((field) => (line as Record<string, unknown>)[field]))]);
}
