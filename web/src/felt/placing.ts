/**
 * The place of everybody's chips in a spot, their size, and the place from which they come.
 *
 * Everybody keeps one place in every spot, as at a real table, so that whose chips they are can be seen.
 */

import type { Box, Part, Point, Zone } from "./layout";

/** The sizes of chips where there is room: those of others, and mine. */
export const USUAL = 12;
export const OWN = 14;
/** If everybody's chips can be this large, there is room enough. */
const ENOUGH = 9;
/** People cannot read smaller chips, so those of all others lie on one pile then. */
export const READABLE = 8.5;
/** Chips are never smaller. */
const LEAST = 4;

/** The distance that two stacks need between their middles, for each unit of their size. */
const ASIDE = 2.2;
const BELOW = 2.4;

/** The room left free for the halves of the outermost stacks, and for the number beside each: across and down. */
const MARGIN = { x: 28, y: 24 };
/** The distance of stacks to the left of the middle, and below it: their number is on their right, and they are high. */
const SHIFT = { x: -2, y: 2 };
/** The room left for the middles of the stacks in a narrow or a low spot, as a part of it. */
const MIDDLE = { x: 0.7, y: 0.52 };
const MOST_ROWS = 4;

/** The distance outside a part of the felt from which chips come. */
const OUTSIDE = 24;

/** Odds lie half on their flat wager, those of don't wagers lean on it; a place wager lies in front of a come wager. */
const BEHIND: Readonly<Record<string, Point>> = {
  come_odds: { x: 6, y: -7 },
  dont_come_odds: { x: 8, y: -1 },
  place: { x: -2, y: 11 },
};

/** The players' places in a spot: how many are in a row, how many rows, and what is between them. */
interface Places {
  columns: number;
  rows: number;
  across: number;
  down: number;
}

/** Whether there is room to write beside everybody's chips in a spot. */
export function roomy(zone: Zone, slots: number): boolean {
  return zone.chips.w / slots > 34;
}

/** The place of a player's chips among those of others who stand at the same part. */
export function placeOf(zone: Zone, slot: number, slots: number): Point {
  const { x, y } = placeIn(zone.chips, slot, slots);
  const behind = BEHIND[zone.spot.kind] ?? { x: 0, y: 0 };
  return { x: x + behind.x, y: y + behind.y };
}

/** The place of a player in a box for chips. */
function placeIn(box: Box, slot: number, slots: number): Point {
  const { x, y, w, h } = box;
  const { columns, rows, across, down } = placesIn(box, slots);
  const column = (slot % columns) - (columns - 1) / 2;
  const row = Math.floor(slot / columns) - (rows - 1) / 2;
  return { x: x + w / 2 + SHIFT.x + column * across, y: y + h / 2 + SHIFT.y + row * down };
}

/** The rows that keep chips apart best; as few as will do. */
function placesIn({ w, h }: Box, slots: number): Places {
  const wide = Math.max(w - MARGIN.x, w * MIDDLE.x);
  const high = Math.max(h - MARGIN.y, h * MIDDLE.y);
  let best: Places = { columns: slots, rows: 1, across: slots > 1 ? wide / (slots - 1) : 0, down: 0 };
  let size = roomIn(best);
  for (let rows = 2; rows <= Math.min(MOST_ROWS, slots); rows += 1) {
    const columns = Math.ceil(slots / rows);
    const places = { columns, rows, across: columns > 1 ? wide / (columns - 1) : 0, down: high / (rows - 1) };
    if (roomIn(places) > size) {
      best = places;
      size = roomIn(places);
    }
  }
  return best;
}

function roomIn({ columns, rows, across, down }: Places): number {
  return Math.min(ENOUGH, columns > 1 ? across / ASIDE : ENOUGH, rows > 1 ? down / BELOW : ENOUGH);
}

/** Chips that lie somewhere, and whose they are. */
export interface Laid extends Point {
  zone: Zone;
  seat: { name: string };
}

/** The size of each of these stacks, so that no player's chips lie on another's. */
export function sizesOf<T extends Laid>(stacks: readonly T[], me: string): Map<T, number> {
  const together = new Map<string, T[]>();
  for (const stack of stacks) {
    const key = boxOf(stack.zone);
    together.set(key, [...(together.get(key) ?? []), stack]);
  }
  const sizes = new Map<T, number>();
  for (const some of together.values()) {
    const room = apart(some);
    // In a low spot they are smaller, so that they hide neither its print nor the next spot.
    const high = Math.max(READABLE, (some[0] as T).zone.chips.h / 2 + 1);
    const size = Math.max(LEAST, Math.min(USUAL, room, high));
    // Mine are larger where they cover nobody's.
    const own = Math.max(size, Math.min(OWN, 2 * room - USUAL, (some[0] as T).zone.chips.h / 3.5));
    for (const stack of some) sizes.set(stack, stack.seat.name === me ? own : size);
  }
  return sizes;
}

/** The size at which the chips of different players in one box do not touch. */
function apart(some: readonly Laid[]): number {
  let size = OWN;
  some.forEach((a, index) => {
    for (const b of some.slice(index + 1)) {
      if (a.seat.name !== b.seat.name) size = Math.min(size, Math.max(Math.abs(a.x - b.x) / ASIDE, Math.abs(a.y - b.y) / BELOW));
    }
  });
  return size;
}

/** Several wagers share the place for their chips, such as come, buy and odds on a number. */
function boxOf({ chips: { x, y, w, h } }: Zone): string {
  return `${x} ${y} ${w} ${h}`;
}

/** Somebody with a place at the table. */
interface Player {
  name: string;
  place: number;
}

/**
 * The places of everybody's chips on a part of the felt at one time.
 *
 * Where so many bet on a small spot that nobody could read their chips, it has two places only: one for my own
 * chips, and one for those of all others together.
 */
export class Arrangement {
  readonly #crowded = new Set<string>();
  /** The spots where I have chips. */
  readonly #mine = new Set<string>();

  /**
   * @param slots the number of players with a place in each spot
   * @param bets the players with chips on each spot, also those who had them a moment ago
   */
  constructor(
    readonly slots: number,
    readonly me: string,
    bets: Iterable<{ zone: Zone; seat: Player }>,
  ) {
    const together = new Map<string, Map<string, Laid>>();
    for (const { zone, seat } of bets) {
      const players = together.get(boxOf(zone)) ?? new Map<string, Laid>();
      players.set(seat.name, { zone, seat, ...placeIn(zone.chips, this.slot(seat), slots) });
      together.set(boxOf(zone), players);
      if (seat.name === me) this.#mine.add(boxOf(zone));
    }
    for (const [box, players] of together) if (apart([...players.values()]) < READABLE) this.#crowded.add(box);
  }

  /** The place of a player in every spot, from 0. Players of both ends may share one. */
  slot({ place }: Player): number {
    return (place - 1) % this.slots;
  }

  /** Whether the chips of a player lie on the pile of all others. */
  piled(zone: Zone, { name }: Player): boolean {
    return name !== this.me && this.#crowded.has(boxOf(zone));
  }

  /** The place of a player's chips. */
  at(zone: Zone, seat: Player): Point {
    if (!this.#crowded.has(boxOf(zone))) return placeOf(zone, this.slot(seat), this.slots);
    const { x, y, w, h } = zone.chips;
    const aside = this.#mine.has(boxOf(zone)) ? Math.max((READABLE * ASIDE) / 2, Math.min(w / 2 - USUAL - 2, 2 * USUAL)) : 0;
    const behind = BEHIND[zone.spot.kind] ?? { x: 0, y: 0 };
    return { x: x + w / 2 + behind.x + (seat.name === this.me ? -aside : aside), y: y + h / 2 + behind.y };
  }
}

/** The side of a part at which a player stands. */
export type Side = "below" | "above" | "left" | "right";

/** The place that a player's chips come from and go to: their place at the rail, just outside the part. */
export function railOf(part: Part, side: Side, slot: number, slots: number): Point {
  const along = (slot + 0.5) / slots;
  switch (side) {
    case "below":
      return { x: part.width * along, y: part.height + OUTSIDE };
    case "above":
      return { x: part.width * along, y: -OUTSIDE };
    case "left":
      return { x: -OUTSIDE, y: part.height * 0.8 };
    case "right":
      return { x: part.width + OUTSIDE, y: part.height * 0.8 };
  }
}
