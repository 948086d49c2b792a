/** Names of the rulebook as people read them. */

/** A value or a name of the rulebook without its underscores. */
export function plain(name: string): string {
  return name.replaceAll("_", " ").replace(/\bdont\b/g, "don't");
}

/** Whether two texts are one person's name, written or typed. */
export function sameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.trim().replace(/[\s_]+/g, "_"));
  return a === b;
}

/** Names in a sentence: boxperson, dealer and stickperson. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

/** A choice in a sentence: 2, 3 or 12. */
export function either(things: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(things);
}

/** The name of a dotted key within its part of the rules: `floor.void_for.device` as "Void for: device". */
export function named(key: string): string {
  return capital(plain(key.replace(/^(wagers\.)?\w+\./, "")).replaceAll(".", ": "));
}

/** A sentence of the house with its first letter large. A word in quotation marks stays as somebody typed it. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lines in groups, in the order in which the groups first appear. */
export function grouped<T>(lines: readonly T[], by: (line: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const line of lines) groups.set(by(line), [...(groups.get(by(line)) ?? []), line]);
  return [...groups];
}
