import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeDevice } from "../../tests/house";
import { read, settings, USUAL } from "./settings.svelte";
import { kept } from "./storage";

const KEY = "bankcraps.settings";

let root: Record<string, string>;
let events: EventTarget;

/** Let the system ask for less motion, or not. */
function system(reduced: boolean): void {
  vi.stubGlobal("matchMedia", (what: string) => ({ matches: reduced && what === "(prefers-reduced-motion: reduce)" }));
}

/** Another tab of the browser keeps something. */
function elsewhere(key: string, newValue: string): void {
  localStorage.setItem(key, newValue);
  events.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
}

beforeEach(() => {
  root = {};
  events = new EventTarget();
  vi.stubGlobal("document", { documentElement: { dataset: root } });
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  settings.now = USUAL;
});

afterEach(() => {
  vi.unstubAllGlobals();
  settings.now = USUAL;
});

test("what another version or another program kept there is as usual", () => {
  for (const found of ["", "null", "7", "{", '{"felt":"pink","sound":1,"hidden":"5"}']) {
    fakeDevice({ [KEY]: found });
    expect(read(kept(KEY))).toEqual(USUAL);
  }
  fakeDevice();
  expect(read(kept(KEY))).toEqual(USUAL);
});

test("what was kept comes back", () => {
  const before = { ...USUAL, felt: "blue" as const, hidden: [100], calls: true, keys: false, sound: true, motion: "full" as const, celebrations: false, fastBots: true };
  expect(read(before)).toEqual(before);
  expect(read({ hidden: [100, "5", 2.5] }).hidden).toEqual([100]);
});

test("a tray never becomes empty", () => {
  settings.now = { ...USUAL, hidden: [100, 500] };
  expect(settings.tray([100, 500, 2500])).toEqual([2500]);
  expect(settings.tray([100, 500])).toEqual([100, 500]);
});

describe("the device", () => {
  test("keeps what is set, and the styles follow", () => {
    const device = fakeDevice();
    settings.set({ felt: "red", sound: true });
    settings.set({ chips: "plain" });
    expect(settings.now).toEqual({ ...USUAL, felt: "red", sound: true, chips: "plain" });
    expect(JSON.parse(device.get(KEY) ?? "")).toEqual(settings.now);
    expect(root).toEqual({ felt: "red", chips: "plain", motion: "system" });
  });

  test("has what it kept when the page begins, and what another tab keeps later", () => {
    fakeDevice({ [KEY]: '{"felt":"grey"}' });
    settings.begin();
    expect(settings.now).toEqual({ ...USUAL, felt: "grey" });
    elsewhere("bankcraps.drill", '{"felt":"red"}');
    expect(root["felt"]).toBe("grey");
    elsewhere(KEY, '{"felt":"blue"}');
    expect([settings.now.felt, root["felt"]]).toEqual(["blue", "blue"]);
  });
});

test.each([
  ["system", false, true],
  ["system", true, false],
  ["full", true, true],
  ["reduced", false, false],
] as const)("with the motion %s, and less of it wanted by the system: %s, things may move: %s", (motion, reduced, moves) => {
  system(reduced);
  settings.now = { ...USUAL, motion };
  expect(settings.moves).toBe(moves);
});
