/** A best play as the system of a bot: the address of its chart, until the table is opened and the chart is sent. */

import type { NewBot } from "../wire/house";
import { addressOf, lab } from "../wire/lab";

const CHARTS = addressOf("chart", "");
const LOOK_S = 20;

export function isPlay(system: string): boolean {
  return system.startsWith(CHARTS);
}

/** The bots with the charts themselves in place of their addresses. */
export function withCharts(bots: readonly NewBot[], ask = lab.ask<object>): Promise<NewBot[]> {
  return Promise.all(bots.map(async (bot) => (isPlay(bot.system) ? { ...bot, system: JSON.stringify(await chartOf(bot.system, ask)) } : bot)));
}

async function chartOf(address: string, ask: typeof lab.ask<object>): Promise<object> {
  for (;;) {
    const heard = await ask("chart", address.slice(CHARTS.length), LOOK_S);
    if ("result" in heard) return heard.result;
  }
}
