/** The ways of chips on the felt, one animation for each, and the time that the dice take. */

import { untrack } from "svelte";
import type { Throw } from "../wire/messages";
import type { Point } from "./layout";

/** The place of something at a part of its way, from 0 to 1. */
interface Stop extends Point {
  at: number;
  shown?: number;
}

export interface Way {
  stops: readonly Stop[];
  delay: number;
  ms: number;
}

export const PUSH_MS = 1900;
export const SWEEP_MS = 520;
export const PLACE_MS = 380;

/** The time that the dice roll, and the time that they are left lying on the felt. */
export const ROLLING_MS = 950;
export const LYING_MS = 1500;

/** A throw on its way over the felt. */
export interface Rolling {
  key: number;
  throw: Throw;
}

/** Winnings come from the dealer, lie beside the wager for a moment, and go to the player. */
export function pushed(dealer: Point, beside: Point, player: Point, delay: number): Way {
  return { delay, ms: PUSH_MS, stops: [{ ...dealer, at: 0, shown: 0 }, { ...beside, at: 0.2 }, { ...beside, at: 0.72 }, { ...player, at: 1, shown: 0 }] };
}

/** A wager that comes down goes to the player together with what it won. */
export function home(from: Point, player: Point, delay: number): Way {
  return { delay, ms: PUSH_MS, stops: [{ ...from, at: 0 }, { ...from, at: 0.72 }, { ...player, at: 1, shown: 0 }] };
}

/** A bet goes from the player to its spot, and one that is taken down goes back. */
export function placed(from: Point, to: Point): Way {
  return { delay: 0, ms: PLACE_MS, stops: [{ ...from, at: 0 }, { ...to, at: 1 }] };
}

/** A losing wager lies there until its turn comes; then the dealer sweeps it in. */
export function swept(from: Point, dealer: Point, delay: number): Way {
  return { delay, ms: SWEEP_MS, stops: [{ ...from, at: 0 }, { ...dealer, at: 1, shown: 0 }] };
}

/** A come wager goes to its number. */
export function moved(from: Point, to: Point, delay: number): Way {
  return { delay, ms: SWEEP_MS, stops: [{ ...from, at: 0 }, { ...to, at: 1 }] };
}

/**
 * Let an element go a way. It takes its first place before its turn, and keeps its last one.
 *
 * The way is asked for once: what happens at the table meanwhile does not send anybody back to the start.
 */
export function goes(ask: () => Way): (node: Element) => () => void {
  return (node) => {
    const way = untrack(ask);
    const frames = way.stops.map(({ x, y, at, shown = 1 }) => ({ transform: `translate(${x}px, ${y}px)`, opacity: shown, offset: at }));
    const going = node.animate(frames, { delay: way.delay, duration: way.ms, fill: "both", easing: "ease-in-out" });
    return () => going.cancel();
  };
}
