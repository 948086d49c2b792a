import { expect, it } from "vitest";
import { item } from "../../tests/house";
import { paceOf, settledIn } from "./settled";

const PAID = { type: "paid", seat: "Ann", wager: "place 8", amount_cents: 1200, won_cents: 1400, won: 1400, left: 1200 };
const LOST = { type: "lost", seat: "Ann", wager: "field", amount_cents: 500, won: -500, left: 500 };

it("pays in the dealers' order, and tells what leaves its spot and what moves", () => {
  const moved = { type: "moved", seat: "Ann", wager: "come", to: "come 8", amount_cents: 500, left: 500 };
  const thrown = { type: "thrown", throw: { a: 5, b: 3 } };
  const settled = settledIn([item(1, thrown, LOST, { ...PAID, up: true, left: 0 }, PAID, moved)]);
  expect(settled.map(({ wager, tone, leaves, to }) => [wager, tone, leaves, to])).toEqual([
    ["field", "lost", 500, undefined],
    ["place 8", "won", 0, undefined],
    ["place 8", "won", 1200, undefined],
    ["come", "moved", 500, "come 8"],
  ]);
  expect(settled.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
});

it("pays a full table in about the time of a small one", () => {
  const many = Array.from({ length: 100 }, () => LOST);
  const settled = settledIn([item(1, { type: "thrown", throw: { a: 3, b: 4 } }, ...many)]);
  expect(paceOf(settled) * settled.length).toBeLessThanOrEqual(3000);
  expect(paceOf(settled.slice(0, 2))).toBe(150);
});
