import { expect, test } from "vitest";
import type { Outlook } from "../../wire/house";
import { prospects, refusalOf } from "./outlook";

test("a wager may do what the house does not refuse", () => {
  const contract = { code: "contract", message: "it is a contract wager" };
  const outlook = [{ wager: "pass", refused: { down: contract } }, { wager: "field" }] as unknown as Outlook[];
  expect(refusalOf(outlook, "pass", "down")).toBe(contract);
  expect([refusalOf(outlook, "pass", "press"), refusalOf(outlook, "field", "down")]).toEqual([null, null]);
});

test("throws that come to the same are one line; wins come first, losses last", () => {
  const told = prospects([
    { on: "7", result: "loses", net_cents: -600 },
    { on: "5", result: "moves", net_cents: 0 },
    { on: "6", result: "wins", net_cents: 700 },
    { on: "8", result: "loses", net_cents: -600 },
  ]);
  expect(told).toMatchObject([
    { words: "wins $7", on: "6", tone: "won" },
    { words: "goes to its number", on: "5", tone: "back" },
    { words: "loses $6", on: "7, 8", tone: "lost" },
  ]);
});

test("a whirl on a seven wins as much as it costs, which is not a win of $0", () => {
  expect(prospects([{ on: "7", result: "wins", net_cents: 0 }]).map((one) => one.words)).toEqual(["breaks even"]);
});

test("what a winner pays to stay up is shown beside what it wins", () => {
  const [won] = prospects([{ on: "4", result: "wins", net_cents: 8000, fee_cents: 200 }]);
  expect(won?.words).toBe("wins $80, less $2 commission to stay up");
});
