/** Days and times as people read them, on this device's clock. */

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

/** A moment: "25 Nov 2026, 20:05". */
export function moment(at: number): string {
  return MOMENT.format(at);
}

/** The other end of a time that began at a moment: only the time of day, if it was on the same day. */
export function momentSince(at: number, began: number): string {
  return DAY.format(at) === DAY.format(began) ? TIME.format(at) : MOMENT.format(at);
}
