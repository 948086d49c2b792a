import { afterEach, expect, test, vi } from "vitest";
import { fakeDevice } from "../../tests/house";
import { read } from "./firstHand.svelte";

const KEY = "bankcraps.first-hand";
const TABLE = { id: "t1", house: "nsw", name: "Ann" };

/** The first hand as a page finds it on a device that is loaded there. */
async function found() {
  vi.resetModules();
  return (await import("./firstHand.svelte")).firstHand;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what a device keeps is there on the next visit", async () => {
  const device = fakeDevice();
  const first = await found();
  expect(first.now).toEqual({ seen: false, table: null });
  first.set({ table: TABLE });
  first.set({ seen: true });
  expect(first.now).toEqual({ seen: true, table: TABLE });
  expect(JSON.parse(device.get(KEY) ?? "")).toEqual({ seen: true, table: TABLE });
  expect((await found()).now).toEqual({ seen: true, table: TABLE });
});

test("a browser that keeps nothing has the first hand until the page is closed", async () => {
  const first = await found();
  first.set({ seen: true });
  expect(first.now).toEqual({ seen: true, table: null });
});

test.each(["", "{", "null", "7", '{"seen":1}'])("%j is as on a first visit", async (kept) => {
  fakeDevice({ [KEY]: kept });
  expect((await found()).now).toEqual({ seen: false, table: null });
});

test.each(["id", "house", "name"])("a table without its %s is none, and what else was kept is kept", (missing) => {
  expect(read({ seen: true, table: { ...TABLE, [missing]: 7 } })).toEqual({ seen: true, table: null });
  expect(read({ seen: true, table: TABLE })).toEqual({ seen: true, table: TABLE });
});
