import { describe, expect, it } from "vitest";
import published from "../../../../docs/house/dice_vectors.json";
import type { Seed } from "../../wire/messages";
import { bytes, check, hex, messageOf, LIBRARY, type RevealedThrow, webCrypto } from "./sealed";

interface Vector {
  table: string;
  number: number;
  seeds: Seed[];
  secret: string;
  commitment: string;
  stream: string;
  throw: [1, 1];
}

const vectors = published.vectors as Vector[];
const ways = [["WebCrypto", webCrypto()], ["the library", LIBRARY]] as const;

function told({ throw: [a, b], ...rest }: Vector): RevealedThrow {
  return { ...rest, throw: { a, b }, withheld: "" };
}

describe.each(ways)("with %s hashes", (_, by) => {
  it("finds every published throw as it was sealed", async () => {
    expect(by).not.toBeNull();
    for (const vector of vectors) expect(await check(vector.table, told(vector), by ?? LIBRARY)).toBe(true);
  });

  it("finds another secret, another seed and other faces wrong", async () => {
    const right = told(vectors[1] as Vector);
    const changed = `${right.secret.startsWith("0") ? "1" : "0"}${right.secret.slice(1)}`;
    const wrong: RevealedThrow[] = [
      { ...right, secret: changed },
      { ...right, secret: "" },
      { ...right, seeds: [{ player: "Ann", seed: "unlucky" }] },
      { ...right, throw: { a: right.throw?.b, b: right.throw?.a } as RevealedThrow["throw"] },
      { ...right, throw: null },
    ];
    for (const one of wrong) expect(await check("k3x9", one, by ?? LIBRARY)).toBe(false);
  });
});

it("takes a withheld throw whose secret fits", async () => {
  const right = told(vectors[0] as Vector);
  expect(await check("k3x9", { ...right, throw: null, withheld: "cocked" }, LIBRARY)).toBe(true);
});

it("gives the published first bytes", async () => {
  for (const { table, number, seeds, secret, stream } of vectors) {
    const message = new TextEncoder().encode(`${messageOf(table, number, seeds)}0`);
    expect(stream.startsWith(hex(await LIBRARY.hmac(bytes(secret), message)))).toBe(true);
  }
});

it("orders players by the bytes of their names, a name before those that it begins", () => {
  const seeds = ["b", "é", "ab", "a", "aa"].map((player) => ({ player, seed: "1" }));
  const lines = messageOf("t1", 3, seeds).split("\n");
  expect(lines).toEqual(["bankcraps dice 1", "t1", "3", "a 1", "aa 1", "ab 1", "b 1", "é 1", ""]);
});
