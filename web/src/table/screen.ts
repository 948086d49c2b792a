/** The parts of the layout that a screen has room for, and the players at each. */

import { type byWager, centre, end, LONG, type Part, type Shape, SHORT, TALL } from "../felt/layout";
import type { Side } from "../felt/placing";
import type { Seat } from "../wire/messages";
import { say } from "../words";

const WIDE = 1000;
const NARROW = 640;
/** The least width of a low window that has room for the tools beside the felt, and the greatest height of one that needs it. */
const BESIDE = 560;
const LOW = 560;
/** The least height of a phone whose spots may be as high as a finger likes. */
const HIGH = 760;
/** Browsers hide their own bars while people scroll. That is no other form of window. */
const BARS = 130;

/**
 * The form of a window: `wide` has room for both ends, `broad` for one, `tall` is a phone and `short` a small one,
 * and `low` has the tools beside the felt, as a phone on its side or a zoomed page.
 */
export type Form = "wide" | "broad" | "tall" | "short" | "low";

export interface Size {
  width: number;
  height: number;
}

export function formOf({ width, height }: Size): Form {
  if (width >= WIDE) return "wide";
  if (width >= BESIDE && height <= LOW) return "low";
  if (width >= NARROW) return "broad";
  return height < HIGH ? "short" : "tall";
}

/** The size to draw for: the one before, if only the browser's bars came or went. */
export function steady(before: Size, now: Size): Size {
  return before.width === now.width && Math.abs(before.height - now.height) < BARS ? before : now;
}

/** The shape of an end in a window of this form. */
export function shapeOf(form: Form): Shape {
  if (form === "tall") return TALL;
  return isPhone(form) ? SHORT : LONG;
}

/** The centre where it lies below an end, and not beside it. */
export const BROAD = { width: 640, height: 400 };

export interface Shown {
  label: string;
  part: Part;
  /** Those whose chips may lie there. */
  seats: Seat[];
  /** The number of players with a place in each spot. */
  slots: number;
  /** Whether it is an end, where players stand and the puck lies. */
  end: boolean;
  /** The first place of its rail and how many there are; the centre has none. */
  first: number;
  places: number;
  rail(place: number): Side;
}

export interface Room {
  spots: ReturnType<typeof byWager>;
  seats: readonly Seat[];
  /** The number of places at the table. */
  places: number;
  form: Form;
  /** Whether the second end is shown, where there is room for one. */
  second: boolean;
  /** Whether the centre is shown where it is not beside the ends. */
  centreOpen: boolean;
}

export function isPhone(form: Form): boolean {
  return form !== "wide" && form !== "broad";
}

/** The last place of the first end. */
export function firstEnd(places: number): number {
  return Math.ceil(places / 2);
}

/** The parts of the layout that are shown, each with the players whose chips lie there. */
export function partsOf({ spots, seats, places, form, second, centreOpen }: Room): Shown[] {
  const wide = form === "wide";
  const half = firstEnd(places);
  const endOf = (right: boolean, label: string): Shown => ({
    label,
    part: end(spots, shapeOf(form), wide && right),
    seats: seats.filter((one) => one.place > half === right),
    slots: half,
    end: true,
    first: right ? half + 1 : 1,
    places: right ? places - half : half,
    rail: () => "below",
  });
  const ends = wide ? [endOf(false, say("table.left")), endOf(true, say("table.right"))] : [endOf(second, say("table.layout"))];
  const [left, right] = ends as [Shown, Shown?];
  const middle: Shown = {
    label: say("table.centre"),
    part: wide ? centre(spots, left.part.height) : isPhone(form) ? centre(spots) : centre(spots, BROAD.height, BROAD.width),
    seats: [...seats],
    // Where everybody stands at one end, nobody needs the other half of a spot.
    slots: seats.some((one) => one.place > half) ? places : half,
    end: false,
    first: 0,
    places: 0,
    rail: (place) => (!wide ? "above" : place > half ? "right" : "left"),
  };
  if (right) return [left, middle, right];
  return centreOpen ? [left, middle] : [left];
}
