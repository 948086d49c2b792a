/** The line from a note to the spot that it is about. */

import type { Point } from "../../felt/layout";

/** A rectangle on the screen. */
export interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Leader {
  from: Point;
  to: Point;
}

/** The distance of the line's beginning from the corners of a note. */
const CORNER = 16;
/** The distance that it goes into the spot. */
const INTO = 5;

/** Whether one lies on the other. */
export function cover(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The line from the edge of the note that is nearer to the spot; none if nobody sees the spot. */
export function leader(spot: Rectangle, note: Rectangle, height: number): Leader | null {
  const seen = spot.bottom > 0 && spot.top < height;
  if (!seen || cover(spot, note)) return null;
  const below = note.top >= spot.bottom;
  const to = { x: (spot.left + spot.right) / 2, y: below ? spot.bottom - INTO : spot.top + INTO };
  const x = Math.max(note.left + CORNER, Math.min(to.x, note.right - CORNER));
  return { from: { x, y: below ? note.top : note.bottom }, to };
}
