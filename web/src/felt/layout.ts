/**
 * Where the spots of a layout lie: drawn from the wagers that a house offers, as data.
 *
 * A layout is two ends, each the mirror of the other, and a centre. Lengths are units of the drawing. No rule
 * of the game is here: what a spot takes and pays, the server says.
 */

import type { Spot } from "../wire/house";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A place on the layout where a bet is made, or only lies. */
export interface Zone extends Box {
  wager: string;
  spot: Spot;
  /** What is printed there, one text a line. */
  print: string[];
  /** The size of the print. */
  size: number;
  /** How the print is coloured. */
  tone: "plain" | "red" | "gold" | "quiet";
  /** Whether a bet can be put there; otherwise chips only travel there. */
  open: boolean;
}

/** A part of the layout: an end or the centre. */
export interface Part {
  width: number;
  height: number;
  zones: Zone[];
}

const NUMERALS: Record<number, string> = { 6: "SIX", 9: "NINE" };
const GAP = 4;

export const HEIGHT = 430;
export const END_WIDTH = 640;
export const CENTRE_WIDTH = 330;

type ByWager = ReadonlyMap<string, Spot>;

export function byWager(spots: readonly Spot[]): ByWager {
  return new Map(spots.map((spot) => [spot.wager, spot]));
}

/** The numbers that have a box, in order. */
export function boxNumbers(spots: ByWager): number[] {
  const numbers = [...spots.values()].filter((spot) => spot.number !== null && /^(come|place|buy)$/.test(spot.kind));
  return [...new Set(numbers.map((spot) => spot.number as number))].sort((a, b) => a - b);
}

class Drawing {
  readonly zones: Zone[] = [];

  constructor(readonly spots: ByWager) {}

  has(wager: string): boolean {
    return this.spots.has(wager);
  }

  add(wager: string, box: Box, more: Partial<Zone> = {}): void {
    const spot = this.spots.get(wager);
    if (spot) {
      const print = more.print ?? [spot.name];
      this.zones.push({ wager, spot, size: 15, tone: "plain", open: true, ...box, ...more, print });
    }
  }
}

/** One end: boxes of the numbers, come, field, lines, odds. */
export function end(spots: ByWager): Part {
  const drawing = new Drawing(spots);
  const numbers = boxNumbers(spots);
  const left = drawing.has("dont_come") ? 84 : 0;
  const width = (END_WIDTH - left - GAP * (numbers.length + 1)) / numbers.length;
  const top = 4;
  drawing.add("dont_come", { x: GAP, y: top, w: left - GAP, h: 168 }, { print: shortDont(spots, "dont_come"), size: 13 });
  numbers.forEach((number, index) => {
    numberBox(drawing, number, { x: left + GAP + index * (width + GAP), y: top, w: width, h: 168 });
  });
  rows(drawing, top + 168 + GAP);
  return { width: END_WIDTH, height: HEIGHT, zones: drawing.zones };
}

/** A number's box: behind it lays and don't come wagers; in it come and buy wagers; in front place wagers. */
function numberBox(drawing: Drawing, number: number, box: Box): void {
  const behind = ["place_to_lose", "lay"].filter((kind) => drawing.has(`${kind} ${number}`));
  behind.forEach((kind, index) => {
    const w = (box.w - (behind.length - 1)) / behind.length;
    const print = [kind === "lay" ? "LAY" : "LOSE"];
    drawing.add(`${kind} ${number}`, { x: box.x + index * (w + 1), y: box.y, w, h: 30 }, { print, size: 10, tone: "quiet" });
  });
  drawing.add(`dont_come ${number}`, { x: box.x, y: box.y + 31, w: box.w, h: 24 }, { print: [], open: false });
  drawing.add(`dont_come_odds ${number}`, { x: box.x + box.w / 2, y: box.y + 31, w: box.w / 2, h: 24 }, { print: [], open: false });
  const place = drawing.has(`place ${number}`);
  const middle = { x: box.x, y: box.y + 56, w: box.w, h: place ? 74 : 112 };
  const numeral: Partial<Zone> = { print: [NUMERALS[number] ?? String(number)], size: NUMERALS[number] ? 25 : 34, tone: "gold" };
  if (drawing.has(`buy ${number}`)) drawing.add(`buy ${number}`, middle, numeral);
  else drawing.add(`come ${number}`, middle, { ...numeral, open: false });
  if (drawing.has(`buy ${number}`)) drawing.add(`come ${number}`, middle, { print: [], open: false });
  drawing.add(`come_odds ${number}`, { ...middle, y: middle.y + middle.h - 30, h: 28 }, { print: [], open: false });
  drawing.add(`place ${number}`, { x: box.x, y: box.y + 131, w: box.w, h: 37 }, { print: ["PLACE"], size: 11, tone: "quiet" });
}

/** The long rows in front of the boxes. */
function rows(drawing: Drawing, from: number): void {
  let y = from;
  const row = (h: number): Box => ({ x: GAP, y, w: END_WIDTH - 2 * GAP, h });
  if (drawing.has("come")) {
    drawing.add("come", row(58), { size: 27, tone: "red" });
    y += 58 + GAP;
  }
  const bigs = ["big 6", "big 8"].filter((wager) => drawing.has(wager));
  const side = bigs.length ? 66 : 0;
  if (drawing.has("field")) {
    drawing.add("field", { ...row(58), x: GAP + (side ? side + GAP : 0), w: END_WIDTH - 2 * GAP - (side ? side + GAP : 0) }, { size: 17 });
  }
  bigs.forEach((wager, index) => {
    drawing.add(wager, { x: GAP, y: y + index * 30, w: side, h: 28 }, { print: [`BIG ${wager.slice(4)}`], size: 12, tone: "red" });
  });
  if (drawing.has("field") || bigs.length) y += 58 + GAP;
  const odds = drawing.has("dont_pass_odds") ? 120 : 0;
  drawing.add("dont_pass", { ...row(40), w: END_WIDTH - 2 * GAP - (odds ? odds + GAP : 0) }, { print: shortDont(drawing.spots, "dont_pass", " · "), size: 15 });
  drawing.add("dont_pass_odds", { ...row(40), x: END_WIDTH - GAP - odds, w: odds }, { print: ["ODDS"], size: 11, tone: "quiet" });
  if (drawing.has("dont_pass")) y += 40 + GAP;
  drawing.add("pass", row(50), { size: 25 });
  y += 50 + GAP;
  drawing.add("pass_odds", row(HEIGHT - y - GAP), { print: ["ODDS"], size: 12, tone: "quiet" });
}

/** The print of a don't wager with the number it bars, which every layout shows. */
function shortDont(spots: ByWager, wager: string, between?: string): string[] {
  const spot = spots.get(wager);
  if (!spot) return [];
  const bar = spot.bar ? `BAR ${spot.bar}` : "";
  return between ? [[spot.name, bar].filter(Boolean).join(between)] : [...spot.name.split(" "), bar].filter(Boolean);
}

const PROPOSITIONS: readonly (readonly string[])[] = [
  ["fire"],
  ["small", "make_em_all", "tall"],
  ["any_seven"],
  ["hard 6", "hard 10"],
  ["hard 8", "hard 4"],
  ["three", "two", "twelve", "eleven"],
  ["any_craps", "craps_eleven"],
  ["horn", "world"],
  ["horn_high 2", "horn_high 3", "horn_high 11", "horn_high 12"],
];

/** The centre: hard ways, one-roll wagers, hops, wagers on a hand. */
export function centre(spots: ByWager): Part {
  const drawing = new Drawing(spots);
  const offered = PROPOSITIONS.map((row) => row.filter((wager) => drawing.has(wager))).filter((row) => row.length);
  const hops = [...spots.keys()].filter((wager) => wager.startsWith("hop "));
  const repeaters = [...spots.keys()].filter((wager) => wager.startsWith("repeater "));
  const grids = [...chunks(repeaters, 5), ...chunks(hops, 7)];
  const h = (HEIGHT - GAP) / (offered.length + grids.length * 0.75) - GAP;
  let y = GAP;
  const lay = (row: readonly string[], high: number, size: number): void => {
    const w = (CENTRE_WIDTH - GAP * (row.length + 1)) / row.length;
    row.forEach((wager, index) => {
      drawing.add(wager, { x: GAP + index * (w + GAP), y, w, h: high }, { print: printed(drawing.spots, wager, row.length), size });
    });
    y += high + GAP;
  };
  for (const row of offered) lay(row, h, row.length > 2 ? 12 : 14);
  for (const row of grids) lay(row, h * 0.75 - GAP / 4, 11);
  return { width: CENTRE_WIDTH, height: HEIGHT, zones: drawing.zones };
}

/** What is printed on a proposition: its name, and its pay where there is room. */
function printed(spots: ByWager, wager: string, inRow: number): string[] {
  const spot = spots.get(wager);
  if (!spot) return [];
  if (spot.dice) return [spot.dice.replace("-", " ")];
  const name = spot.number === null || wager.startsWith("horn_high") ? spot.name : `${spot.name} ${spot.number}`;
  const high = wager.startsWith("horn_high") ? `High ${spot.number}` : name;
  const pay = spot.pays.length === 1 || spot.kind === "hard" ? spot.pays.find((one) => one.on === String(spot.number) || spot.pays.length === 1)?.pay : "";
  return inRow > 2 && !spot.number ? [high, pay ?? ""].filter(Boolean) : [[high, pay ? `· ${pay}` : ""].filter(Boolean).join(" ")];
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  const rows: T[][] = [];
  for (let at = 0; at < all.length; at += size) rows.push(all.slice(at, at + size));
  return rows;
}
