import { expect, test } from "vitest";
import { item, seat } from "../../tests/house";
import type { Outlook } from "../wire/messages";
import { hadOdds, netOf, progress, sidesOf, type Step, stepOf, STEPS, type ThrowOutcome, outcomeOf, wantedIn, wouldHaveWon } from "./steps";

const THROW = { type: "thrown", throw: { a: 4, b: 2 }, point: 0 };
const SET = { type: "point_set", point: 6 };
const PAID = [
  { type: "paid", seat: "Ann", wager: "pass", amount_cents: 1000, won_cents: 1000, won: 1000 },
  { type: "paid", seat: "Ann", wager: "pass_odds", amount_cents: 1000, won_cents: 1200, won: 1200 },
];

const fresh = { wallet: 0, told: null, finished: false, puck: 0 };

test("a newcomer sits, bets, throws, lays odds and throws again, whatever the dice show", () => {
  const steps: Step[] = [
    stepOf({ ...fresh, wallet: 1000, seat: null }),
    stepOf({ ...fresh, seat: seat(20000) }),
    stepOf({ ...fresh, seat: seat(19000, "pass") }),
    stepOf({ ...fresh, seat: seat(19000, "pass"), puck: 6 }),
    stepOf({ ...fresh, seat: seat(18000, "pass", "pass_odds"), puck: 6 }),
  ];
  expect(steps).toEqual(["sit", "pass", "comeOut", "odds", "throw"]);
  expect(steps.map(progress)).toEqual([0, 1, 2, 4, 5]);
  expect(steps.map(wantedIn)).toEqual([null, "pass", null, "pass_odds", null]);
});

test("what a throw did is read before the next step, unless it did nothing", () => {
  const facts = { ...fresh, seat: seat(19000, "pass"), puck: 6 };
  expect(stepOf({ ...facts, told: outcomeOf([item(1, THROW, SET)], "Ann", []) })).toBe("point");
  expect(stepOf({ ...facts, told: outcomeOf([item(1, THROW, ...PAID)], "Ann", []) })).toBe("decided");
  expect(stepOf({ ...facts, told: outcomeOf([item(1, THROW)], "Ann", []) })).toBe("odds");
});

test("who has lost every chip buys in again; who cannot pay for odds throws without", () => {
  expect(stepOf({ ...fresh, wallet: 1000, seat: seat(0) })).toBe("sit");
  expect(stepOf({ ...fresh, seat: seat(500, "pass"), puck: 8 })).toBe("throw");
});

test("the end comes when odds were decided, and only then", () => {
  const decided = outcomeOf([item(1, { ...THROW, point: 6 }, ...PAID)], "Ann", []);
  const natural = outcomeOf([item(1, THROW, ...PAID.slice(0, 1))], "Ann", []);
  expect(decided && natural && [hadOdds(decided), netOf(decided), hadOdds(natural)]).toEqual([true, 2200, false]);
  expect(stepOf({ ...fresh, seat: seat(22200), finished: true })).toBe("end");
  expect(progress("end")).toBe(STEPS.length);
});

test("the throws that decide a wager follow from what the house said", () => {
  const outlook = (wager: string, wins: string[], loses: string[], net: number, points: number[]) =>
    ({ wager, points, chances: [...wins.map((on) => ({ on, result: "wins", net_cents: net })), ...loses.map((on) => ({ on, result: "loses", net_cents: -1000 }))] }) as unknown as Outlook;
  const before = [outlook("pass", ["4"], ["7"], 1000, []), outlook("pass_odds", ["4"], ["7"], 2000, [])];
  expect(before.map(sidesOf)).toEqual(Array(2).fill({ wins: "4", loses: "7", winning: 3, losing: 6 }));
  expect(sidesOf(outlook("pass", ["7", "11"], ["2", "3", "12"], 1000, [4]))).toMatchObject({ wins: "7 or 11", loses: "2, 3 or 12" });
  const lost = PAID.map(({ seat, wager }) => ({ type: "lost", seat, wager, amount_cents: 1000, won: -1000 }));
  expect(wouldHaveWon(outcomeOf([item(1, THROW, ...lost)], "Ann", before) as ThrowOutcome)).toBe(3000);
  expect(wouldHaveWon(outcomeOf([item(1, THROW, ...lost.slice(0, 1))], "Ann", before) as ThrowOutcome)).toBe(1000);
});

test("only the player's own results are shown, with what the stick called, and whether the hand is over", () => {
  const told = outcomeOf([item(1, THROW, { ...PAID[0], seat: "Bob" })], "Ann", [], true);
  expect(told).toMatchObject({ thrown: { a: 4, b: 2 }, did: "nothing", call: "words 0", handOver: true });
  expect(outcomeOf([item(1, ...PAID.slice(0, 1))], "Ann", [])).toBeNull();
});

test("whoever has less money than the hand takes learns so, and not while their wagers lie", () => {
  const step = (wallet: number, rail: number | null, ...wagers: string[]): Step => stepOf({ ...fresh, wallet, seat: rail === null ? null : seat(rail, ...wagers) });
  expect([step(0, null), step(999, null), step(1000, null), step(500, 400), step(600, 400)]).toEqual(["broke", "broke", "sit", "broke", "sit"]);
  expect(step(0, 0, "pass")).toBe("comeOut");
  expect(step(0, 1000)).toBe("pass");
});
