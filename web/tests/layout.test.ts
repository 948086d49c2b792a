import { describe, expect, test } from "vitest";
import { boxNumbers, byWager, centre, end, LONG, type Part, SHORT, TALL, type Zone } from "../src/felt/layout";
import { placeOf } from "../src/felt/placing";
import type { Wager } from "../src/wire/messages";
import { evenings } from "./recorded";

const ROUND_OFF = 0.01;

/** The radius of the puck. */
const PUCK = 11;

function overlap(a: Zone, b: Zone): boolean {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > ROUND_OFF && down > ROUND_OFF;
}

function inside({ x, y, w, h }: Zone, part: Part): boolean {
  return x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= part.width + ROUND_OFF && y + h <= part.height + ROUND_OFF;
}

describe.each(evenings)("the layout of %s", (_, { rules, after, heard }) => {
  const spots = byWager(rules.wagers);
  const parts: [string, Part][] = [
    ["long end", end(spots, LONG)],
    ["tall end", end(spots, TALL)],
    ["short end", end(spots, SHORT)],
    ["centre", centre(spots)],
  ];

  test.each(parts)("no two open spots of the %s overlap", (_name, part) => {
    const open = part.zones.filter((zone) => zone.open);
    expect(open.length).toBeGreaterThan(5);
    const over = open.flatMap((a, i) => open.slice(i + 1).filter((b) => overlap(a, b)).map((b) => `${a.wager} and ${b.wager}`));
    expect(over).toEqual([]);
  });

  test.each(parts)("nothing lies outside the %s", (_name, part) => {
    expect(part.zones.filter((zone) => !inside(zone, part)).map((zone) => zone.wager)).toEqual([]);
  });

  test.each([LONG, TALL, SHORT])("every wager of the house lies somewhere, once", (shape) => {
    const lying = [...end(spots, shape).zones, ...centre(spots).zones].map((zone) => zone.wager);
    expect(lying.toSorted()).toEqual(rules.wagers.map((spot) => spot.wager).toSorted());
  });

  test.each([LONG, TALL, SHORT])("the box of every number shows its number", (shape) => {
    const printed = end(spots, shape).zones.flatMap((zone) => (zone.open ? zone.print : []));
    const numerals = boxNumbers(spots).map((number) => ({ 6: "SIX", 9: "NINE" })[number] ?? String(number));
    expect(numerals.length).toBeGreaterThan(5);
    expect(printed).toEqual(expect.arrayContaining(numerals));
  });

  test("every wager that somebody bet on has an open spot, or odds that open with their flat wager", () => {
    const open = new Set(parts.flatMap(([, part]) => part.zones.filter((zone) => zone.open).map((zone) => zone.wager)));
    const bets = new Set<Wager>();
    for (const item of heard.flatMap((message) => message.items)) {
      for (const effect of item.effects ?? []) if (effect.type === "staked") bets.add(effect.wager);
    }
    expect(bets.size).toBeGreaterThan(10);
    expect([...bets].filter((wager) => !open.has(wager) && !/^(dont_)?come_odds /.test(wager))).toEqual([]);
    expect(after.length).toBe(heard.length);
  });
});

describe.each(evenings)("chips on the layout of %s", (_, { rules }) => {
  const spots = byWager(rules.wagers);
  const places = rules.places;
  const half = Math.ceil(places / 2);
  const parts: [string, Part, number][] = [
    ["left end", end(spots, LONG), half],
    ["right end", end(spots, LONG, true), half],
    ["tall end", end(spots, TALL), half],
    ["short end", end(spots, SHORT), half],
    ["centre", centre(spots), places],
  ];

  test.each(parts)("everybody has a place of their own in every spot of the %s", (_name, part, slots) => {
    expect(part.zones.length).toBeGreaterThan(5);
    for (const zone of part.zones) {
      const found = Array.from({ length: slots }, (_one, slot) => placeOf(zone, slot, slots));
      expect(new Set(found.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size, zone.wager).toBe(slots);
      const { x: left, y: top, w, h } = zone.chips;
      const out = found.filter(({ x, y }) => x < left - 9 || x > left + w + 9 || y < top - 9 || y > top + h + 9);
      expect(out, zone.wager).toEqual([]);
    }
  });

  test("the right end mirrors the left, with its numbers in the same order", () => {
    const [left, right] = [end(spots, LONG), end(spots, LONG, true)];
    const numbers = (part: Part) => part.zones.filter(({ spot }) => spot.kind === "place").sort((a, b) => a.x - b.x).map(({ wager }) => wager);
    expect(numbers(right)).toEqual(numbers(left));
    const [here, there] = [left, right].map((part) => part.zones.find(({ wager }) => wager === "dont_come") as Zone);
    expect((here as Zone).x).toBeCloseTo(right.width - (there as Zone).x - (there as Zone).w);
  });

  test.each([LONG, TALL, SHORT])("the puck lies in the box of its number, or in another place while it is off", (shape) => {
    const part = end(spots, shape);
    expect([...part.pucks.keys()].sort((a, b) => a - b)).toEqual([0, 4, 5, 6, 8, 9, 10]);
    for (const number of boxNumbers(spots)) {
      const { x, y } = part.pucks.get(number) ?? { x: 0, y: 0 };
      const box = part.zones.find((zone) => zone.open && zone.spot.number === number && zone.tone === "gold") as Zone;
      expect([box.x, box.y].map((edge, at) => [x, y][at] as number - edge >= PUCK), `${number}`).toEqual([true, true]);
      // It lies beside the print of its number.
      expect(y - box.y, `${number}`).toBeLessThan(shape.box.print);
      expect([box.x + box.w - x, box.chips.y - y].map((left) => left >= PUCK), `${number}`).toEqual([true, true]);
    }
  });

  test.each([TALL, SHORT])("on a phone all numbers are in one row, and the spots of the line are high enough for a thumb", (shape) => {
    const { zones } = end(spots, shape);
    const tops = zones.filter(({ tone }) => tone === "gold").map(({ y }) => y);
    expect(new Set(tops).size).toBe(1);
    const least = shape === TALL ? 44 : 42;
    const strips = /^(lay|place_to_lose|buy) /;
    expect(zones.filter(({ open, h, wager }) => open && h < (strips.test(wager) ? least - 6 : least)).map(({ wager }) => wager)).toEqual([]);
  });
});

describe("the print of the field", () => {
  /** The text printed in a field that pays this on these totals. */
  function print(...pays: [string, string][]): string[] {
    const spot = { wager: "field", kind: "field", name: "FIELD", number: null, pays: pays.map(([on, pay]) => ({ on, pay })) };
    const zones = end(byWager([spot as unknown as Zone["spot"]]), LONG).zones;
    return zones.find(({ wager }) => wager === "field")?.print ?? [];
  }

  test("names the totals that win, and what the rarer ones pay", () => {
    expect(print(["2", "2 to 1"], ["3", "1 to 1"], ["4", "1 to 1"]).join(" ")).toContain("2 (2 to 1) · 3 · 4");
    expect(print(["2", "2 to 1"], ["3", "1 to 1"], ["4", "1 to 1"], ["12", "3 to 1"]).join(" ")).toContain("2 (2 to 1) · 3 · 4 · 12 (3 to 1)");
  });
});
