/** A session played on seeded dice, many times: its figures become sharper until all are played or somebody has enough. */

import type { Heard, Simulated } from "../../wire/lab";
import { say } from "../../words";

/** The state of a stream that the browser has given up. */
const CLOSED = 2;

interface Lab {
  ask: (kind: string, query: string, seconds: number) => Promise<Heard<Simulated>>;
  follow: (key: string) => EventSource;
  takeBack: (key: string) => Promise<void>;
}

export class Simulating {
  /** The figures of the sessions that are played so far. */
  result = $state.raw<Simulated | null>(null);
  running = $state(false);
  done = $state(0);
  all = $state(0);
  refused = $state("");
  /** The house's remarks on it, such as that it is played slowly. */
  note = $state("");

  #key = "";
  #turn = 0;
  #stream: EventSource | null = null;

  constructor(private readonly lab: Lab) {}

  async begin(query: string): Promise<void> {
    this.leave();
    const turn = this.#turn;
    this.running = true;
    try {
      const heard = await this.lab.ask("simulate", query, 0);
      if (turn !== this.#turn) {
        if ("job" in heard) await this.lab.takeBack(heard.job.key);
      } else if ("result" in heard) this.#end(heard.result);
      else this.#follow(heard.job.key);
    } catch (error) {
      if (turn === this.#turn) this.#refuse((error as Error).message);
    }
  }

  /** End it, and keep what is played. */
  stop(): void {
    this.#turn += 1;
    this.running = false;
    this.#stream?.close();
    this.#stream = null;
    if (this.#key) void this.lab.takeBack(this.#key);
    this.#key = "";
  }

  /** End it, and forget what is played. */
  leave(): void {
    this.stop();
    this.result = null;
    this.refused = this.note = "";
    this.done = this.all = 0;
  }

  #follow(key: string): void {
    this.#key = key;
    const stream = this.lab.follow(key);
    this.#stream = stream;
    const on = <T>(name: string, heard: (said: T) => void): void => {
      stream.addEventListener(name, (event) => heard(JSON.parse((event as MessageEvent<string>).data) as T));
    };
    on<Simulated>("so_far", (result) => (this.result = result));
    on<{ done: number; of: number }>("progress", ({ done, of }) => ([this.done, this.all] = [done, of]));
    on<{ said: string }>("note", ({ said }) => (this.note = said));
    on<Simulated>("finished", (result) => this.#end(result));
    on<{ detail: string }>("refused", ({ detail }) => this.#refuse(detail));
    on("cancelled", () => this.#over());
    // A browser connects again by itself, unless the house answers and knows of no such job.
    stream.addEventListener("error", () => {
      if (stream.readyState === CLOSED) this.#refuse(say("page.silent"));
    });
  }

  #end(result: Simulated): void {
    this.result = result;
    this.#over();
  }

  #refuse(why: string): void {
    this.refused = why;
    this.#over();
  }

  /** Nothing more will be said: without this, the browser would connect again. */
  #over(): void {
    this.#key = "";
    this.stop();
  }
}
