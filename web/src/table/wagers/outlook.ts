/** The possible effects of the next throw on a wager, in few words. */

import { dollars } from "../../parts/format/money";
import type { Chance, Outlook } from "../../wire/house";
import type { Refused } from "../../wire/messages";
import { say } from "../../words";

/** The acts of a player on a wager that stands. */
export type Act = "press" | "call" | "down";

/** The reason why the house would refuse it, if it would. */
export function refusalOf(outlook: readonly Outlook[], wager: string, act: Act): Refused | null {
  return outlook.find((one) => one.wager === wager)?.refused?.[act] ?? null;
}

/** One thing that can happen, and on what: "wins $7 on 6". */
interface Prospect {
  on: string;
  words: string;
  tone: "won" | "lost" | "back";
}

/** Chances that come to the same in one: "loses $5 on 5, 6, 7, 8". */
export function prospects(chances: readonly Chance[]): Prospect[] {
  const found = new Map<string, Prospect>();
  for (const { on, result, net_cents, fee_cents } of chances) {
    const words = worded(result, net_cents, fee_cents ?? 0);
    const before = found.get(words);
    const tone = result === "wins" ? "won" : result === "loses" ? "lost" : "back";
    found.set(words, { words, tone, on: before ? `${before.on}, ${on}` : on });
  }
  const order = { won: 0, back: 1, lost: 2 };
  return [...found.values()].sort((a, b) => order[a.tone] - order[b.tone]);
}

function worded(result: Chance["result"], net: number, fee: number): string {
  switch (result) {
    case "wins":
      if (net === 0) return say("prospect.even");
      if (fee && net > 0) return say("prospect.fee", { sum: dollars(net), fee: dollars(fee) });
      return net < 0 ? say("prospect.less", { sum: dollars(-net) }) : say("prospect.wins", { sum: dollars(net) });
    case "loses":
      return say("prospect.loses", { sum: dollars(-net) });
    case "back":
      return say("prospect.back");
    case "moves":
      return say("prospect.moves");
    case "counts":
      return say("prospect.counts");
  }
}
