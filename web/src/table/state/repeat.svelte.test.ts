import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeTab } from "../../../tests/house";
import type { Answer, Seat, TableView } from "../../wire/messages";
import { english } from "../../words";
import { Repeat } from "./repeat.svelte";

const ANN = { name: "Ann", place: 1, rail_cents: 50_000 } as Seat;

/** A table at which the betting after the throw of entry `seq` is open, and what was said there. */
function table(seq = 7) {
  const said: string[] = [];
  const live = {
    id: "t1",
    view: { phase: { name: "betting" }, out: false, guests: [] } as unknown as TableView,
    seat: ANN as Seat | null,
    you: { type: "you" as const, name: "Ann" },
    result: { seq } as never,
    status: "open" as const,
    answer: {} as Partial<Answer>,
    said,
    say: vi.fn(),
    quietly: (command: { line?: string }) => {
      said.push(command.line ?? "");
      return Promise.resolve({ type: "answer" as const, id: "1", ...live.answer });
    },
    thrown(next: number): void {
      live.result = { seq: next } as never;
    },
  };
  return live;
}

type Table = ReturnType<typeof table>;

function repeating(live: Table): Repeat {
  const repeat = new Repeat(live as never);
  repeat.follow();
  if (!repeat.on) repeat.toggle();
  return repeat;
}

/** Everything that follows from an answer has followed. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

beforeEach(fakeTab);
afterEach(() => vi.unstubAllGlobals());

test("it says the words once whenever the betting opens after a throw", () => {
  const live = table();
  const repeat = repeating(live);
  repeat.follow();
  expect(live.said).toEqual([]); // the betting in which it was switched on is the player's own
  live.thrown(12);
  live.view = { ...live.view, phase: { name: "paying" } };
  repeat.follow();
  expect(live.said).toEqual([]);
  live.view = { ...live.view, phase: { name: "betting" } };
  repeat.follow();
  repeat.follow();
  live.view = { ...live.view, phase: { name: "last_bets" } };
  repeat.follow();
  expect(live.said).toEqual(["same bet"]);
  live.thrown(19);
  repeat.follow();
  expect(live.said).toEqual(["same bet", "same bet"]);
});

test("it is off by default, and says nothing while the dice are out or the connection is down", () => {
  const live = table();
  new Repeat(live as never).follow();
  const repeat = repeating(live);
  live.thrown(12);
  live.view = { ...live.view, out: true };
  repeat.follow();
  live.view = { ...live.view, out: false };
  (live as { status: string }).status = "connecting";
  repeat.follow();
  expect(live.said).toEqual([]);
});

test("a page that is loaded again goes on, and does not say it twice in one betting", () => {
  const live = table();
  repeating(live);
  live.thrown(12);
  const before = new Repeat(live as never);
  before.follow();
  expect(live.said).toEqual(["same bet"]);
  const after = new Repeat(live as never);
  after.follow();
  expect(after.on).toBe(true);
  expect(live.said).toEqual(["same bet"]);
  live.thrown(19);
  after.follow();
  expect(live.said).toHaveLength(2);
});

test("it is not another person's, and not another table's", () => {
  const live = table();
  repeating(live);
  const bob = new Repeat({ ...live, you: { type: "you", name: "Bob" } } as never);
  bob.follow();
  const other = new Repeat({ ...live, id: "t2" } as never);
  other.follow();
  expect([bob.on, other.on]).toEqual([false, false]);
});

test.each([
  ["not_enough_chips", false],
  ["own_limit", false],
  ["not_now", true],
])("a bet that is left out with %s: it goes on is %s", async (code, goesOn) => {
  const live = table();
  const repeat = repeating(live);
  live.thrown(12);
  live.answer = { left_out: [{ wager: "pass", amount_cents: 1000, code, message: "left out $10 on the Pass: you have $9" }] };
  repeat.follow();
  await answered();
  expect(repeat.on).toBe(goesOn);
  expect(repeat.stopped).toBe(goesOn ? "" : "“Same bet” no longer repeats by itself. It left out $10 on the Pass: you have $9.");
  live.thrown(19);
  repeat.follow();
  expect(live.said).toHaveLength(goesOn ? 2 : 1);
});

test.each([
  ["bad_words", true],
  ["bets_closed", true],
  ["table_closed", false],
])("after a refusal with %s: it goes on is %s, and never asks again in the same betting", async (code, goesOn) => {
  const live = table();
  const repeat = repeating(live);
  live.thrown(12);
  live.answer = { refused: { code, message: "the table closes" } };
  repeat.follow();
  await answered();
  repeat.follow();
  expect(live.said).toHaveLength(1);
  expect(repeat.on).toBe(goesOn);
  expect(repeat.stopped).toBe(goesOn ? "" : "“Same bet” no longer repeats by itself. The table closes.");
});

test("it stops, and says so, when the player leaves or sits out", () => {
  const live = table();
  const repeat = repeating(live);
  live.view = { ...live.view, guests: [{ name: "Ann", sitting_out: true }] };
  repeat.follow();
  expect([repeat.on, repeat.stopped]).toEqual([false, english["repeat.sitsOut"]]);
  live.view = { ...live.view, guests: [] };
  repeat.toggle();
  expect(repeat.stopped).toBe("");
  live.seat = null;
  repeat.follow();
  expect([repeat.on, repeat.stopped]).toEqual([false, english["repeat.left"]]);
  live.seat = ANN;
  live.thrown(12);
  const later = new Repeat(live as never);
  later.follow();
  expect([later.on, live.said.length]).toEqual([false, 0]);
});
