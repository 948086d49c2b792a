import { expect, it } from "vitest";
import { item } from "../../../tests/house";
import type { Item } from "../../wire/messages";
import { resultIn, withDealt } from "./result";

const THROWN = { type: "thrown", throw: { a: 4, b: 3 } };

function lost(wager: string, won: number, seat = "Ann") {
  return { type: "lost", seat, wager, won, words: `${seat} loses ${wager}` };
}

function paid(wager: string, won: number, seat = "Ann") {
  return { type: "paid", seat, wager, won, words: `${seat} wins ${wager}` };
}

it("says wager by wager what a player won and lost, and the sum", () => {
  const result = resultIn([item(7, THROWN, paid("place 8", 1400), lost("field", -500), paid("place 8", 1400, "Bob"))], "Ann");
  expect(result).toMatchObject({ seq: 7, sum: 900, sevenOut: false, tookAll: false });
  expect(result?.decided).toEqual([
    { wager: "place 8", cents: 1400 },
    { wager: "field", cents: -500 },
  ]);
});

it("has one line for a wager, with its commission and all its legs", () => {
  const fee = { type: "vigorish", seat: "Ann", wager: "buy 4", won: -100 };
  expect(resultIn([item(1, THROWN, paid("horn", 1500), lost("horn", -300), paid("buy 4", 4000), fee)], "Ann")?.decided).toEqual([
    { wager: "horn", cents: 1200 },
    { wager: "buy 4", cents: 3900 },
  ]);
});

it("says when chips only come back", () => {
  const back = { type: "returned", seat: "Ann", wager: "dont_pass", won: 0 };
  expect(resultIn([item(1, THROWN, back)], "Ann")).toMatchObject({ decided: [{ wager: "dont_pass", cents: 0 }], sum: 0 });
});

it("knows a seven-out that took all, by what the server says", () => {
  const over = item(1, THROWN, lost("pass", -1000), { type: "seven_out", point: 6 });
  expect(resultIn([over], "Ann", ["Ann"])).toMatchObject({ sevenOut: true, tookAll: true });
  expect(resultIn([over], "Ann", ["Bob"])).toMatchObject({ sevenOut: true, tookAll: false });
  const hop = item(1, THROWN, lost("pass", -1000), paid("hop 3-4", 1500), { type: "seven_out", point: 6 });
  expect(resultIn([hop], "Ann", ["Ann"])?.tookAll).toBe(false);
});

it("takes the last throw of several entries, and none where nothing was thrown", () => {
  const bet = item(9, { type: "staked", seat: "Ann", wager: "pass" });
  expect(resultIn([item(7, THROWN, lost("pass", -1000)), item(8, THROWN), bet], "Ann")?.seq).toBe(8);
  expect(resultIn([bet], "Ann")).toBeNull();
});

it("counts what a correction undid no longer", () => {
  const undone = { type: "reversed", effect: lost("pass", -1000), won: 1000 };
  expect(resultIn([item(1, undone, THROWN, paid("place 8", 1400))], "Ann")?.sum).toBe(1400);
});

it("says that a throw does not count", () => {
  const invalid = { type: "throw_invalid", words: "the throw 4-3 has no result" };
  const back = { type: "returned", seat: "Ann", wager: "pass", won: 0 };
  expect(resultIn([item(1, invalid, back)], "Ann")).toMatchObject({ invalid: "the throw 4-3 has no result", sum: 0 });
});

it("tells everybody of wagers on a hand that are paid", () => {
  expect(resultIn([item(1, THROWN, paid("make_em_all", 75_000, "Bob"), paid("pass", 1000))], "Ann")?.hands).toEqual(["Bob wins make_em_all"]);
});

it("adds what dealers deal of it bit by bit", () => {
  const dealt = { ...item(8, paid("pass", 1000), paid("pass", 500, "Bob")), entry: { type: "dealt" } } as unknown as Item;
  const result = resultIn([item(7, THROWN, lost("field", -500))], "Ann");
  expect(withDealt(result, [dealt], "Ann")).toMatchObject({ seq: 7, sum: 500, decided: [{ wager: "field", cents: -500 }, { wager: "pass", cents: 1000 }] });
  expect(withDealt(result, [item(9, paid("pass", 1000))], "Ann")).toBe(result);
  expect(withDealt(null, [dealt], "Ann")).toBe(null);
});
