/**
 * A connection to a table that comes back by itself: a dropped one resumes at the last entry seen.
 *
 * The house's end is `server/web/sockets/connection.py`. `live/wire/messages.py` has the messages.
 */

import { say } from "../words";
import { LONGEST_BYTES, VERSION, type Answer, type ClientMessage, type Hello, type ServerMessage } from "./messages";
import { randomBits } from "./random";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;

/** After so long without an answer a connection is given up: it may be gone without anybody having said so. */
const SILENCE_MS = 12_000;

/** A command without the id, which the connection gives it. */
export type Command = DistributedOmit<Exclude<ClientMessage, Hello>, "id">;
type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export type Status = "connecting" | "open" | "lost" | "ended";

interface Listener {
  heard(message: Exclude<ServerMessage, Answer>): void;
  status(status: Status, reason: string): void;
}

interface Pending {
  text: string;
  answered(answer: Answer): void;
  silence: number;
}

export class TableSocket {
  #socket: WebSocket | null = null;
  #seq = 0;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #ended = false;
  #welcomed = false;
  readonly #pending = new Map<string, Pending>();

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    this.#connect();
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
  }

  /** Send a command. It is sent again, with the same id, if the connection drops before the answer. */
  ask(command: Command): Promise<Answer> {
    const id = randomBits();
    const text = JSON.stringify({ ...command, id });
    if (new TextEncoder().encode(text).length > LONGEST_BYTES) {
      return Promise.resolve({ type: "answer", id, refused: { code: "too_long", message: say("live.long") } });
    }
    return new Promise((answered) => {
      const pending = { text, answered, silence: 0 };
      this.#pending.set(id, pending);
      if (this.#welcomed) this.#send(pending);
    });
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const { silence } of this.#pending.values()) clearTimeout(silence);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    this.#socket?.close();
  }

  #send(pending: Pending): void {
    clearTimeout(pending.silence);
    pending.silence = window.setTimeout(this.#cut, SILENCE_MS);
    this.#socket?.send(pending.text);
  }

  readonly #hurry = (): void => {
    if (this.#socket === null && !this.#ended) this.#connect();
  };

  /** Give a connection up that nobody has closed: a network that went away closes nothing. */
  readonly #cut = (): void => {
    const socket = this.#socket;
    if (!socket || this.#ended) return;
    this.#dropped();
    socket.close();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/tables/${this.table}/socket`);
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () => {
      const hello: Hello = { type: "hello", version: VERSION, seq: this.#seq };
      socket.send(JSON.stringify(hello));
    };
    // One that was given up says nothing any more.
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#heard(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#dropped();
    };
  }

  #heard(message: ServerMessage): void {
    if (message.type === "answer") {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      clearTimeout(pending?.silence);
      pending?.answered(message);
      return;
    }
    if (message.type === "bye") this.#ended = !message.again;
    if (message.type === "welcome" || message.type === "happened") this.#seq = message.seq;
    this.listener.heard(message);
    // After a resume the server says `you` last, so that it can be told apart from what was missed.
    if (!this.#welcomed && (message.type === "welcome" || message.type === "you")) {
      this.#welcomed = true;
      this.#wait = FIRST_WAIT_MS;
      this.listener.status("open", "");
      for (const pending of this.#pending.values()) this.#send(pending);
    }
    if (message.type === "bye") this.listener.status(this.#ended ? "ended" : "lost", message.reason);
  }

  #dropped(): void {
    this.#socket = null;
    this.#welcomed = false;
    for (const { silence } of this.#pending.values()) clearTimeout(silence);
    if (this.#ended) return;
    this.listener.status("lost", say("table.lost"));
    this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }
}
