/** Arrow keys go from spot to spot, across all parts of the layout. */

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The factor by which a spot beside the way counts as farther away than one on it. */
const ASIDE = 8;

/**
 * The nearest of some boxes in the direction of an arrow key, or -1.
 *
 * Boxes that lie on the way, or nearly, come before boxes beside it.
 */
export function towards(key: string, from: Rect, boxes: readonly Rect[]): number {
  const way = ARROWS[key];
  if (!way) return -1;
  const [dx, dy] = way;
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const ahead = dx ? (dx > 0 ? box.left - from.right : from.left - box.right) : dy > 0 ? box.top - from.bottom : from.top - box.bottom;
    if (ahead < -2) return;
    const aside = dx ? Math.max(0, box.top - from.bottom, from.top - box.bottom) : Math.max(0, box.left - from.right, from.left - box.right);
    const off = dx ? Math.abs(box.top + box.bottom - from.top - from.bottom) : Math.abs(box.left + box.right - from.left - from.right);
    const far = ahead + ASIDE * aside + off / 100;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

/** Move the focus from a spot in the direction of an arrow key. Returns whether it moved. */
export function steer(event: KeyboardEvent, felt: Element): boolean {
  const at = (event.target as Element).closest("[data-wager]");
  if (!at || !(event.key in ARROWS)) return false;
  const spots = [...felt.querySelectorAll<SVGElement>("[data-wager]")].filter((one) => one !== at);
  const found = spots[towards(event.key, at.getBoundingClientRect(), spots.map((one) => one.getBoundingClientRect()))];
  found?.focus();
  return true;
}
