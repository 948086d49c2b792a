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

/** The least height of a spot on a phone, so that a finger hits it: 44 pixels of the screen. */
const FINGER = 46;

/** The distance of the middle of the puck from the right end and from the top of a number's box. */
const CORNER = { x: 13, y: 15 };

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
const BESIDE = 110;

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
    const below = Math.max(box.h * 0.47, print.length * (more.size ?? 15) * LINE + 2);
    if (box.w - wide < BESIDE) this.add(wager, box, { ...more, chips: { ...box, y: box.y + below, h: box.h - below } });
    else this.add(wager, box, { ...more, from: "left", chips: { ...box, x: box.x + wide, w: box.w - wide } });
  }
}

/** The form of an end: as on a real table, or narrow, for a phone: then wagers share rows. */
export interface Shape {
  width: number;
  narrow: boolean;
  /** Heights of the parts of a number's box: behind it, the don't come strip, the number and its print, the strip in front. */
  box: { behind: number; strip: number; number: number; print: number; front: number };
  /** The sizes of the print of a number: in letters and in digits. */
  numeral: { word: number; digits: number };
  rows: { come: number; field: number; dont: number; pass: number; odds: number };
}

export const LONG: Shape = {
  width: 640,
  narrow: false,
  box: { behind: 36, strip: 28, number: 116, print: 34, front: 32 },
  numeral: { word: 22, digits: 28 },
  rows: { come: 54, field: 54, dont: 42, pass: 48, odds: 42 },
};

/** For a phone held upright. */
export const TALL: Shape = {
  width: 380,
  narrow: true,
  box: { behind: 46, strip: 20, number: 86, print: 32, front: 44 },
  numeral: { word: 13, digits: 22 },
  rows: { come: 50, field: 56, dont: 50, pass: 56, odds: 56 },
};

/** For a low window, such as a small phone or one on its side: all of it is in sight at once. */
export const SHORT: Shape = {
  ...TALL,
  box: { behind: 36, strip: 14, number: 74, print: 30, front: 36 },
  rows: { come: 42, field: 42, dont: 42, pass: 44, odds: 44 },
};

/** One end: boxes of the numbers, come, field, lines, odds. The other end is its mirror, with the numbers in order. */
export function end(spots: ByWager, shape: Shape = LONG, mirrored = false): Part {
  const drawing = new Drawing(spots);
  const numbers = mirrored ? boxNumbers(spots).reverse() : boxNumbers(spots);
  const { box } = shape;
  const high = box.behind + box.strip + box.number + box.front;
  const beside = drawing.has("dont_come") && !shape.narrow ? 84 : 0;
  if (beside) {
    const tall = { x: GAP, y: GAP, w: beside - GAP, h: high };
    drawing.add("dont_come", tall, { print: shortDont(spots, "dont_come"), size: 13, level: GAP + high / 2, chips: { ...tall, y: 40, h: high - 36 } });
  }
  drawing.pucks.set(0, { x: beside ? GAP + (beside - GAP) / 2 : shape.width - CORNER.x - GAP, y: GAP + CORNER.y });
  const width = (shape.width - beside - GAP * (numbers.length + 1)) / numbers.length;
  numbers.forEach((number, index) => {
    const x = beside + GAP + index * (width + GAP);
    numberBox(drawing, number, shape, { x, y: GAP, w: width, h: high });
  });
  const part = { width: shape.width, height: rows(drawing, shape, GAP + high + GAP), zones: drawing.zones, pucks: drawing.pucks };
  return mirrored ? mirror(part) : part;
}

function mirror(part: Part): Part {
  const turned = <T extends Box>(box: T): T => ({ ...box, x: part.width - box.x - box.w });
  const zones = part.zones.map((zone): Zone => ({ ...turned(zone), chips: turned(zone.chips), ...(zone.from ? { from: "right" } : {}) }));
  const pucks = new Map([...part.pucks].map(([number, { x, y }]) => [number, { x: part.width - x, y }]));
  return { ...part, zones, pucks };
}

/**
 * A number's box: behind it lays and don't come wagers, in it come and place wagers, in front of it buy wagers.
 *
 * Most people who tap a number mean to place it. Without place wagers the number buys.
 */
function numberBox(drawing: Drawing, number: number, { box: part, numeral: size }: Shape, box: Box): void {
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
  const front = both ? part.front : 0;
  const middle = { ...strip, y: strip.y + part.strip, h: part.number + part.behind - back + part.front - front - (front ? 1 : 0) };
  drawing.pucks.set(number, { x: box.x + box.w - CORNER.x, y: middle.y + CORNER.y });
  const word = NUMERALS[number];
  const half = (middle.h - part.print) / 2;
  // Come wagers lie behind place wagers, as on a real layout.
  const far = { ...middle, y: middle.y + part.print, h: half };
  const chips = { ...far, y: far.y + half };
  const numeral: Partial<Zone> = { print: [word ?? String(number)], size: word ? size.word : size.digits, tone: "gold", chips, level: middle.y + part.print / 2 };
  if (both) drawing.add(`buy ${number}`, { ...strip, y: box.y + box.h - front, h: front }, { print: [withCommission(drawing, "buy", number)], size: 10, tone: "quiet" });
  drawing.add(`${drawing.has(`place ${number}`) ? "place" : "buy"} ${number}`, middle, numeral);
  drawing.add(`come ${number}`, middle, { print: [], open: false, chips: far });
  drawing.add(`come_odds ${number}`, { ...middle, y: middle.y + middle.h - 20, h: 19 }, { print: [], open: false, chips: far });
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
function rows(drawing: Drawing, shape: Shape, from: number): number {
  const { width, narrow, rows: high } = shape;
  let y = from;
  const whole = width - 2 * GAP;
  const row = (h: number): Box => ({ x: GAP, y, w: whole, h });
  if (drawing.has("come")) {
    const [come, dont] = split(row(high.come), narrow && drawing.has("dont_come") ? SHARE : 1);
    drawing.row("come", come, { size: narrow ? 20 : 27, tone: "red" });
    if (dont) dontCome(drawing, dont);
    y += high.come + GAP;
  }
  const bigs = ["big 6", "big 8"].filter((wager) => drawing.has(wager));
  const big = 66;
  const side = narrow ? bigs.length * (big + GAP) : bigs.length ? big + GAP : 0;
  bigs.forEach((wager, index) => {
    const h = (high.field - 2) / 2;
    const box = narrow ? { x: GAP + index * (big + GAP), y, w: big, h: high.field } : { x: GAP, y: y + index * (h + 2), w: big, h };
    const print = [`BIG ${wager.slice(4)}`];
    drawing.add(wager, box, { print, size: 12, tone: "red", ...(narrow ? besidePrint(box, print, 12) : {}) });
  });
  drawing.row("field", { x: GAP + side, y, w: whole - side, h: high.field }, { print: fieldPrint(drawing.spots), size: narrow ? 11 : 12 });
  if (drawing.has("field") || bigs.length) y += high.field + GAP;
  const [dont, dontOdds] = split(row(high.dont), drawing.has("dont_pass_odds") ? LINE_SHARE : 1);
  drawing.row("dont_pass", dont, { print: shortDont(drawing.spots, "dont_pass", " · "), size: narrow ? 13 : 15 });
  const behind: Partial<Zone> = { print: ["ODDS"], size: narrow ? 11 : 12, tone: "quiet" };
  if (dontOdds) drawing[narrow ? "row" : "add"]("dont_pass_odds", dontOdds, behind);
  if (drawing.has("dont_pass")) y += high.dont + GAP;
  const [pass, beside] = split(row(high.pass), narrow && drawing.has("pass_odds") ? LINE_SHARE : 1);
  drawing.row("pass", pass, { size: narrow ? 18 : 25 });
  y += high.pass + GAP;
  drawing.row("pass_odds", beside ?? row(high.odds), behind);
  return drawing.has("pass_odds") && !beside ? y + high.odds + GAP : y;
}

/** The part of a row that come and a line have, beside don't come and odds. */
const SHARE = 0.55;
const LINE_SHARE = 0.75;

/** The parts of a row for two wagers, or the whole row for one. */
function split(row: Box, share: number): [Box, Box?] {
  if (share === 1) return [row];
  const left = (row.w - GAP) * share;
  return [{ ...row, w: left }, { ...row, x: row.x + left + GAP, w: row.w - GAP - left }];
}

/** Don't come beside come, with the place of the puck at its right while it is off. */
function dontCome(drawing: Drawing, box: Box): void {
  const print = shortDont(drawing.spots, "dont_come");
  const wide = Math.max(...print.map((line) => line.length)) * 11 * LETTER + 18;
  drawing.add("dont_come", box, { print, size: 11, from: "left", chips: { ...box, x: box.x + wide, w: box.w - wide - 2 * CORNER.x } });
  drawing.pucks.set(0, { x: box.x + box.w - CORNER.x, y: box.y + box.h / 2 });
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
