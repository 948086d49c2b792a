import { describe, expect, test } from "vitest";
import { settledIn } from "../src/felt/settled";
import { changed } from "../src/wire/changes";
import type { Seat } from "../src/wire/messages";
import { evenings } from "./recorded";

/** All that a player has at the table. */
function worth(seat: Seat | undefined): number {
  return (seat?.rail_cents ?? 0) + (seat?.wagers ?? []).reduce((sum, one) => sum + one.amount_cents, 0);
}

describe.each(evenings)("an evening at %s", (_, { first, heard, after }) => {
  test("the table after each message is what the client in Python sees", () => {
    let view = first;
    heard.forEach((message, index) => {
      view = changed(view, message.changes);
      expect(view).toEqual(after[index]);
    });
    expect(heard.length).toBeGreaterThan(50);
  });

  test("what a throw is shown to pay and take is what it does to a player's chips", () => {
    let before = first;
    let throws = 0;
    let settlements = 0;
    heard.forEach((message, index) => {
      const now = after[index] ?? first;
      const settled = settledIn(message.items);
      if (message.items.some((item) => item.effects?.some((effect) => effect.type === "thrown"))) {
        throws += 1;
        settlements += settled.length;
        for (const { name } of now.seats) {
          const told = settled.filter((one) => one.seat === name).reduce((sum, one) => sum + one.cents, 0);
          const came = worth(now.seats.find((seat) => seat.name === name)) - worth(before.seats.find((seat) => seat.name === name));
          expect(told, `${name}, entry ${message.seq}`).toBe(came);
        }
      }
      before = now;
    });
    expect(throws).toBe(10);
    expect(settlements).toBeGreaterThan(50);
  });
});
