import { expect, test } from "vitest";
import type { Comparison, Session, Simulated } from "../../wire/lab";
import { against, finalsOf, inWords, pairsOf } from "./figures";

const FINALS = { final_cents: [0], chance: [1] };

const figures = (mean_cents: number, ruin: number, distribution = true) => ({ mean_cents, ends: { ruin }, ...(distribution ? { distribution: FINALS } : {}) });

/** A system: solved or not, with its gain over the first. */
function system(mean: number, ruin: number, above: number[], exact = true, distribution = true) {
  return {
    system: "pass",
    exact: exact ? (figures(mean, ruin, distribution) as unknown as Session) : null,
    played: figures(mean + 100, ruin + 0.1, distribution) as unknown as Simulated,
    difference: { exact_cents: exact ? -250 : null, mean_cents: -300, se_cents: 10, interval_95_cents: [-319.6, -280.4] as [number, number] },
    above,
  };
}

const THREE = { systems: [system(48_000, 0.5, [0, 0.4, 0.7]), system(49_000, 0.6, [0.35, 0, 0.5]), system(47_000, 0.1, [0.3, 0.25, 0], false)] };

test("each pair of systems has its chances, which come to one", () => {
  const pairs = pairsOf(THREE);
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([[0, 1], [0, 2], [1, 2]]);
  expect(pairs.map(({ firstAbove, secondAbove }) => [firstAbove, secondAbove])).toEqual([[0.4, 0.35], [0.7, 0.3], [0.5, 0.25]]);
  pairs.forEach(({ equal }, index) => expect(equal).toBeCloseTo([0.25, 0, 0.25][index] ?? 1, 12));
});

test("the answer in a sentence takes exact figures where there are some", () => {
  expect(inWords(THREE)).toBe("On average B takes home the most: $490. C has the lowest risk of ruin: 20.00\u00a0%.");
});

test("what a system gains over the first is exact, or an interval", () => {
  const [, solved, played] = THREE.systems as Comparison["systems"];
  expect([solved && against(solved), played && against(played)]).toEqual(["−$2.50", "−$3.20 to −$2.80"]);
});

test("curves are drawn if every system has one", () => {
  expect(finalsOf(THREE)).toHaveLength(3);
  expect(finalsOf({ systems: [...THREE.systems.slice(0, 2), system(1, 0, [], true, false)] })).toEqual([]);
});
