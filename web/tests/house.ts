/** A house that answers over HTTP, for tests: its requests and its answers. */

import { vi } from "vitest";
import type { Answer } from "../src/drill/score";
import type { Item, Seat } from "../src/wire/messages";

interface Asked {
  method: string;
  path: string;
  body?: unknown;
}

export interface FakeHouse {
  asked: Asked[];
  /** The answers, in this order; an error is a refusal with its message. A request too many is an error of the test. */
  answers: unknown[];
}

export function fakeHouse(): FakeHouse {
  const house: FakeHouse = { asked: [], answers: [] };
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) => {
    house.asked.push({ method, path, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) });
    if (!house.answers.length) throw new Error(`nobody expected ${method} ${path}`);
    const answer = house.answers.shift();
    const refused = answer instanceof Error;
    return Promise.resolve({ ok: !refused, status: refused ? 400 : 200, json: () => Promise.resolve(refused ? { error: answer.message } : answer) });
  });
  return house;
}

/** The storage of a device, for tests. */
export function fakeDevice(kept: Record<string, string> = {}): Map<string, string> {
  const device = new Map(Object.entries(kept));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, value: string) => void device.set(key, value),
  });
  return device;
}

/** The memory of a tab, until the test ends. */
export function fakeTab(): void {
  const tab = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => tab.get(key) ?? null, setItem: (key: string, value: string) => void tab.set(key, value) });
}

/** An entry of the log. `won`, `left` and `words` are those of an effect, as the server gives them. */
export function item(seq: number, ...effects: Record<string, unknown>[]): Item {
  const [won_cents, left_cents] = [effects.map(({ won = 0 }) => won), effects.map(({ left = 0 }) => left)];
  return { seq, entry: {}, effects, won_cents, left_cents, words: effects.map(({ words }, index) => words ?? `words ${index}`) } as unknown as Item;
}

/** Somebody's chips: those in the rail, and $10 on each of some wagers. */
export function seat(rail: number, ...wagers: string[]): Pick<Seat, "rail_cents" | "wagers"> {
  return { rail_cents: rail, wagers: wagers.map((wager) => ({ wager, amount_cents: 1000 })) } as unknown as Seat;
}

/** A stream of events from the house. */
export class Stream extends EventTarget {
  close = vi.fn();
  readyState = 0;

  says(event: string, data: unknown): void {
    this.dispatchEvent(Object.assign(new Event(event), { data: JSON.stringify(data) }));
  }
}

/** A right answer of a drill. */
export const ANSWER: Answer = {
  ...{ at: "2026-11-22T08:00:00.000Z", house: "nsw", amounts: "odd", seed: 7, exercise: 0, question: 1, family: "odds", wager: "pass_odds" },
  ...{ amount_cents: 2000, throw: "4-2", action: "pay", pay_cents: 2400, right_action: "pay", right_pay_cents: 2400, right: true },
  ...{ seconds: 4, name: "Ann", kind: "settle", said: "", right_said: "" },
};
