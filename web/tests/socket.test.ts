import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage, TableView } from "../src/wire/messages";
import { type Status, TableSocket } from "../src/wire/socket";

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket;
  }

  readyState = 0;
  sent: { type: string; id?: string; seq?: number }[] = [];
  onopen = (): void => {};
  onclose = (): void => {};
  onmessage = (_: { data: string }): void => {};

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.drop();
  }

  opens(): void {
    this.readyState = 1;
    this.onopen();
  }

  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  drop(): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose();
  }
}

const TABLE = {} as TableView;
const YOU = { type: "you", name: "Ann" };
const welcome = (seq: number) => ({ type: "welcome", seq, table: TABLE, you: YOU, now: 0 });
const happened = (seq: number) => ({ type: "happened", seq, items: [], changes: {}, now: 0 });

let heard: ServerMessage[] = [];
let statuses: [Status, string][] = [];

function connect(): TableSocket {
  return new TableSocket("t1", { heard: (message) => heard.push(message), status: (...said) => statuses.push(said) });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard = [];
  statuses = [];
  const events = new EventTarget();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "house" });
  vi.stubGlobal("window", { setTimeout: (...said: Parameters<typeof setTimeout>) => setTimeout(...said) });
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lose the connection. Returns the milliseconds until the next one is tried. */
function waitAfterDrop(): number {
  const tries = FakeSocket.all.length;
  const from = Date.now();
  FakeSocket.last.drop();
  while (FakeSocket.all.length === tries) vi.advanceTimersToNextTimer();
  return Date.now() - from;
}

test("it says hello from the start, and is open once it is welcome", () => {
  connect();
  FakeSocket.last.opens();
  expect(FakeSocket.last.url).toBe("ws://house/tables/t1/socket");
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", version: 1, seq: 0 }]);
  FakeSocket.last.says(welcome(4));
  expect(statuses).toEqual([["open", ""]]);
});

test("a dropped connection comes back by itself and resumes at the last entry seen", () => {
  connect();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  FakeSocket.last.says(happened(9));
  FakeSocket.last.drop();
  expect(statuses.at(-1)?.[0]).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all.length).toBe(2);
  FakeSocket.last.opens();
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", version: 1, seq: 9 }]);
  FakeSocket.last.says(happened(10));
  expect(statuses.at(-1)?.[0]).toBe("lost");
  FakeSocket.last.says(YOU);
  expect(statuses.at(-1)).toEqual(["open", ""]);
});

test("it waits longer and longer, at most 15 seconds, and hurries when the network is back", () => {
  connect();
  for (let tries = 0; tries < 10; tries += 1) {
    FakeSocket.last.drop();
    vi.advanceTimersByTime(15_000);
  }
  expect(FakeSocket.all.length).toBe(11);
  FakeSocket.last.drop();
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all.length).toBe(12);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(12);
});

test("it waits twice as long after each failure, and shortly again once it was open", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  connect();
  const waits = Array.from({ length: 7 }, waitAfterDrop);
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000]);
  FakeSocket.last.opens();
  expect(waitAfterDrop()).toBe(10_000);
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  expect([waitAfterDrop(), waitAfterDrop()]).toEqual([300, 600]);
});

test("not everybody comes back at the same moment: a wait is between half of it and one and a half", () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  connect();
  expect(waitAfterDrop()).toBe(150);
  random.mockReturnValue(1);
  expect(waitAfterDrop()).toBe(900);
});

test.each(["a", "é"])("a command of %j has at most 4 KB, as the house takes it, and a longer one is not sent", async (letter) => {
  const socket = connect();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  const around = JSON.stringify({ type: "say", line: "", id: "0".repeat(32) }).length;
  const bytes = new TextEncoder().encode(letter).length;
  const longest = letter.repeat(Math.floor((4096 - around) / bytes));
  void socket.ask({ type: "say", line: longest });
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "say", line: longest });
  const sent = FakeSocket.last.sent.length;
  await expect(socket.ask({ type: "say", line: longest + letter })).resolves.toMatchObject({ refused: { code: "too_long" } });
  expect(FakeSocket.last.sent.length).toBe(sent);
});

test("a table that was left is heard no more, and no connection comes back", () => {
  const socket = connect();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  void socket.ask({ type: "say", line: "5 pass" });
  socket.close();
  dispatchEvent(new Event("online"));
  expect(vi.getTimerCount()).toBe(0);
  expect(FakeSocket.all.length).toBe(1);
  expect(statuses).toEqual([["open", ""]]);
});

test("a command whose answer was lost is sent again with the same id", async () => {
  const socket = connect();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  const asked = socket.ask({ type: "say", line: "5 pass" });
  const sent = FakeSocket.last.sent.at(-1);
  FakeSocket.last.drop();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.opens();
  FakeSocket.last.says(YOU);
  expect(FakeSocket.last.sent.at(-1)).toEqual(sent);
  FakeSocket.last.says({ type: "answer", id: sent?.id, seq: 5 });
  await expect(asked).resolves.toMatchObject({ seq: 5 });
});

test("a network that is gone is noticed at once, and the connection comes back with it", () => {
  connect();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  dispatchEvent(new Event("offline"));
  expect(statuses.at(-1)?.[0]).toBe("lost");
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all.length).toBe(2);
  FakeSocket.last.opens();
  FakeSocket.last.says(YOU);
  expect(statuses.at(-1)).toEqual(["open", ""]);
});

test("a connection that answers nothing for long is given up, and the command is sent again", async () => {
  const socket = connect();
  FakeSocket.last.opens();
  FakeSocket.last.says(welcome(4));
  const silent = FakeSocket.last;
  const asked = socket.ask({ type: "say", line: "5 pass" });
  vi.advanceTimersByTime(11_000);
  expect(FakeSocket.all.length).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(statuses.at(-1)?.[0]).toBe("lost");
  silent.says(happened(5));
  expect(heard.map(({ type }) => type)).toEqual(["welcome"]);
  FakeSocket.last.opens();
  FakeSocket.last.says(YOU);
  FakeSocket.last.says({ type: "answer", id: FakeSocket.last.sent.at(-1)?.id, seq: 5 });
  await expect(asked).resolves.toMatchObject({ seq: 5 });
});

test("a house that says goodbye for good is not asked again", () => {
  connect();
  FakeSocket.last.opens();
  FakeSocket.last.says({ type: "bye", reason: "there is no table t1", again: false });
  FakeSocket.last.drop();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
  expect(statuses.at(-1)).toEqual(["ended", "there is no table t1"]);
});
