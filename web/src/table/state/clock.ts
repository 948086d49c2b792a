/** The clock of a table. */

const DAY = 24 * 3600;

/** The table's clock, in seconds: it began at midnight UTC of the day on which the table opened. */
export function tableClock(now: number, latest: number): number {
  const ofDay = Math.floor(now / 1000) % DAY;
  const found = latest - (latest % DAY) + ofDay;
  return found < latest - DAY / 2 ? found + DAY : found;
}
