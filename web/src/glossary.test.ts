import { expect, test } from "vitest";
import { entryOf, GLOSSARY, isWord, marked, type Word } from "./glossary";

const words = Object.keys(GLOSSARY) as Word[];

test("every word is explained in a sentence, and no form means two words", () => {
  for (const word of words) expect(entryOf(word).says).toMatch(/^[A-Z$].+\.$/);
  const forms = words.flatMap((word) => [entryOf(word).name, ...(entryOf(word).also ?? [])].map((form) => form.toLowerCase()));
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
});

test("the first mention of a word is marked, in any form, and as it is written", () => {
  expect(marked("The Boxperson calls; a boxperson decides.")).toEqual([
    { text: "The ", word: null },
    { text: "Boxperson", word: "boxperson" },
    { text: " calls; a boxperson decides.", word: null },
  ]);
  expect(marked("sealed dice").map(({ word }) => word)).toEqual(["sealed"]);
  expect(marked("Horn high 12, horn").filter(({ word }) => word).map(({ word }) => word)).toEqual(["horn_high", "horn"]);
});

test("a text without words of the glossary, or with others than those asked for, is one piece", () => {
  expect(marked("Nobody has said anything.")).toEqual([{ text: "Nobody has said anything.", word: null }]);
  expect(marked("the horn and the rail", ["rail"]).map(({ word }) => word)).toEqual([null, "rail"]);
  expect(marked("")).toEqual([]);
});

test("ordinary words are marked only where they are asked for", () => {
  expect(marked("They come to this place.").every(({ word }) => word === null)).toBe(true);
  expect(marked("They come to this place.", ["place"]).filter(({ word }) => word)).toEqual([{ text: "place", word: "place" }]);
});

test("a part of a longer word is none", () => {
  expect(marked("layer, hopper, come-outs").every(({ word }) => word === null)).toBe(true);
});

test("kinds of wager and names of objects are told apart", () => {
  expect(isWord("lay")).toBe(true);
  expect(isWord("toString")).toBe(false);
});
