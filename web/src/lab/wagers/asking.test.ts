import { expect, test, vi } from "vitest";
import type { Heard, Odds } from "../../wire/lab";
import { askAll } from "./asking";

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

test("a question that takes long is told, and those after it are not asked yet", async () => {
  const job = { job: { key: "k" } } as Heard<Odds>;
  const ask = vi.fn(async (_kind: string, house: string) => (house === "b" ? job : answered(house)));
  expect(await askAll(["a", "b", "c", "d"], 1, ask)).toEqual(job);
  expect(ask).toHaveBeenCalledTimes(3);
});
