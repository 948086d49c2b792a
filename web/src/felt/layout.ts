/**
 * The places of the spots of a layout: drawn from the wagers that a house offers, as data.
 *
 * A layout is two ends, each the mirror of the other, and a centre. Lengths are units of the drawing. No rule
 * of the game is here: what a spot takes and pays, the server says.
 */

import type { Spot } from "../wire/house";
import type { Seat, Standing } from "../wire/messages";

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
  /** The print there, one text a line. */
  print: string[];
  /** The size of the print. */
  size: number;
  /** The colour of the print. */
  tone: "plain" | "red" | "gold" | "quiet";
  /** Whether a bet can be put there; otherwise chips only travel there. */
  open: boolean;
  /** The place of the chips in it, beside the print. */
  chips: Box;
  /** The left end of the print, if it does not stand in the middle. */
  from?: "left" | "right";
  /** The height of the middle of the print, if not above the chips. */
  level?: number;
}

/** A part of the layout: an end or the centre. */
export interface Part {
  width: number;
  height: number;
  zones: Zone[];
  /** The place of the puck on each number, and at 0 its place while it is off. */
  pucks: ReadonlyMap<number, Point>;
  /** The place of the bowl and the stick, in the centre. */
  bowl?: Box;
}

export interface Point {
  x: number;
  y: number;
}

const NUMERALS: Record<number, string> = { 6: "SIX", 9: "NINE" };
const GAP = 4;

const CENTRE_WIDTH = 400;

/** The least height of a spot on a phone, so that a finger hits it: 40 pixels of the screen. */
const FINGER = 46;

/** The height of the rows of hops, as a part of the height of the others. */
const LOW = 0.75;

/** The height of the place of the bowl. */
const BOWL = 44;

/** The height of a line and the width of a letter of print, for each unit of its size. */
export const LINE = 1.15;
export const LETTER = 0.62;

/** The least height for chips below the print, and the least width for two stacks to its right. */
const LEAST_BELOW = 22;
const LEAST_RIGHT = 52;

/** The least width for the chips of everybody beside the print of a row. */
const BESIDE = 130;

type ByWager = ReadonlyMap<string, Spot>;

/** Somebody's wager on a spot. */
export function standingOn(seat: Seat | undefined, { wager }: Zone): Standing | undefined {
  return seat?.wagers?.find((one) => one.wager === wager);
}

/** The name of a spot, with its number or its dice. */
export function nameOf({ name, number, dice }: Spot): string {
  if (number && !name.includes(String(number))) return `${name} ${number}`;
  return dice ? `${name} ${dice}` : name;
}

/** The name of a wager at a house. */
export function nameIn(spots: Iterable<Spot>, wager: string): string {
  for (const spot of spots) if (spot.wager === wager) return nameOf(spot);
  return wager;
}

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
  readonly pucks = new Map<number, Point>();

  constructor(readonly spots: ByWager) {}

  has(wager: string): boolean {
    return this.spots.has(wager);
  }

  add(wager: string, box: Box, more: Partial<Zone> = {}): void {
    const spot = this.spots.get(wager);
    if (spot) {
      const print = more.print ?? [spot.name];
      this.zones.push({ wager, spot, size: 15, tone: "plain", open: true, chips: box, ...box, ...more, print });
    }
  }

  /** A long row: its print at the left and the chips beside it or, where it is narrow, the chips below it. */
  row(wager: string, box: Box, more: Partial<Zone> = {}): void {
    const spot = this.spots.get(wager);
    if (!spot) return;
    const print = more.print ?? [spot.name];
    const wide = Math.max(...print.map((line) => line.length)) * (more.size ?? 15) * 0.68 + 34;
    if (box.w - wide < BESIDE) this.add(wager, box, { ...more, chips: { ...box, y: box.y + box.h * 0.47, h: box.h * 0.53 } });
    else this.add(wager, box, { ...more, from: "left", chips: { ...box, x: box.x + wide, w: box.w - wide } });
  }
}

/** The form of an end: as on a real table, or taller, for the narrow screen of a phone. */
export interface Shape {
  width: number;
  /** The number of boxes of numbers side by side; 0 for all. */
  columns: number;
  /** Heights of the parts of a number's box: behind it, the don't come strip, the number, the strip in front of it. */
  box: { puck: number; behind: number; strip: number; number: number; front: number };
  rows: { come: number; field: number; dont: number; pass: number; odds: number };
}

export const LONG: Shape = {
  width: 640,
  columns: 0,
  box: { puck: 25, behind: 32, strip: 28, number: 100, front: 32 },
  rows: { come: 54, field: 54, dont: 42, pass: 48, odds: 42 },
};

export const TALL: Shape = {
  width: 400,
  columns: 3,
  box: { puck: 25, behind: FINGER, strip: 24, number: 78, front: FINGER },
  rows: { come: 52, field: 2 * FINGER + 2, dont: 50, pass: 56, odds: 46 },
};

/** One end: boxes of the numbers, come, field, lines, odds. The other end is its mirror, with the numbers in order. */
export function end(spots: ByWager, shape: Shape = LONG, mirrored = false): Part {
  const drawing = new Drawing(spots);
  const numbers = mirrored && !shape.columns ? boxNumbers(spots).reverse() : boxNumbers(spots);
  const columns = shape.columns || numbers.length;
  const top = GAP + shape.box.puck;
  const high = shape.box.behind + shape.box.strip + shape.box.number + shape.box.front;
  const beside = drawing.has("dont_come") && !shape.columns ? 84 : 0;
  let y = GAP;
  if (beside) drawing.add("dont_come", { x: GAP, y: top, w: beside - GAP, h: high }, { print: shortDont(spots, "dont_come"), size: 13 });
  else if (drawing.has("dont_come")) {
    drawing.row("dont_come", { x: GAP, y, w: shape.width - 2 * GAP - 44, h: FINGER }, { print: shortDont(spots, "dont_come", " · "), size: 14 });
    y += FINGER + GAP;
  }
  drawing.pucks.set(0, beside ? { x: GAP + (beside - GAP) / 2, y: top - 12 } : { x: shape.width - 24, y: GAP + FINGER / 2 });
  const width = (shape.width - beside - GAP * (columns + 1)) / columns;
  for (const row of chunks(numbers, columns)) {
    row.forEach((number, index) => {
      const x = beside + GAP + index * (width + GAP);
      drawing.pucks.set(number, { x: x + width / 2, y: y + 12 });
      numberBox(drawing, number, shape, { x, y: y + shape.box.puck, w: width, h: high });
    });
    y += shape.box.puck + high + GAP;
  }
  const part = { width: shape.width, height: rows(drawing, shape, y), zones: drawing.zones, pucks: drawing.pucks };
  return mirrored ? mirror(part) : part;
}

function mirror(part: Part): Part {
  const turned = <T extends Box>(box: T): T => ({ ...box, x: part.width - box.x - box.w });
  const zones = part.zones.map((zone): Zone => ({ ...turned(zone), chips: turned(zone.chips), ...(zone.from ? { from: "right" } : {}) }));
  const pucks = new Map([...part.pucks].map(([number, { x, y }]) => [number, { x: part.width - x, y }]));
  return { ...part, zones, pucks };
}

/**
 * A number's box: behind it lays and don't come wagers, in it place and come wagers, in front of it buy wagers.
 *
 * Most people who tap a number mean to place it. Without place wagers the number buys.
 */
function numberBox(drawing: Drawing, number: number, { box: part }: Shape, box: Box): void {
  const behind = ["place_to_lose", "lay"].filter((kind) => drawing.has(`${kind} ${number}`));
  behind.forEach((kind, index) => {
    const w = (box.w - (behind.length - 1)) / behind.length;
    const at = { x: box.x + index * (w + 1), y: box.y, w, h: part.behind };
    drawing.add(`${kind} ${number}`, at, { print: [behind.length > 1 ? short(kind) : withCommission(drawing, kind, number)], size: 10, tone: "quiet" });
  });
  const back = behind.length ? part.behind : 0;
  const strip = { x: box.x, y: box.y + back, w: box.w, h: part.strip };
  drawing.add(`dont_come ${number}`, strip, { print: [], open: false });
  drawing.add(`dont_come_odds ${number}`, { ...strip, x: box.x + box.w / 2, w: box.w / 2 }, { print: [], open: false, chips: strip });
  const both = drawing.has(`place ${number}`) && drawing.has(`buy ${number}`);
  const front = { ...strip, y: box.y + box.h - part.front, h: part.front };
  const middle = { ...strip, y: strip.y + part.strip, h: part.number + part.behind - back + (both ? -1 : part.front) };
  const word = NUMERALS[number];
  const chips = { ...middle, y: middle.y + 34, h: middle.h - 34 };
  const numeral: Partial<Zone> = { print: [word ?? String(number)], size: word ? 22 : 28, tone: "gold", chips };
  if (both) drawing.add(`buy ${number}`, front, { print: [withCommission(drawing, "buy", number)], size: 10, tone: "quiet" });
  drawing.add(`${drawing.has(`place ${number}`) ? "place" : "buy"} ${number}`, middle, numeral);
  drawing.add(`come ${number}`, middle, { print: [], open: false, chips });
  drawing.add(`come_odds ${number}`, { ...middle, y: middle.y + middle.h - 20, h: 19 }, { print: [], open: false, chips });
}

/** The short name of a kind of wager on a number, as layouts print it. */
function short(kind: string): string {
  return kind === "place_to_lose" ? "LOSE" : kind.toUpperCase();
}

/** That name with the commission that the house takes: BUY 5%. */
function withCommission({ spots }: Drawing, kind: string, number: number): string {
  const commission = spots.get(`${kind} ${number}`)?.commission;
  return commission ? `${short(kind)} ${commission}%` : short(kind);
}

/** The long rows in front of the boxes. Returns where they end. */
function rows(drawing: Drawing, { width, rows: high }: Shape, from: number): number {
  let y = from;
  const whole = width - 2 * GAP;
  if (drawing.has("come")) {
    drawing.row("come", { x: GAP, y, w: whole, h: high.come }, { size: 27, tone: "red" });
    y += high.come + GAP;
  }
  const bigs = ["big 6", "big 8"].filter((wager) => drawing.has(wager));
  const side = bigs.length ? 66 + GAP : 0;
  bigs.forEach((wager, index) => {
    const h = (high.field - 2) / 2;
    drawing.add(wager, { x: GAP, y: y + index * (h + 2), w: 66, h }, { print: [`BIG ${wager.slice(4)}`], size: 12, tone: "red" });
  });
  drawing.row("field", { x: GAP + side, y, w: whole - side, h: high.field }, { print: fieldPrint(drawing.spots), size: 12 });
  if (drawing.has("field") || bigs.length) y += high.field + GAP;
  const odds = drawing.has("dont_pass_odds") ? width / 4 : 0;
  const dont = { x: GAP, y, h: high.dont };
  drawing.row("dont_pass", { ...dont, w: whole - (odds ? odds + GAP : 0) }, { print: shortDont(drawing.spots, "dont_pass", " · "), size: 15 });
  drawing.add("dont_pass_odds", { ...dont, x: width - GAP - odds, w: odds }, { print: ["ODDS"], size: 11, tone: "quiet" });
  if (drawing.has("dont_pass")) y += high.dont + GAP;
  drawing.row("pass", { x: GAP, y, w: whole, h: high.pass }, { size: 25 });
  y += high.pass + GAP;
  drawing.row("pass_odds", { x: GAP, y, w: whole, h: high.odds }, { print: ["ODDS"], size: 12, tone: "quiet" });
  return drawing.has("pass_odds") ? y + high.odds + GAP : y;
}

/** The field as layouts print it: its name, the totals that win, and those that pay more. */
function fieldPrint(spots: ByWager): string[] {
  const field = spots.get("field");
  if (!field) return [];
  const common = field.pays.map((one) => one.pay).sort((a, b) => count(field, b) - count(field, a))[0];
  const totals = field.pays.map((one) => (one.pay === common ? one.on : `${one.on} (${one.pay})`));
  return [field.name, totals.join(" · ")];
}

function count(spot: Spot, pay: string): number {
  return spot.pays.filter((one) => one.pay === pay).length;
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
  ["any_craps", "craps_eleven", "horn", "world"],
  ["horn_high 2", "horn_high 3", "horn_high 11", "horn_high 12"],
];

/** The centre: hard ways, one-roll wagers, hops, wagers on a hand. Beside the ends it is as high as they are. */
export function centre(spots: ByWager, wished = 0, width = CENTRE_WIDTH): Part {
  const drawing = new Drawing(spots);
  const offered = PROPOSITIONS.map((row) => row.filter((wager) => drawing.has(wager))).filter((row) => row.length);
  const hops = [...spots.keys()].filter((wager) => wager.startsWith("hop "));
  const repeaters = [...spots.keys()].filter((wager) => wager.startsWith("repeater "));
  const grids = [...chunks(repeaters, 5), ...chunks(hops, 7)];
  const all = offered.length + grids.length * LOW;
  const height = wished || all * (FINGER / (grids.length ? LOW : 1) + GAP) + BOWL + 3 * GAP;
  const bowl = { x: GAP, y: height - BOWL - GAP, w: width - 2 * GAP, h: BOWL };
  const h = (bowl.y - GAP) / all - GAP;
  let y = GAP;
  const lay = (row: readonly string[], high: number, size: number): void => {
    const w = (width - GAP * (row.length + 1)) / row.length;
    row.forEach((wager, index) => {
      const print = printed(drawing.spots, wager, row.length).flatMap((line) => broken(line, w, size));
      const box = { x: GAP + index * (w + GAP), y, w, h: high };
      drawing.add(wager, box, { print, size, ...besidePrint(box, print, size) });
    });
    y += high + GAP;
  };
  for (const row of offered) lay(row, h, row.length > 2 ? 12 : 14);
  for (const row of grids) lay(row, h * LOW - GAP / 4, 11);
  return { width, height, zones: drawing.zones, pucks: drawing.pucks, bowl };
}

/** Chips never hide the print: they lie below it or, where that is too low, to its right. */
function besidePrint(box: Box, print: readonly string[], size: number): Partial<Zone> {
  const high = print.length * size * LINE + 4;
  const below = { ...box, y: box.y + high, h: box.h - high };
  const wide = Math.max(...print.map((line) => line.length)) * size * LETTER + 22;
  const right = { ...box, x: box.x + wide, w: box.w - wide };
  return below.h < LEAST_BELOW && right.w > LEAST_RIGHT ? { chips: right, from: "left" } : { chips: below };
}

/** A line in two, where it is too long for its spot and has a space. */
function broken(line: string, width: number, size: number): string[] {
  const space = line.lastIndexOf(" ");
  return line.length * size * LETTER < width - 8 || space < 0 ? [line] : [line.slice(0, space), line.slice(space + 1)];
}

/** The print on a proposition: its name, and its pay where there is room. */
function printed(spots: ByWager, wager: string, inRow: number): string[] {
  const spot = spots.get(wager);
  if (!spot) return [];
  if (spot.dice) return [spot.dice];
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
