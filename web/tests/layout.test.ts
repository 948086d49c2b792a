import { describe, expect, test } from "vitest";
import { byWager, centre, end, LONG, type Part, TALL, type Zone } from "../src/felt/layout";
import type { Wager } from "../src/wire/messages";
import { evenings } from "./recorded";

const ROUND_OFF = 0.01;

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
    ["centre", centre(spots)],
  ];

  test.each(parts)("no two open spots of the %s overlap", (_name, part) => {
    const open = part.zones.filter((zone) => zone.open);
    const over = open.flatMap((a, i) => open.slice(i + 1).filter((b) => overlap(a, b)).map((b) => `${a.wager} and ${b.wager}`));
    expect(over).toEqual([]);
  });

  test.each(parts)("nothing lies outside the %s", (_name, part) => {
    expect(part.zones.filter((zone) => !inside(zone, part)).map((zone) => zone.wager)).toEqual([]);
  });

  test.each([LONG, TALL])("every wager of the house lies somewhere, once", (shape) => {
    const lying = [...end(spots, shape).zones, ...centre(spots).zones].map((zone) => zone.wager);
    expect(lying.toSorted()).toEqual(rules.wagers.map((spot) => spot.wager).toSorted());
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
