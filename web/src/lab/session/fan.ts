/** The sums owned in many sessions, throw by throw, as a fan: what so many of all sessions own at most. */

/** The shares of the sessions that the fan shows. */
export const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** The most throws at which the fan is measured. */
const MOST = 240;

/** A place of the fan: after so many throws, the sums in cents that each of the shares own at most. */
export interface Spread {
  throw: number;
  sums: number[];
}

/**
 * The fan of some sessions. Somebody who has left owns what they took home.
 *
 * @param paths for each session the sum owned at the start and after each throw, in cents
 */
export function fanOf(paths: readonly (readonly number[])[]): Spread[] {
  const last = Math.max(0, ...paths.map((path) => path.length - 1));
  const every = Math.max(1, Math.ceil(last / MOST));
  const throws = Array.from({ length: Math.floor(last / every) + 1 }, (_, index) => index * every);
  if (throws.at(-1) !== last) throws.push(last);
  return throws.map((at) => {
    const sums = paths.map((path) => path[Math.min(at, path.length - 1)] ?? 0).sort((a, b) => a - b);
    return { throw: at, sums: SHARES.map((share) => sums[Math.max(0, Math.ceil(share * sums.length) - 1)] ?? 0) };
  });
}

type Place = (value: number) => number;

/** The outline between two of the shares, as a path. */
export function bandOf(fan: readonly Spread[], low: number, high: number, across: Place, up: Place): string {
  const there = fan.map(({ throw: at, sums }) => `${across(at).toFixed(1)} ${up(sums[high] ?? 0).toFixed(1)}`);
  const back = fan.toReversed().map(({ throw: at, sums }) => `${across(at).toFixed(1)} ${up(sums[low] ?? 0).toFixed(1)}`);
  return `M${[...there, ...back].join("L")}Z`;
}
