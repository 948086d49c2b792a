import { expect, test } from "vitest";
import { item, seat } from "../../tests/house";
import { outcomeOf, type ThrowOutcome } from "../guide/steps";
import type { Spot } from "../wire/house";
import { kindsOf, type Lesson, offeredAt } from "./lesson";
import { LESSONS } from "./lessons";
import { ENOUGH, type Facts, kindsDecided, standing, type Step, stepOf } from "./steps";

const COME = LESSONS.find(({ id }) => id === "come") as Lesson;
const ODDS = LESSONS.find(({ id }) => id === "odds") as Lesson;
const PLACE = LESSONS.find(({ id }) => id === "place") as Lesson;
const DONTS = LESSONS.find(({ id }) => id === "donts") as Lesson;

const SPOTS = new Map(
  (["pass pass_odds", "come", "come 6:come_odds 6"] as const).map((written) => {
    const [wager = "", odds = null] = written.includes(":") ? written.split(":") : written.split(" ");
    return [wager, { wager, kind: wager.split(" ")[0], odds } as Spot];
  }),
);

const START: Facts = { wallet: 80_000, seat: seat(20_000), puck: 0, told: null, spots: SPOTS, scene: 0, task: 0, decided: new Set(), skipped: false };

/** The step of a lesson at a table with these wagers. */
function at(lesson: Lesson, puck: number, wagers: readonly string[], more: Partial<Facts> = {}): string {
  return said(stepOf(lesson, { ...START, puck, seat: seat(20_000, ...wagers), ...more }));
}

function said(step: Step): string {
  if (step.do === "bet") return `bet ${step.wager}`;
  if (step.do === "throw") return `throw for ${step.need.need}`;
  return step.do === "task" ? step.task.task : step.do;
}

function told(...effects: Record<string, unknown>[]): ThrowOutcome {
  return outcomeOf([item(1, { type: "thrown", throw: { a: 4, b: 2 }, point: 0 }, ...effects)], "Ann", []) as ThrowOutcome;
}

test("the lesson about come waits for a point, bets, and asks; whatever the dice undo is made again", () => {
  expect(at(COME, 0, [])).toBe("bet pass");
  expect(at(COME, 0, ["pass"])).toBe("throw for point");
  expect(at(COME, 6, ["pass"])).toBe("bet come");
  expect(at(COME, 6, ["pass", "come"])).toBe("read");
  expect(at(COME, 6, ["pass", "come"], { task: 3 })).toBe("down");
  // A seven took all of it.
  expect(at(COME, 0, [], { task: 3 })).toBe("bet pass");
  // A point that somebody has without a wager on the line is thrown to its end.
  expect(at(COME, 6, [])).toBe("throw for point");
});

test("a come wager is thrown to its number, and made again if a throw decides it before", () => {
  const scene = { scene: 1 };
  expect(at(COME, 6, ["pass", "come"], scene)).toBe("throw for moved");
  expect(at(COME, 6, ["pass", "come 9"], scene)).toBe("read");
  expect(at(COME, 6, ["pass"], scene)).toBe("bet come");
  expect(at(COME, 0, [], scene)).toBe("bet pass");
  // The point was made, and the come wager is still there.
  expect(at(COME, 0, ["come 9"], scene)).toBe("read");
});

test("what is decided need not stand again, and nobody shoots on a come-out without a line wager", () => {
  const scene = { scene: 2 };
  expect(at(COME, 6, ["come 9"], scene)).toBe("throw for decided");
  expect(at(COME, 0, ["come 9"], scene)).toBe("bet pass");
  expect(at(COME, 0, [], { ...scene, decided: new Set(["come"]) })).toBe("read");
  expect(at(COME, 0, [], { scene: 3 })).toBe("end");
});

test("odds go behind the wager that stands, by the house's own name", () => {
  expect(at(ODDS, 6, ["pass"])).toBe("bet pass_odds");
  expect(at(ODDS, 6, ["pass", "pass_odds"])).toBe("read");
  expect(at(ODDS, 6, ["pass", "come 6"], { scene: 1 })).toBe("bet come_odds 6");
});

test("a don't wager is made on the come-out: a point before it is thrown to its end", () => {
  expect(at(DONTS, 6, ["pass"])).toBe("throw for comeOut");
  expect(at(DONTS, 0, ["place 6"])).toBe("bet dont_pass");
  expect(at(DONTS, 0, ["dont_pass"])).toBe("read");
});

test("a throw that did something is read first, and one that did nothing is not", () => {
  const lost = told({ type: "lost", seat: "Ann", wager: "come 6", amount_cents: 1000 });
  const moved = told({ type: "moved", seat: "Ann", wager: "come", to: "come 6", amount_cents: 1000 });
  expect(at(COME, 6, ["pass", "come"], { told: lost })).toBe("told");
  expect(at(COME, 6, ["pass", "come"], { told: told() })).toBe("read");
  expect([lost, moved].map(kindsDecided)).toEqual([["come"], []]);
});

test("without chips one sits down or buys in again; without money that is said, but not while nothing is bet", () => {
  const step = (wallet: number, rail: number | null, ...wagers: string[]) => said(stepOf(COME, { ...START, wallet, seat: rail === null ? null : seat(rail, ...wagers) }));
  expect([step(ENOUGH, null), step(ENOUGH - 1, null), step(ENOUGH, 0), step(0, ENOUGH - 1), step(0, ENOUGH)]).toEqual(["sit", "broke", "sit", "broke", "bet pass"]);
  expect(step(0, 0, "pass")).toBe("throw for point");
});

test("whoever goes on without what a scene needs is asked about a wager that might stand", () => {
  expect(at(COME, 0, [], { scene: 1, skipped: true })).toBe("read");
  expect(standing({ kind: "come", moved: true }, { seat: seat(0, "come", "come 9") })).toBe("come 9");
  expect(standing({ kind: "place", number: 5 }, { seat: seat(0, "place 6", "place 5") })).toBe("place 5");
  expect(standing({ kind: "come", moved: true }, { seat: seat(0, "come") })).toBeNull();
});

test("a house without a wager has the lesson without it, or no lesson", () => {
  const kinds = (...named: string[]) => kindsOf(named.map((kind) => ({ kind }) as Spot));
  expect(offeredAt(COME, kinds("pass")).scenes).toEqual([]);
  expect(offeredAt(ODDS, kinds("pass", "pass_odds", "come")).scenes).toHaveLength(1);
  expect(offeredAt(PLACE, kinds("pass", "place"))).toEqual(PLACE);
  const dont = offeredAt(DONTS, kinds("dont_pass"));
  expect(dont.scenes).toHaveLength(2);
  expect(dont.scenes[1]?.tasks.map(({ task }) => task)).toEqual(["throw", "down"]);
});
