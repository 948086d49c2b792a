/** The betting at a quiet table: what the stick says about it, and who is ready. */

import { listed } from "../../parts/format/names";
import type { TableView } from "../../wire/messages";
import { say } from "../../words";
import { isBetting, type Phase } from "../state/phase";

type Pace = Pick<TableView, "ready" | "unready" | "alone" | "undealt">;

/** Others are named up to this many; more are counted. */
const NAMED = 2;

export function isReady(view: Pace, name: string): boolean {
  return view.ready?.includes(name) ?? false;
}

/** The acts of this part of the round. Whoever is ready reads for whom the dice wait. */
export function phaseWords(view: Pace, phase: Phase, me: string): string {
  const open = isBetting(phase);
  const others = (view.unready ?? []).filter((name) => name !== me);
  if (open && isReady(view, me) && others.length > NAMED) return say("pace.waits.many", { n: others.length });
  if (open && isReady(view, me) && others.length) return say("pace.waits", { names: listed(others) });
  if (phase === "betting" && me && view.alone === me) return say("pace.alone");
  if (phase === "paying" && view.undealt?.length) return say("dealing.left", { n: view.undealt.length });
  return say(`stick.${phase}`);
}
