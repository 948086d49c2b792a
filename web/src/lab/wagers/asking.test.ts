import { expect, test, vi } from "vitest";
import type { Heard, Odds } from "../../wire/lab";
import { askAll, commanded, plainly } from "./asking";

const answered = (house: string): Heard<Odds> => ({ result: { house } as Odds, edition: "1" });

test("all houses are asked, a few at once, and answer in their order", async () => {
  let open = 0;
  let most = 0;
  const found = await askAll(["a", "b", "c", "d", "e"], 1, async (_, house) => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open -= 1;
    return answered(house);
  });
  expect(found).toEqual({ result: ["a", "b", "c", "d", "e"].map((house) => ({ house })), edition: "1" });
  expect(most).toBe(3);
});

test("a question that takes long is announced, and those after it are not asked yet", async () => {
  const job = { job: { key: "k" } } as Heard<Odds>;
  const ask = vi.fn(async (_kind: string, house: string) => (house === "b" ? job : answered(house)));
  expect(await askAll(["a", "b", "c", "d"], 1, ask)).toEqual(job);
  expect(ask).toHaveBeenCalledTimes(3);
});

const FIVE = { rules: "nsw", wager: "place 6", amount: "5", limits: "5:500", chip: "0.50", with_odds: "true" };

test("the house is asked without the words of the search, and its limits only for an amount", () => {
  expect(plainly(FIVE)).toEqual({ rules: "nsw", amount: "5", limits: "5:500", chip: "0.50", with_odds: "true" });
  expect(plainly({ limits: "5:500", chip: "5", beside: "true" })).toEqual({});
});

test.each([
  [FIVE, "place 6", { kind: "odds", question: FIVE }],
  [{ rules: "nsw", wager: "6" }, "", { kind: "odds", question: { rules: "nsw" } }],
  [{ beside: "true", wager: "place", chip: "5" }, "place", { kind: "houses", question: { wager: "place" } }],
  [{ beside: "true", amount: "5" }, "", null],
])("%o with the wager %j is %o in a command", (question, wager, command) => {
  expect(commanded(question, wager)).toEqual(command);
});
