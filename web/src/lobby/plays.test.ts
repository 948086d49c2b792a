import { expect, test, vi } from "vitest";
import { isPlay, withCharts } from "./plays";

test("the chart of a best play takes the place of its address, however long that takes", async () => {
  const job = { key: "a", state: "working" } as never;
  const ask = vi.fn().mockResolvedValueOnce({ job }).mockResolvedValueOnce({ result: { chart: "bankcraps.chart/1" }, edition: "" });
  const bots = [{ name: "Max", system: "pass", bankroll: "50" }, { name: "Bea", system: "/api/lab/chart?bankroll=50&goal=100", bankroll: "50" }];
  expect(bots.map(({ system }) => isPlay(system))).toEqual([false, true]);
  expect(await withCharts(bots, ask)).toEqual([bots[0], { name: "Bea", system: '{"chart":"bankcraps.chart/1"}', bankroll: "50" }]);
  expect(ask.mock.calls).toEqual(Array(2).fill(["chart", "bankroll=50&goal=100", 20]));
});
