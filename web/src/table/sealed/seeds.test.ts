import { describe, expect, it } from "vitest";
import type { You } from "../../wire/messages";
import { digest } from "./sealed";
import { Seeds } from "./seeds";

const MAY: You = { type: "you", name: "Ann", may: ["give_seed", "leave"] };

async function given(seeds: Seeds, number: number): Promise<{ seed: string; next: string }> {
  return (await seeds.due(MAY, number)) as unknown as { seed: string; next: string };
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

  it("are given while the house takes them, and never over the player's own", async () => {
    const seeds = new Seeds();
    for (const you of [{ ...MAY, may: ["leave"] }, { type: "you", name: "" }, { ...MAY, seed: "mine" }] as You[])
      expect(await seeds.due(you, 1)).toBeNull();
    expect(await seeds.due(MAY, 1)).not.toBeNull();
  });
});
