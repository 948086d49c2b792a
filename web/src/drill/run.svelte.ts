/** A drill under way: exercise after exercise, a question at a time, against a clock if there is one. */

import { session } from "../device/session.svelte";
import type { Settled } from "../felt/settled";
import { type Correction, drill, type DrillExercise, type DrillQuestion, type Given } from "../wire/drill";
import type { Seat } from "../wire/messages";
import type { Chosen } from "./entry";
import { kept } from "./kept.svelte";
import { settledSeats, shownAt } from "./layout";
import { keepUnderWay, type UnderWay } from "./underWay";

/** A question that was answered, or for which there was no time. */
export interface Mark {
  question: DrillQuestion;
  right: boolean;
  late: boolean;
  correction: Correction;
}

export class Run {
  exercise = $state.raw<DrillExercise | null>(null);
  index = $state(0);
  /** The exercise is being answered, a wrong answer is being read, or the exercise is over. */
  phase = $state<"asking" | "wrong" | "over">("asking");
  seats = $state.raw<readonly Seat[]>([]);
  /** The wagers settled last, as the felt shows them. */
  shown = $state.raw<readonly Settled[]>([]);
  marks = $state.raw<readonly Mark[]>([]);
  /** The time left on the clock, in seconds. */
  left = $state(0);
  trouble = $state("");
  busy = $state(false);

  #asked = 0;
  #spent = 0;
  #given: Given[] = [];

  /** A drill at a level, from its first exercise or from where this tab was. */
  constructor(
    readonly chosen: Chosen,
    readonly before: UnderWay | null = null,
  ) {}

  begin(): Promise<void> {
    return this.before ? this.goOnWith(this.before) : this.load(0);
  }

  get question(): DrillQuestion | null {
    return this.phase === "over" ? null : (this.exercise?.questions[this.#at] ?? null);
  }

  /** The number of the question, from 0. A wrong answer keeps the question while its correction is read. */
  get #at(): number {
    return this.phase === "wrong" ? this.marks.length - 1 : this.marks.length;
  }

  get number(): number {
    return this.#at + 1;
  }

  get last(): Mark | null {
    return this.marks.at(-1) ?? null;
  }

  get right(): number {
    return this.marks.filter((one) => one.right).length;
  }

  async load(index: number): Promise<void> {
    await this.#asking(async () => {
      await this.#deal(index);
      this.#keep();
    });
  }

  /** Go on with an exercise that this tab began before the page was loaded again. Its answers are in the score already. */
  async goOnWith({ index, given, spent }: UnderWay): Promise<void> {
    await this.#asking(async () => {
      try {
        await this.#deal(index);
        for (const one of given) await this.#settle(one);
      } catch (error) {
        this.exercise = null; // half of it would be answered again
        throw error;
      }
      this.#spent = spent;
      this.#asked = performance.now();
      this.#keep();
      this.#overIfLast();
    });
  }

  async #deal(index: number): Promise<void> {
    const exercise = await drill.exercise(this.chosen, index);
    this.exercise = exercise;
    this.index = index;
    this.seats = exercise.seats;
    this.shown = [];
    this.marks = [];
    this.phase = "asking";
    this.#spent = 0;
    this.#given = [];
    this.left = this.chosen.clock * exercise.questions.length;
    this.#asked = performance.now();
  }

  #keep(): void {
    keepUnderWay(this.chosen, this.index, this.#given, this.#spent);
  }

  async answer(given: Given): Promise<void> {
    if (this.phase !== "asking") return;
    await this.#asking(async () => {
      const seconds = this.#seconds();
      const right = await this.#mark(given, seconds);
      this.#spent += seconds;
      this.#asked = performance.now();
      this.#keep();
      if (!right) this.phase = "wrong";
      else this.#overIfLast();
    });
  }

  /** Go on after a wrong answer has been read. The clock stood still meanwhile. */
  goOn(): void {
    if (this.phase !== "wrong") return;
    this.phase = "asking";
    this.#asked = performance.now();
    this.#overIfLast();
  }

  /** Let the clock run. When it is over, a question without an answer is late. */
  tick(): void {
    if (!this.chosen.clock || this.phase !== "asking" || this.busy || !this.exercise || this.trouble) return;
    this.left = Math.max(0, this.chosen.clock * this.exercise.questions.length - this.#spent - this.#seconds());
    if (this.left === 0) void this.#late();
  }

  async #late(): Promise<void> {
    await this.#asking(async () => {
      let seconds = this.#seconds();
      while (this.marks.length < (this.exercise?.questions.length ?? 0)) {
        await this.#mark({ action: "", cents: 0 }, seconds);
        seconds = 0;
      }
      this.#keep();
      this.phase = "over";
    });
  }

  #seconds(): number {
    return (performance.now() - this.#asked) / 1000;
  }

  #overIfLast(): void {
    if (this.marks.length === this.exercise?.questions.length) this.phase = "over";
  }

  async #asking(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Have the house judge an answer to the next question, and settle a wager as is right. */
  async #settle(given: Given): Promise<Mark | null> {
    const at = this.marks.length;
    const question = this.exercise?.questions[at];
    if (!question) return null;
    const { right, correction } = await drill.correction(this.chosen, this.index, at, given);
    const mark = { question, right, late: given.action === "", correction };
    if (question.wager) {
      this.seats = settledSeats(this.seats, question, correction);
      this.shown = [shownAt(question, correction, at)];
    }
    this.marks = [...this.marks, mark];
    this.#given = [...this.#given, given];
    return mark;
  }

  /** Have the house judge an answer, and keep it in the score. Returns whether it is right. */
  async #mark(given: Given, seconds: number): Promise<boolean> {
    const { exercise, chosen } = this;
    const at = this.marks.length;
    const mark = await this.#settle(given);
    if (!exercise || !mark) return false;
    const { question, right, correction } = mark;
    kept.add({
      at: new Date().toISOString(),
      house: chosen.options ? `${chosen.house}:${chosen.options}` : chosen.house,
      amounts: chosen.amounts,
      seed: chosen.seed,
      exercise: this.index,
      question: at,
      family: question.family,
      wager: question.wager,
      amount_cents: question.amount_cents,
      throw: exercise.throw ? `${exercise.throw.a}-${exercise.throw.b}` : "",
      action: given.action,
      pay_cents: given.cents,
      right_action: correction.action,
      right_pay_cents: correction.pay_cents,
      right,
      seconds: Math.round(seconds * 10) / 10,
      name: session.who.name,
      kind: question.kind,
      said: given.said ?? "",
      right_said: correction.said,
    });
    return right;
  }
}
