import { expect, test } from "vitest";
import { Refusal } from "../../wire/house";
import { Trying } from "./trying.svelte";

test("work that the house refuses says why until the next work", async () => {
  const trying = new Trying();
  expect(await trying.do(() => Promise.reject(new Error("no bots here")))).toBe(false);
  expect([trying.refused, trying.busy]).toEqual(["no bots here", false]);
  expect(await trying.do(async () => {})).toBe(true);
  expect(trying.refused).toBe("");
});

test("a refused name comes with one that would do until the next work", async () => {
  const trying = new Trying();
  await trying.do(() => Promise.reject(new Refusal("Ann is taken", "Ann2", "Ann")));
  expect([trying.refused, trying.wouldDo, trying.inPlaceOf]).toEqual(["Ann is taken", "Ann2", "Ann"]);
  await trying.do(async () => {});
  expect(trying.wouldDo).toBe("");
});

test("what is asked a second time while the first is under way is not done", async () => {
  const trying = new Trying();
  let finish = () => {};
  let done = 0;
  const first = trying.do(() => new Promise<void>((end) => (finish = end)).then(() => done++));
  expect(trying.busy).toBe(true);
  expect(await trying.do(async () => done++)).toBe(false);
  finish();
  expect(await first).toBe(true);
  expect(done).toBe(1);
});
