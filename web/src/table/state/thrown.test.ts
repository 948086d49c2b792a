import { expect, it } from "vitest";
import type { Item } from "../../wire/messages";
import { invalidIn } from "./thrown";

const PAID = { type: "paid", seat: "Ann", wager: "place 8", amount_cents: 1200 };

function item(...effects: Record<string, unknown>[]): Item {
  return { seq: 1, entry: {}, effects } as unknown as Item;
}

it("says that a throw has no result instead of what was thrown", () => {
  const words = ["the throw 1-2 has no result (fraud)", "undone: craps 3"];
  const invalid = { ...item({ type: "throw_invalid" }, { type: "reversed" }), words };
  expect(invalidIn([item(PAID), invalid])).toBe(words[0]);
  expect(invalidIn([item(PAID)])).toBe("");
});
