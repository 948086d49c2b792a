import { expect, test } from "vitest";
import type { Difference } from "../wire/houses";
import { merged } from "./merged";

const line = (key: string, first: string, second: string): Difference => ({ key, of: "odds", means: "", first, second, first_source: "6.1", second_source: "convention" });

test("numbers that differ alike share a line; others keep theirs", () => {
  const found = merged([line("wagers.pass_odds.limit.4", "2", "3"), line("wagers.pass_odds.limit.5", "2", "4"), line("wagers.pass_odds.limit.10", "2", "3"), line("wagers.pass.name", "a", "b")]);
  expect(found.map(({ key }) => key)).toEqual(["wagers.pass_odds.limit.4, 10", "wagers.pass_odds.limit.5", "wagers.pass.name"]);
});
