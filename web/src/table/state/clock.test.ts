import { expect, it } from "vitest";
import { tableClock } from "./clock";

const noon = Date.UTC(2026, 10, 22, 12);

it("counts from the midnight of the first day", () => {
  expect(tableClock(noon, 11 * 3600)).toBe(12 * 3600);
  expect(tableClock(noon, (24 + 11) * 3600)).toBe(36 * 3600);
});

it("goes on over midnight", () => {
  expect(tableClock(Date.UTC(2026, 10, 23, 1), 23 * 3600)).toBe(25 * 3600);
});
