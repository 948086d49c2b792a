import { expect, it } from "vitest";
import { milestone, shortened } from "./lines";

const LINES = [1000, -200, 1400, -500, 700].map((cents) => ({ name: `wager ${cents}`, cents }));

it("shows all lines where there is room", () => {
  expect(shortened(LINES, 1440)).toEqual({ shown: LINES, more: 0, rest: 0 });
  expect(shortened(LINES.slice(0, 3), 390).more).toBe(0);
});

it("adds up the smallest ones on a phone, and keeps the order of the others", () => {
  const short = shortened(LINES, 390);
  expect(short.shown.map(({ cents }) => cents)).toEqual([1000, 1400]);
  expect(short).toMatchObject({ more: 3, rest: 0 });
  expect(short.shown.reduce((sum, { cents }) => sum + cents, short.rest)).toBe(LINES.reduce((sum, { cents }) => sum + cents, 0));
});

it("has less room after a sentence", () => {
  expect(shortened(LINES, 390, true).shown.map(({ cents }) => cents)).toEqual([1400]);
  expect(shortened(LINES, 1440, true).more).toBe(0);
});

it("has a word for each tenth throw of a hand", () => {
  expect([0, 1, 9, 10, 11, 20, 30, 40].map(milestone)).toEqual([0, 0, 0, 10, 0, 20, 30, 40]);
});
