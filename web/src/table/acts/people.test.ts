import { expect, test } from "vitest";
import type { ActForm, TableView } from "../../wire/messages";
import { aboutAWager, lying, people } from "./people";

const view = {
  seats: [
    { name: "Bob", place: 2, rail_cents: 0, wagers: [{ wager: "pass", amount_cents: 1000 }, { wager: "place 6", amount_cents: 1250 }] },
    { name: "Ann", place: 5, rail_cents: 0 },
  ],
  guests: [{ name: "Zoe" }, { name: "Ann" }],
  chairs: [{ role: "dealer", person: "Dan" }, { role: "stickperson", person: "Bob" }],
} as unknown as TableView;

test("players are listed by their places; others around the table only for acts about anybody", () => {
  expect(people(view, false)).toEqual(["Bob", "Ann"]);
  expect(people(view, true)).toEqual(["Bob", "Ann", "Dan", "Zoe"]);
});

test("every wager that lies there is listed with its player and sum", () => {
  const found = lying(view, []);
  expect(found.map(({ player, wager }) => [player, wager])).toEqual([["Bob", "pass"], ["Bob", "place 6"]]);
  expect(found.map(({ says }) => says)).toEqual([expect.stringContaining("$10"), expect.stringContaining("$12.50")]);
});

test("a wager of a player's is chosen at once where an act needs both", () => {
  const form = (...kinds: string[]) => ({ fields: kinds.map((kind) => ({ kind, name: kind, label: kind, required: true })) }) as unknown as ActForm;
  expect(aboutAWager(form("player", "wager", "choice"))).toBe(true);
  expect(aboutAWager(form("wager", "cents"))).toBe(false);
  expect(aboutAWager(form("player", "signed_cents"))).toBe(false);
});
