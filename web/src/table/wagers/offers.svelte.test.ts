import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { house, type Spot } from "../../wire/house";
import type { Wager } from "../../wire/messages";
import { offerWords } from "./offerWords";
import { type Offered, Offers } from "./offers.svelte";

const spot = (wager: string, exact: number) => [wager, { wager, kind: wager.split(" ")[0], exact_cents: exact }] as unknown as [string, Spot];
const SPOTS = new Map([spot("place 6", 600), spot("place 8", 600), spot("place 5", 500), spot("field", 0)]);
const SIX = { stake_cents: 500, total_cents: 500, wins_cents: 500, commission_cents: 0, exact: { stake_cents: 600, total_cents: 600, wins_cents: 700 }, edge: "9.09%" };

let made: string[];
let stands: number;
let asked: ReturnType<typeof vi.spyOn>;

function offers(): Offers {
  return new Offers("t", () => SPOTS, () => stands, (wager, cents) => made.push(`${wager} ${cents}`));
}

function answers(offer: unknown): void {
  asked = vi.spyOn(house, "offer").mockImplementation(() => (offer === null ? Promise.reject(new Error("no house")) : Promise.resolve(offer as never)));
}

const six = "place 6" as Wager;

beforeEach(() => {
  made = [];
  stands = 0;
  answers(SIX);
});

afterEach(() => vi.restoreAllMocks());

test("what is paid exactly, or not on a number, is bet at once and nobody is asked", async () => {
  const one = offers();
  await one.place("place 5" as Wager, 500);
  await one.place("field" as Wager, 700);
  await one.place(six, 1200);
  stands = 600;
  await one.place(six, 600);
  expect(made).toEqual(["place 5 500", "field 700", "place 6 1200", "place 6 600"]);
  expect(asked).not.toHaveBeenCalled();
});

test("five on the six is offered as six, and nothing is bet before the choice", async () => {
  const one = offers();
  await one.place(six, 500);
  expect(made).toEqual([]);
  expect(offerWords((one.now as Offered).offer)).toBe("$6 wins $7; $5 wins $5.");
  one.take();
  expect(made).toEqual(["place 6 600"]);
  expect(one.now).toBeNull();
});

test("a second tap on the spot takes it, and one on another spot drops it", async () => {
  const one = offers();
  await one.place(six, 500);
  await one.place(six, 500);
  expect(made).toEqual(["place 6 600"]);
  const other = offers();
  await other.place(six, 500);
  await other.place("field" as Wager, 500);
  expect(other.now).toBeNull();
  expect(made).toEqual(["place 6 600", "field 500"]);
});

test("the choice is remembered for all numbers that are paid alike, but not for another sum", async () => {
  const one = offers();
  await one.place(six, 500);
  one.insist();
  await one.place("place 8" as Wager, 500);
  expect(made).toEqual(["place 6 500", "place 8 500"]);
  expect(one.now).toBeNull();
  const two = offers();
  await two.place(six, 500);
  two.take();
  await two.place("place 8" as Wager, 500);
  expect(made.slice(2)).toEqual(["place 6 600", "place 8 600"]);
  await two.place(six, 1000);
  expect(two.now).not.toBeNull();
});

test("without an answer, or with nothing better, the bet is made as it was meant", async () => {
  answers(null);
  await offers().place(six, 500);
  answers({ ...SIX, exact: null });
  await offers().place(six, 100);
  expect(made).toEqual(["place 6 500", "place 6 100"]);
});

test("while the house is asked, another tap on the spot asks nothing", async () => {
  const one = offers();
  await Promise.all([one.place(six, 500), one.place(six, 500)]);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(one.now).not.toBeNull();
});
