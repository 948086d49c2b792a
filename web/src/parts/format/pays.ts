/** The pays of a wager, in few words. */

import type { PayLine } from "../../wire/messages";
import { say } from "../../words";
import { either } from "./names";

/** Its pays, with what each is for where there are several: "2 to 1 on 2 or 12". Equal pays stand together. */
export function paysOf(pays: readonly PayLine[]): string[] {
  const on = new Map<string, string[]>();
  for (const one of pays) on.set(one.pay, [...(on.get(one.pay) ?? []), one.on]);
  return [...on].map(([pay, what]) => (on.size > 1 && what.every(Boolean) ? `${pay} ${say("rules.on", { what: either(what) })}` : pay));
}
