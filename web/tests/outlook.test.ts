import { expect, test } from "vitest";
import { prospects } from "../src/table/outlook";

test("throws that come to the same are one line; wins come first, losses last", () => {
  const told = prospects([
    { on: "7", result: "loses", net_cents: -600 },
    { on: "5", result: "moves", net_cents: 0 },
    { on: "6", result: "wins", net_cents: 700 },
    { on: "8", result: "loses", net_cents: -600 },
  ]);
  expect(told.map((one) => `${one.words} on ${one.on}`)).toEqual(["wins $7 on 6", "goes to its number on 5", "loses $6 on 7, 8"]);
});

test("a whirl on a seven wins as much as it costs, which is not a win of $0", () => {
  expect(prospects([{ on: "7", result: "wins", net_cents: 0 }]).map((one) => one.words)).toEqual(["gets back what it cost"]);
});
