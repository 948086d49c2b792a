import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeDevice, type FakeHouse, fakeHouse, fakeTab } from "../../tests/house";
import { kept } from "./kept.svelte";
import { Run } from "./run.svelte";
import { forgetUnderWay, underWay } from "./underWay";

const LEVEL = { house: "nsw", options: "", asks: ["settle"], families: ["odds"], amounts: "odd", players: 2, seed: 7, clock: 0 };

const ON = ["pass", "come", "place 6"] as const;

/** An exercise with these wagers of Ann's to settle. */
function exercise(count: number): object {
  const questions = ON.slice(0, count).map((wager) => ({ seat: "Ann", wager, amount_cents: 500, family: "line", asks: "" }));
  const wagers = ON.map((wager) => ({ wager, amount_cents: 500 }));
  return { seats: [{ name: "Ann", place: 1, rail_cents: 0, wagers }], throw: { a: 4, b: 3 }, questions };
}

const PAY = { action: "pay", pay_cents: 500, words: [], sum: "", reasons: [], stays: true };
const RIGHT = { right: true, correction: PAY };
const WRONG = { right: false, correction: PAY };

let house: FakeHouse;
let clock = 0;

/** A drill whose first exercise has been dealt. */
async function begun(questions: number, level: Partial<typeof LEVEL> = {}): Promise<Run> {
  const run = new Run({ ...LEVEL, ...level });
  house.answers = [exercise(questions)];
  await run.load(4);
  return run;
}

/** Let the clock tick once after this many seconds, and wait until the drill has finished what follows. */
async function tick(run: Run, seconds: number): Promise<void> {
  clock += seconds * 1000;
  run.tick();
  while (run.busy) await new Promise((goOn) => setTimeout(goOn));
}

beforeEach(() => {
  house = fakeHouse();
  fakeDevice();
  fakeTab();
  clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  kept.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("an exercise", () => {
  test("is asked for by its number, and begins with its first question", async () => {
    const run = await begun(2);
    expect(house.asked[0]?.path).toMatch(/^\/api\/drill\/nsw\/exercise\?.*seed=7&index=4$/);
    expect(run).toMatchObject({ index: 4, phase: "asking", number: 1, right: 0, last: null, left: 0, busy: false });
    expect(run.question?.wager).toBe("pass");
    expect(run.seats[0]?.wagers).toHaveLength(3);
  });

  test("is over after its last question, and the next one begins anew", async () => {
    const run = await begun(1);
    house.answers = [RIGHT, exercise(2)];
    await run.answer({ action: "pay", cents: 500 });
    expect(run).toMatchObject({ phase: "over", question: null, right: 1 });
    expect(run.shown).toHaveLength(1);
    await run.load(5);
    expect(run).toMatchObject({ index: 5, phase: "asking", number: 1, right: 0, shown: [], marks: [] });
  });

  test("that the house does not deal is a trouble, until it does", async () => {
    const run = new Run(LEVEL);
    house.answers = [new Error("no such house"), exercise(1)];
    await run.load(0);
    expect(run).toMatchObject({ trouble: "no such house", busy: false, exercise: null, question: null });
    await run.load(0);
    expect(run).toMatchObject({ trouble: "", number: 1 });
  });
});

describe("an answer", () => {
  test("that is right leads to the next question", async () => {
    const run = await begun(2);
    house.answers = [RIGHT];
    await run.answer({ action: "pay", cents: 500 });
    expect(house.asked.at(-1)?.path).toMatch(/correction\?.*index=4&question=0&action=pay&pay_cents=500$/);
    expect(run).toMatchObject({ phase: "asking", number: 2, right: 1, last: { right: true, late: false } });
    expect(run.question?.wager).toBe("come");
  });

  test("that is wrong keeps its question while the correction is read", async () => {
    const run = await begun(2);
    house.answers = [WRONG, RIGHT];
    await run.answer({ action: "take", cents: 0 });
    expect(run).toMatchObject({ phase: "wrong", number: 1, right: 0 });
    expect(run.question?.wager).toBe("pass");
    await run.answer({ action: "pay", cents: 500 });
    expect(house.asked).toHaveLength(2);
    run.goOn();
    expect(run).toMatchObject({ phase: "asking", number: 2 });
    run.goOn();
    await run.answer({ action: "pay", cents: 500 });
    expect(run).toMatchObject({ phase: "over", right: 1 });
  });

  test("that is wrong may be the last one", async () => {
    const run = await begun(1);
    house.answers = [WRONG];
    await run.answer({ action: "take", cents: 0 });
    expect(run.phase).toBe("wrong");
    run.goOn();
    expect(run.phase).toBe("over");
    await run.answer({ action: "pay", cents: 500 });
    expect(house.asked).toHaveLength(2);
  });

  test("settles the wager on the felt, and only that one", async () => {
    const run = await begun(2);
    house.answers = [{ right: true, correction: { ...PAY, action: "take", stays: false } }];
    await run.answer({ action: "take", cents: 0 });
    expect(run.seats[0]?.wagers?.map(({ wager }) => wager)).toEqual(["come", "place 6"]);
    expect(run.shown).toMatchObject([{ key: "0", wager: "pass", tone: "lost" }]);
  });

  test("is kept with what was asked, what is right, and its seconds", async () => {
    const run = await begun(2, { options: "bar=2" });
    house.answers = [RIGHT, WRONG];
    clock += 2340;
    await run.answer({ action: "pay", cents: 500 });
    clock += 1000;
    await run.answer({ action: "take", cents: 0 });
    expect(kept.answers).toMatchObject([
      { house: "nsw:bar=2", amounts: "odd", seed: 7, exercise: 4, question: 0, wager: "pass", throw: "4-3", action: "pay", pay_cents: 500, right: true, seconds: 2.3 },
      { question: 1, wager: "come", action: "take", pay_cents: 0, right_action: "pay", right_pay_cents: 500, right: false, seconds: 1 },
    ]);
    await (await begun(1)).load(0);
    expect(kept.answers).toHaveLength(2);
  });

  test("given twice at once counts once, and one that did not reach the house can be given again", async () => {
    const run = await begun(2);
    house.answers = [RIGHT];
    await Promise.all([run.answer({ action: "pay", cents: 500 }), run.answer({ action: "pay", cents: 500 })]);
    expect(run.marks).toHaveLength(1);
    house.answers = [new Error("no network"), RIGHT];
    await run.answer({ action: "pay", cents: 500 });
    expect(run).toMatchObject({ trouble: "no network", phase: "asking", number: 2 });
    await run.answer({ action: "pay", cents: 500 });
    expect(run).toMatchObject({ trouble: "", phase: "over", right: 2 });
  });
});

describe("the clock", () => {
  test("has its seconds for every wager, and those of an answer are gone", async () => {
    const run = await begun(2, { clock: 10 });
    expect(run.left).toBe(20);
    await tick(run, 3);
    expect(run.left).toBe(17);
    house.answers = [RIGHT];
    await run.answer({ action: "pay", cents: 500 });
    await tick(run, 5);
    expect(run.left).toBe(12);
  });

  test("stands still while a correction is read", async () => {
    const run = await begun(2, { clock: 10 });
    house.answers = [WRONG];
    clock += 4000;
    await run.answer({ action: "take", cents: 0 });
    await tick(run, 60);
    run.goOn();
    await tick(run, 1);
    expect(run.left).toBe(15);
  });

  test("that runs out makes the rest late, and the exercise is over", async () => {
    const run = await begun(3, { clock: 10 });
    house.answers = [RIGHT, WRONG, WRONG];
    clock += 10_000;
    await run.answer({ action: "pay", cents: 500 });
    await tick(run, 19);
    expect(run).toMatchObject({ phase: "asking", left: 1 });
    await tick(run, 1);
    expect(run).toMatchObject({ phase: "over", left: 0, right: 1 });
    expect(run.marks.map(({ late }) => late)).toEqual([false, true, true]);
    expect(kept.answers.map(({ action, seconds }) => [action, seconds])).toEqual([
      ["pay", 10],
      ["", 20],
      ["", 0],
    ]);
  });

  test("does not run without one, before an exercise, nor after a trouble", async () => {
    const none = await begun(1);
    await tick(none, 1000);
    expect(none).toMatchObject({ left: 0, phase: "asking" });
    const early = new Run({ ...LEVEL, clock: 10 });
    await tick(early, 1000);
    expect(early).toMatchObject({ left: 0, phase: "asking" });
    const troubled = await begun(1, { clock: 10 });
    house.answers = [new Error("no network")];
    await troubled.answer({ action: "pay", cents: 500 });
    await tick(troubled, 1000);
    expect(troubled).toMatchObject({ left: 10, phase: "asking", trouble: "no network" });
  });
});

describe("a page that was loaded again", () => {
  test("goes on at the same wager, and no answer counts twice", async () => {
    const run = await begun(3, { clock: 10 });
    house.answers = [RIGHT, WRONG];
    clock += 4000;
    await run.answer({ action: "pay", cents: 500 });
    clock += 2000;
    await run.answer({ action: "take", cents: 0 });
    const before = underWay(run.chosen);
    expect(before).toMatchObject({ index: 4, given: [{ action: "pay", cents: 500 }, { action: "take", cents: 0 }], spent: 6 });

    const again = new Run(run.chosen, before);
    house.answers = [exercise(3), RIGHT, WRONG];
    await again.begin();
    expect(again).toMatchObject({ index: 4, phase: "asking", number: 3, right: 1 });
    expect(again.question?.wager).toBe("place 6");
    expect(kept.answers).toHaveLength(2);
    await tick(again, 1);
    expect(again.left).toBe(23);
    house.answers = [RIGHT];
    await again.answer({ action: "pay", cents: 500 });
    expect(again).toMatchObject({ phase: "over", right: 2 });
    expect(kept.answers).toHaveLength(3);
  });

  test("keeps an answer in words, which settles nothing on the felt", async () => {
    const order = { kind: "order", family: "order", asks: "In which order?", seat: "", wager: "", amount_cents: 0, items: ["a", "b"] };
    const asked = { ...exercise(0), questions: [order, order] };
    const said = { right: false, correction: { ...PAY, action: "say", pay_cents: 0, sum: "take A, then pay B", said: "AB" } };
    const run = new Run({ ...LEVEL, asks: ["order"] });
    house.answers = [asked, said];
    await run.load(0);
    await run.answer({ action: "say", cents: 0, said: "BA" });
    expect(house.asked.map(({ path }) => path)).toEqual([expect.stringContaining("asks=order"), expect.stringMatching(/action=say&pay_cents=0&said=BA$/)]);
    expect(run).toMatchObject({ phase: "wrong", shown: [] });
    expect(run.seats[0]?.wagers).toHaveLength(3);
    expect(kept.answers).toMatchObject([{ kind: "order", family: "order", said: "BA", right_said: "AB", right: false }]);

    const again = new Run(run.chosen, underWay(run.chosen));
    house.answers = [asked, said];
    await again.begin();
    expect(again).toMatchObject({ phase: "asking", number: 2 });
    expect(house.asked.at(-1)?.path).toMatch(/said=BA$/);
    expect(kept.answers).toHaveLength(1);
  });

  test("shows an exercise that was over, and a trouble loses nothing", async () => {
    const run = await begun(1);
    house.answers = [RIGHT];
    await run.answer({ action: "pay", cents: 500 });
    const before = underWay(run.chosen);
    const silent = new Run(run.chosen, before);
    house.answers = [exercise(1), new Error("no answer")];
    await silent.begin();
    expect(silent).toMatchObject({ exercise: null, trouble: "no answer" });
    const again = new Run(run.chosen, underWay(run.chosen));
    house.answers = [exercise(1), RIGHT];
    await again.begin();
    expect(again).toMatchObject({ phase: "over", right: 1 });
  });

  test("begins another level, and one that was left, anew", async () => {
    const run = await begun(1);
    expect(underWay({ ...run.chosen, seed: 8 })).toBeNull();
    forgetUnderWay();
    expect(underWay(run.chosen)).toBeNull();
  });
});
