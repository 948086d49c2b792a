/** An exam under way: the question in hand, and the answer on its way to the house. The house keeps the time. */

import type { Given } from "../wire/drill";
import { exams, type SittingNow } from "../wire/exams";

export class Writing {
  now = $state.raw<SittingNow | null>(null);
  /** The seconds left. */
  left = $state(0);
  trouble = $state("");
  busy = $state(false);

  #until = 0;
  /** The requests that did not reach the house or had no answer: they are made again. */
  #again: (() => Promise<SittingNow>) | null = null;

  constructor(
    readonly exam: string,
    readonly attempt: number,
  ) {}

  /** Begin, or go on where the house says that one was. */
  load(): Promise<void> {
    return this.#ask(() => exams.begin(this.exam, this.attempt));
  }

  async answer(given: Given): Promise<void> {
    const { now } = this;
    if (!now || now.over || this.#again) return;
    await this.#ask(() => exams.answer(this.exam, now.attempt, now.number, given));
  }

  /** Whether a request has failed and is to be sent again. */
  get stuck(): boolean {
    return this.trouble !== "";
  }

  /** Send again what failed. The house counts an answer once, however often it comes. */
  async again(): Promise<void> {
    if (this.#again) await this.#ask(this.#again);
  }

  /** Let the clock run. When the time is over, the house is asked how things stand. */
  tick(): void {
    if (!this.now || this.now.over) return;
    this.left = Math.max(0, (this.#until - performance.now()) / 1000);
    if (this.left === 0 && !this.busy && !this.#again) void this.load();
  }

  async #ask(request: () => Promise<SittingNow>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#again = request;
    try {
      this.now = await request();
      this.#until = performance.now() + this.now.left_ms;
      this.left = this.now.left_ms / 1000;
      this.#again = null;
      this.trouble = "";
    } catch (error) {
      this.trouble = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}

/** Seconds as a clock shows them: 4:07. */
export function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
