import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveTable } from "../state/live.svelte";
import { clearAfterThrow } from "./outdated.svelte";

const READ_MS = 3000;

/** A component that shows a refusal. */
class Shown {
  refused = $state<string | null>(null);
  landed = $state(0);
  readonly stop = $effect.root(() => {
    clearAfterThrow(this as unknown as LiveTable, () => this.refused, () => (this.refused = null));
  });

  refuse(why: string): void {
    this.refused = why;
    flushSync();
  }

  land(): void {
    this.landed += 1;
    flushSync();
  }

  /** The refusal shown after this time. */
  after(ms: number): string | null {
    vi.advanceTimersByTime(ms);
    flushSync();
    return this.refused;
  }
}

let shown: Shown;

beforeEach(() => {
  vi.useFakeTimers();
  shown = new Shown();
});

afterEach(() => {
  shown.stop();
  vi.useRealTimers();
});

test("a refusal stays as long as no throw lands", () => {
  shown.land();
  shown.refuse("too much");
  expect(shown.after(10 * READ_MS)).toBe("too much");
});

test("a refusal that could be read goes with the next throw", () => {
  shown.refuse("too much");
  shown.after(READ_MS);
  shown.land();
  expect(shown.after(0)).toBeNull();
});

test("a throw that lands soon leaves time to read the refusal", () => {
  shown.refuse("too much");
  shown.after(1000);
  shown.land();
  expect(shown.after(READ_MS - 1001)).toBe("too much");
  expect(shown.after(1)).toBeNull();
});

test("a newer refusal has a time of its own, and stays until a throw after it", () => {
  shown.refuse("too much");
  shown.after(1000);
  shown.land();
  shown.after(1000);
  shown.refuse("no chip");
  expect(shown.after(10 * READ_MS)).toBe("no chip");
  shown.land();
  expect(shown.after(0)).toBeNull();
});

test("nothing is cleared where the component is gone", () => {
  shown.refuse("too much");
  shown.land();
  shown.stop();
  expect(vi.getTimerCount()).toBe(0);
});
