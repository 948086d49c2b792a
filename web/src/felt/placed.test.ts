import { expect, it } from "vitest";
import type { Item } from "../wire/messages";
import { comingTo, inAir, type Placed, placedIn } from "./placed";

const BET = { type: "staked", seat: "Bob", wager: "field", amount_cents: 500, stands_cents: 500 };
const DOWN = { type: "returned", seat: "Bob", wager: "place 6", amount_cents: 1200, why: "taken down" };

function item(seq: number, ...effects: unknown[]): Item {
  return { seq, entry: {}, effects } as unknown as Item;
}

it("lets the chips of others travel, and not the player's own", () => {
  const placed = placedIn([item(1, BET, { ...BET, seat: "Ann" }), item(2, DOWN)], "Ann");
  expect(placed.map(({ seat, wager, cents, back }) => [seat, wager, cents, back])).toEqual([
    ["Bob", "field", 500, false],
    ["Bob", "place 6", 1200, true],
  ]);
});

it("puts chips that go to one spot together", () => {
  const placed = placedIn([item(1, BET), item(2, BET), item(3, BET)], "Ann");
  expect(placed.map(({ cents }) => cents)).toEqual([1500]);
});

it("leaves what a throw gives back to the payout", () => {
  expect(placedIn([item(1, { type: "thrown", throw: { a: 1, b: 2 } }, DOWN)], "Ann")).toEqual([]);
});

it("knows what does not lie on its spot yet", () => {
  const coming = comingTo([...placedIn([item(1, BET)], "Ann"), ...placedIn([item(2, BET, DOWN)], "Ann")]);
  expect([...coming]).toEqual([["Bob|field", 1000]]);
});

it("has few chips in the air, however many are bet", () => {
  let air: readonly Placed[] = [];
  for (let seq = 0; seq < 200; seq += 1) air = inAir(air, placedIn([item(seq, BET)], "Ann"));
  expect(air.length).toBeLessThanOrEqual(40);
  expect(new Set(air.map(({ key }) => key)).size).toBe(air.length);
  expect(air.at(-1)?.key).toMatch(/^199/);
});
