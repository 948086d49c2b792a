/** The names of bots. */

/** The first of these names that nobody at the table has, or an empty text. */
export function freeName(names: readonly string[], taken: readonly string[]): string {
  return names.find((name) => !taken.includes(name)) ?? "";
}
