import { expect, test } from "vitest";
import type { Standing, Wager } from "../../wire/messages";
import { layoutQuestion } from "./layoutQuestion";

const floor = { limits: { minimum_cents: 500, maximum_cents: 50_000, unit_cents: 250 }, chip_cents: 50 };

function standing(wager: string, amount_cents: number, more: Partial<Standing> = {}): Standing {
  return { wager: wager as Wager, amount_cents, ...more };
}

test("a layout is asked with all that its wagers remember", () => {
  const wagers = [standing("pass", 1000, { straddles: true }), standing("come 6", 1050, { call: "off" }), standing("buy 4", 2000, { commission_cents: 100 }), standing("fire", 500, { progress: [4, 9] })];
  const { query, left } = layoutQuestion({ rules: "classic", options: [["bar", "2"], ["field_12", "triple"]] }, floor, 8, wagers);
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    rules: "classic:bar=2,field_12=triple",
    limits: "5:500:2.50",
    chip: "0.50",
    puck: "8",
    layout: "pass 10 paid 0 across, come 6 10.50 off paid 0, buy 4 20 paid 1, fire 5 paid 0 counted 4 9",
  });
  expect(left).toEqual([]);
});

test("wagers with tokens are left out, and a layout of tokens alone asks nothing", () => {
  const token = standing("pass", 2500, { tokens_cents: [2500] });
  expect(layoutQuestion({ rules: "nsw" }, floor, 0, [token, standing("field", 500)])).toMatchObject({ query: expect.stringContaining("layout=field+5"), left: [token] });
  expect(layoutQuestion({ rules: "nsw" }, floor, 0, [token]).query).toBe("");
});
