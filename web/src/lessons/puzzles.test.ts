import { afterEach, expect, test, vi } from "vitest";
import { fakeHouse } from "../../tests/house";
import type { Outlook, Spot } from "../wire/house";
import { type Asked, isRight, type Puzzle, puzzleOf, readingOf, stakeOf } from "./puzzles";

afterEach(() => {
  vi.unstubAllGlobals();
});

const chance = (on: string, result: string, net = 0) => ({ on, result, net_cents: net });
const outlook = (wager: string, chances: unknown[], more: object = {}): Outlook => ({ wager, stake_cents: 600, chances, points: [], off: false, says: `${wager} says`, ...more }) as unknown as Outlook;

const NO = { code: "contract", message: "a pass wager must stand", clause: "4.2" };
const PASS = outlook("pass", [chance("6", "wins", 600), chance("7", "loses", -600)], { refused: { down: NO } });
const PLACE = outlook("place 6", [chance("6", "wins", 700), chance("7", "loses", -600)], { refused: {} });
const COME = outlook("come", [chance("4", "moves"), chance("7", "wins", 600), chance("12", "loses", -600)], { refused: {} });

let tables = 0;

function asked(...mine: Outlook[]): Asked {
  const spots = ["pass", "place 5", "place 6", "come", "come 6"].map((wager) => ({ wager, kind: wager.split(" ")[0], name: wager.split(" ")[0], number: Number(wager.split(" ")[1]) || null, dice: null }) as unknown as Spot);
  const wagers = mine.map(({ wager }) => ({ wager, amount_cents: 600 }));
  tables += 1;
  return { table: `t${tables}`, seat: { rail_cents: 0, wagers } as unknown as Asked["seat"], puck: 6, spots: new Map(spots.map((one) => [one.wager, one])), mine };
}

/** The answers of a puzzle, the right ones in capitals. */
function answers(puzzle: Puzzle | null): string[] | undefined {
  return puzzle?.choices.map(({ says, right }) => (right ? says.toUpperCase() : says));
}

const explained = (kind: string, ...examples: [on: string, stake: number, comeOut?: Outlook][]) => ({
  kind,
  examples: examples.map(([on, stake, comeOut]) => ({ on, pictures: [{ when: "", point: 8, outlook: outlook(kind, [], { stake_cents: stake }) }, ...(comeOut ? [{ when: "", point: 0, outlook: comeOut }] : [])] })),
});

test("what may be taken down is what the house would not refuse, with its reason and clause", async () => {
  const puzzle = await puzzleOf({ task: "down" }, asked(PASS, PLACE));
  expect(answers(puzzle)).toEqual(["pass", "PLACE 6"]);
  expect(puzzle?.refused).toEqual([NO]);
  expect(puzzle && [isRight(puzzle, new Set([1])), isRight(puzzle, new Set([0, 1])), isRight(puzzle, new Set())]).toEqual([true, false, false]);
  expect((await puzzleOf({ task: "down" }, asked(PLACE)))?.why).toEqual(["The house lets you take down all of them."]);
  expect(await puzzleOf({ task: "down" }, asked())).toBeNull();
});

test("what a throw does is what the house's outlook says of it", async () => {
  const puzzle = await puzzleOf({ task: "throw", of: { kind: "come" }, result: "moves" }, asked(COME));
  expect(puzzle?.question).toBe("If the next throw is 4, what does come do?");
  expect(answers(puzzle)).toEqual(["It wins", "IT GOES TO ITS NUMBER", "It loses", "Nothing: it stays as it is"]);
  expect(puzzle?.why).toEqual(["come says"]);
  expect(await puzzleOf({ task: "throw", of: { kind: "come" }, result: "back" }, asked(COME))).toBeNull();
});

test("what a wager wins is among the usual mistakes", async () => {
  const puzzle = await puzzleOf({ task: "pay", of: { kind: "place" } }, asked(PLACE));
  expect(puzzle?.question).toBe("$6 lies on place 6. What does it win on 6?");
  expect(answers(puzzle)).toEqual(["$6", "$7", "$12"]);
  expect(puzzle?.choices.map(({ right }) => right)).toEqual([false, true, false]);
});

test("a wager that is off on the come-out does nothing there, by the house's picture", async () => {
  const house = fakeHouse();
  house.answers = [explained("place", ["6", 600, outlook("place 6", [], { off: true })])];
  const puzzle = await puzzleOf({ task: "throw", of: { kind: "place" }, result: "loses", comeOut: true }, asked(PLACE));
  expect(puzzle?.question).toBe("If 7 is thrown on the come-out, what does place 6 do?");
  expect(answers(puzzle)?.at(-1)).toBe("NOTHING: IT STAYS AS IT IS");
});

test("a wager that does not stand is asked about at a stake that the house takes", async () => {
  const house = fakeHouse();
  const table = asked();
  house.answers = [explained("come", ["4", 500], ["6", 1000]), [outlook("come 6", [chance("6", "wins", 1000)], { stake_cents: 1000 })]];
  const puzzle = await puzzleOf({ task: "pay", of: { kind: "come", moved: true } }, table);
  expect(puzzle?.question).toBe("$10 lies on come 6. What does it win on 6?");
  expect(house.asked.at(-1)?.path).toBe(`/api/tables/${table.table}/outlook?wager=come+6&cents=1000`);
  expect(await stakeOf(table.table, "come 4")).toBe(500);
});

test("the cheaper wager is the one with the smaller edge; where the house may not advise nothing is asked", async () => {
  const house = fakeHouse();
  const offer = (wager: string, edge: string) => ({ outlook: outlook(wager, []), stake_cents: 500, edge });
  const compare = async (one: string, other: string) => {
    house.answers = [explained("place", ["5", 500], ["6", 600]), offer("place 6", one), offer("place 5", other)];
    return puzzleOf({ task: "cheaper", one: "place 6", other: "place 5" }, asked());
  };
  const puzzle = await compare("1.52%", "4.00%");
  expect(answers(puzzle)).toEqual(["PLACE 6", "place 5"]);
  expect(puzzle?.why).toEqual(["place 6: 1.52% of $5.", "place 5: 4.00% of $5."]);
  expect(await compare("", "4.00%")).toBeNull();
  expect(await compare("4.00%", "4.00%")).toBeNull();
  house.answers = [explained("place", ["5", 500], ["6", 600]), offer("place 5", "4.00%"), offer("place 6", "1.52%")];
  const reading = await readingOf({ task: "costs", wagers: ["place 5", "place 6", "buy 4"] }, asked());
  expect(reading?.costs.map(({ name, edge }) => `${name} ${edge}`)).toEqual(["place 6 1.52%", "place 5 4.00%"]);
});

test("something to read has the picture of the wager that stands", async () => {
  const reading = await readingOf({ task: "read", says: "come", of: { kind: "come" } }, asked(COME));
  expect([reading?.outlook, reading?.says.startsWith("A come wager works like one on the pass")]).toEqual([COME, true]);
  expect(await readingOf({ task: "down" }, asked(COME))).toBeNull();
});
