import { describe, expect, test } from "vitest";
import { byWager, centre, end, LONG, type Part, SHORT, TALL, type Zone } from "../src/felt/layout";
import { Arrangement, type Laid, railOf, READABLE, sizesOf, USUAL } from "../src/felt/placing";
import { type Form, partsOf } from "../src/table/screen";
import type { Seat } from "../src/wire/messages";
import { evenings } from "./recorded";

const EIGHT = 8;

function player(place: number): Seat {
  return { name: `P${place}`, place, rail_cents: 0 } as unknown as Seat;
}

/** The stacks drawn in a spot where everybody bets: one for each player, or the player's own and one pile of all others. */
function everybodyIn(part: Part, wager: string, slots: number, me = "P1"): Laid[] {
  const zone = part.zones.find((one) => one.wager === wager);
  if (!zone) throw new Error(`no spot for ${wager}`);
  const seats = Array.from({ length: slots }, (_, slot) => player(slot + 1));
  const arrangement = new Arrangement(slots, me, seats.map((seat) => ({ zone, seat })));
  const piled = seats.filter((seat) => arrangement.piled(zone, seat)).slice(1);
  return seats.filter((seat) => !piled.includes(seat)).map((seat) => ({ zone, seat, ...arrangement.at(zone, seat) }));
}

describe.each(evenings)("chips on the layout of %s", (_, { rules }) => {
  const spots = byWager(rules.wagers);
  const parts: [string, Part][] = [
    ["long end", end(spots, LONG)],
    ["mirrored end", end(spots, LONG, true)],
    ["tall end", end(spots, TALL)],
    ["short end", end(spots, SHORT)],
    ["centre between the ends", centre(spots, end(spots, LONG).height)],
    ["centre of a phone", centre(spots)],
    ["broad centre", centre(spots, 400, 640)],
  ];

  test.each(parts)("everybody's chips can be read and lie on nobody else's in the %s", (_name, part) => {
    expect(part.zones.length).toBeGreaterThan(5);
    for (const { wager } of part.zones) {
      for (const players of [1, 4, 8, 10, 16, 20]) {
        const stacks = everybodyIn(part, wager, players);
        const sizes = sizesOf(stacks, "P1");
        const over = stacks.flatMap((a, index) =>
          stacks.slice(index + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < (sizes.get(a) ?? 0) + (sizes.get(b) ?? 0)).map((b) => `${wager}: ${a.seat.name} and ${b.seat.name} of ${players}`),
        );
        expect(over).toEqual([]);
        expect(Math.min(...sizes.values()), `${wager} with ${players}`).toBeGreaterThanOrEqual(READABLE - 0.01);
      }
    }
  });

  test("chips are as large as they may be where few bet", () => {
    const [one] = everybodyIn(end(spots), "pass", EIGHT);
    expect(sizesOf([one as Laid], "P1").get(one as Laid)).toBeGreaterThan(USUAL);
    expect(sizesOf([one as Laid], "somebody else").get(one as Laid)).toBe(USUAL);
  });

  const room = { spots, places: 16, second: false, centreOpen: true };

  test("the centre has places for one end until somebody stands at the other", () => {
    const slots = (...places: number[]) => partsOf({ ...room, form: "wide", seats: places.map(player) })[1]?.slots;
    expect(slots(1, 8)).toBe(8);
    expect(slots(1, 9)).toBe(16);
  });

  test("chips come from the side on which their player stands", () => {
    const sides = (form: Form) => partsOf({ ...room, form, seats: [player(1), player(9)] }).map((part) => [part.rail(1), part.rail(9)]);
    expect(sides("wide")).toEqual([["below", "below"], ["left", "right"], ["below", "below"]]);
    expect(sides("tall")).toEqual([["below", "below"], ["above", "above"]]);
    const part = centre(spots);
    expect(railOf(part, "left", 0, 8).x).toBeLessThan(0);
    expect(railOf(part, "right", 0, 8).x).toBeGreaterThan(part.width);
    expect(railOf(part, "below", 0, 8).y).toBeGreaterThan(part.height);
    expect(railOf(part, "above", 7, 8)).toMatchObject({ x: part.width * (7.5 / 8) });
  });
});

const HOP = "hop 1-3";
const hopping = evenings.filter(([, { rules }]) => rules.wagers.some(({ wager }) => wager === HOP));

test("three houses take hops", () => {
  expect(hopping.map(([house]) => house).toSorted()).toEqual(["classic", "pennsylvania", "washington"]);
});

describe.each(hopping)("a narrow spot at %s", (_, { rules }) => {
  test("has its pile in the middle until I bet there too", () => {
    const part = centre(byWager(rules.wagers));
    const { chips } = part.zones.find(({ wager }) => wager === HOP) as Zone;
    const middle = chips.x + chips.w / 2;
    expect(everybodyIn(part, HOP, EIGHT, "somebody else").map(({ x }) => x)).toEqual([middle]);
    const [mine, pile] = everybodyIn(part, HOP, EIGHT);
    expect(mine?.x).toBeLessThan(middle);
    expect(pile?.x).toBeGreaterThan(middle);
  });
});
