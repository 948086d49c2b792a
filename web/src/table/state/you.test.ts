import { expect, test } from "vitest";
import { toYou } from "./you";

test.each([
  ["Ann puts 20 on the 6", "You put 20 on the 6"],
  ["Ann's pass 10 wins 10", "Your pass 10 wins 10"],
  ["undone: Ann's pass 10 wins 10", "undone: your pass 10 wins 10"],
  ["Ann is coloured up: 3 chips", "You are coloured up: 3 chips"],
  ["the dice pass from Ann (seven out)", "the dice pass from you (seven out)"],
  ["the dice are offered to Ann", "the dice are offered to you"],
  ["Ann needs a wager on the line to throw", "You need a wager on the line to throw"],
  ["Ann has $8 in the rail and needs $20", "You have $8 in the rail and need $20"],
])("what is said about Ann is said to her: %s", (words, said) => {
  expect(toYou(words, "Ann")).toBe(said);
});

test.each(["Bob puts 20 on the 6", "Anna puts 20 on the 6", "Ann dances", "the dice pass from Anna (seven out)", "no more bets"])(
  "what is said about others, or is not understood, stays: %s",
  (words) => {
    expect(toYou(words, "Ann")).toBe(words);
  },
);

test("names in sentences have their spaces, said to anybody", () => {
  expect(toYou("Big_Al puts 20 on the 6", "Big_Al")).toBe("You put 20 on the 6");
  expect(toYou("the dice pass from Big_Al (seven out)", "Ann")).toBe("the dice pass from Big Al (seven out)");
  expect(toYou("Ann is offered the dice; Big_Al's pass 10 wins 10", "Ann")).toBe("You are offered the dice; Big Al's pass 10 wins 10");
  expect(toYou("Big_Al's pass 10 wins 10", "")).toBe("Big Al's pass 10 wins 10");
});

test("a visitor without a name reads everything as it is", () => {
  expect(toYou("Ann puts 20 on the 6", "")).toBe("Ann puts 20 on the 6");
});
