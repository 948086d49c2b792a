import { expect, test, vi } from "vitest";
import { chips, dice } from "../device/synth";
import { goes, home, moved, placed, pushed, ROLLING_MS, swept, type Way } from "./motion";

const HERE = { x: 1, y: 2 };
const THERE = { x: 30, y: 40 };
const DEALER = { x: 5, y: 6 };

/** The beginning and the end of a way, and whether the chips are seen there. */
function ends({ stops }: Way): unknown[] {
  return [stops[0], stops.at(-1)].map((stop) => [stop?.x, stop?.y, stop?.at, stop?.shown ?? 1]);
}

test("winnings come from the dealer, lie beside the wager for a moment, and go to the player", () => {
  const way = pushed(DEALER, THERE, HERE, 150);
  expect(ends(way)).toEqual([[5, 6, 0, 0], [1, 2, 1, 0]]);
  expect(way.stops.slice(1, -1)).toEqual([{ ...THERE, at: 0.2 }, { ...THERE, at: 0.72 }]);
  expect(way.delay).toBe(150);
});

test("a wager that comes down lies there as long as its winnings, and goes with them", () => {
  const way = home(THERE, HERE, 150);
  expect(ends(way)).toEqual([[30, 40, 0, 1], [1, 2, 1, 0]]);
  expect([way.stops[1]?.at, way.ms]).toEqual([0.72, pushed(DEALER, THERE, HERE, 0).ms]);
});

test("a bet goes to its spot, a losing wager to the dealer, and a come wager to its number", () => {
  expect(ends(placed(HERE, THERE))).toEqual([[1, 2, 0, 1], [30, 40, 1, 1]]);
  expect(ends(swept(THERE, DEALER, 150))).toEqual([[30, 40, 0, 1], [5, 6, 1, 0]]);
  expect(ends(moved(HERE, THERE, 150))).toEqual([[1, 2, 0, 1], [30, 40, 1, 1]]);
  expect([placed(HERE, THERE).delay, swept(THERE, DEALER, 150).delay, moved(HERE, THERE, 150).delay]).toEqual([0, 150, 150]);
});

test("an element goes its way once, and stops where it is taken away", () => {
  const cancel = vi.fn();
  const animate = vi.fn((..._: unknown[]) => ({ cancel }));
  const stop = goes(() => swept(THERE, DEALER, 150))({ animate } as unknown as Element);
  expect(animate).toHaveBeenCalledExactlyOnceWith(
    [
      { transform: "translate(30px, 40px)", opacity: 1, offset: 0 },
      { transform: "translate(5px, 6px)", opacity: 0, offset: 1 },
    ],
    expect.objectContaining({ delay: 150, fill: "both" }),
  );
  expect(cancel).not.toHaveBeenCalled();
  stop();
  expect(cancel).toHaveBeenCalledOnce();
});

test("dice are heard while they roll, and chips for a moment", () => {
  const last = (hits: ReturnType<typeof dice>) => Math.max(...hits.map(({ at, length }) => at + length));
  expect(last(dice(() => 1))).toBeLessThan(ROLLING_MS / 1000);
  expect(last(chips(() => 1))).toBeLessThan(0.2);
});
