import { expect, it } from "vitest";
import type { Item } from "../../wire/messages";
import { invalidIn, throwsAfter, wonIn } from "./thrown";

const PAID = { type: "paid", seat: "Ann", wager: "place 8", amount_cents: 1200, won_cents: 1400, won: 1400 };
const LOST = { type: "lost", seat: "Ann", wager: "field", amount_cents: 500, won: -500 };

/** An entry of the log. `won` is the player's win by an effect, as the server gives it. */
function item(...effects: Record<string, unknown>[]): Item {
  return { seq: 1, entry: {}, effects, won_cents: effects.map(({ won = 0 }) => won) } as unknown as Item;
}

it("counts what a player wins, loses and pays as vigorish, and nobody else's", () => {
  const fee = { type: "vigorish", seat: "Ann", wager: "buy 4", amount_cents: 100, won: -100 };
  expect(wonIn([item(PAID, LOST, fee, { ...LOST, seat: "Bob" })], "Ann")).toBe(1400 - 500 - 100);
});

it("takes back what a correction reverses", () => {
  const items = [item(PAID, LOST), item({ type: "reversed", effect: LOST, won: 500 }, { type: "reversed", effect: PAID, won: -1400 })];
  expect(wonIn(items, "Ann")).toBe(0);
});

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
