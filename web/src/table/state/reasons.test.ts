import { expect, test } from "vitest";
import type { Line } from "./live.svelte";
import { reasonsIn } from "./reasons";

let seq = 0;

function acted(name: string, words: string, why: string, type = "bet", effects = [{ type: "staked" }]): Line[] {
  seq += 1;
  const item = { seq, entry: { type: "acted", why, event: { type, by: { person: name, role: "player" } } }, effects };
  return [{ key: `${seq}.0`, seq, words, item } as unknown as Line];
}

const thrown = (): Line[] => acted("", "6-5: eleven", "", "rolled", [{ type: "thrown" }]);
const said = (lines: Line[], name: string): string[] => (reasonsIn(lines).get(name) ?? []).map(({ words, why }) => `${words}: ${why}`);

test("the reasons of one round stand together, and those of the round before are gone", () => {
  const first = [...acted("Molly", "pass 10", "come-out"), ...acted("Molly", "field 5", "always")];
  expect(said(first, "Molly")).toEqual(["pass 10: come-out", "field 5: always"]);
  expect(said([...first, ...thrown()], "Molly")).toEqual(["pass 10: come-out", "field 5: always"]);
  expect(said([...first, ...thrown(), ...acted("Molly", "come 10", "point")], "Molly")).toEqual(["come 10: point"]);
});

test("reasons from before are kept until the next ones of another round", () => {
  const given = { seq: seq + 1, player: "Molly", words: "pass 10", why: "come-out" };
  seq += 1;
  const told = (lines: Line[], thrown = 0) => (reasonsIn(lines, { given: [given], thrown }).get("Molly") ?? []).map(({ words }) => words);
  expect(told([])).toEqual(["pass 10"]);
  const field = acted("Molly", "field 5", "always");
  expect(told(field)).toEqual(["pass 10", "field 5"]);
  expect(told(field, given.seq + 1)).toEqual(["field 5"]);
  expect(told([...thrown(), ...acted("Molly", "come 10", "point")])).toEqual(["come 10"]);
});

test("each player has their own, and acts without a reason are left out", () => {
  const lines = [...acted("Molly", "pass 10", "come-out"), ...acted("Ann", "pass 5", ""), ...acted("Ira", "field 5", "always")];
  expect([...reasonsIn(lines).keys()]).toEqual(["Molly", "Ira"]);
});

test("an act with several effects is one reason", () => {
  const [line] = acted("Molly", "sits down", "plays iron_cross");
  expect(said([line as Line, { ...(line as Line), key: "again", words: "takes the dice" }], "Molly")).toEqual(["sits down: plays iron_cross"]);
});
