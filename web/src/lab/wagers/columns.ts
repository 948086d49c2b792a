/** The columns of figures in a table of wagers. */

import type { WagerFigures } from "../../wire/lab";
import { say } from "../../words";
import { edgeOf } from "../../parts/format/edge";
import { percent } from "../figures/figures";
import type { Row } from "./rows";

/** A fraction with more signs than this stands only in the details of its wager. */
const LONG = 13;

/** A figure of a wager as people read it, and exactly. */
export interface Figure {
  name: string;
  says: string;
  exact: string;
}

export interface Column {
  id: string;
  name: string;
  /** A column that a phone leaves out: its figures are in the wager's details, too. */
  spare?: boolean;
  value: (row: Row) => number | null;
  figure: (row: Row) => Omit<Figure, "name"> | undefined;
}

type Share = "edge" | "edge_resolved" | "edge_outlay" | "edge_per_throw" | "throws_per_decision" | "win" | "lose" | "push" | "breakage";

const THROWS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const CHANCES: readonly Share[] = ["win", "lose", "push"];

const written = (share: Share, value: number): string => {
  if (share === "throws_per_decision") return THROWS.format(value);
  return CHANCES.includes(share) ? percent(value) : edgeOf(value);
};

/** A figure with its fraction; undefined where the house did not work it out. */
export function figureOf(one: WagerFigures, share: Share): Omit<Figure, "name"> | undefined {
  const [value, fraction] = [one[share], one[`${share}_fraction`]];
  return value === undefined || fraction === undefined ? undefined : { says: written(share, value), exact: exactly(fraction) };
}

/** A fraction as it is written by people: 7/495, 4, 0. */
function exactly(fraction: string): string {
  return fraction.replace(/\/1$/, "").replace("-", "−");
}

/** The same for a line: without a fraction that would fill it. */
export function shortOf(exact: string): string {
  return exact.length > LONG ? "" : exact;
}

/** A figure in a sentence: 1.515 % (1/66). */
export function inBrackets(figure: Omit<Figure, "name"> | undefined): string {
  const exact = shortOf(figure?.exact ?? "");
  return `${figure?.says ?? ""}${exact ? ` (${exact})` : ""}`;
}

function columnOf(id: Share, at: number, name: string, spare = false): Column {
  return {
    id: `${id}${at || ""}`,
    name,
    spare,
    value: (row) => row.at[at]?.[id] ?? null,
    figure: (row) => (row.at[at] ? figureOf(row.at[at], id) : undefined),
  };
}

/** The figures of one house. */
export function columnsOf(amount: boolean): Column[] {
  return [
    columnOf("edge", 0, say("edges.edge")),
    ...(amount ? [columnOf("breakage", 0, say("edges.breakage"), true)] : []),
    columnOf("edge_per_throw", 0, say("edges.perThrow")),
    columnOf("throws_per_decision", 0, say("edges.throws")),
    columnOf("win", 0, say("edges.win"), true),
  ];
}

/** The edge at each house. */
export function housesOf(titles: readonly string[]): Column[] {
  return titles.map((title, at) => columnOf("edge", at, title));
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** Every figure of a wager. Those are left out that only repeat the edge. */
export function figuresOf(one: WagerFigures): Figure[] {
  const comesBack = one.push > 0;
  const laidOut = one.edge_outlay_fraction !== one.edge_fraction;
  const shares: [Share, string][] = [
    ["edge", say("edges.edge")],
    ["breakage", say("edges.breakage")],
    ...(comesBack ? [["edge_resolved", say("edges.resolved")] satisfies [Share, string]] : []),
    ...(laidOut ? [["edge_outlay", say("edges.outlay")] satisfies [Share, string]] : []),
    ["edge_per_throw", say("edges.perThrow")],
    ["throws_per_decision", say("edges.throws")],
    ["win", say("edges.win")],
    ["lose", say("edges.lose")],
    ...(comesBack ? [["push", say("edges.push")] satisfies [Share, string]] : []),
  ];
  const exact = shares.flatMap(([share, name]) => {
    const figure = figureOf(one, share);
    return figure ? [{ name, ...figure }] : [];
  });
  const measured = [
    { name: say("edges.sd"), value: one.sd },
    { name: say("edges.skew"), value: one.skew },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, says: NUMBER.format(value), exact: "" }]));
  return [...exact, ...measured];
}
