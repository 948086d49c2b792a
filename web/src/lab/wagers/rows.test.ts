/** The page's tables against what the command prints, for every house; and how they are searched and sorted. */

import { describe, expect, test } from "vitest";
import type { Odds, WagerFigures } from "../../wire/lab";
import { columnsOf, figuresOf, housesOf } from "./columns";
import { found, lowest, meant, refusalsOf, type Row, rowsOf, sorted, wagerIn } from "./rows";
import { numberIn, sentenceOf } from "./sentence";

const recorded = import.meta.glob<[Odds, Odds]>("../../../tests/recorded/edges/*.json", { eager: true, import: "default" });
const houses = Object.values(recorded);
const nsw = houses.find(([{ house }]) => house === "nsw") as [Odds, Odds];

/** A fraction in hundredths with so many places, rounded half away from zero by whole numbers alone. */
function hundredths(fraction: string, places: number): string {
  const [top = 0n, below = 1n] = fraction.split("/").map(BigInt);
  const scale = 10n ** BigInt(places + 2);
  const size = top < 0n ? -top : top;
  const rounded = (2n * size * scale + below) / (2n * below);
  const digits = String(rounded).padStart(places + 1, "0");
  const sign = top < 0n && rounded > 0n ? "−" : "";
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}\u00a0%`;
}

const rowOf = (rows: readonly Row[], label: string): Row => rows.find(({ labels }) => labels.includes(label)) as Row;

describe("every house", () => {
  test("is there", () => expect(houses.map(([{ house }]) => house).sort()).toEqual(["classic", "nsw", "pennsylvania", "three_four_five", "washington"]));

  test.each(houses.flat().map((one) => [one.house, one.amount_cents ?? 0, one] as const))("%s has the figures of the command, for a bet of %i cents", (_, cents, answer) => {
    const rows = rowsOf([answer]);
    expect(rows.flatMap(({ labels }) => labels).sort()).toEqual(answer.wagers.map(({ label }) => label).sort());
    for (const wager of answer.wagers) {
      const row = rowOf(rows, wager.label);
      const shown = columnsOf(cents > 0).map(({ id, value, figure }) => [id, value(row), figure(row)]);
      const exact = (share: "edge" | "edge_per_throw" | "win" | "breakage", places: number) => [share, wager[share], { says: hundredths(wager[`${share}_fraction`] ?? "", places), exact: people(wager[`${share}_fraction`]) }];
      expect(shown).toEqual([
        exact("edge", 3),
        ...(cents ? [exact("breakage", 3)] : []),
        exact("edge_per_throw", 3),
        ["throws_per_decision", wager.throws_per_decision, { says: wager.throws_per_decision.toFixed(2), exact: people(wager.throws_per_decision_fraction) }],
        exact("win", 2),
      ]);
    }
  });
});

/** A fraction as people write it. */
function people(fraction = ""): string {
  const [top = "", below] = fraction.split("/");
  return (below === "1" ? top : fraction).replace("-", "−");
}

test("houses side by side keep their own figures, and the lowest edge is known where they differ", () => {
  const answers = houses.map(([ideal]) => ideal);
  const rows = rowsOf(answers);
  const columns = housesOf(answers.map(({ house }) => house));
  for (const [index, { wagers }] of answers.entries()) {
    for (const wager of wagers) expect(columns[index]?.value(rowOf(rows, wager.label))).toBe(wager.edge);
  }
  const eleven = rowOf(rows, "eleven");
  expect(lowest(eleven).map((index) => answers[index]?.house)).toEqual(["nsw"]);
  expect(lowest(rowOf(rows, "pass"))).toEqual([]);
  expect(housesOf(["a"])[0]?.value({ ...eleven, at: [undefined] })).toBeNull();
});

test("wagers of a kind with the same figures are one row", () => {
  const rows = rowsOf([nsw[0]]);
  expect(rowOf(rows, "place 6")).toMatchObject({ name: "place 6, 8", kind: "place", on: ["6", "8"] });
  expect(rowOf(rows, "pass_odds on 4").name).toBe("pass odds on 4, 10");
  expect(rowOf(rows, "dont_pass")).toMatchObject({ name: "don't pass", on: [] });
});

describe("a search", () => {
  const rows = rowsOf([nsw[0]]);
  const names = (typed: string) => found(rows, typed, ({ kind }) => (kind === "pass" ? "Win Line" : "")).map(({ name }) => name);

  test.each([
    ["place 6", ["place 6, 8", "place to lose 6, 8"]],
    ["  PLACE_to_lose   6 ", ["place to lose 6, 8"]],
    ["dont come odds 4", ["don't come odds 4, 10"]],
    ["win line", ["pass"]],
    ["8.1.win", ["pass"]],
    ["horn 12", ["horn high 2, 12"]],
    ["lay 4", ["lay 4, 10"]],
    ["roulette", []],
  ])("for %s finds %o", (typed, wagers) => expect(names(typed)).toEqual(wagers));

  test("without words finds everything", () => expect(names(" ")).toHaveLength(rows.length));

  test.each([
    ["place 6", "place 6"],
    ["don't pass", "dont_pass"],
    ["hard", "hard"],
    ["pass odds on 4", "pass_odds"],
    ["6", ""],
    ["place 7", ""],
  ])("for %s is the wager %j of a command", (typed, wager) => expect(wagerIn(rows, typed)).toBe(wager));

  test.each([
    ["place 6", "place 6, 8"],
    ["any seven", "any seven"],
    ["win line", "pass"],
    ["place", undefined],
    ["", undefined],
  ])("for %j means the row %s", (typed, name) => {
    const shown = found(rows, typed, ({ kind }) => (kind === "pass" ? "Win Line" : ""));
    expect(meant(shown, typed)?.name).toBe(name);
  });
});

test("rows are sorted either way, and those without a figure come last", () => {
  const [house = nsw, other = nsw] = houses;
  const rows = rowsOf([house[0], other[0]]);
  const edge = ({ at }: Row) => at[0]?.edge ?? null;
  for (const down of [false, true]) {
    const edges = sorted(rows, edge, down).map(edge);
    const known = edges.filter((one) => one !== null);
    expect(edges).toEqual([...[...known].sort((a, b) => (down ? b - a : a - b)), ...edges.filter((one) => one === null)]);
  }
  expect(sorted(rows, undefined, true)).toEqual([...rows].reverse());
});

test("refusals with the same reason stand together", () => {
  const [, five] = nsw;
  expect(refusalsOf(five.refused ?? [], "lay 4")).toEqual([{ wagers: "lay 4", message: "needs at least $40: with $5, the commission of 5% of the win is less than the smallest chip, $1" }]);
  const all = refusalsOf(five.refused ?? [], "");
  expect(all.length).toBeLessThan((five.refused ?? []).length);
  expect(refusalsOf([{ label: "horn", message: "no" }], "")).toEqual([{ wagers: "horn", message: "no" }]);
});

describe("a sentence", () => {
  const [ideal, five] = nsw.map((answer) => rowsOf([answer])) as [Row[], Row[]];
  const said = (rows: Row[], label: string, typed: string) => {
    const row = rowOf(rows, label);
    return sentenceOf(row, row.at[0] as WagerFigures, typed, "New South Wales").replaceAll("\u00a0", " ");
  };

  test("names the wager that somebody typed, and says what their bet costs", () => {
    expect(said(five, "place 6", "place 6")).toBe(
      "$5 on place 6 at New South Wales: house edge 0.000 % (0), so each bet costs $0 on average. It wins with a chance of 45.45 % and takes 3.27 throws on average.",
    );
    expect(said(five, "dont_pass_odds on 6", "")).toContain("house edge −9.091 % (−1/11), so each bet gains $0.45");
  });

  test("names all wagers of its row where none was typed", () => {
    expect(said(ideal, "place 6", "place")).toContain("place 6, 8 at New South Wales: house edge 1.515 % (1/66), 0.463 % per throw");
  });

  test("begins the pictures with the number typed", () => {
    expect([numberIn(rowOf(ideal, "place 8"), "place 8"), numberIn(rowOf(ideal, "place 8"), ""), numberIn(rowOf(ideal, "pass"), "")]).toEqual(["8", "6", ""]);
  });
});

test("the details leave out what only repeats the edge", () => {
  const names = (label: string) => figuresOf(rowOf(rowsOf([nsw[0]]), label).at[0] as WagerFigures).map(({ name }) => name);
  expect(names("place 6")).not.toContain("Comes back");
  expect(names("dont_pass")).toContain("Comes back");
  expect(names("buy 4")).toContain("Edge with commission laid out");
});
