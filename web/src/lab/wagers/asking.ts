/** Questions for the wagers of one house, or of all houses side by side. */

import { type Heard, lab, type Odds } from "../../wire/lab";
import type { Question } from "../question/question";

/** The field of the page that asks all houses. The house is not asked it. */
export const BESIDE = "beside";

/** So many questions of one page are asked at once: the house lets a person have few that are not answered. */
const AT_ONCE = 3;

/** The question as the house is asked. The page itself finds the wagers that are meant. */
export function plainly({ wager: _wager, [BESIDE]: _beside, limits, chip, ...question }: Question): Question {
  const table = { ...(limits ? { limits } : {}), ...(chip ? { chip } : {}) };
  return question["amount"] ? { ...question, ...table } : question;
}

/** The question as a command asks it, with one wager or all; null for what no command asks: the user's own bet at all houses. */
export function commanded(question: Question, wager: string): { kind: string; question: Question } | null {
  const one: Question = wager ? { wager } : {};
  if (question[BESIDE] !== "true") return { kind: "odds", question: { ...plainly(question), ...one } };
  return question["amount"] ? null : { kind: "houses", question: one };
}

/** The answers of the houses asked, in the order of the houses. A question that takes long is the job of all of them. */
export async function askAll(queries: readonly string[], seconds: number, ask = lab.ask<Odds>): Promise<Heard<Odds[]>> {
  const found: Odds[] = [];
  let edition = "";
  for (let from = 0; from < queries.length; from += AT_ONCE) {
    const heard = await Promise.all(queries.slice(from, from + AT_ONCE).map((query) => ask("odds", query, seconds)));
    for (const one of heard) {
      if ("job" in one) return one;
      found.push(one.result);
      edition = one.edition;
    }
  }
  return { result: found, edition };
}
