/** Puzzles about the table as it is. The house has all the answers: its outlook, its refusals, its edges. */

import { nameIn } from "../felt/layout";
import { dollars } from "../parts/format/money";
import { type BetOffer, type Explained, house, type Outlook, type Spot } from "../wire/house";
import type { Refused, Seat } from "../wire/messages";
import { say } from "../words";
import { kindOf, type Ref, type Result, type Task } from "./lesson";
import { standing } from "./steps";

interface Choice {
  says: string;
  right: boolean;
}

/** A cost in the house's words, and its wager. */
interface Cost {
  wager: string;
  name: string;
  edge: string;
}

export interface Puzzle {
  question: string;
  choices: readonly Choice[];
  /** Whether several choices may be right, or none. */
  many: boolean;
  /** The reason for it, in sentences of the house. */
  why: readonly string[];
  /** The wagers that the house would refuse. */
  refused: readonly Refused[];
  outlook: Outlook | null;
}

/** A text to read, with a picture. */
export interface Reading {
  says: string;
  outlook: Outlook | null;
  costs: readonly Cost[];
}

/** The table as far as puzzles ask about it. */
export interface Asked {
  table: string;
  seat: Pick<Seat, "rail_cents" | "wagers"> | null;
  puck: number;
  spots: ReadonlyMap<string, Spot>;
  /** The outlook of the player's wagers. */
  mine: readonly Outlook[];
}

/** Stakes that the table takes, as in its explanations: those that its chips pay exactly. */
const explained = new Map<string, Promise<Explained>>();

function explanation(table: string, kind: string): Promise<Explained> {
  const key = `${table}/${kind}`;
  const found = explained.get(key) ?? house.explained(table, kind);
  explained.set(key, found);
  found.catch(() => explained.delete(key));
  return found;
}

export async function stakeOf(table: string, wager: string): Promise<number> {
  const { examples } = await explanation(table, kindOf(wager));
  const on = wager.slice(kindOf(wager).length + 1);
  return (examples.find((one) => one.on === on) ?? examples[0])?.pictures[0]?.outlook.stake_cents ?? 0;
}

/** The puzzle of a task; null where the house has no answer, as where it may not advise. */
export async function puzzleOf(task: Task, asked: Asked): Promise<Puzzle | null> {
  if (task.task === "throw") return throwPuzzle(task, asked);
  if (task.task === "pay") return payPuzzle(task.of, asked);
  if (task.task === "down") return downPuzzle(asked);
  return task.task === "cheaper" ? cheaperPuzzle(task.one, task.other, asked) : null;
}

/** The text of a task; null where it is a puzzle, or the house has nothing to say. */
export async function readingOf(task: Task, asked: Asked): Promise<Reading | null> {
  if (task.task === "read") {
    const { outlook, wager } = await lookAt(task.of, asked);
    return { says: say(`lesson.read.${task.says}` as "lesson.read.come", words(wager, asked)), outlook, costs: [] };
  }
  if (task.task !== "costs") return null;
  const offers = await offersOf(task.wagers.filter((one) => asked.spots.has(one)), asked);
  const costs = offers.filter(({ edge }) => edge).sort((one, other) => cost(one) - cost(other));
  if (costs.length < 2) return null;
  return { says: say("lesson.costs"), outlook: null, costs: costs.map(({ outlook, edge }) => ({ wager: outlook.wager, name: name(outlook.wager, asked), edge })) };
}

function name(wager: string, { spots }: Asked): string {
  return nameIn(spots.values(), wager);
}

function words(wager: string, asked: Asked): Record<string, string> {
  return { wager: name(wager, asked), line: name("pass", asked) };
}

/** The wager that is meant: the one that stands, or one that might. */
function meant(of: Ref, asked: Asked): string {
  const found = standing(of, asked);
  if (found) return found;
  const numbers = [...asked.spots.keys()].filter((wager) => kindOf(wager) === of.kind && wager !== of.kind);
  const usual = numbers.find((wager) => wager === `${of.kind} ${of.number ?? 6}`) ?? numbers[0];
  return (of.moved || !asked.spots.has(of.kind) ? usual : of.kind) ?? of.kind;
}

/** The result of the next throw for a wager. */
async function lookAt(of: Ref, asked: Asked): Promise<{ wager: string; outlook: Outlook | null }> {
  const wager = meant(of, asked);
  const mine = asked.mine.find((one) => one.wager === wager);
  if (mine) return { wager, outlook: mine };
  const [outlook = null] = await house.outlook(asked.table, wager, await stakeOf(asked.table, wager));
  return { wager, outlook };
}

/** The result of a throw of the come-out for a wager. */
async function onComeOut(of: Ref, asked: Asked): Promise<{ wager: string; outlook: Outlook | null }> {
  const wager = meant(of, asked);
  const { examples } = await explanation(asked.table, kindOf(wager));
  const example = examples.find((one) => wager === `${kindOf(wager)} ${one.on}`) ?? examples[0];
  const picture = example?.pictures.findLast(({ point }) => point === 0);
  return { wager, outlook: picture?.outlook ?? null };
}

const COMMON: readonly (Result | "nothing")[] = ["wins", "moves", "back", "loses", "nothing"];

/** What does a throw do to a wager? If no throw has the result that is asked for, there is no puzzle. */
async function throwPuzzle({ of, result, comeOut }: Extract<Task, { task: "throw" }>, asked: Asked): Promise<Puzzle | null> {
  const { wager, outlook } = await (comeOut ? onComeOut(of, asked) : lookAt(of, asked));
  // Of a wager that is off, a seven does nothing: that is worth a question, too.
  const off = comeOut && outlook && !outlook.chances.length;
  const chance = off ? { on: "7", result: "nothing" as const } : outlook?.chances.findLast((one) => one.result === result);
  if (!outlook || !chance) return null;
  const possible = COMMON.filter((one) => one !== "moves" && one !== "back" ? true : one === chance.result || outlook.chances.some((other) => other.result === one));
  return {
    question: say(comeOut ? "lesson.ask.comeOut" : "lesson.ask.throw", { on: chance.on, ...words(wager, asked) }),
    choices: possible.map((one) => ({ says: say(`lesson.does.${one}`), right: one === chance.result })),
    many: false,
    why: [outlook.says],
    refused: [],
    outlook,
  };
}

/** What does a wager win? The wrong sums are the usual mistakes: even money, twice the stake, half of it. */
async function payPuzzle(of: Ref, asked: Asked): Promise<Puzzle | null> {
  const { wager, outlook } = await lookAt(of, asked);
  const chance = outlook?.chances.find(({ result, net_cents: net }) => result === "wins" && net > 0);
  if (!outlook || !chance) return null;
  const { net_cents: net } = chance;
  const stake = outlook.stake_cents;
  const wrong = [stake, stake * 2, stake / 2].map((sum) => Math.round(sum / 100) * 100);
  const sums = [...new Set([net, ...wrong.filter((sum) => sum > 0)])].slice(0, 3).sort((one, other) => one - other);
  return {
    question: say("lesson.ask.pay", { on: chance.on, sum: dollars(stake), ...words(wager, asked) }),
    choices: sums.map((sum) => ({ says: dollars(sum), right: sum === net })),
    many: false,
    why: [outlook.says],
    refused: [],
    outlook,
  };
}

/** Which of the wagers that stand may be taken down now? */
function downPuzzle(asked: Asked): Puzzle | null {
  if (!asked.mine.length) return null;
  const refused = asked.mine.flatMap((one) => one.refused?.down ?? []);
  return {
    question: say("lesson.ask.down"),
    choices: asked.mine.map(({ wager, refused: not }) => ({ says: name(wager, asked), right: !not?.down })),
    many: true,
    why: refused.length ? [] : [say("lesson.down.all")],
    refused,
    outlook: null,
  };
}

async function cheaperPuzzle(one: string, other: string, asked: Asked): Promise<Puzzle | null> {
  const offers = await offersOf([one, other], asked);
  const [first, second] = offers.map(cost);
  if (offers.length < 2 || offers.some(({ edge }) => !edge) || first === second) return null;
  const least = Math.min(...offers.map(cost));
  return {
    question: say("lesson.ask.cheaper"),
    choices: offers.map((offer) => ({ says: name(offer.outlook.wager, asked), right: cost(offer) === least })),
    many: false,
    why: offers.map((offer) => say("lesson.cost", { wager: name(offer.outlook.wager, asked), edge: offer.edge, sum: dollars(offer.stake_cents) })),
    refused: [],
    outlook: null,
  };
}

async function offersOf(wagers: readonly string[], { table }: Asked): Promise<BetOffer[]> {
  const found = await Promise.all(wagers.map(async (wager) => house.offer(table, wager, await stakeOf(table, wager))));
  return found.filter((one) => one !== null);
}

function cost({ edge }: BetOffer): number {
  return Number.parseFloat(edge);
}

/** Whether an answer is right: all that is right was chosen, and nothing else. */
export function isRight({ choices }: Puzzle, chosen: ReadonlySet<number>): boolean {
  return choices.every(({ right }, index) => right === chosen.has(index));
}
