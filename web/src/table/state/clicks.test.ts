import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeTab } from "../../../tests/house";
import type { Item } from "../../wire/messages";
import { Clicks } from "./clicks";

beforeEach(fakeTab);
afterEach(() => vi.unstubAllGlobals());

function acted(seq: number, type: string, person = "Ann"): Item {
  return { seq, entry: { type: "acted", event: { type, by: { role: "player", person } } } } as unknown as Item;
}

function bets(...seqs: number[]): Item[] {
  return seqs.map((seq) => acted(seq, "bet"));
}

test("one undo takes back every bet of one click, and then the click before it", () => {
  const clicks = new Clicks("t1");
  clicks.heard(bets(3), "Ann");
  clicks.answered(3);
  clicks.heard(bets(4, 5, 6, 7), "Ann");
  clicks.answered(7);
  expect(clicks.latest(5)).toBe(4);
  clicks.heard([8, 9, 10, 11].map((seq) => acted(seq, "undo")), "Ann");
  expect(clicks.latest(1)).toBe(1);
});

test("two quick clicks whose answers come together are two clicks", () => {
  const clicks = new Clicks("t1");
  clicks.heard(bets(3, 4), "Ann");
  clicks.answered(3);
  clicks.answered(4);
  expect(clicks.latest(2)).toBe(1);
});

test("what others bet meanwhile, and a refusal, are no part of a click", () => {
  const clicks = new Clicks("t1");
  clicks.heard(bets(3), "Ann");
  clicks.answered(3);
  clicks.heard([acted(4, "bet", "Bob"), acted(5, "bet"), acted(6, "bet", "Bob"), acted(7, "call")], "Ann");
  clicks.answered(0);
  clicks.answered(7);
  expect(clicks.latest(3)).toBe(2);
});

test("what a throw has ended cannot be undone with what came after it", () => {
  const clicks = new Clicks("t1");
  clicks.heard(bets(3, 4), "Ann");
  expect(clicks.latest(0)).toBe(1);
  clicks.heard(bets(9), "Ann");
  expect(clicks.latest(3)).toBe(1);
});

test("only what the house would undo is asked for", () => {
  const clicks = new Clicks("t1");
  clicks.heard(bets(3, 4, 5), "Ann");
  clicks.answered(5);
  expect(clicks.latest(2)).toBe(2);
});

test("no undo is part of a click, and neither is an act that cannot be undone", () => {
  const clicks = new Clicks("t1");
  clicks.heard([...bets(3, 4), acted(5, "undo"), acted(6, "buy_in")], "Ann");
  clicks.answered(6);
  expect(clicks.latest(2)).toBe(1);
});

test("acts of before the page was loaded are undone one at a time", () => {
  expect(new Clicks("t1").latest(4)).toBe(1);
});

test("after the page is loaded again, one undo still takes back every act of one click", () => {
  const before = new Clicks("t1");
  before.answered(3);
  before.answered(7);
  const clicks = new Clicks("t1");
  clicks.heard(bets(9), "Ann");
  clicks.recall([...bets(3), ...[5, 6, 7].map((seq) => acted(seq, "take_down"))], "Ann");
  expect(clicks.latest(5)).toBe(1);
  clicks.heard([acted(10, "undo")], "Ann");
  expect(clicks.latest(4)).toBe(3);
});
