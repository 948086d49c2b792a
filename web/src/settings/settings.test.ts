import { expect, test } from "vitest";
import { read, settings, USUAL } from "./settings.svelte";

test("what another version or another program kept there is as usual", () => {
  for (const kept of [null, "", "null", "7", "{", '{"felt":"pink","sound":1,"hidden":"5"}']) expect(read(kept)).toEqual(USUAL);
});

test("what was kept comes back", () => {
  const kept = { ...USUAL, felt: "blue" as const, hidden: [100], calls: true };
  expect(read(JSON.stringify(kept))).toEqual(kept);
});

test("a tray never becomes empty", () => {
  settings.now = { ...USUAL, hidden: [100, 500] };
  expect(settings.tray([100, 500, 2500])).toEqual([2500]);
  expect(settings.tray([100, 500])).toEqual([100, 500]);
});
