import { expect, test } from "vitest";
import { grouped, named, plain } from "../parts/format/names";
import type { HouseRules } from "../wire/houses";
import { search } from "./search";
import { parts } from "../parts/clauses/sources";

const line = { kind: "dont_pass", name: "Don't Win", means: "the reverse of pass", source: "6.1.2", pays: [{ on: "", pay: "1 to 1", clause: "8.1" }], rules: [] };
const rules: HouseRules = {
  house: { rules: "nsw", title: "", about: "", document: "", wagers: 1, places: 16, denominations_cents: [], enters: [], options: [] },
  digest: "",
  advice: false,
  advice_source: "9.6",
  groups: [{ title: "The line", wagers: [line] }],
  values: [{ key: "dice.set_size", means: "the number of dice", value: "5", source: "2.3" }],
  clauses: [{ id: "6.1.2", kind: "rule", says: "A Don't Win wager goes down just before a come-out.", why: "", note: "" }],
};

test("every word must be there, whatever the case, the order and the apostrophe", () => {
  expect(search(rules, "WIN don’t").count).toBe(2);
  expect(search(rules, "dont_pass").groups).toHaveLength(1);
  expect(search(rules, "set size 2.3").values).toHaveLength(1);
  expect(search(rules, "win 7.7").count).toBe(0);
  expect(search(rules, " ").count).toBe(3);
});

test("names of the rulebook as people read them", () => {
  expect(plain("line_bettors")).toBe("line bettors");
  expect(named("floor.void_for.device")).toBe("Void for: device");
  expect(named("wagers.pass_odds.limit.4, 10")).toBe("Limit: 4, 10");
});

test("a source is clauses, or a convention with its reason", () => {
  expect(parts("3.1, 3.5")).toEqual([{ words: "3.1", clause: "3.1" }, { words: "3.5", clause: "3.5" }]);
  expect(parts("convention: a wager, once made, stands")).toEqual([{ words: "a wager, once made, stands", clause: "" }]);
  expect(parts("convention")).toEqual([{ words: "", clause: "" }]);
});

test("groups keep the order in which they appear", () => {
  expect(grouped(["b1", "a1", "b2"], (one) => one.charAt(0))).toEqual([["b", ["b1", "b2"]], ["a", ["a1"]]]);
});
