import { expect, test } from "vitest";
import { moment, momentSince } from "./when";

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour, 5).getTime();

test("a moment has its day and its time", () => {
  expect(moment(at(25, 20))).toBe("25 Nov 2026, 20:05");
});

test("the end of an evening has its day only if it is another one", () => {
  expect(momentSince(at(25, 23), at(25, 20))).toBe("23:05");
  expect(momentSince(at(26, 1), at(25, 20))).toBe("26 Nov 2026, 01:05");
});
