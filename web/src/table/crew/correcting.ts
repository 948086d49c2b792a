/** The people who may still correct the last throw of real dice, as far as one person needs to know. */

import { grouped, listed, plain } from "../../parts/format/names";
import type { TableView, You } from "../../wire/messages";
import { say } from "../../words";

export interface Correcting {
  /** Whether this person may do it now. */
  mine: boolean;
  /** The chair that they may take to do it; empty if there is none, or none is needed. */
  take: string;
  /** The people who may, in words. */
  who: string;
}

export function correcting(view: Pick<TableView, "chairs" | "correctors" | "last">, you: Pick<You, "name" | "takes">): Correcting | null {
  const roles = view.correctors ?? [];
  if (!roles.length || !view.last) return null;
  const holder = (role: string): string => view.chairs.find((chair) => chair.role === role)?.person ?? "";
  const mine = roles.some((role) => you.name && holder(role) === you.name);
  const who = grouped(roles, (role) => holder(role) || role).map(([person, own]) => {
    const role = listed(own.map(plain));
    return own.some(holder) ? say("correct.holder", { person, role }) : say("correct.empty", { role });
  });
  return { mine, take: mine ? "" : (roles.find((role) => you.takes?.includes(role)) ?? ""), who: who.join(say("correct.or")) };
}
