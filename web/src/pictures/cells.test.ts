import { expect, test } from "vitest";
import type { Outlook } from "../wire/messages";
import { alike, columns, legend, type Result } from "./cells";

const HARD_SIX = {
  wager: "hard 6",
  stake_cents: 500,
  says: "",
  points: [],
  off: false,
  chances: [
    { on: "1-5", result: "loses", net_cents: -500 },
    { on: "2-4", result: "loses", net_cents: -500 },
    { on: "3-3", result: "wins", net_cents: 4500 },
    { on: "7", result: "loses", net_cents: -500 },
  ],
} satisfies Outlook;

function resultOf(outlook: Pick<Outlook, "chances" | "points">, a: number, b: number): Result | undefined {
  return columns(outlook).flatMap(({ cells }) => cells).find((cell) => cell.a === a && cell.b === b)?.result;
}

test("there are 36 throws in a column for each total", () => {
  const shown = columns(HARD_SIX);
  expect(shown.map(({ total, cells }) => `${total}:${cells.length}`).join(" ")).toBe("2:1 3:2 4:3 5:4 6:5 7:6 8:5 9:4 10:3 11:2 12:1");
});

test("a throw does what the house says of its faces, or of its total, whichever die is which", () => {
  const throws = [[3, 3], [2, 4], [4, 2], [6, 1], [4, 4]] as const;
  expect(throws.map(([a, b]) => resultOf(HARD_SIX, a, b))).toEqual(["wins", "loses", "loses", "loses", "nothing"]);
});

test("totals that become the point are shown where the wager is not decided", () => {
  const outlook = { chances: [{ on: "4", result: "wins", net_cents: 1 }], points: [4, 5] } satisfies Pick<Outlook, "chances" | "points">;
  expect([resultOf(outlook, 2, 2), resultOf(outlook, 1, 4)]).toEqual(["wins", "point"]);
});

test("a legend has what occurs, winners first", () => {
  expect(legend(columns(HARD_SIX))).toEqual(["wins", "loses", "nothing"]);
});

test("wagers that the same throws decide share a picture", () => {
  const odds = { ...HARD_SIX, wager: "come 6" as const };
  expect(alike([HARD_SIX, odds, { ...odds, chances: [] }]).map((group) => group.length)).toEqual([2, 1]);
});
