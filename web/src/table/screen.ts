/** The parts of the layout that a screen has room for, and the players at each. */

import { type byWager, centre, end, LONG, type Part, TALL } from "../felt/layout";
import type { Side } from "../felt/placing";
import type { Seat } from "../wire/messages";
import { say } from "../words";

const WIDE = 1000;
const NARROW = 640;
/** The centre where it lies below an end, and not beside it. */
const BROAD = { width: 640, height: 400 };

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
  /** The width of the window. */
  width: number;
  /** Whether the second end is shown, where there is room for one. */
  second: boolean;
  /** Whether the centre is shown where it is not beside the ends. */
  centreOpen: boolean;
}

/** Whether both ends have room beside each other, and the centre between them. */
export function isWide(width: number): boolean {
  return width >= WIDE;
}

export function isPhone(width: number): boolean {
  return width < NARROW;
}

/** The last place of the first end. */
export function firstEnd(places: number): number {
  return Math.ceil(places / 2);
}

/** The parts of the layout that are shown, each with the players whose chips lie there. */
export function partsOf({ spots, seats, places, width, second, centreOpen }: Room): Shown[] {
  const wide = isWide(width);
  const phone = isPhone(width);
  const half = firstEnd(places);
  const endOf = (right: boolean, label: string): Shown => ({
    label,
    part: end(spots, phone ? TALL : LONG, wide && right),
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
    part: wide ? centre(spots, left.part.height) : phone ? centre(spots) : centre(spots, BROAD.height, BROAD.width),
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
