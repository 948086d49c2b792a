import { expect, it } from "vitest";
import type { Spot } from "../../wire/house";
import type { Check, TableView } from "../../wire/messages";
import { dealtWords, isPutRight, rightWords, seconds, workOf, workWords } from "./work";

const SPOTS = [
  { wager: "pass", name: "Pass", number: null },
  { wager: "hard 8", name: "Hardway 8", number: 8 },
] as unknown as Spot[];

const VIEW = {
  undealt: [
    { chair: "dealer", player: "Ann", wager: "pass" },
    { chair: "stickperson", player: "Ann", wager: "hard 8" },
    { chair: "dealer" },
    { chair: "stickperson", call: true },
  ],
  chairs: [
    { role: "dealer", person: "Lea" },
    { role: "stickperson", person: "Sid" },
  ],
  seats: [{ name: "Ann", place: 1, rail_cents: 0, wagers: [{ wager: "pass", amount_cents: 1000 }, { wager: "hard 8", amount_cents: 500 }] }],
} as unknown as TableView;

it("gives each dealer the work of their own chair, with what lies there", () => {
  expect(workOf(VIEW, "Lea").map((work) => workWords(work, SPOTS))).toEqual(["Ann: $10 on Pass", "The puck"]);
  expect(workOf(VIEW, "Sid").map(({ key, cents }) => [key, cents])).toEqual([["Ann hard 8", 500], ["call", 0]]);
  expect(workOf(VIEW, "Sid").map((work) => workWords(work, SPOTS))).toEqual(["Ann: $5 on Hardway 8", "The call"]);
  expect(workOf(VIEW, "Ann")).toEqual([]);
});

it("says what was dealt, and what became of it", () => {
  expect(dealtWords({ action: "pay", dealt_cents: 2400, how: "right" })).toBe("pay $24");
  expect(dealtWords({ action: "take", how: "refused" })).toBe("take: refused");
  expect(dealtWords({ action: "puck", puck: 6, how: "not_done" })).toBe("on 6: by the automatic crew");
  expect(dealtWords({ action: "puck", how: "right" })).toBe("off");
  expect(dealtWords({ action: "call", words: "Yo, line away", how: "refused" })).toBe("“Yo, line away”: refused");
});

it("knows a wrong pay that was put right from one that is owed, and from a right one", () => {
  const wrong = { action: "pay", dealt_cents: 1200, how: "wrong", moved_cents: -200 };
  const check = (...dealt: object[]) => ({ dealt }) as unknown as Check;
  expect(isPutRight({ ...check(wrong), owed_cents: 200 })).toBe(false);
  expect(isPutRight(check(wrong))).toBe(true);
  expect(isPutRight(check({ ...wrong, how: "right", moved_cents: 0 }))).toBe(false);
  expect(isPutRight(check())).toBe(false);
});

it("gives no time to a dealer who dealt nothing", () => {
  expect([0, 300, 2600].map(seconds)).toEqual(["–", "0 s", "3 s"]);
});

it("says that a wager which the throw does not decide is left", () => {
  const right = { action: "pay", dealt_cents: 0, how: "right", right_action: "" };
  expect(rightWords({ right } as unknown as Check)).toBe("leave it");
  expect(rightWords({ right: { ...right, dealt_cents: 700, right_action: "pay" } } as unknown as Check)).toBe("pay $7");
});
