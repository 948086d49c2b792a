/** The wagers of one house or several as the rows of a table: put together, searched and sorted. */

import { grouped, listed, plain } from "../../parts/format/names";
import type { Odds, WagerFigures } from "../../wire/lab";

/** Wagers of a kind that have the same figures at every house. */
export interface Row {
  kind: string;
  /** Their numbers or combinations; none for a kind that has only one wager. */
  on: string[];
  /** As they are called in commands. */
  labels: string[];
  name: string;
  /** The figures at each house; undefined where the house does not take it. */
  at: (WagerFigures | undefined)[];
}

/** A wager without its number: the number, and whether it is the point that the wager is made on. */
function partsOf({ label, wager, point }: WagerFigures): { kind: string; on: string } {
  const [kind = "", number = ""] = wager.split(" ");
  return { kind, on: point === undefined ? number : label.slice(label.lastIndexOf(" ") + 1) };
}

/** The wagers of houses, in the order of their tables. */
export function rowsOf(answers: readonly Odds[]): Row[] {
  const at = answers.map(({ wagers }) => new Map(wagers.map((one) => [one.label, one])));
  const labels = new Set(answers.flatMap(({ wagers }) => wagers.map(({ label }) => label)));
  const rows = new Map<string, Row>();
  for (const label of labels) {
    const figures = at.map((house) => house.get(label));
    const some = figures.find((one) => one !== undefined);
    if (!some) continue;
    const { kind, on } = partsOf(some);
    const key = JSON.stringify([kind, some.point !== undefined, figures.map(withoutName)]);
    const row = rows.get(key) ?? { kind, on: [], labels: [], name: "", at: figures };
    row.labels.push(label);
    if (on) row.on.push(on);
    row.name = nameOf(kind, row.on, some.point !== undefined);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** The figures that tell wagers apart in a table. Figures of the same numbers are the same figures. */
function withoutName(one: WagerFigures | undefined): unknown {
  if (!one) return null;
  const { label: _label, wager: _wager, point: _point, ...figures } = one;
  return figures;
}

function nameOf(kind: string, on: readonly string[], onPoint: boolean): string {
  const numbers = on.join(", ");
  return [plain(kind), onPoint ? "on" : "", numbers].filter(Boolean).join(" ");
}

/**
 * The rows that have every word that somebody typed. A number is found among the numbers of a wager; other words in its
 * names and at the beginning of its clauses.
 *
 * @param others the names of a row that are not the lab's, such as the house's own
 */
export function found(rows: readonly Row[], typed: string, others: (row: Row) => string = () => ""): Row[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const clauses = row.at.flatMap((one) => one?.clauses ?? []);
    const text = folded([row.name, row.kind, ...row.labels, others(row)].join(" "));
    return words.every((word) => {
      if (/^\d+(-\d)?$/.test(word)) return row.on.includes(word);
      return text.includes(word) || (/[.\d]/.test(word) && clauses.some((one) => folded(one).startsWith(word)));
    });
  });
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll("_", " ").replaceAll(/[’']/g, "");
}

/** The one row that somebody means: there is no other, or the words are its name. */
export function meant(rows: readonly Row[], typed: string): Row | undefined {
  const [first] = rows;
  const words = folded(typed).trim();
  return rows.length === 1 && words ? first : rows.find(({ labels }) => labels.some((label) => folded(label) === words));
}

/** A wager, or a kind of wagers, as a command calls it; empty where the words name none. */
export function wagerIn(rows: readonly Row[], typed: string): string {
  const words = folded(typed).trim().replaceAll(/\s+/g, " ");
  const names = rows.flatMap(({ kind, at }) => [kind, ...at.flatMap((one) => one?.wager ?? [])]);
  return names.find((name) => folded(name) === words) ?? labelled(rows, words);
}

/** The wager of a label such as `pass_odds on 4`. */
function labelled(rows: readonly Row[], words: string): string {
  return rows.find(({ labels }) => labels.some((label) => folded(label) === words))?.kind ?? "";
}

/** The reasons why the house does not take some wagers for an amount, those with the same reason together; only those with a word that somebody typed. */
export function refusalsOf(refused: NonNullable<Odds["refused"]>, typed: string): { message: string; wagers: string }[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const meant = refused.filter(({ label }) => words.every((word) => folded(label).includes(word)));
  // Its sentence begins with the wager, which stands before it here.
  const reason = ({ label, message }: { label: string; message: string }): string => {
    const [wager = ""] = label.split(" on ");
    return message.startsWith(`${wager} `) ? message.slice(wager.length + 1) : message;
  };
  return grouped(meant, reason).map(([message, lines]) => ({ message, wagers: listed(lines.map(({ label }) => plain(label))) }));
}

/** The column by which rows are sorted, and the direction. */
export interface Order {
  by: string;
  down: boolean;
}

/** The key by which a column sorts: a number or words; null where a row has nothing, which comes last. */
export type Sorted = (row: Row) => number | string | null;

export function sorted(rows: readonly Row[], by: Sorted | undefined, down: boolean): Row[] {
  if (!by) return down ? [...rows].reverse() : [...rows];
  const sign = down ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "string" ? a.localeCompare(String(b), "en") : a - Number(b));
  });
}

/** The houses whose edge is the lowest, where houses differ. */
export function lowest({ at }: Row): number[] {
  const edges = at.map((one) => one?.edge ?? Infinity);
  const least = Math.min(...edges);
  return edges.every((edge) => edge === least || edge === Infinity) ? [] : edges.flatMap((edge, index) => (edge === least ? [index] : []));
}
