/**
 * A question that changes while its answer comes: one question is asked at a time, the newest next. So answers come in
 * the order of the questions, an old one never replaces a new one, and what nobody wants any more is taken back.
 */

import { type Heard, type LabJob, type LabRefusal, type Place, TAKEN_BACK } from "../../wire/lab";

/** The time somebody must rest before their question is asked. */
const PAUSE_MS = 150;

/** The time they must rest before the rest of an answer is asked for. */
const REST_MS = 400;

/** Seconds for an answer to come before it counts as long, and for each further look. */
const FIRST_S = 1;
const LOOK_S = 20;

const TOO_MANY = 429;

export interface Answer<T> {
  /** The question that it answers, as a query. */
  query: string;
  result: T;
  /** The edition of the program that gave it. */
  edition: string;
  /** Whether nothing more of it comes: not while only its quick part is there. */
  whole: boolean;
}

/** A question of somebody, and the request to the house for it: first perhaps only for the quick part. */
interface Wanted {
  query: string;
  asks: string;
}

interface Lab<T> {
  /** Ask and wait so many seconds, or until nobody waits any more. */
  ask: (query: string, seconds: number, signal: AbortSignal) => Promise<Heard<T>>;
  takeBack: (key: string) => Promise<void>;
}

export class Asking<T> {
  /** The last answer. It stays until there is a newer one. */
  answer = $state.raw<Answer<T> | null>(null);
  /** The reason why the last question has no answer, or nothing. */
  refused = $state("");
  /** The status of that refusal. */
  status = $state(0);
  /** Whether that question may be simulated instead. */
  simulates = $state(false);
  /** Where that question's words of a system are wrong, if they are. */
  at = $state.raw<Place | null>(null);
  /** The question that is worked on, once that takes long. */
  job = $state.raw<LabJob | null>(null);
  /** Whether a question waits for its answer. */
  busy = $state(false);
  /** Whether the person took the question back. */
  stopped = $state(false);

  #wanted: Wanted = { query: "", asks: "" };
  /** The question that is being asked. */
  #asked = this.#wanted;
  /** The name of the job that works on it, if there is one. */
  #key = "";
  #waits = new AbortController();
  #running = false;
  #left = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly lab: Lab<T>) {}

  /**
   * Ask a question, at once or when nothing has changed for a moment. `quick` asks for less of the same answer; the rest
   * is asked for afterwards, once somebody rests.
   */
  ask(query: string, pauseMs = PAUSE_MS, quick = query): void {
    this.busy = true;
    this.stopped = false;
    this.#want({ query, asks: quick }, pauseMs);
  }

  again(): void {
    this.ask(this.#wanted.query, 0, this.#wanted.asks);
  }

  /** Take back the question that takes long. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.stopped = true;
    this.busy = false;
    this.#takeBack();
  }

  /** Leave the lab. */
  leave(): void {
    this.#left = true;
    this.cancel();
  }

  #want(wanted: Wanted, pauseMs: number): void {
    this.#wanted = wanted;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#asked.asks !== wanted.asks) this.#takeBack();
      void this.#run();
    }, pauseMs);
  }

  #takeBack(): void {
    const key = this.#key;
    this.#forgetJob();
    if (!key) return;
    this.#waits.abort();
    void this.lab.takeBack(key);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    do {
      this.#asked = this.#wanted;
      await this.#answered(this.#asked);
    } while (this.#asked.asks !== this.#wanted.asks && !this.#over);
    this.#running = false;
    this.busy = false;
    const { query } = this.#wanted;
    if (this.#hasQuickPart(query) && !this.#over) this.#want({ query, asks: query }, REST_MS);
  }

  get #over(): boolean {
    return this.#left || this.stopped;
  }

  /** Ask until there is an answer or a refusal, or until the question is not wanted any more. */
  async #answered(wanted: Wanted): Promise<void> {
    const { query, asks } = wanted;
    const more = this.#hasQuickPart(query);
    // The rest of an answer is taken back at once when somebody wants another: its name must be known before it is there.
    let seconds = more ? 0 : FIRST_S;
    this.#waits = new AbortController();
    while (asks === this.#wanted.asks && !this.#over) {
      try {
        const heard = await this.lab.ask(asks, seconds, this.#waits.signal);
        if ("result" in heard) return this.#show({ query, result: heard.result, edition: heard.edition, whole: asks === query });
        this.#key = heard.job.key;
        if (!more) this.job = heard.job;
        seconds = LOOK_S;
      } catch (error) {
        if (!(await this.#goesOn(error as LabRefusal, wanted))) return;
      }
    }
    this.#takeBack();
  }

  #show(answer: Answer<T>): void {
    if (this.#over) return;
    const less = this.answer?.query === answer.query && this.answer.whole && !answer.whole;
    if (!less) this.answer = answer;
    this.refused = "";
    this.status = 0;
    this.simulates = false;
    this.at = null;
    this.#forgetJob();
  }

  #forgetJob(): void {
    this.job = null;
    this.#key = "";
  }

  #hasQuickPart(query: string): boolean {
    return this.answer?.query === query && !this.answer.whole;
  }

  /** A busy house is asked again after a while; any other refusal is the answer to the question. */
  async #goesOn({ message, status, againMs, simulates, at }: LabRefusal, { query, asks }: Wanted): Promise<boolean> {
    this.#forgetJob();
    if (asks !== this.#wanted.asks || this.#over) return false;
    if (status === TAKEN_BACK) return true; // another page of this person took it back: this one still asks
    const later = status === TOO_MANY && againMs > 0;
    if (this.answer && this.#hasQuickPart(query)) {
      // That part stands: if there is no more, it is all.
      if (!later) this.answer = { ...this.answer, whole: true };
    } else {
      this.refused = message;
      this.status = status;
      this.simulates = simulates;
      this.at = at;
    }
    if (later) await new Promise((next) => setTimeout(next, againMs));
    return later;
  }
}
