import { describe, expect, test } from "vitest";
import type { TableView } from "../../wire/messages";
import { chairIn, chairLink, chairRows, newKey, peopleAround } from "./chairs";

const view = {
  chairs: [{ role: "boxperson", person: "Bob" }],
  chair_offers: [
    { role: "boxperson", person: "Bob" },
    { role: "boxperson", person: "Cid" },
    { role: "stickperson", key: "ab" },
  ],
} as unknown as TableView;

describe("the chairs of a hosted table", () => {
  test("each has its holder, and those who may take it", () => {
    expect(chairRows(view, { takes: ["stickperson", "dealer"] })).toEqual([
      { role: "stickperson", holder: "", offered: [], linked: true },
      { role: "dealer", holder: "", offered: [], linked: false },
      { role: "boxperson", holder: "Bob", offered: ["Cid"], linked: false },
    ]);
  });

  test("they are offered to people, not to bots", () => {
    const around = { seats: [{ name: "Molly" }, { name: "Bob" }], guests: [{ name: "Ann" }, { name: "Bob" }], bots: [{ name: "Molly" }] };
    expect(peopleAround(around as unknown as TableView)).toEqual(["Ann", "Bob"]);
  });
});

describe("the link to a chair", () => {
  test("its chair and key come back", () => {
    const { key, hash } = newKey();
    const link = chairLink("http://house/tables/t1", "stickperson", key);
    expect(chairIn(new URL(link).hash.slice(1))).toEqual({ role: "stickperson", key });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(newKey().key).not.toBe(key);
  });

  test("the hash is the SHA-256 of the key", async () => {
    const { key, hash } = newKey();
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
    expect(hash).toBe([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  });

  test.each(["", "felt", "chair=", "chair=stickperson", "chair=stickperson.xyz", "chair=Stick.0123456789abcdef0123456789abcdef"])("%s is no chair", (fragment) => {
    expect(chairIn(fragment)).toBeNull();
  });
});
