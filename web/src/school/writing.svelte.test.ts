/** An exam under way: it goes on where the house says, sends lost answers again, and asks the house when the time is over. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SittingNow } from "../wire/exams";
import { clock, Writing } from "./writing.svelte";

const sent: { path: string; body: unknown }[] = [];
let replies: (Partial<SittingNow> | Error)[] = [];

function sitting(more: Partial<SittingNow>): SittingNow {
  return { exam: "e", attempt: 1, number: 0, questions: 3, left_ms: 60_000, over: false, late: "", rules: "nsw", exercise: null, ...more };
}

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) });
    const reply = replies.shift();
    if (!reply || reply instanceof Error) throw reply ?? new Error("nothing more was expected");
    return new Response(JSON.stringify(sitting(reply)));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer names its sitting and its question", async () => {
  replies = [{ number: 1, attempt: 2 }, { number: 2, attempt: 2 }];
  const writing = new Writing("e", 2);
  await writing.load();
  await writing.answer({ action: "pay", cents: 1200 });
  expect(sent).toEqual([
    { path: "/api/exams/e/sittings", body: { attempt: 2 } },
    { path: "/api/exams/e/answers", body: { attempt: 2, number: 1, action: "pay", pay_cents: 1200 } },
  ]);
  expect(writing.now?.number).toBe(2);
});

test("an answer that was lost is sent again as it was, and no other in its place", async () => {
  replies = [{}, new Error("lost"), new Error("lost again"), { number: 1 }];
  const writing = new Writing("e", 1);
  await writing.load();
  await writing.answer({ action: "take", cents: 0 });
  expect(writing.stuck).toBe(true);
  await writing.answer({ action: "leave", cents: 0 });
  await writing.again();
  expect(writing.now?.number).toBe(0);
  await writing.again();
  expect(writing.stuck).toBe(false);
  expect(writing.now?.number).toBe(1);
  expect(sent.slice(1).map((one) => one.body)).toEqual(Array(3).fill({ attempt: 1, number: 0, action: "take", pay_cents: 0 }));
  await writing.again();
  expect(sent).toHaveLength(4);
});

test("when the time is over, the house is asked once how things stand", async () => {
  replies = [{ left_ms: 1000 }, { over: true, left_ms: 0 }];
  const writing = new Writing("e", 1);
  await writing.load();
  vi.advanceTimersByTime(600);
  writing.tick();
  expect(writing.left).toBeCloseTo(0.4);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(400);
  writing.tick();
  writing.tick();
  await vi.waitFor(() => expect(writing.now?.over).toBe(true));
  await writing.answer({ action: "take", cents: 0 });
  expect(sent).toHaveLength(2);
});

test("a clock shows minutes and seconds", () => {
  expect([clock(247), clock(59.2), clock(0), clock(3600)]).toEqual(["4:07", "1:00", "0:00", "60:00"]);
});
