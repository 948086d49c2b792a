/** House edges as people read them. */

/** A house edge, to three places. The error of an edge that is nothing, such as that of odds, has no sign. */
export function edgeOf(edge: number): string {
  const places = Math.round(100_000 * edge) / 1000;
  return `${places < 0 ? "−" : ""}${Math.abs(places).toFixed(3)}\u00a0%`;
}
