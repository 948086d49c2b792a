import { expect, it } from "vitest";
import type { Item } from "../../wire/messages";
import { invalidIn, throwsAfter } from "./thrown";

const PAID = { type: "paid", seat: "Ann", wager: "place 8", amount_cents: 1200 };

function item(...effects: Record<string, unknown>[]): Item {
  return { seq: 1, entry: {}, effects } as unknown as Item;
}

it("lists a throw as it was corrected, and none that was declared invalid", () => {
  const four = { type: "thrown", throw: { a: 3, b: 1 } };
  const three = { type: "thrown", throw: { a: 1, b: 2 } };
  const corrected = { type: "throw_corrected", wrong: four.throw, throw: three.throw };
  expect(throwsAfter([], [item(four), item(corrected, { type: "reversed", effect: four }, three)])).toEqual([three.throw]);
  expect(throwsAfter([three.throw], [item(four), item({ type: "throw_invalid", throw: four.throw })])).toEqual([three.throw]);
});

it("says that a throw has no result instead of what was thrown", () => {
  const words = ["the throw 1-2 has no result (fraud)", "undone: craps 3"];
  const invalid = { ...item({ type: "throw_invalid" }, { type: "reversed" }), words };
  expect(invalidIn([item(PAID), invalid])).toBe(words[0]);
  expect(invalidIn([item(PAID)])).toBe("");
});
