import { expect, test } from "vitest";
import { prefilledBy } from "./prefilled";

test("an address describes a table with a bot", () => {
  const found = prefilledBy(new URLSearchParams("house=nsw&option=bar=2&option=field_12=triple&least=5&most=500&system=when come_out: pass 10&bankroll=300"));
  expect(found).toMatchObject({ rules: "nsw", options: { bar: "2", field_12: "triple" }, least: "5", most: "500", unit: "", chip: "" });
  expect(found?.bots).toEqual([{ name: "", system: "when come_out: pass 10", bankroll: "300" }]);
});

test("an address without a system describes none", () => {
  expect(prefilledBy(new URLSearchParams("house=nsw&to=%2F"))).toBeNull();
});
