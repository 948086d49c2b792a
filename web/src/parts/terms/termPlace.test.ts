import { expect, test } from "vitest";
import { placed } from "./termPlace";

const WINDOW = { width: 390, height: 800 };
const BOX = { width: 300, height: 100 };

function word(left: number, top: number) {
  return { left, top, bottom: top + 20, width: 60, height: 20 };
}

test("it lies below the middle of its word", () => {
  expect(placed(word(160, 100), BOX, WINDOW)).toEqual({ left: 40, top: 126 });
});

test("it stays within the window", () => {
  expect(placed(word(0, 100), BOX, WINDOW).left).toBe(8);
  expect(placed(word(330, 100), BOX, WINDOW).left).toBe(82);
});

test("it lies above where there is no room below, unless there is none above either", () => {
  expect(placed(word(160, 750), BOX, WINDOW).top).toBe(644);
  expect(placed(word(160, 50), BOX, { width: 390, height: 120 }).top).toBe(76);
});
