/** The rail through a whole evening: the session's figure equals the change of the player's chips. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Round } from "../src/table/state/round.svelte";
import type { Item, Seat, TableView } from "../src/wire/messages";
import { evenings } from "./recorded";

const PLAYERS = ["Ann", "Bob"];

/** Acts that bring chips to the table or take them away. */
const MOVES = ["buy_in", "cash_out", "leave"];

function worth(view: TableView, name: string): number {
  const seat: Seat | undefined = view.seats.find((one) => one.name === name);
  return (seat?.rail_cents ?? 0) + (seat?.wagers ?? []).reduce((sum, one) => sum + one.amount_cents, 0);
}

function moves(items: readonly Item[]): boolean {
  return items.some(({ entry }) => entry.type === "acted" && MOVES.includes(entry.event.type));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true })); // nothing moves
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each(evenings)("an evening at %s", (_, { first, heard, after }) => {
  test.each(PLAYERS)("the session of %s says what every message did to their chips", (name) => {
    const round = new Round();
    let before = worth(first, name);
    let came = 0;
    heard.forEach((message, index) => {
      const now = worth(after[index] as TableView, name);
      if (moves(message.items)) round.happened(message.items, name);
      else {
        came += now - before;
        round.happened(message.items, name);
        expect(round.session, `entry ${message.seq}`).toBe(came);
      }
      before = now;
    });
    expect(came).not.toBe(0);
  });

  test.each([0.2, 0.5, 0.9])("a log that was read before the last throws, and came after them, loses none of them: %s", (part) => {
    const [read, whole] = [new Round(), new Round()];
    const until = Math.floor(heard.length * part);
    for (const { items } of heard) whole.happened(items, "Ann");
    // The page was opened a little before the log was read.
    for (const { items } of heard.slice(Math.max(0, until - 20))) read.happened(items, "Ann");
    read.remember(heard.slice(0, until).flatMap(({ items }) => items), "Ann");
    expect(read.session).toBe(whole.session);
  });
});
