/** The cost of a wager, in a sentence. */

import { plain } from "../../parts/format/names";
import { dollars } from "../../parts/format/money";
import type { WagerFigures } from "../../wire/lab";
import { say } from "../../words";
import { figureOf, inBrackets } from "./columns";
import type { Row } from "./rows";

/** The number among those of a row that somebody typed, or the first. */
export function numberIn({ on }: Row, typed: string): string {
  const words = typed.split(/[\s_]+/);
  return on.find((one) => words.includes(one)) ?? on[0] ?? "";
}

/**
 * A wager in a sentence.
 *
 * @param typed the words by which it was found: one wager of several is named if they name it
 * @param house the title of the house
 */
export function sentenceOf(row: Row, one: WagerFigures, typed: string, house: string): string {
  const alone = row.on.length > 1 && typed.split(/[\s_]+/).includes(numberIn(row, typed));
  const label = row.labels[row.on.indexOf(numberIn(row, typed))] ?? "";
  const [edge, perThrow, win, throws] = (["edge", "edge_per_throw", "win", "throws_per_decision"] as const).map((share) => figureOf(one, share));
  const said = {
    wager: alone ? plain(label) : row.name,
    house,
    edge: inBrackets(edge),
    perThrow: perThrow?.says ?? "",
    win: win?.says ?? "",
    throws: throws?.says ?? "",
  };
  const amount = one.amount_cents;
  if (amount === undefined) return say("edges.said", said);
  const cost = Math.round(amount * one.edge);
  return say(cost < 0 ? "edges.said.gains" : "edges.said.costs", { ...said, amount: dollars(amount), cost: dollars(Math.abs(cost)) });
}
