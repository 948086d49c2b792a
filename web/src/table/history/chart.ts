/** A line through points, in a picture of a given size. */

import type { BankrollPoint } from "../../wire/messages";

interface Chart {
  /** The path of the line. */
  path: string;
  /** The distance of zero from the top. */
  zero: number;
  most: number;
  least: number;
  /** The end of the line. */
  end: { x: number; y: number };
}

/** The chart of a bankroll. It begins at zero, and zero is always in the picture. */
export function chart(points: readonly BankrollPoint[], width: number, height: number, margin: number): Chart {
  const nets = [0, ...points.map((point) => point.net_cents)];
  const most = Math.max(...nets);
  const least = Math.min(...nets);
  const span = most - least || 1;
  const across = (index: number): number => margin + (index / Math.max(1, nets.length - 1)) * (width - 2 * margin);
  const down = (net: number): number => margin + ((most - net) / span) * (height - 2 * margin);
  const steps = nets.map((net, index) => `${index ? "L" : "M"}${round(across(index))} ${round(down(net))}`);
  const last = nets.length - 1;
  return { path: steps.join(""), zero: round(down(0)), most, least, end: { x: round(across(last)), y: round(down(nets[last] ?? 0)) } };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
