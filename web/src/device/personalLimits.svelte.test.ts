import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeHouse, fakeHouse } from "../../tests/house";
import { personal } from "./personalLimits.svelte";

let house: FakeHouse;

beforeEach(() => {
  house = fakeHouse();
  personal.now = null;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a person's limits are those that the house keeps", async () => {
  house.answers = [{ limits: { loss_cents: 5000 } }];
  await personal.load();
  expect(personal.now).toEqual({ limits: { loss_cents: 5000 } });
  expect(house.asked).toEqual([{ method: "GET", path: "/api/limits" }]);
});

test("limits that are set are those that the house makes of them", async () => {
  house.answers = [{ limits: { loss_cents: 5000 }, later: { loss_cents: 9000 } }];
  await personal.set({ loss_cents: 9000 });
  expect(personal.now).toEqual({ limits: { loss_cents: 5000 }, later: { loss_cents: 9000 } });
  expect(house.asked).toEqual([{ method: "POST", path: "/api/limits", body: { loss_cents: 9000 } }]);
});

test("limits that the house refuses change nothing", async () => {
  house.answers = [{ limits: {} }, new Error("too short")];
  await personal.load();
  await expect(personal.set({ session_minutes: 1 })).rejects.toThrow("too short");
  expect(personal.now).toEqual({ limits: {} });
});
