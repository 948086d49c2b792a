import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "../wire/messages";
import { Reading } from "./reading.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const read = (unread: number): Profile => ({ player: "Ann", evenings: [], unread, unreadable: {} });

test("the house is asked again until it has read everything", async () => {
  const asked = vi.fn(() => Promise.resolve(read(3 - asked.mock.calls.length)));
  const reading = new Reading();
  reading.begin(asked);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(reading.profile?.unread).toBe(0);
});

test("whoever leaves asks no more", async () => {
  const asked = vi.fn(() => Promise.resolve(read(1)));
  const reading = new Reading();
  const stop = reading.begin(asked);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("what the house refuses is said", async () => {
  const reading = new Reading();
  reading.begin(() => Promise.reject(new Error("sign in first")));
  await vi.advanceTimersByTimeAsync(0);
  expect(reading.trouble).toBe("sign in first");
});
