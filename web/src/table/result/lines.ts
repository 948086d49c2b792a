/** The lines of a result that the screen has room for, and the lengths of hands that are worth a word. */

interface Line {
  name: string;
  cents: number;
}

export interface Shortened {
  shown: readonly Line[];
  /** The lines that are left out, and their sum in cents. */
  more: number;
  rest: number;
}

const PHONE = 640;
const DESK = 1100;
const FEW = 3;
const SOME = 6;
const MANY = 12;
const ROUND = 10;

/** The largest results in their order, and the sum of the others. `led`: whether a sentence stands beside them. */
export function shortened(lines: readonly Line[], width: number, led = false): Shortened {
  const room = (width < PHONE ? FEW : width < DESK ? SOME : MANY) - Number(led && width < PHONE);
  if (lines.length <= room) return { shown: lines, more: 0, rest: 0 };
  const largest = [...lines].sort((a, b) => Math.abs(b.cents) - Math.abs(a.cents)).slice(0, room - 1);
  const others = lines.filter((line) => !largest.includes(line));
  return { shown: lines.filter((line) => largest.includes(line)), more: others.length, rest: others.reduce((sum, { cents }) => sum + cents, 0) };
}

/** The number of throws of a hand if it is a round one, else 0. */
export function milestone(throws: number): number {
  return throws > 0 && throws % ROUND === 0 ? throws : 0;
}
