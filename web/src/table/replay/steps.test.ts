import { expect, it } from "vitest";
import type { Item, Replay, TableChanges, TableView } from "../../wire/messages";
import { stepsOf } from "./steps";

const BEFORE = { puck: 6, out: false, seats: [] as unknown[] } as TableView;

function step(seq: number, words: string[], changes: TableChanges, effects: unknown[] = [], won_cents: number[] = []) {
  return { item: { seq, words, effects, won_cents } as unknown as Item, changes };
}

it("shows the table after each entry that there is something to tell of", () => {
  const replay: Replay = {
    before: BEFORE,
    last: 12,
    steps: [
      step(10, [], { out: true }),
      step(11, ["Seven out."], { puck: 0 }, [
        { type: "thrown", throw: { a: 3, b: 4 }, point: 6 },
        { type: "lost", seat: "Ann", wager: "pass", amount_cents: 1000 },
      ], [0, -1000]),
      step(12, [], { out: false }),
    ],
  };
  const steps = stepsOf(replay);
  expect(steps.map((one) => [one.view.puck, one.view.out, one.words.length])).toEqual([[6, true, 0], [0, false, 1]]);
  expect(steps[1]?.throw).toEqual({ a: 3, b: 4 });
  expect(steps[1]?.settled.map((one) => [one.seat, one.cents])).toEqual([["Ann", -1000]]);
  expect(BEFORE.out).toBe(false);
});
