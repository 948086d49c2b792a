import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANSWER, fakeDevice } from "../../tests/house";
import type { Answer } from "./score";

const KEY = "bankcraps.drill";
const MOST = 5000;

let device: Map<string, string>;

/** The answer to a question, with a time of its own. */
function answer(question: number): Answer {
  return { ...ANSWER, at: new Date(Date.UTC(2026, 10, 22) + question * 1000).toISOString(), question };
}

function answers(from: number, to: number): Answer[] {
  return Array.from({ length: to - from }, (_, index) => answer(from + index));
}

/** The answers as a page finds them on a device that is loaded there. */
async function found() {
  vi.resetModules();
  return import("./kept.svelte");
}

beforeEach(() => {
  device = fakeDevice();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer is there on the next visit, until all are cleared", async () => {
  const { kept } = await found();
  expect(kept.answers).toEqual([]);
  kept.add(answer(1));
  kept.add(answer(2));
  expect(kept.answers).toEqual(answers(1, 3));
  expect((await found()).kept.answers).toEqual(answers(1, 3));
  kept.clear();
  expect([kept.answers, device.get(KEY)]).toEqual([[], "[]"]);
});

test("answers of a file are added once, and the page says how many were new", async () => {
  const { kept } = await found();
  kept.add(answer(2));
  expect(kept.merge(answers(1, 4))).toBe(2);
  expect(kept.answers).toEqual(answers(1, 4));
  expect(kept.merge(answers(1, 4))).toBe(0);
});

test("the latest 5000 are kept", async () => {
  const { kept } = await found();
  kept.merge(answers(0, MOST));
  kept.add(answer(MOST));
  expect([kept.answers.length, kept.answers[0]?.question, kept.answers.at(-1)?.question]).toEqual([MOST, 1, MOST]);
  expect(kept.merge(answers(MOST, MOST + 2))).toBe(1);
  expect([kept.answers.length, kept.answers[0]?.question]).toEqual([MOST, 2]);
});

test("a file is saved under its name, and its address is given back when the browser has read it", async () => {
  vi.useFakeTimers();
  const link = { href: "", download: "", click: vi.fn() };
  const revoked: string[] = [];
  let made: Blob | null = null;
  vi.stubGlobal("document", { createElement: (kind: string) => (kind === "a" ? link : null) });
  vi.stubGlobal("URL", { createObjectURL: (blob: Blob) => ((made = blob), "blob:1"), revokeObjectURL: (address: string) => revoked.push(address) });
  const { save } = await found();
  save("score.csv", "text/csv", "a,b");
  expect(link).toMatchObject({ href: "blob:1", download: "score.csv" });
  expect(link.click).toHaveBeenCalledOnce();
  const blob = made as unknown as Blob;
  expect([blob.type, await blob.text()]).toEqual(["text/csv", "a,b"]);
  expect(revoked).toEqual([]);
  vi.runAllTimers();
  expect(revoked).toEqual(["blob:1"]);
});
