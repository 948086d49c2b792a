import { expect, test } from "vitest";
import { paysOf } from "./pays";

test("equal pays stand together, with what each is for where there are several", () => {
  const on = (pay: string, what: string) => ({ pay, on: what, clause: "" });
  expect(paysOf([on("1 to 1", "3"), on("2 to 1", "2"), on("1 to 1", "4")])).toEqual(["1 to 1 on 3 or 4", "2 to 1 on 2"]);
  expect(paysOf([on("1 to 1", "3"), on("1 to 1", "4")])).toEqual(["1 to 1"]);
  expect(paysOf([on("1 to 1", ""), on("2 to 1", "2")])).toEqual(["1 to 1", "2 to 1 on 2"]);
  expect(paysOf([])).toEqual([]);
});
