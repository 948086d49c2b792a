import { expect, test } from "vitest";
import { phaseWords } from "./pace";

test("whoever is ready reads for whom the dice wait", () => {
  const view = { ready: ["Ann"], unready: ["Bob", "Molly"] };
  expect(phaseWords(view, "betting", "Ann")).toBe("Ready. Waiting for Bob and Molly");
  expect(phaseWords(view, "last_bets", "Ann")).toBe("Ready. Waiting for Bob and Molly");
  expect(phaseWords({ ...view, unready: ["Bob", "Cid", "Molly"] }, "betting", "Ann")).toBe("Ready. Waiting for 3 others");
});

test("others read what is to do", () => {
  expect(phaseWords({ ready: ["Ann"], unready: ["Bob"] }, "betting", "Bob")).toBe("Place your bets");
  expect(phaseWords({ ready: ["Ann"], unready: ["Bob"] }, "betting", "")).toBe("Place your bets");
  expect(phaseWords({ ready: ["Ann"], unready: [] }, "paying", "Ann")).toBe("Paying");
  expect(phaseWords({ ready: ["Ann"], unready: ["Bob"] }, "dice_out", "Ann")).toBe("No more bets, dice out");
});

test("somebody alone reads that nobody waits, and watchers do not", () => {
  expect(phaseWords({ alone: "Ann" }, "betting", "Ann")).toBe("Take your time: no clock runs");
  expect(phaseWords({ alone: "Ann" }, "betting", "Bob")).toBe("Place your bets");
  expect(phaseWords({ alone: "" }, "betting", "")).toBe("Place your bets");
});
