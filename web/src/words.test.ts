import { expect, test } from "vitest";
import { english, say } from "./words";

test("words are filled in, and numbers take their form", () => {
  expect(say("lobby.free", { n: 1 })).toBe("1 place free");
  expect(say("lobby.free", { n: 2 })).toBe("2 places free");
  expect(say("lobby.point", { n: 6 })).toBe("Point 6");
  expect(say("page.wallet")).toBe("{sum} in the wallet");
});

test("a text for one has a text for others", () => {
  const keys = Object.keys(english);
  for (const key of keys.filter((one) => one.endsWith(".one"))) expect(keys).toContain(key.replace(/one$/, "other"));
});

test("every text is asked for somewhere", () => {
  const files = import.meta.glob(["./**/*.svelte", "./**/*.ts", "!./words.ts", "!./**/*.test.ts", "!./wire/messages.ts"], { query: "?raw", import: "default", eager: true });
  const code = Object.values(files).join("\n");
  const stems = [...code.matchAll(/`([a-z]\w*(?:\.\w+)*\.)\$\{/g)].map(([, stem = ""]) => stem);
  const asked = (key: string) => code.includes(`"${key.replace(/\.(one|other)$/, "")}"`) || stems.some((stem) => key.startsWith(stem));
  expect(Object.keys(english).filter((key) => !asked(key))).toEqual([]);
});
