/** Questions for the wagers of one house, or of all houses side by side. */

import { type Heard, lab, type Odds } from "../../wire/lab";

/** So many questions of one page are asked at once: the house lets a person have few that are not answered. */
const AT_ONCE = 3;

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
