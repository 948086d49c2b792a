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
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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
