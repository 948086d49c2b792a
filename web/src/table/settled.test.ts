import { expect, it } from "vitest";
import type { Item } from "../wire/messages";
import { wonIn } from "./settled";

const PAID = { type: "paid", seat: "Ann", wager: "place 8", amount_cents: 1200, won_cents: 1400 };
const LOST = { type: "lost", seat: "Ann", wager: "field", amount_cents: 500 };

function item(...effects: unknown[]): Item {
  return { seq: 1, entry: {}, effects } as unknown as Item;
}

it("counts what a player wins, loses and pays as vigorish, and nobody else's", () => {
  const fee = { type: "vigorish", seat: "Ann", wager: "buy 4", amount_cents: 100 };
  expect(wonIn([item(PAID, LOST, fee, { ...LOST, seat: "Bob" })], "Ann")).toBe(1400 - 500 - 100);
});

it("takes back what a correction reverses", () => {
  const items = [item(PAID, LOST), item({ type: "reversed", effect: LOST }, { type: "reversed", effect: PAID })];
  expect(wonIn(items, "Ann")).toBe(0);
});
