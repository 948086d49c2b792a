import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeHouse, fakeHouse } from "../../tests/house";
import { session } from "./session.svelte";

const NOBODY = { name: "", roles: [], guest: false, wallet_cents: 0 };
const ANN = { ...NOBODY, name: "Ann", wallet_cents: 5000 };

let house: FakeHouse;

beforeEach(() => {
  house = fakeHouse();
  session.who = NOBODY;
  session.known = false;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("who is signed in is known once the house has said it", async () => {
  house.answers = [{ name: "Ann", wallet_cents: 5000 }];
  const loaded = session.load();
  expect(session).toMatchObject({ known: false, who: NOBODY });
  await loaded;
  expect(session).toMatchObject({ known: true, who: ANN });
  expect(house.asked).toEqual([{ method: "GET", path: "/api/session" }]);
});

test("somebody who is still the same stays the same object, so that a form stays as it is", async () => {
  house.answers = [ANN, { ...ANN }, { ...ANN, wallet_cents: 4000 }];
  await session.load();
  const { who } = session;
  await session.load();
  expect(session.who).toBe(who);
  await session.load();
  expect(session.who).toEqual({ ...ANN, wallet_cents: 4000 });
});

test("somebody signs in and out", async () => {
  house.answers = [{ name: "Ann", wallet_cents: 5000 }, {}];
  await session.signIn("Ann", "a secret");
  expect(session.who).toEqual(ANN);
  await session.signOut();
  expect(session.who).toEqual(NOBODY);
  expect(house.asked).toEqual([
    { method: "POST", path: "/api/session", body: { name: "Ann", passphrase: "a secret" } },
    { method: "DELETE", path: "/api/session", body: {} },
  ]);
});

test("nobody is signed in whom the house refuses, and nobody out who could not sign out", async () => {
  house.answers = [new Error("wrong passphrase"), ANN, new Error("not now")];
  await expect(session.signIn("Ann", "a guess")).rejects.toThrow("wrong passphrase");
  expect(session.who).toEqual(NOBODY);
  await session.signIn("Ann", "a secret");
  await expect(session.signOut()).rejects.toThrow("not now");
  expect(session.who).toEqual(ANN);
});

test("a guest gets a name of the house, and somebody with a name keeps it", async () => {
  house.answers = [{ name: "Guest 7", guest: true }];
  await session.signInAnew();
  expect(session.who).toEqual({ ...NOBODY, name: "Guest 7", guest: true });
  await session.signInAnew();
  expect(house.asked).toEqual([{ method: "POST", path: "/api/session/guest", body: {} }]);
});
