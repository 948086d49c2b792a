/** The words "same bet", said by hand or by itself whenever the betting opens. */

import { keepForTab, keptForTab } from "../../device/storage";
import { capital } from "../../parts/format/names";
import type { LeftOut } from "../../wire/messages";
import { say } from "../../words";
import type { LiveTable } from "./live.svelte";
import { isBetting } from "./phase";

/** Refusals that say nothing about the next betting: there was nothing to repeat, or it came at the wrong moment. */
const PASSING: readonly string[] = ["bad_words", "bets_closed", "not_now", "offline", "stopped", "too_fast"];
/** Reasons to leave a bet out that stop the repeating. */
const MONEY: readonly string[] = ["not_enough_chips", "own_limit"];

interface Kept {
  name: string;
  /** The entry of the throw after which it was said last. */
  said: number;
}

export class Repeat {
  /** Whether it is said by itself. */
  on = $state(false);
  /** The reason why it is said by itself no longer, or nothing. */
  stopped = $state("");
  /** The wagers that it could not repeat when it was said last. */
  leftOut = $state.raw<readonly LeftOut[]>([]);
  #said = 0;
  #read = false;

  constructor(readonly live: Pick<LiveTable, "id" | "view" | "seat" | "you" | "result" | "status" | "say" | "quietly">) {}

  get #key(): string {
    return `bankcraps.repeat.${this.live.id}`;
  }

  /** The entry of the last throw, which stands for the betting after it. */
  get #betting(): number {
    return this.live.result?.seq ?? 0;
  }

  /** Say it by itself from the next betting on, or no longer. */
  toggle(): void {
    this.#turn(!this.on);
    this.#said = this.#betting;
    this.#keep();
  }

  clear(): void {
    this.stopped = "";
    this.leftOut = [];
  }

  /** To be called whenever something changes: say it if the betting has opened, and stop where there is no sense in it. */
  follow(): void {
    const { view, you, seat, status } = this.live;
    if (!view || status !== "open") return;
    this.#readOnce();
    if (!this.on) return;
    if (!seat) return this.#stop(say("repeat.left"));
    if (view.guests.some(({ name, sitting_out: out }) => name === you.name && out)) return this.#stop(say("repeat.sitsOut"));
    if (view.out || !isBetting(view.phase.name) || this.#said === this.#betting) return;
    this.#said = this.#betting;
    this.#keep();
    void this.#sayIt();
  }

  async #sayIt(): Promise<void> {
    const { refused, left_out: leftOut } = await this.live.quietly({ type: "say", line: "same bet" });
    if (refused && !PASSING.includes(refused.code)) this.#stop(say("repeat.refused", { why: capital(refused.message) }));
    const lacks = leftOut?.find(({ code }) => MONEY.includes(code));
    if (lacks) this.#stop(say("repeat.lacks", { leftOut: lacks.message }));
  }

  #stop(why: string): void {
    if (!this.on) return;
    this.#turn(false);
    this.stopped = why;
    this.#keep();
  }

  #turn(on: boolean): void {
    this.on = on;
    this.clear();
  }

  /** A page that was loaded again goes on, and does not say it twice in the same betting. */
  #readOnce(): void {
    if (this.#read || !this.live.you.name) return;
    this.#read = true;
    const kept = Object(keptForTab(this.#key)) as Partial<Kept>;
    if (kept.name !== this.live.you.name) return;
    this.on = true;
    this.#said = Number(kept.said);
  }

  #keep(): void {
    this.#read = true;
    keepForTab(this.#key, this.on ? ({ name: this.live.you.name, said: this.#said } satisfies Kept) : null);
  }
}
