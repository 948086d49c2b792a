import { expect, test } from "vitest";
import { KEYS, keyOf } from "./keys";

const TABLE = { closest: () => null };
const FIELD = { closest: (selector: string) => (selector.includes("input") ? {} : null) };

function stroke(key: string, how: object = {}): KeyboardEvent {
  return { key, target: TABLE, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...how } as unknown as KeyboardEvent;
}

test("a key bets or acts", () => {
  expect(keyOf(stroke("6"))).toEqual({ wager: "place 6" });
  expect(keyOf(stroke("P"))).toEqual({ wager: "pass" });
  expect(keyOf(stroke("u"))).toEqual({ act: "undo" });
  expect(keyOf(stroke("q"))).toBeNull();
});

test("a key does nothing while somebody writes, holds it, or means another program", () => {
  for (const how of [{ target: FIELD }, { repeat: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(keyOf(stroke("p", how))).toBeNull();
  }
});

test("no two keys are the same", () => {
  expect(new Set(KEYS.map(({ key }) => key)).size).toBe(KEYS.length);
});
