/** The refusal of one of a group of buttons, so that it is shown where it was pressed. */

import type { Answer, Refused } from "../../wire/messages";
import type { Command } from "../../wire/socket";
import type { LiveTable } from "../state/live.svelte";

export class Pressed {
  #refused = $state.raw<{ button: string; why: Refused } | null>(null);

  constructor(readonly live: LiveTable) {}

  /** Send the request of a button. */
  async ask(button: string, command: Command): Promise<Answer> {
    this.clear();
    const answer = await this.live.quietly(command);
    if (answer.refused) this.#refused = { button, why: answer.refused };
    return answer;
  }

  act(button: string, event: Extract<Command, { type: "act" }>["event"]): Promise<Answer> {
    return this.ask(button, { type: "act", event });
  }

  /** The refusal of a button, if it was the last one that was pressed. */
  why(button: string): Refused | null {
    return this.#refused?.button === button ? this.#refused.why : null;
  }

  clear(): void {
    this.#refused = null;
  }
}
