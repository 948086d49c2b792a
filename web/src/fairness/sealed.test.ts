import { describe, expect, it } from "vitest";
import published from "../../../docs/house/dice_vectors.json";
import type { Seed } from "../wire/messages";
import { bytes, check, hex, messageOf, OWN, type Told, webCrypto } from "./sealed";
import { hmac, sha256 } from "./sha256";

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
const ways = [["WebCrypto", webCrypto()], ["our own", OWN]] as const;

function told({ throw: [a, b], ...rest }: Vector): Told {
  return { ...rest, throw: { a, b }, withheld: "" };
}

describe.each(ways)("with %s hashes", (_, by) => {
  it("finds every published throw as it was sealed", async () => {
    expect(by).not.toBeNull();
    for (const vector of vectors) expect(await check(vector.table, told(vector), by ?? OWN)).toBe(true);
  });

  it("finds another secret, another seed and other faces wrong", async () => {
    const right = told(vectors[1] as Vector);
    const changed = `${right.secret.startsWith("0") ? "1" : "0"}${right.secret.slice(1)}`;
    const wrong: Told[] = [
      { ...right, secret: changed },
      { ...right, secret: "" },
      { ...right, seeds: [{ player: "Ann", seed: "unlucky" }] },
      { ...right, throw: { a: right.throw?.b, b: right.throw?.a } as Told["throw"] },
      { ...right, throw: null },
    ];
    for (const one of wrong) expect(await check("k3x9", one, by ?? OWN)).toBe(false);
  });
});

it("takes a withheld throw whose secret fits", async () => {
  const right = told(vectors[0] as Vector);
  expect(await check("k3x9", { ...right, throw: null, withheld: "cocked" }, OWN)).toBe(true);
});

it("gives the published first bytes", () => {
  for (const { table, number, seeds, secret, stream } of vectors) {
    const message = new TextEncoder().encode(`${messageOf(table, number, seeds)}0`);
    expect(stream.startsWith(hex(hmac(bytes(secret), message)))).toBe(true);
  }
});

it("hashes as FIPS 180-4 and RFC 4231 say", () => {
  const text = (words: string) => new TextEncoder().encode(words);
  expect(hex(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(text("a".repeat(119))))).toBe("31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
  const long = new Uint8Array(131).fill(0xaa);
  expect(hex(hmac(long, text("Test Using Larger Than Block-Size Key - Hash Key First")))).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});
