import { expect, test } from "vitest";
import type { Difference } from "../wire/houses";
import { changesIn, merged } from "./merged";

const line = (key: string, first: string, second: string): Difference => ({ key, of: "odds", means: "", first, second, first_source: "6.1", second_source: "convention" });

test("numbers that differ alike share a line; others keep theirs", () => {
  const found = merged([line("wagers.pass_odds.limit.4", "2", "3"), line("wagers.pass_odds.limit.5", "2", "4"), line("wagers.pass_odds.limit.10", "2", "3"), line("wagers.pass.name", "a", "b")]);
  expect(found.map(({ key }) => key)).toEqual(["wagers.pass_odds.limit.4, 10", "wagers.pass_odds.limit.5", "wagers.pass.name"]);
});

test("the values that a choice sets stand once for all wagers that it sets alike", () => {
  const limit = (kind: string, number: number, value: string) => ({ key: `wagers.${kind}.limit.${number}`, of: kind, value });
  expect(changesIn([limit("pass_odds", 4, "2"), limit("pass_odds", 6, "2.5"), limit("come_odds", 4, "2"), { key: "table.sides", of: "table", value: "1" }])).toEqual([
    "Limit 2 on 4: pass_odds, come_odds",
    "Limit 2.5 on 6: pass_odds",
    "Sides 1: table",
  ]);
});
