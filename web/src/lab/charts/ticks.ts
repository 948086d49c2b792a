/** Round numbers from a low to a high one, at most so many (or one, if none are asked for): multiples of 1, 2 or 5 of a step and its tens. */
export function ticksBetween(low: number, high: number, most: number, step: number): number[] {
  for (let tens = step; ; tens *= 10) {
    for (const one of [1, 2, 5]) {
      const every = one * tens;
      const first = Math.ceil(low / every);
      const count = Math.floor(high / every) - first + 1;
      if (count <= Math.max(1, most)) return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * every);
    }
  }
}
