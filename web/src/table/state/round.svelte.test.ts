import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { item as entry } from "../../../tests/house";
import { settings, USUAL } from "../../device/settings.svelte";
import { LYING_MS, PLACE_MS, PUSH_MS, ROLLING_MS } from "../../felt/motion";
import type { Item, Throw } from "../../wire/messages";
import { Round } from "./round.svelte";

const FOUR: Throw = { a: 3, b: 1 };
const SIX: Throw = { a: 4, b: 2 };

let seq = 0;

function item(...effects: Record<string, unknown>[]): Item {
  seq += 1;
  return entry(seq, ...effects);
}

function thrown(dice: Throw = SIX, ...more: Record<string, unknown>[]): Item {
  return item({ type: "thrown", throw: dice }, ...more);
}

function lost(cents: number, seat = "Ann"): Record<string, unknown> {
  return { type: "lost", seat, wager: "field", amount_cents: cents, won: -cents };
}

function paid(cents: number): Record<string, unknown> {
  return { type: "paid", seat: "Ann", wager: "pass", amount_cents: cents, won_cents: cents, won: cents };
}

function staked(seat: string): Record<string, unknown> {
  return { type: "staked", seat, wager: "pass", amount_cents: 500 };
}

const SEVEN_OUT = { type: "seven_out" };

let page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  page = { hidden: false };
  vi.stubGlobal("document", page);
  settings.now = { ...USUAL, motion: "full" };
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  settings.now = USUAL;
});

describe("somebody who comes", () => {
  test("reads the call of the last throw, or that it is invalid", () => {
    const round = new Round();
    round.begin([SIX], 1, { effects: [{ type: "thrown", throw: SIX }], words: ["six, easy six"] } as never);
    expect(round).toMatchObject({ throws: [SIX], hand: 1, call: "six, easy six" });
    round.begin([], 1, { effects: [{ type: "throw_invalid" }], words: ["the throw is invalid"] } as never);
    expect(round.call).toBe("the throw is invalid");
    round.begin([], 1);
    expect(round.call).toBe("");
  });
});

describe("the dice", () => {
  test("of a bot land at once if somebody has no patience with bots", () => {
    const round = new Round();
    expect(round.roll([thrown()], true)).toBe(ROLLING_MS);
    settings.now = { ...settings.now, fastBots: true };
    expect(round.roll([thrown()], true)).toBe(0);
    expect(round.roll([thrown()])).toBe(ROLLING_MS);
  });

  test("roll and lie for a while, and then nobody sees them any more", () => {
    const round = new Round();
    const items = [thrown(SIX)];
    expect(round.roll(items)).toBe(ROLLING_MS);
    expect(round).toMatchObject({ rolling: true, dice: { throw: SIX } });
    vi.advanceTimersByTime(ROLLING_MS);
    round.happened(items, "Ann", 1);
    expect(round).toMatchObject({ rolling: false, dice: { throw: SIX } });
    vi.advanceTimersByTime(LYING_MS - 1);
    expect(round.dice).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(round.dice).toBeNull();
  });

  test("of the next throw are not taken away with those of the one before", () => {
    const round = new Round();
    round.roll([thrown(SIX)]);
    vi.advanceTimersByTime(ROLLING_MS + LYING_MS - 1);
    round.roll([thrown(FOUR)]);
    vi.advanceTimersByTime(1);
    expect(round.dice).toMatchObject({ throw: FOUR });
    vi.advanceTimersByTime(ROLLING_MS + LYING_MS);
    expect(round.dice).toBeNull();
  });

  test("do not roll for a bet, for several throws at once, on a page that nobody sees, or where nothing may move", () => {
    const round = new Round();
    expect(round.roll([item(staked("Bob"))])).toBe(0);
    expect(round.roll([thrown(SIX), thrown(FOUR)])).toBe(0);
    page.hidden = true;
    expect(round.roll([thrown(SIX)])).toBe(0);
    page.hidden = false;
    settings.now = { ...USUAL, motion: "reduced" };
    expect(round.roll([thrown(SIX)])).toBe(0);
    expect(round).toMatchObject({ rolling: false, dice: null });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("clear the felt of what was still being paid, and stay when the rest is skipped", () => {
    const round = new Round();
    round.happened([thrown(SIX, lost(500))], "Ann", 1);
    round.roll([thrown(FOUR)]);
    expect(round.settled).toEqual([]);
    round.skip();
    expect(round.dice).toMatchObject({ throw: FOUR });
    round.happened([thrown(FOUR)], "Ann", 1);
    round.skip();
    expect(round.dice).toBeNull();
  });
});

describe("the last throws", () => {
  test("are those that the house says, until it says others", () => {
    const round = new Round();
    round.begin([FOUR], 1);
    round.happened([thrown(SIX)], "Ann", 1, [FOUR, SIX]);
    round.happened([item(staked("Bob"))], "Ann", 1);
    expect(round.throws).toEqual([FOUR, SIX]);
    round.happened([item({ type: "throw_invalid", throw: SIX })], "Ann", 1, [FOUR]);
    expect(round.throws).toEqual([FOUR]);
  });
});

describe("the hand whose results are shown", () => {
  test("is the one that ended, until the dealers have paid it", () => {
    const round = new Round();
    round.begin([], 3);
    expect(round.hand).toBe(3);
    round.happened([thrown(SIX, lost(500), SEVEN_OUT)], "Ann", 4);
    vi.advanceTimersByTime(PUSH_MS - 1);
    expect(round.hand).toBe(3);
    vi.advanceTimersByTime(1);
    expect(round.hand).toBe(4);
    round.happened([thrown(SIX, paid(700))], "Ann", 4);
    vi.advanceTimersByTime(PUSH_MS);
    expect(round.hand).toBe(4);
  });

  test("is at once the one whose end was taken back", () => {
    const round = new Round();
    round.begin([], 3);
    round.happened([thrown(SIX, SEVEN_OUT)], "Ann", 4);
    vi.advanceTimersByTime(PUSH_MS - 1);
    round.happened([thrown(FOUR)], "Ann", 3);
    vi.advanceTimersByTime(PUSH_MS);
    expect(round.hand).toBe(3);
  });

  test("is at once the table's, whenever the whole table comes", () => {
    const round = new Round();
    round.begin([], 3);
    round.happened([thrown(SIX, SEVEN_OUT)], "Ann", 4);
    round.begin([], 5);
    expect(round.hand).toBe(5);
    vi.advanceTimersByTime(PUSH_MS);
    expect(round.hand).toBe(5);
  });
});

describe("what the felt shows", () => {
  test("of a throw is what it paid and took, until the dealers are done", () => {
    const round = new Round();
    round.happened([thrown(SIX, lost(500), paid(700))], "Ann", 1);
    expect(round.settled.map(({ cents }) => cents)).toEqual([-500, 700]);
    vi.advanceTimersByTime(PUSH_MS + 2 * 150 - 1);
    expect(round.settled).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(round.settled).toEqual([]);
  });

  test("of the next throw is not cleared with the one before, and a throw without wagers clears nothing", () => {
    const round = new Round();
    round.happened([thrown(SIX, lost(500))], "Ann", 1);
    vi.advanceTimersByTime(PUSH_MS);
    round.happened([thrown(FOUR, paid(700))], "Ann", 1);
    round.happened([thrown(FOUR)], "Ann", 1);
    vi.advanceTimersByTime(150);
    expect(round.settled.map(({ cents }) => cents)).toEqual([700]);
  });

  test("of others' bets are the chips on their way, and not the player's own", () => {
    const round = new Round();
    round.happened([item(staked("Bob"))], "Ann", 1);
    round.happened([item(staked("Ann"))], "Ann", 1);
    expect(round.air.map(({ seat }) => seat)).toEqual(["Bob"]);
    vi.advanceTimersByTime(PLACE_MS - 1);
    round.happened([item(staked("Cid"))], "Ann", 1);
    vi.advanceTimersByTime(1);
    expect(round.air.map(({ seat }) => seat)).toEqual(["Cid"]);
    round.skip();
    expect(round.air).toEqual([]);
  });

  test("is no chip on its way where nothing may move, or nobody looks", () => {
    const round = new Round();
    page.hidden = true;
    round.happened([item(staked("Bob"))], "Ann", 1);
    page.hidden = false;
    settings.now = { ...USUAL, motion: "reduced" };
    round.happened([item(staked("Bob"))], "Ann", 1);
    expect(round.air).toEqual([]);
  });

  test("as the call is the last one, until another throw is called or declared invalid", () => {
    const round = new Round();
    round.happened([thrown(SIX)], "Ann", 1);
    round.happened([item(staked("Bob"))], "Ann", 1);
    expect(round.call).toBe("words 0");
    round.happened([item(staked("Bob"), { type: "throw_invalid", throw: SIX })], "Ann", 1);
    expect(round.call).toBe("words 1");
  });
});
