import { expect, it } from "vitest";
import { cover, leader } from "./leader";

const NOTE = { left: 10, right: 300, top: 600, bottom: 640 };

it("goes from the note up into a spot above it", () => {
  const line = leader({ left: 100, right: 200, top: 300, bottom: 350 }, NOTE, 844);
  expect(line).toEqual({ from: { x: 150, y: 600 }, to: { x: 150, y: 345 } });
});

it("goes down to a spot below the note, and begins within it", () => {
  const line = leader({ left: 350, right: 390, top: 700, bottom: 740 }, NOTE, 844);
  expect(line).toEqual({ from: { x: 284, y: 640 }, to: { x: 370, y: 705 } });
});

it("points at nothing that nobody sees or that the note covers", () => {
  expect(leader({ left: 0, right: 50, top: -90, bottom: -40 }, NOTE, 844)).toBeNull();
  expect(leader({ left: 0, right: 50, top: 900, bottom: 950 }, NOTE, 844)).toBeNull();
  const under = { left: 50, right: 90, top: 620, bottom: 700 };
  expect(cover(under, NOTE)).toBe(true);
  expect(leader(under, NOTE, 844)).toBeNull();
});
