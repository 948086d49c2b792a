import { afterEach, expect, test, vi } from "vitest";
import { fakeDevice } from "../../tests/house";
import { read } from "./lessons.svelte";

const KEY = "bankcraps.lessons";
const TABLE = { id: "t1", house: "nsw", name: "Ann" };
const PLACE = { scene: 1, task: 2, asked: 3, right: 2 };
const NOTHING = { done: {}, at: {}, table: null };

/** The lessons as a page finds them on a device that is loaded there. */
async function found() {
  vi.resetModules();
  return (await import("./lessons.svelte")).lessons;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a device keeps where a lesson goes on at each house, and that it is done", async () => {
  const device = fakeDevice();
  const first = await found();
  first.at(TABLE);
  first.reached("nsw", "come", PLACE);
  first.reached("classic", "come", PLACE);
  first.finished("nsw", "come", { ...PLACE, asked: 5 });
  const again = await found();
  expect(again.now).toEqual({ done: { come: { asked: 5, right: 2 } }, at: { "classic/come": PLACE }, table: TABLE });
  expect([again.placeOf("nsw", "come"), again.placeOf("classic", "come")]).toEqual([null, PLACE]);
  expect(JSON.parse(device.get(KEY) ?? "")).toEqual(again.now);
});

test.each([null, "", 7, [], { at: 7, done: "x", table: { id: 7 } }])("%j is as on a first visit", (kept) => {
  expect(read(kept)).toEqual(NOTHING);
});

test("a place that cannot be read is left out, and the others are kept", () => {
  const at = { "nsw/come": PLACE, "nsw/odds": { ...PLACE, task: -1 }, "nsw/place": { scene: 1 } };
  expect(read({ at, done: { come: { asked: 2, right: 1 }, odds: { asked: "2" } } })).toEqual({ ...NOTHING, at: { "nsw/come": PLACE }, done: { come: { asked: 2, right: 1 } } });
});
