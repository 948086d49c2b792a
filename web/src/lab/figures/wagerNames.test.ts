import { expect, test } from "vitest";
import type { Spot } from "../../wire/house";
import { accountIn } from "./wagerNames";

test("a wager is called as the house calls it, and so is what wagers of a kind share", () => {
  const spots = [{ wager: "come_odds 4", kind: "come_odds", name: "Come Odds", number: 4 }] as Spot[];
  expect(["come_odds 4", "come_odds", "no_such"].map((wager) => accountIn(spots, wager))).toEqual(["Come Odds 4", "Come Odds", "no such"]);
});
