import { describe, expect, it } from "vitest";
import type { Answer, Item } from "../../wire/messages";
import { OwnSeeds } from "./ownSeeds";

function locks(seq: number, ...seeds: [string, string][]): Item {
  return { seq, entry: { type: "seeds_locked", number: 7, seeds: seeds.map(([player, seed]) => ({ player, seed })) } } as Item;
}

function row(seq: number): Answer {
  return { type: "answer", id: "1", seq };
}

const REFUSED: Answer = { type: "answer", id: "1", refused: { code: "bets_closed", message: "too late" } };

describe("the seeds that a page gave", () => {
  it.each<[string, [string, string][], number, number, number]>([
    ["there", [["Ann", "a1"]], 3, 5, 0],
    ["left out", [["Bob", "b1"]], 3, 5, 7],
    ["another", [["Ann", "a2"]], 3, 5, 7],
    ["taken after the lock", [["Bob", "b1"]], 6, 5, 0],
  ])("are compared with the lock, before and after the answer: %s", (_, seeds, taken, at, wrong) => {
    for (const early of [true, false]) {
      const own = new OwnSeeds();
      const answered = own.give(7, "a1");
      if (early) answered(row(taken), "Ann");
      own.hear([locks(at, ...seeds)], "Ann");
      if (!early) answered(row(taken), "Ann");
      expect(own.wrong).toBe(wrong);
    }
  });

  it("count only once the house has taken them, the last of them", () => {
    const own = new OwnSeeds();
    own.give(7, "a0")(REFUSED, "Ann");
    const [first, second] = [own.give(7, "a1"), own.give(7, "a2")];
    own.hear([locks(5, ["Ann", "a2"])], "Ann");
    first(row(3), "Ann");
    second(row(4), "Ann");
    expect(own.wrong).toBe(0);
    own.give(8, "a3")(row(6), "Ann");
    own.hear([locks(9)], "Ann");
    expect(own.wrong).toBe(0);
  });
});
