/** A question to the lab: its fields as the address writes them. The house says which fields there are, and what they mean. */

/**
 * The fields that say something, each as it was written. What is left out is as usual. A field that the address repeats
 * has a name for each value: `strategy`, `strategy.2`, `strategy.3`.
 */
export type Question = Readonly<Record<string, string>>;

/** A field of questions, as the house lists it. */
export interface Field {
  name: string;
  default: string | null;
  /** The most times that it may be said; once if left out. */
  most?: number;
}

/** The question of an address. */
export interface Asked {
  question: Question;
  /** The edition of the program that gave its figures, if the address names one. */
  edition: string;
  /** The parts of the address that no question has. */
  strange: string[];
}

/** The question of a page without one: a well-known system with a few hours' money. */
export const FIRST: Question = { strategy: "three_point_molly", bankroll: "500", throws: "300" };

/** The question of the page of duels without one. */
export const FIRST_DUEL: Question = { strategy: "three_point_molly", "strategy.2": "iron_cross", bankroll: "500", throws: "300" };

/** About how many throws a table makes in an hour (docs/lab/sessions.md says whence). */
const THROWS_AN_HOUR = 100;

/** The hours that so many throws take at a table; 0 if they are no number. */
export function hoursOf(throws: string): number {
  const known = Number(throws);
  return known > 0 ? known / THROWS_AN_HOUR : 0;
}

export const UNITS = ["throws", "decisions", "shooters"] as const;
export type Unit = (typeof UNITS)[number] | "until_settled";

/** The part of an address that is no field: which edition answered. */
const EDITION = "edition";

/** The name of a value of a field that may be repeated, counted from 1. */
export function nameOf(field: string, number: number): string {
  return number > 1 ? `${field}.${number}` : field;
}

/** The number of a field's values with a name: the last one may be followed by others that are empty. */
export function countOf(question: Question, field: string): number {
  return Math.max(0, ...Object.keys(question).map((name) => numberOf(name, field)));
}

/** The number of the value with a name in its field, counted from 1; 0 if it has none. */
function numberOf(name: string, field: string): number {
  const [base, number = "1"] = name.split(".");
  return base === field ? Number(number) : 0;
}

export function questionIn(query: URLSearchParams, fields: readonly Field[], first = FIRST): Asked {
  const known = new Map(fields.map((field) => [field.name, field]));
  const asked: Record<string, string> = {};
  const strange = new Set<string>();
  for (const [name, value] of query) {
    const often = known.get(name)?.most ?? 1;
    // More values than the house takes are kept, so that it says so.
    if (known.has(name)) asked[often > 1 ? nameOf(name, countOf(asked, name) + 1) : name] = value;
    else if (name !== EDITION) strange.add(name);
  }
  return {
    question: Object.keys(asked).length ? without(asked, fields) : first,
    edition: query.get(EDITION) ?? "",
    strange: [...strange],
  };
}

/** A question as the query of an address, its fields in the order of the house: the same question is the same text. */
export function queryOf(question: Question, fields: readonly Field[]): string {
  const said = without(question, fields);
  return new URLSearchParams(fields.flatMap(({ name }) => valuesOf(said, name).map((value) => [name, value]))).toString();
}

/** The values of a field in their order. */
export function valuesOf(question: Question, field: string): string[] {
  const numbers = Array.from({ length: countOf(question, field) }, (_, index) => nameOf(field, index + 1));
  return numbers.flatMap((name) => question[name] ?? []);
}

/** The question with these values of a field, and no others. */
export function withValues(question: Question, field: string, values: readonly string[]): Question {
  const others = Object.entries(question).filter(([name]) => !numberOf(name, field));
  return Object.fromEntries([...others, ...values.map((value, index) => [nameOf(field, index + 1), value])]);
}

/** The question with another value of a field. An empty value leaves the field out. */
export function withField(question: Question, name: string, value: string): Question {
  const { [name]: _, ...others } = question;
  return value.trim() ? { ...others, [name]: value } : others;
}

/** Leave out what says nothing, or what it would be anyway. */
function without(question: Question, fields: readonly Field[]): Question {
  const usual = new Map(fields.map((one) => [one.name, one.default]));
  return Object.fromEntries(Object.entries(question).filter(([name, value]) => value.trim() && value !== usual.get(name)));
}

/** The length of the session: a number of something, or until it is settled. */
export function lengthOf(question: Question): { unit: Unit; count: string } {
  const unit = UNITS.find((one) => question[one] !== undefined);
  if (unit) return { unit, count: question[unit] ?? "" };
  return { unit: question["until_settled"] === "true" || question["goal"] ? "until_settled" : "throws", count: "" };
}

/** The question with another length. A unit stays chosen while its number is being typed. */
export function withLength(question: Question, unit: Unit, count: string): Question {
  const open = [...UNITS, "until_settled"].reduce((left, name) => withField(left, name, ""), question);
  return { ...open, [unit]: unit === "until_settled" ? "true" : count };
}

/** The book of a question, and the choices of its options: `nsw:bar=2,field_12=triple`. */
export function houseOf(rules: string): { book: string; options: Record<string, string> } {
  const [book = "", written = ""] = rules.split(/:(.*)/s);
  const choices = written.split(",").map((one) => one.split("=").map((part) => part.trim()));
  return { book: book.trim(), options: Object.fromEntries(choices.filter((one) => one.length === 2 && one[0])) };
}

export function rulesOf(book: string, options: Readonly<Record<string, string>>): string {
  const written = Object.entries(options).map(([name, choice]) => `${name}=${choice}`);
  return written.length ? `${book}:${written.join(",")}` : book;
}

/** The question about two systems that begins with the system of a session. */
export function duelOf(question: Question): Question {
  const [one = "", other = ""] = [FIRST_DUEL["strategy"], FIRST_DUEL["strategy.2"]];
  return { ...question, "strategy.2": question["strategy"] === other ? one : other };
}

/** The address of a table that is to be opened, at which a system plays as a bot: that of the question, or another. */
export function tableOf(question: Question, fields: readonly Field[], other = ""): string {
  const of = (name: string): string => question[name] ?? fields.find((one) => one.name === name)?.default ?? "";
  const { book, options } = houseOf(of("rules"));
  const { least, most, unit } = signOf(of("limits"));
  const said = { house: book, least, most, unit, chip: of("chip"), system: other || of("strategy"), bankroll: of("bankroll") };
  const query = [...Object.entries(said).filter(([, value]) => value), ...Object.entries(options).map(([name, choice]) => ["option", `${name}=${choice}`])];
  return `/?${new URLSearchParams(query as [string, string][])}#open`;
}

/** The sign of the table: the least, the most, and what sums are multiples of. */
export function signOf(limits: string): { least: string; most: string; unit: string } {
  const [least = "", most = "", unit = ""] = limits.split(":");
  return { least, most, unit };
}

export function limitsOf({ least, most, unit }: { least: string; most: string; unit: string }): string {
  const parts = [least, most, ...(unit.trim() ? [unit] : [])].map((one) => one.trim());
  return parts.some(Boolean) ? parts.join(":") : "";
}

/** A sum of money as it was typed, without its sign. */
export function withoutSign(typed: string): string {
  return typed.replace(/^\s*\$/, "");
}
