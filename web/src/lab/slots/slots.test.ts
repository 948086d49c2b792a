/** Edits of a system's text through its slots. */

import { expect, test } from "vitest";
import type { Slot, SystemSlots } from "../../wire/lab";
import { adding, after, cut, edited, piecesOf, type Move, placesOf, sameRules, swap, withEdit, wrongIn } from "./slots";

const slot = (start: number, end: number, slots: Slot[] = []): Slot => ({ kind: "number", start, end, slots });

test("places are counted in characters, not in units of the page's strings", () => {
  expect(cut("# 🎲🎲 dice", 2, 4)).toBe("🎲🎲");
  expect(edited("🎲 pass 10", [{ start: 7, end: 9, words: "25" }])).toBe("🎲 pass 25");
});

test("edits that wait are all done at the places of the text that they are of", () => {
  const text = "pass 10; field 5";
  const first = withEdit([], { start: 5, end: 7, words: "1,000" });
  const both = withEdit(first, { start: 15, end: 16, words: "10" });
  expect(edited(text, both)).toBe("pass 1,000; field 10");
});

test("of two edits of one slot the later counts, and what is removed is not edited", () => {
  const once = withEdit([], { start: 5, end: 7, words: "20" });
  expect(withEdit(once, { start: 5, end: 7, words: "30" })).toEqual([{ start: 5, end: 7, words: "30" }]);
  expect(withEdit(once, { start: 0, end: 9, words: "" })).toEqual([{ start: 0, end: 9, words: "" }]);
  expect(withEdit(once, { start: 7, end: 9, words: "" })).toHaveLength(2);
});

test("what is added beside a part that is removed is added, and the part is removed", () => {
  const text = "field 5; pass 10";
  const removed = { start: 0, end: 9, words: "" };
  for (const [at, expected] of [[0, "a: pass 10"], [9, "a: pass 10"], [16, "pass 10a: "]] as const) {
    const added = { start: at, end: at, words: "a: " };
    expect(edited(text, withEdit([removed], added))).toBe(expected);
    expect(edited(text, withEdit([added], removed))).toBe(expected);
  }
  expect(withEdit([removed], { start: 4, end: 4, words: "a: " })).toHaveLength(1);
});

test("two rules change places, and the remark between them stays", () => {
  const text = "when a: b # first\nafter c: d";
  const edit = swap(text, { start: 0, end: 9 }, { start: 18, end: 28 });
  expect(edited(text, [edit])).toBe("after c: d # first\nwhen a: b");
});

test("rules keep their numbers when words in them change, and not when rules come, go or change places", () => {
  const text = "pass 5\nfield 10";
  const rules = (...starts: number[]) => starts.map((start) => ({ start, end: start + 1 }));
  const now = rules(0, 7);
  expect(sameRules(now, [], now)).toBe(true);
  expect(sameRules(now, [{ start: 5, end: 6, words: "25" }, { start: 13, end: 15, words: "20" }], rules(0, 8))).toBe(true);
  expect(sameRules(now, [{ start: 5, end: 6, words: "🎲" }], rules(0, 7))).toBe(true);
  expect(sameRules(now, [{ start: 0, end: 4, words: "dont_pass" }], rules(0, 12))).toBe(true);
  expect(sameRules(now, [{ start: 0, end: 7, words: "" }], rules(0))).toBe(false);
  expect(sameRules(now, [{ start: 0, end: 7, words: "" }, { start: 15, end: 15, words: "\nrisk" }], rules(0, 9))).toBe(false);
  expect(sameRules(now, [{ start: 0, end: 0, words: "risk\n" }, { start: 7, end: 15, words: "" }], rules(0, 5))).toBe(false);
  expect(sameRules(now, [swap(text, { start: 0, end: 6 }, { start: 7, end: 15 })], rules(0, 9))).toBe(false);
});

test("a part that is moved again is found where the first move has put it", () => {
  const done: Move = { list: "rules", index: 1, by: 1 };
  const then = (index: number, list = "rules") => after(done, { list, index, by: 1 }).index;
  expect([0, 1, 2, 3].map((index) => then(index))).toEqual([0, 2, 1, 3]);
  expect(then(1, "steps0")).toBe(1);
  expect(after({ ...done, by: -1 }, { list: "rules", index: 0, by: 1 })).toEqual({ list: "rules", index: 1, by: 1 });
});

test("what is added is written with the words around it", () => {
  const add = { kind: "bet", at: 7, says: "what to do", before: "; ", after: "" };
  expect(edited("pass 10 # x", [adding(add, { text: "stop", says: "" })])).toBe("pass 10; stop # x");
  expect(placesOf([{ ...add, at: 9 }, add, { ...add, at: 9 }]).map((one) => one.length)).toEqual([1, 2]);
});

test("a slot shows the words between those inside it, and the first ones only where no choice says them", () => {
  const text = "press place 6 by 6 up to 60";
  const inside = slot(0, 27, [slot(6, 13), slot(17, 18), slot(25, 27)]);
  const said = (chosen: boolean) => piecesOf(text, inside, chosen).map((piece) => ("slot" in piece ? cut(text, piece.slot.start, piece.slot.end) : `(${piece.words})`));
  expect(said(true)).toEqual(["place 6", "(by)", "6", "(up to)", "60"]);
  expect(said(false)).toEqual(["(press)", "place 6", "(by)", "6", "(up to)", "60"]);
  expect(piecesOf("stop", slot(0, 4), true)).toEqual([]);
  const marks = piecesOf("not (point 6):", slot(0, 14, [slot(11, 12)]), false);
  expect(marks.map((piece) => ("slot" in piece ? "" : piece.words))).toEqual(["not (point", "", "):"]);
  expect(piecesOf("a:", slot(0, 2, [slot(0, 1)]), true)).toHaveLength(1);
});

test("a sentence about the text stands at the rule that it is about", () => {
  const rule = (start: number, end: number) => ({ start, end, head: null, steps: [], adds: [], moves: true, removes: { start, end } });
  const found: SystemSlots = { text: "", rules: [], adds: [], choices: {}, wrong: { says: "no", at: { start: 12, end: 15 } } };
  expect([rule(0, 10), rule(11, 20)].map((one) => wrongIn(found, one))).toEqual(["", "no"]);
  expect(wrongIn({ ...found, wrong: { says: "no", at: null } }, rule(0, 10))).toBe("");
});
