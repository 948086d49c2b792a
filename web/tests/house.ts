/** A house that answers over HTTP, for tests: its requests and its answers. */

import { vi } from "vitest";

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
