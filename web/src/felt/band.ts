/** The part of the felt that no bar covers. */

interface Edges {
  top: number;
  bottom: number;
}

const LEAST = 60;

/** The distances from the felt's edges to the part of it between the bars above and below, where that is high enough for dice. */
export function clearOf(felt: Edges, above: number, below: number): Edges {
  const top = Math.max(0, above - felt.top);
  const bottom = Math.max(0, felt.bottom - below);
  return felt.bottom - bottom - felt.top - top < LEAST ? { top: 0, bottom: 0 } : { top, bottom };
}
