/** The house of the lessons, with its options, in addresses: `/lessons/nsw/come?bar=2`. */

/** The part of an address that says which options differ from the usual ones; empty for none. */
export function searchOf(options: Readonly<Record<string, string>>): string {
  const written = new URLSearchParams(options).toString();
  return written && `?${written}`;
}

export function optionsIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(query);
}

/** The address of a lesson, or of all lessons of a house. */
export function pathOf(house: string, options: Readonly<Record<string, string>>, lesson = ""): string {
  return `/lessons/${house}${lesson && `/${lesson}`}${searchOf(options)}`;
}

/** The name under which a device keeps what was reached at a house with these options. */
export function keyOf(house: string, options: Readonly<Record<string, string>>): string {
  return `${house}${searchOf(options)}`;
}
