import { describe, expect, test } from "vitest";
import { ANSWER } from "../../tests/house";
import { addressOf, chosenIn, mistakesIn, optionsOf, typed, writtenOptions } from "./entry";
import { settledSeats, shownAt } from "./layout";
import { type Answer, csv, json, merged, readAnswers, readScore, score } from "./score";

describe("what a student types", () => {
  test("is an amount to pay, or a key", () => {
    expect(typed("24")).toEqual({ action: "pay", cents: 2400 });
    expect(typed(" $7.50 ")).toEqual({ action: "pay", cents: 750 });
    expect(typed("T")).toEqual({ action: "take", cents: 0 });
    expect(typed("m")?.action).toBe("travel");
    for (const wrong of ["", "x", "7.555", "-3", "tt"]) expect(typed(wrong)).toBeNull();
  });
});

describe("the score", () => {
  test("counts right, wrong and seconds by family, and all at the end", () => {
    const late: Answer = { ...ANSWER, action: "", right: false, seconds: 10 };
    const line: Answer = { ...ANSWER, family: "line", seconds: 1 };
    expect(score([])).toEqual([]);
    expect(score([ANSWER, late, line])).toEqual([
      { family: "odds", right: 1, wrong: 1, seconds: 7 },
      { family: "line", right: 1, wrong: 0, seconds: 1 },
      { family: "", right: 2, wrong: 1, seconds: 5 },
    ]);
  });

  test("is exported a line for each answer, with what CSV has to quote quoted", () => {
    const [head, line, rest] = csv([{ ...ANSWER, house: 'nsw:"a,b"' }]).split("\r\n");
    expect(head?.split(",")).toHaveLength(20);
    expect(line).toContain('"nsw:""a,b"""');
    expect(line).toContain(",pass_odds,2000,4-2,pay,2400,pay,2400,true,4,Ann,settle,,");
    expect(rest).toBe("");
  });

  test("reads what is kept, and nothing else", () => {
    const { kind, said, right_said, ...older } = ANSWER;
    expect([kind, said, right_said, readAnswers([older])]).toEqual(["settle", "", "", [ANSWER]]);
    expect(readAnswers([ANSWER, { ...ANSWER, right: "yes" }, 3])).toEqual([ANSWER]);
    for (const other of [null, "", 7, {}]) expect(readAnswers(other)).toEqual([]);
  });
});

describe("the address of a drill", () => {
  test("names the level, and is read again", () => {
    const chosen = { house: "classic", options: "bar=2", asks: ["order", "settle"], families: ["odds", "hop"], amounts: "odd", players: 5, seed: 12, clock: 10 };
    expect(chosenIn(new URLSearchParams(addressOf(chosen).split("?")[1]), 1)).toEqual(chosen);
  });

  test("leaves out what it asks if that is as usual, so older addresses are the same", () => {
    const usual = chosenIn(new URLSearchParams("house=nsw"), 1);
    expect(addressOf(usual)).not.toContain("asks");
    expect(addressOf({ ...usual, asks: ["order"] })).toContain("asks=order");
  });

  test.each([0, 20, 10, 5])("may have a clock of %i seconds", (clock) => {
    expect(chosenIn(new URLSearchParams(`clock=${clock}`), 1).clock).toBe(clock);
  });

  test.each([1, 8])("may have %i players", (players) => {
    const query = new URLSearchParams(`players=${players}`);
    expect(chosenIn(query, 1).players).toBe(players);
    expect(mistakesIn(query, {}, 8)).toEqual([]);
    expect(mistakesIn(new URLSearchParams("players=0"), {}, 8)).toHaveLength(1);
  });

  test("has no more players than the house says", () => {
    expect(mistakesIn(new URLSearchParams("players=8"), {}, 6).map(({ right }) => right)).toEqual(["1 – 6"]);
  });

  test("may leave everything out, or be nonsense", () => {
    expect(chosenIn(new URLSearchParams("players=99&clock=3&seed=x"), 5)).toMatchObject({ players: 99, clock: 0, seed: 5, amounts: "even", asks: ["settle"], families: [] });
  });

  test("says what in it is not there", () => {
    const known = { house: ["nsw", "classic"], options: null, asks: ["settle", "order"], families: ["odds"], amounts: ["even"] };
    const mistakes = (query: string): string[] => mistakesIn(new URLSearchParams(query), known, 8).map(({ name, value, right }) => `${name} ${value}: ${right}`);
    expect(mistakes("house=nope&options=x%3D1&asks=order,tea&families=odds,dice&players=99&clock=5&seed=x&lvl=2")).toEqual([
      "house nope: nsw, classic",
      "asks tea: settle, order",
      "families dice: odds",
      "players 99: 1 – 8",
      "seed x: 0 – 999999999999999",
      "lvl 2: house, options, asks, families, amounts, players, clock, seed",
    ]);
    expect(mistakes("house=nsw&families=&amounts=even&players=3&clock=0&seed=7")).toEqual([]);
  });

  test("writes options", () => {
    expect(optionsOf("bar=2,field_12=triple")).toEqual({ bar: "2", field_12: "triple" });
    expect(writtenOptions(optionsOf("bar=2,field_12=triple"))).toBe("bar=2,field_12=triple");
    expect(optionsOf("")).toEqual({});
  });
});

describe("the felt", () => {
  const seats = [
    { name: "Ann", place: 1, rail_cents: 0, wagers: [{ wager: "come" as const, amount_cents: 500 }] },
    { name: "Bob", place: 2, rail_cents: 0, wagers: [{ wager: "come" as const, amount_cents: 700 }] },
  ];
  const question = { seat: "Bob", wager: "come", amount_cents: 700, family: "come", asks: "", kind: "settle" as const, items: [], stack_cents: [] };
  const right = { pay_cents: 0, words: [], sum: "", reasons: [], said: "" };

  test("loses what was taken, and moves what travels, of that player alone", () => {
    const taken = settledSeats(seats, question, { ...right, action: "take", stays: false, to: "" });
    expect(taken.map((seat) => seat.wagers?.length)).toEqual([1, 0]);
    const moved = settledSeats(seats, question, { ...right, action: "travel", stays: true, to: "come 6" });
    expect(moved.map((seat) => seat.wagers?.[0]?.wager)).toEqual(["come", "come 6"]);
  });

  test("shows where the chips go: swept in, to their number, or with what they won", () => {
    const shown = (action: "take" | "travel" | "pay" | "leave", stays: boolean, to = "", pay_cents = 0) => shownAt(question, { ...right, action, stays, to, pay_cents }, 0);
    expect(shown("take", false)).toMatchObject({ tone: "lost", leaves: 700, cents: -700 });
    expect(shown("travel", true, "come 6")).toMatchObject({ tone: "moved", leaves: 700, to: "come 6" });
    expect(shown("pay", true, "", 700)).toMatchObject({ tone: "won", leaves: 0, text: "+$7" });
    expect(shown("leave", true)).toMatchObject({ tone: "back", leaves: 0, text: "" });
  });
});

describe("a saved score", () => {
  const later = { ...ANSWER, at: "2026-11-22T09:00:00.000Z", exercise: 1 };

  test("is read as it was saved, and nothing else is", () => {
    expect(readScore(json([ANSWER, later]))).toEqual([ANSWER, later]);
    expect([readScore("{}"), readScore("no score"), readScore(JSON.stringify({ answers: [{ right: true }] }))]).toEqual([null, null, null]);
  });

  test("of a time before answers had a name has none", () => {
    const { name: _, ...older } = ANSWER;
    expect(readScore(JSON.stringify({ answers: [older] }))).toEqual([{ ...ANSWER, name: "" }]);
    expect(readAnswers([older, "no answer"])).toEqual([{ ...ANSWER, name: "" }]);
  });

  test("adds what was not here, in the order of the answers", () => {
    expect(merged([later], [ANSWER, later])).toEqual([ANSWER, later]);
  });
});
