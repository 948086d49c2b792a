import { expect, test } from "vitest";
import { english, say, withSpaces } from "./words";

test("words are filled in, and numbers take their form", () => {
  expect(say("lobby.free", { n: 1 })).toBe("1 place free");
  expect(say("lobby.free", { n: 2 })).toBe("2 places free");
  expect(say("lobby.point", { n: 6 })).toBe("Point 6");
  expect(say("page.wallet")).toBe("{sum} in the wallet");
});

test.each([
  ["Big_Al", "Big Al"],
  ["Big_Al_Jr's pass 10 wins; Big_Al, 'Big_Al'.", "Big Al Jr's pass 10 wins; Big Al, 'Big Al'."],
  ["Jean-Luc_O'Neil", "Jean-Luc O'Neil"],
  ["Zo\u00eb_\u00c9", "Zo\u00eb \u00c9"],
  ["Al_ and Al__B, who are others than Al", "Al_ and Al__B, who are others than Al"],
  ["see floor.void_for and /api/a_b, x_y=1", "see floor.void_for and /api/a_b, x_y=1"],
])("people read %s as %s", (written, read) => {
  expect(withSpaces(written)).toBe(read);
});

test("a name in a sentence has its spaces, and what is no name stays", () => {
  expect(say("stick.shoots", { name: "Big_Al" })).toBe("Big Al shoots");
  expect(say("drill.mistake", { option: "at_most", value: "9", right: "8" })).toContain("at_most=9");
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
