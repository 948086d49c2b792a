import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Item, Refused, ServerMessage, TableView } from "../../wire/messages";
import type { Command, Status } from "../../wire/socket";
import { english } from "../../words";
import { LiveTable } from "./live.svelte";
import type { Round } from "./round.svelte";

interface Asked {
  command: Command;
  answer(answer: Partial<Answer>): void;
}

/** A connection to a table whose other end is the test. */
const house = vi.hoisted(() => ({
  asked: [] as Asked[],
  closed: false,
  says: (_: object): void => {},
  status: (_status: string, _reason = ""): void => {},
}));

vi.mock("../../wire/socket", () => ({
  TableSocket: class {
    constructor(_: string, listener: { heard(message: ServerMessage): void; status(status: Status, reason: string): void }) {
      house.says = (message) => listener.heard(message as ServerMessage);
      house.status = (status, reason = "") => listener.status(status as Status, reason);
    }

    ask(command: Command): Promise<Answer> {
      return new Promise((answered) => {
        house.asked.push({ command, answer: (answer) => answered({ type: "answer", id: "1", ...answer }) });
      });
    }

    close(): void {
      house.closed = true;
    }
  },
}));

const VIEW = { seats: [{ name: "Ann", place: 1, rail_cents: 900, wagers: [{ wager: "pass", amount_cents: 500 }] }], puck: 0, floor: { clock: 0 }, fairness: {} };
const DICE_ROLL_MS = 950;

let happened: number[] = [];
let welcomed: number[] = [];

function item(seq: number, more: object = {}): Item {
  return { seq, entry: { type: "acted", event: { type: "say" } }, words: [`line ${seq}`], ...more } as unknown as Item;
}

function bet(seq: number): Item {
  return item(seq, { entry: { type: "acted", event: { type: "bet", by: { role: "player", person: "Ann" } } } });
}

function thrown(seq: number): Item {
  return item(seq, { effects: [{ type: "thrown", throw: { a: 3, b: 4 } }] });
}

function happens(...items: Item[]): void {
  house.says({ type: "happened", seq: items.at(-1)?.seq, now: Date.now() + 5000, items, changes: { puck: items.at(-1)?.seq } });
}

function welcomes(undo = 0): void {
  const you = { type: "you", name: "Ann", undo };
  house.says({ type: "welcome", version: 1, seq: 1, now: Date.now() + 2000, table: VIEW, you, thrown: [{ a: 1, b: 1 }] });
}

/** A table that Ann sits at, with its connection open. */
function atTable(undo = 0): LiveTable {
  const live = new LiveTable(
    "t1",
    (items) => happened.push(...items.map(({ seq }) => seq)),
    { begin: (throws: readonly unknown[]) => welcomed.push(throws.length), roll: () => DICE_ROLL_MS, happened: () => {} } as unknown as Round,
  );
  house.status("open");
  welcomes(undo);
  return live;
}

/** Answer the latest command, and let what waited for the answer go on. */
async function answer(given: Partial<Answer>): Promise<void> {
  house.asked.at(-1)?.answer(given);
  await vi.advanceTimersByTimeAsync(0);
}

function refused(code: string, message = code): { refused: Refused } {
  return { refused: { code, message } };
}

const BETS: Command[] = ["5 pass", "6 place 6", "9 hop"].map((line) => ({ type: "say", line }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  Object.assign(house, { asked: [], closed: false });
  happened = [];
  welcomed = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("what the house says", () => {
  test("is the table, the person, what somebody has, and the last throws", () => {
    const live = atTable();
    expect(live).toMatchObject({ view: VIEW, you: { name: "Ann" }, ahead: 2000, lines: [] });
    expect(live.seat).toMatchObject({ place: 1 });
    expect([live.mine("pass")?.amount_cents, live.mine("field")]).toEqual([500, null]);
    expect(welcomed).toEqual([1]);
    house.says({ type: "you", name: "Bob" });
    expect([live.seat, live.mine("pass")]).toEqual([null, null]);
  });

  test("of what happened changes the table, and becomes lines", () => {
    const live = atTable();
    happens(item(2), item(3, { words: ["first", "second"] }));
    expect(live.view).toMatchObject({ ...VIEW, puck: 3 });
    expect(live.lines.map(({ key, seq, words }) => [key, seq, words])).toEqual([
      ["2.0", 2, "line 2"],
      ["3.0", 3, "first"],
      ["3.1", 3, "second"],
    ]);
    expect([live.ahead, live.landed]).toEqual([5000, 0]);
    expect(happened).toEqual([2, 3]);
  });

  test("about a person is said to that person, with spaces in names", () => {
    const live = atTable();
    happens(item(2, { words: ["Ann puts $5", "Big_Al puts $5", "the dice pass from Ann"], to_you: { Ann: { 0: "You put $5", 2: "the dice pass from you" }, Big_Al: { 1: "You put $5" } } }));
    expect(live.lines.map(({ words }) => words)).toEqual(["You put $5", "Big Al puts $5", "the dice pass from you"]);
  });

  test("is remembered for 400 lines", () => {
    const live = atTable();
    for (let seq = 2; seq <= 402; seq += 1) happens(item(seq));
    expect([live.lines.length, live.lines[0]?.seq]).toEqual([400, 3]);
  });

  test("before the table is known changes nothing", () => {
    const live = new LiveTable("t1", (items) => happened.push(items.length));
    happens(item(2));
    expect([live.view, live.lines, happened]).toEqual([null, [], []]);
  });

  test("of the company is who watches, who may not speak, and each line of talk once", () => {
    const live = atTable();
    const line = (at: number) => ({ at, person: "Bob", words: `words ${at}` });
    house.says({ type: "company", watching: 3, muted: ["Cid"], lines: [line(1), line(2)] });
    house.says({ type: "company", lines: [line(1), line(2), line(3)] });
    expect(live.talk.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(live).toMatchObject({ watching: 0, muted: [] });
    house.says({ type: "company", watching: 3, muted: ["Cid"] });
    expect(live).toMatchObject({ watching: 3, muted: ["Cid"] });
    house.says({ type: "company", lines: Array.from({ length: 500 }, (_, index) => line(4 + index)) });
    expect([live.talk.length, live.talk.at(-1)?.at]).toEqual([400, 503]);
  });

  test("to an inspector is no longer shown when the inspection is over", () => {
    const live = atTable();
    house.says({ type: "inspection", won_cents: 5 });
    expect(live.inspection).toMatchObject({ won_cents: 5 });
    house.says({ type: "inspection", won_cents: 5, over: true });
    expect(live.inspection).toBeNull();
  });

  test("is followed by what depends on it", () => {
    const live = atTable();
    const seen: number[] = [];
    const stop = $effect.root(() => {
      $effect(() => {
        seen.push(live.lines.length);
      });
    });
    flushSync();
    happens(item(2));
    flushSync();
    stop();
    expect(seen).toEqual([0, 1]);
  });
});

describe("the seal of a throw", () => {
  const FAIR = { fairness: { number: 7, commitment: "c7" } };

  function seeds(): Command[] {
    return house.asked.map(({ command }) => command).filter(({ type }) => type === "give_seed");
  }

  function sealed(table: object, may = ["give_seed"]): LiveTable {
    const live = atTable();
    house.says({ type: "welcome", version: 1, seq: 1, now: Date.now(), table: { ...VIEW, ...table }, you: { type: "you", name: "Ann", may } });
    return live;
  }

  function given(): Promise<void> {
    return vi.waitFor(() => expect(seeds()).toHaveLength(1), { timeout: 60_000 });
  }

  test("is answered with one seed of this player, whose refusal is not shown", async () => {
    const live = sealed(FAIR);
    await given();
    await answer(refused("bets_closed"));
    expect(live.refused).toBeNull();
    happens(item(2));
    await vi.advanceTimersByTimeAsync(0);
    await given();
  });

  test("is answered once there is a connection", async () => {
    const live = sealed({}, []);
    house.status("lost");
    house.says({ type: "happened", seq: 2, now: 0, items: [], changes: FAIR });
    house.says({ type: "you", name: "Ann", may: ["give_seed"] });
    expect(live.view).toMatchObject(FAIR);
    expect(seeds()).toEqual([]);
    house.status("open");
    await given();
  });

  test("has this player's seed, or the page says so", async () => {
    const live = sealed(FAIR);
    await given();
    await answer({ seq: 2 });
    happens(item(3, { entry: { type: "seeds_locked", number: 7, seeds: [] } }));
    expect(live.leftOut).toBe(7);
  });

  test("is remembered as it was shown first", async () => {
    const live = sealed(FAIR);
    house.says({ type: "happened", seq: 2, now: 0, items: [], changes: { fairness: { number: 7, commitment: "another" } } });
    expect([...live.commitments]).toEqual([[7, "c7"]]);
    await given();
  });
});

describe("a throw", () => {
  test("counts when the dice have landed, and what comes meanwhile counts after it", () => {
    const live = atTable();
    happens(thrown(2));
    happens(item(3));
    vi.advanceTimersByTime(DICE_ROLL_MS - 1);
    expect([happened, live.landed]).toEqual([[], 0]);
    vi.advanceTimersByTime(1);
    expect([happened, live.landed]).toEqual([[2, 3], 1]);
    happens(item(4));
    expect(happened).toEqual([2, 3, 4]);
  });

  test("lands at once where the next one or the whole table comes, or the page wants it", () => {
    const live = atTable();
    happens(thrown(2));
    happens(thrown(3));
    expect(happened).toEqual([2]);
    welcomes();
    expect(happened).toEqual([2, 3]);
    happens(thrown(4));
    live.land();
    expect(happened).toEqual([2, 3, 4]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that is heard of after a lost connection does not roll", () => {
    atTable();
    house.status("lost");
    happens(thrown(2));
    expect(happened).toEqual([2]);
  });

  test("does not land at a table that was left", () => {
    const live = atTable();
    happens(thrown(2));
    live.close();
    vi.advanceTimersByTime(DICE_ROLL_MS);
    expect([happened, house.closed]).toEqual([[], true]);
  });

  test("is asked for once, however often somebody clicks before it is answered", async () => {
    const live = atTable();
    const both = [live.act({ type: "throw" }), live.act({ type: "throw" })];
    expect(house.asked.map(({ command }) => command)).toEqual([{ type: "act", event: { type: "throw" } }]);
    await answer({ seq: 2 });
    expect((await Promise.all(both)).map(({ seq }) => seq)).toEqual([2, 2]);
    void live.act({ type: "throw" });
    expect(house.asked).toHaveLength(2);
  });
});

describe("a command", () => {
  test("is not sent without a connection, and the reason goes when it is back", async () => {
    const live = new LiveTable("t1");
    for (const status of ["connecting", "lost", "ended"]) {
      if (status !== "connecting") house.status(status, "no network");
      await expect(live.say("5 pass")).resolves.toMatchObject({ refused: { code: "offline" } });
      const message = english[status === "ended" ? "live.ended" : "live.offline"];
      expect(live.refused).toMatchObject({ at: null, why: { code: "offline", message } });
    }
    expect(live).toMatchObject({ status: "ended", reason: "no network" });
    expect(house.asked).toEqual([]);
    house.status("lost");
    expect(live.refused).not.toBeNull();
    house.status("open");
    expect(live.refused).toBeNull();
  });

  test("that was refused is shown at the spot, or where the house says, until the next one", async () => {
    const live = atTable();
    const said = live.ask({ type: "say", line: "5 pass" }, "pass");
    await answer(refused("over_limit"));
    await said;
    expect(live.refused).toMatchObject({ at: "pass", why: { code: "over_limit" } });
    house.status("open");
    expect(live.refused).not.toBeNull();
    void live.say("6 place 6");
    expect(live.refused).toBeNull();
    await answer({ refused: { code: "over_limit", message: "", wager: "place 6" } });
    expect(live.refused).toMatchObject({ at: "place 6" });
    void live.quietly({ type: "say", line: "9 hop" });
    await answer(refused("bad_words"));
    expect(live.refused).toBeNull();
    expect(live.refuse({ code: "no_chip", message: "no chip" }, "field").refused?.code).toBe("no_chip");
    expect(live.refused).toMatchObject({ at: "field" });
  });
});

test("what the house left out is said to the player themselves", async () => {
  const live = atTable();
  const said = live.sameBet();
  const one = { wager: "pass", amount_cents: 1000, code: "not_enough_chips", message: "Ann has $9", to_you: "you have $9" } as const;
  await answer({ left_out: [one, { ...one, message: "Big_Al has $9", to_you: "" }] });
  await said;
  expect(live.repeat.leftOut.map(({ message }) => message)).toEqual(["you have $9", "Big Al has $9"]);
});

test("a refusal about the player is said to the player themselves", async () => {
  const live = atTable();
  const said = live.act({ type: "throw" });
  await answer({ refused: { code: "needs_line_wager", message: "Ann needs a wager on the line", to_you: "you need a wager on the line" } });
  await said;
  expect(live.refused?.why.message).toBe("you need a wager on the line");
});

describe("one click that asks for several things", () => {
  async function click(...answers: Partial<Answer>[]): Promise<LiveTable> {
    const live = atTable();
    const done = live.each(BETS.slice(0, answers.length));
    for (const given of answers) await answer(given);
    await done;
    expect(house.asked.map(({ command }) => command)).toEqual(BETS.slice(0, answers.length));
    return live;
  }

  test("asks for one after another, and says nothing where all are done", async () => {
    expect((await click({ seq: 2 }, { seq: 3 }, { seq: 4 })).refused).toBeNull();
  });

  test("says why where all are refused", async () => {
    expect((await click(refused("bad_words", "what?"), refused("over_limit", "too much"))).refused).toEqual({ at: null, why: { code: "bad_words", message: "what?" } });
  });

  test("says how many were refused, and the first reason", async () => {
    const why = (await click({ seq: 2 }, refused("over_limit", "too much"), refused("bad_words", "what?"))).refused?.why;
    expect(why?.code).toBe("over_limit");
    expect(why?.message).toMatch(/2.*3.*too much/);
  });

  test("leaves out words that meant nothing, where others were done", async () => {
    expect((await click({ seq: 2 }, refused("bad_words"), refused("bad_words"))).refused).toBeNull();
  });

  test("shows the reason of a single one where it belongs", async () => {
    expect((await click({ refused: { code: "over_limit", message: "too much", wager: "pass" } })).refused).toMatchObject({ at: "pass" });
  });
});

describe("an undo", () => {
  test("takes back all that the latest click did", async () => {
    const live = atTable(3);
    const clicked = live.each(BETS.slice(0, 2));
    await answer({ seq: 2 });
    await answer({ seq: 3 });
    await clicked;
    happens(bet(2), bet(3));
    house.asked = [];
    void live.undo();
    await answer({ seq: 4 });
    await answer({ seq: 5 });
    expect(house.asked.map(({ command }) => command)).toEqual(Array(2).fill({ type: "act", event: { type: "undo" } }));
  });

  test("takes back one act where a single bet was the latest click", async () => {
    const live = atTable(3);
    for (const seq of [2, 3]) {
      const asked = live.ask({ type: "say", line: "5 pass" });
      await answer({ seq });
      await asked;
      happens(bet(seq));
    }
    house.asked = [];
    void live.undo();
    await answer({ seq: 4 });
    expect(house.asked).toHaveLength(1);
  });
});

describe("a time", () => {
  test("of the table is shown by this device's clock", () => {
    vi.setSystemTime(Date.UTC(2026, 10, 22, 12));
    const live = atTable();
    const shown = (at: number) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    expect(live.clock(Date.now() + 2000 + 60_000)).toBe(shown(Date.now() + 60_000));
    expect(live.clock(Date.now(), true)).toBe(new Date(Date.now() - 2000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }));
    happens(item(2));
    live.view = { ...live.view, origin: Date.UTC(2026, 10, 22) } as TableView;
    expect(live.tableTime(12 * 3600 + 600 + 5)).toBe(shown(Date.now() + 600_000));
  });
});

test("what happened before the page was opened is read from the house, and what came meanwhile follows it", async () => {
  const asked: string[] = [];
  const steps = [4, 5].map((seq) => ({ item: item(seq), changes: {} }));
  vi.stubGlobal("fetch", async (path: string) => (asked.push(path), { ok: true, json: async () => ({ before: VIEW, steps, last: 5 }) }));
  const live = new LiveTable("t1", () => {}, { begin: () => {}, roll: () => 0, happened: () => {} } as unknown as Round);
  house.status("open");
  house.says({ type: "welcome", version: 1, seq: 5, now: Date.now(), table: VIEW, you: { type: "you", name: "Ann" } });
  happens(item(6));
  await vi.waitFor(() => expect(live.lines.map(({ words }) => words)).toEqual(["line 4", "line 5", "line 6"]));
  expect(asked).toEqual(["/api/tables/t1/replay?first=2&last=5"]);
  live.close();
  vi.unstubAllGlobals();
});
