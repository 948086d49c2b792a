import { describe, expect, it } from "vitest";
import type { TableView } from "../../wire/messages";
import { digest } from "./sealed";
import { Seeds } from "./seeds";

type Fair = Partial<TableView["fairness"]>;

function view(fairness: Fair, ...players: string[]): TableView {
  return { fairness: { number: 1, commitment: "c", ...fairness }, seats: players.map((name) => ({ name })) } as unknown as TableView;
}

async function given(seeds: Seeds, number: number): Promise<{ seed: string; next: string }> {
  return (await seeds.due(view({ number }, "Ann"), "Ann")) as unknown as { seed: string; next: string };
}

describe("the seeds of a player", () => {
  it("are random, one for each throw, and each is promised with the one before", async () => {
    const seeds = new Seeds();
    const first = await given(seeds, 1);
    expect(first).toEqual({ type: "give_seed", seed: expect.stringMatching(/^[0-9a-f]{32}$/), next: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await given(seeds, 1)).toBeNull();
    const second = await given(seeds, 2);
    expect(await digest(second.seed)).toBe(first.next);
    expect((await given(new Seeds(), 1)).seed).not.toBe(first.seed);
  });

  it("are given later than the commitment, before the lock, by players alone, and never over one's own", async () => {
    const seeds = new Seeds();
    for (const [fair, name] of [
      [{ commitment: "" }, "Ann"],
      [{ locked: true }, "Ann"],
      [{ seeded: ["Ann"] }, "Ann"],
      [{}, "Zoe"],
      [{}, ""],
    ] as [Fair, string][])
      expect(await seeds.due(view(fair, "Ann", "Bob"), name)).toBeNull();
    expect(await seeds.due(view({ seeded: ["Bob"] }, "Ann", "Bob"), "Ann")).not.toBeNull();
  });
});
