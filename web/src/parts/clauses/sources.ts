/** The source of a value of a rulebook: the clauses that it names. */

export interface Part {
  words: string;
  /** The id of a clause, or empty where the words are no clause. */
  clause: string;
}

const CONVENTION = "convention";

/** A source in parts: the clauses it names, or the reason of a convention. */
export function parts(source: string): Part[] {
  if (source.startsWith(CONVENTION)) return [{ words: source.slice(CONVENTION.length).replace(/^: /, ""), clause: "" }];
  return source.split(", ").filter(Boolean).map((clause) => ({ words: clause, clause }));
}
