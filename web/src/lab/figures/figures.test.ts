import { expect, test } from "vitest";
import { edgeOf } from "../../parts/format/edge";
import { endName, mean, nearest, percent, stopsOf, systemIn, tailsOf } from "./figures";

test.each([
  [0, "0.00 %"],
  [1e-9, "< 0.01 %"],
  [0.0001, "0.01 %"],
  [0.34125, "34.13 %"],
  [0.99995, "> 99.99 %"],
  [1, "100.00 %"],
  [1 - 1e-12, "100.00 %"],
])("a chance of %d is written %s", (chance, written) => {
  expect(percent(chance)).toBe(written.replaceAll(" ", "\u00a0"));
});

test("the system's own stops have names of their own", () => {
  expect([endName("goal", {}), endName("floor", {}), endName("ruin", { stops_ahead_cents: 5000 })]).toEqual(["Goal reached", "Below the floor", "Ruin"]);
  expect(endName("goal", { stops_ahead_cents: 5000 })).toBe("The system stops $50 ahead");
  expect(endName("floor", { stops_behind_cents: 20_050 })).toBe("The system stops $200.50 behind");
  expect(endName("goal", { stops_behind_cents: 5000 })).toBe("Goal reached");
});

test("means of money are written to the cent, and edges to three places", () => {
  expect([mean(60.8413957), mean(-12_349.6), edgeOf(0.0141414141), edgeOf(-1e-12), edgeOf(-0.00018)]).toEqual(["$0.61", "−$123.50", "1.414\u00a0%", "0.000\u00a0%", "−0.018\u00a0%"]);
});

test("a slider has stops from the least to the most, and finds the nearest", () => {
  const stops = stopsOf(20, 20_000);
  expect([stops[0], stops.at(-1)]).toEqual([20, 20_000]);
  expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
  expect([0, 510, 1e9].map((value) => stops[nearest(stops, value)])).toEqual([20, 500, 20_000]);
});

test("the worst and the best sessions are a twentieth of all, by what they take home", () => {
  const home = { "0.05": 1000, "0.95": 90000 };
  const found = { quantiles_cents: home, distribution: { final_cents: [0, 1000, 50000, 90000, 100000], chance: [0.02, 0.08, 0.8, 0.06, 0.04] } };
  expect(tailsOf(found)).toEqual({ worst: { from: 0, to: 1000 }, best: { from: 90000, to: 100000 } });
  expect(tailsOf({ quantiles_cents: home })).toBeNull();
});

test.each([
  ["three_point_molly", "three point molly"],
  ["pass:scale=2.5", "pass:scale=2.5"],
  ["when come_out: pass 10\nwhen point: odds max", "own words"],
])("the system %j is called %s", (system, name) => {
  expect(systemIn(system)).toBe(name);
});
