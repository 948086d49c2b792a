import { expect, test } from "vitest";
import type { ExamLine } from "../wire/exams";
import { boardCsv, byKind, each, names, rows, share } from "./figures";

function line(person: string, right: number, seconds: number): ExamLine {
  const tally = { questions: 4, answered: 4, right, wrong: 4 - right, late: 0, slow: 1, percent: 25 * right, seconds, over: true, passed: right > 2, families: [] };
  return { person, attempt: 1, began: 0, last: 0, tally };
}

const LINES = [line("Dee", 1, 1), line("Cid", 3, 9), line("Bob", 3, 5), line("Ann", 3, 9)];

test("the best is first; of equals the faster one, then by name; who has not begun is last", () => {
  const people = rows(LINES, ["zoe", "ANN", "Abe"], "result").map((one) => one.person);
  expect(people).toEqual(["Bob", "Ann", "Cid", "Dee", "Abe", "zoe"]);
});

test("by name, everybody is where a list has them", () => {
  expect(rows(LINES, ["Abe"], "name").map((one) => one.person)).toEqual(["Abe", "Ann", "Bob", "Cid", "Dee"]);
});

test("a board is a file for spreadsheets, and no name is a formula there", () => {
  const [head, row, absent] = boardCsv(rows([line('=Ann,"A"', 3, 12.34)], ["Zoe"], "result"), []).split("\r\n");
  expect(head).toBe("name,sitting,began,answered,questions,right,wrong,late,slow,percent,seconds,over,passed");
  expect(row).toBe('"\'=Ann,""A""",1,1970-01-01T00:00:00.000Z,4,4,3,1,0,1,75,12.3,true,true');
  expect(absent).toBe("Zoe,0,,,,,,,,,,false,false");
});

test("a list of names is one a line, or with commas between", () => {
  expect(names("Ann\n Bob ,Cid;\n\nDee\r\n")).toEqual(["Ann", "Bob", "Cid", "Dee"]);
});

test("seconds each need an answer", () => {
  expect([each(10, 4), each(10, 0)]).toEqual(["2.5", ""]);
});

const ASKS = ["settle", "order"].map((one) => ({ asks: one, title: one.toUpperCase(), says: "" }));
const TALLY = { ...line("Ann", 3, 1).tally, families: [["line", 3, 2], ["odds", 1, 1], ["order", 2, 0]].map(([family, asked, right]) => ({ family, asked, right, slow: 0 }) as never) };

test("the right answers of an exam with several kinds of question are counted by kind", () => {
  expect(byKind(TALLY, ASKS).map((one) => [one.title, share(one)])).toEqual([["SETTLE", "3/4"], ["ORDER", "0/2"]]);
  expect(byKind({ families: [] }, ASKS).map(share)).toEqual(["", ""]);
  expect(byKind(TALLY, ASKS.slice(0, 1))).toEqual([]);
});

test("the file of a board has two columns for each kind of question, if there are several", () => {
  const board = rows([{ ...LINES[0], tally: TALLY } as ExamLine], ["Zoe"], "result");
  const [head, row, absent] = boardCsv(board, ASKS).split("\r\n");
  expect(head).toMatch(/,passed,settle_asked,settle_right,order_asked,order_right$/);
  expect(row).toMatch(/,true,true,4,3,2,0$/);
  expect(absent).toBe("Zoe,0,,,,,,,,,,false,false,,,,");
  expect(boardCsv(board, ASKS.slice(0, 1))).toContain("over,passed\r\n");
});
