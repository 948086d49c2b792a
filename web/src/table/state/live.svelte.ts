/** A table as it is now: the news from the server, and this person's commands. */

import { changed } from "../../wire/changes";
import type { Answer, Inspection, Item, Refused, Seat, ServerMessage, Standing, TableView, TalkLine, Wager, You } from "../../wire/messages";
import { type Command, type Status, TableSocket } from "../../wire/socket";
import { tableHistory } from "../../wire/tableHistory";
import { say, withSpaces } from "../../words";
import { OwnSeeds } from "../sealed/ownSeeds";
import { Seeds } from "../sealed/seeds";
import { Clicks } from "./clicks";
import type { Before } from "./reasons";
import { Repeat } from "./repeat.svelte";
import { type Result, resultIn, withDealt } from "./result";
import { Round } from "./round.svelte";

const KEPT = 400;
/** The entries of the log that are read again when the page is opened. */
const READ_AGAIN = 60;

/** A line of what happened, for people. */
export interface Line {
  key: string;
  seq: number;
  words: string;
  item: Item;
}

/** A refusal, and its spot. */
export interface Refusal {
  at: Wager | null;
  why: Refused;
}

type Heard = Exclude<ServerMessage, Answer>;
type Event = Extract<Command, { type: "act" }>["event"];

export class LiveTable {
  view = $state.raw<TableView | null>(null);
  you = $state.raw<You>({ type: "you", name: "" });
  /** The data that only an inspector sees. */
  inspection = $state.raw<Inspection | null>(null);
  status = $state<Status>("connecting");
  reason = $state("");
  lines = $state.raw<Line[]>([]);
  /** The server's clock less this device's, in milliseconds. */
  ahead = $state(0);
  refused = $state.raw<Refusal | null>(null);
  /** The number of people without a place or a chair. `muted` may not speak, and `talk` has the lines that were said. */
  watching = $state(0);
  /** The number of throws that have landed since this page was opened. */
  landed = $state(0);
  muted = $state.raw<readonly string[]>([]);
  talk = $state.raw<readonly TalkLine[]>([]);
  /** The commitments of sealed throws as they were shown first, by the numbers of the throws. */
  readonly commitments = new Map<number, string>();
  /** The result of the last throw for this person; null before the first. */
  result = $state.raw<Result | null>(null);
  /** The reasons of players' bets from before this page was opened. */
  reasonsBefore = $state.raw<Before>({ given: [], thrown: 0 });
  readonly repeat = new Repeat(this);
  readonly #socket: TableSocket;
  /** The messages that came while the dice were rolling. They count when the dice have landed. */
  #held: Heard[] = [];
  #landing = 0;
  #thrown: Promise<Answer> | null = null;
  readonly #clicks: Clicks;
  readonly #seeds = new Seeds();
  readonly #own = new OwnSeeds();
  /** The number of a throw that the house locked without the seed it had taken from this page; 0 for none. */
  leftOut = $state(0);

  /**
   * @param id the table
   * @param happened called with what just happened, before the round shows it
   */
  constructor(
    readonly id: string,
    readonly happened: (items: readonly Item[]) => void = () => {},
    readonly round = new Round(),
  ) {
    this.#clicks = new Clicks(id);
    this.#socket = new TableSocket(id, {
      heard: (message) => this.#hear(message),
      status: (status, reason) => {
        this.status = status;
        this.reason = reason;
        if (status === "open" && this.refused?.why.code === "offline") this.refused = null;
        void this.#giveSeed();
      },
    });
  }

  close(): void {
    clearTimeout(this.#landing);
    this.#socket.close();
  }

  /** Let the dice land at once. */
  land(): void {
    clearTimeout(this.#landing);
    const held = this.#held;
    this.#held = [];
    for (const message of held) this.#heard(message);
  }

  /** Add to the next throw, so that the house alone cannot choose it. Nobody need see what becomes of that. */
  async #giveSeed(): Promise<void> {
    const command = this.view && this.status === "open" && (await this.#seeds.due(this.you, this.view.fairness.number));
    if (command) await this.#ask(command);
  }

  /** Ask the house. A refusal about this person is said to them, and so is what was left out. */
  async #ask(command: Command): Promise<Answer> {
    const answer = await this.#asked(command);
    const { refused, left_out: leftOut } = answer;
    const said = <T extends { message: string; to_you?: string }>(one: T): T => ({ ...one, message: withSpaces(one.to_you || one.message) });
    return { ...answer, ...(refused && { refused: said(refused) }), ...(leftOut && { left_out: leftOut.map(said) }) };
  }

  /** Ask the house, and remember the seeds that it takes. */
  async #asked(command: Command): Promise<Answer> {
    if (command.type !== "give_seed") return this.#socket.ask(command);
    const answered = this.#own.give(this.view?.fairness.number ?? 0, command.seed);
    const answer = await this.#socket.ask(command);
    answered(answer, this.you.name);
    this.leftOut = this.#own.wrong;
    return answer;
  }

  #hear(message: Heard): void {
    const throws = hasThrow(message);
    if (throws || message.type === "welcome") this.land();
    const wait = throws && this.status === "open" && this.view ? this.round.roll(message.items, this.#botThrows()) : 0;
    if (wait) this.#landing = window.setTimeout(() => this.land(), wait);
    if (wait || this.#held.length) this.#held.push(message);
    else this.#heard(message);
  }

  #botThrows(): boolean {
    const { bots = [], thrower } = this.view ?? {};
    return bots.some(({ name }) => name === thrower);
  }

  /** The seat of this person, if they play. */
  get seat(): Seat | null {
    return this.view?.seats.find((seat) => seat.name === this.you.name) ?? null;
  }

  /** Whether the house says that this person may do something now that needs no amount, wager or name. */
  may(act: string): boolean {
    return this.you.may?.includes(act) ?? false;
  }

  /** A time by the table's clock, in seconds, as this device's clock shows it. */
  tableTime(seconds: number): string {
    return this.clock((this.view?.origin ?? 0) + seconds * 1000);
  }

  /** A time of the table as this device's clock shows it. */
  clock(at: number, seconds = false): string {
    return new Date(at - this.ahead).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", ...(seconds && { second: "2-digit" }) });
  }

  /** This person's wager on a spot. */
  mine(wager: Wager): Standing | null {
    return this.seat?.wagers?.find((standing) => standing.wager === wager) ?? null;
  }

  /** Send a command from a place that shows its refusal, so that the felt does not show it. */
  async quietly(command: Command): Promise<Answer> {
    const answer = await this.#send(command);
    this.#clicks.answered(answer.seq ?? 0);
    return answer;
  }

  async #send(command: Command): Promise<Answer> {
    this.refused = null;
    this.repeat.leftOut = [];
    // A bet that waits for the connection would be made when nobody expects it any more.
    if (this.status !== "open") return { type: "answer", id: "", refused: { code: "offline", message: say(this.status === "ended" ? "live.ended" : "live.offline") } };
    return this.#ask(command);
  }

  async ask(command: Command, at: Wager | null = null): Promise<Answer> {
    const answer = await this.quietly(command);
    if (answer.refused) this.refused = { at: at ?? answer.refused.wager ?? null, why: answer.refused };
    return answer;
  }

  /** Say why something is not even sent. */
  refuse(why: Refused, at: Wager | null = null): Answer {
    this.refused = { at, why };
    return { type: "answer", id: "", refused: why };
  }

  act(event: Event, at: Wager | null = null): Promise<Answer> {
    if (event.type === "throw") return this.#throw();
    return this.ask({ type: "act", event }, at);
  }

  /** Whoever clicks twice throws once. */
  #throw(): Promise<Answer> {
    this.#thrown ??= this.ask({ type: "act", event: { type: "throw" } }).finally(() => (this.#thrown = null));
    return this.#thrown;
  }

  async say(line: string): Promise<Answer> {
    const answer = await this.ask({ type: "say", line });
    this.repeat.leftOut = answer.left_out ?? [];
    return answer;
  }

  sameBet(): Promise<Answer> {
    return this.say("same bet");
  }

  /** Take back all that the latest click did. */
  undo(): Promise<void> {
    return this.takeBack(this.#clicks.latest(this.you.undo ?? 0));
  }

  /** Take back this many of the person's own acts, the latest first. */
  takeBack(times: number): Promise<void> {
    return this.each(Array.from({ length: times }, () => ({ type: "act", event: { type: "undo" } })));
  }

  /**
   * Ask for all that one click wants, one thing after another. Some of them may be refused.
   *
   * If all are, the first reason is shown; if only some are, how many, with the first reason. Where some were done,
   * words that mean nothing for the others, such as odds where all odds lie already, are not worth a note.
   */
  async each(commands: readonly Command[]): Promise<void> {
    if (commands.length === 1) return void (await this.ask(commands[0] as Command));
    const answers: Answer[] = [];
    for (const command of commands) answers.push(await this.#send(command));
    this.#clicks.answered(Math.max(0, ...answers.map(({ seq }) => seq ?? 0)));
    const refused = answers.flatMap(({ refused: why }) => why ?? []);
    const why = refused[0];
    if (!why || (refused.length < answers.length && refused.every(({ code }) => code === "bad_words"))) {
      this.refused = null;
      return;
    }
    const message = refused.length < answers.length ? say("live.some", { n: refused.length, all: answers.length, why: why.message }) : why.message;
    this.refused = { at: null, why: { ...why, message } };
  }

  #heard(message: Heard): void {
    if (message.type === "you") this.you = message;
    if (message.type === "inspection") this.inspection = message.over ? null : message;
    if (message.type === "company") {
      this.watching = message.watching ?? 0;
      this.muted = message.muted ?? [];
      const last = this.talk.at(-1)?.at ?? 0;
      this.talk = [...this.talk, ...(message.lines ?? []).filter((line) => line.at > last)].slice(-KEPT);
    }
    if (message.type === "welcome") {
      this.view = message.table;
      this.you = message.you;
      this.ahead = message.now - Date.now();
      this.round.begin(message.thrown ?? [], message.table.hand ?? 1, message.settled);
      this.reasonsBefore = { given: message.reasons ?? [], thrown: message.settled?.seq ?? 0 };
      this.result = message.settled ? resultIn([message.settled], this.you.name, message.settled.cleared) : null;
      void this.#readAgain(message.seq);
    }
    if (message.type === "happened" && this.view) {
      this.#clicks.heard(message.items, this.you.name);
      this.view = changed(this.view, message.changes);
      this.ahead = message.now - Date.now();
      if (hasThrow(message)) this.landed += 1;
      this.result = withDealt(resultIn(message.items, this.you.name, message.cleared) ?? this.result, message.items, this.you.name);
      this.lines = [...this.lines, ...message.items.flatMap((item) => linesOf(item, this.you.name))].slice(-KEPT);
      this.happened(message.items);
      this.round.happened(message.items, this.you.name, this.view.hand ?? 0, message.thrown);
      this.#own.hear(message.items, this.you.name);
      this.leftOut = this.#own.wrong;
    }
    this.#seeSeal();
    void this.#giveSeed();
  }

  /** Read what happened before this page heard of the table. Without an answer the page shows only what comes. */
  async #readAgain(last: number): Promise<void> {
    const first = Math.max(2, (this.lines.at(-1)?.seq ?? 0) + 1, last - READ_AGAIN + 1);
    const again = first > last ? null : await tableHistory.replay(this.id, first, last).catch(() => null);
    if (!again) return;
    const items = again.steps.map(({ item }) => item);
    this.#clicks.recall(items, this.you.name);
    const [before, since] = [this.lines.filter(({ seq }) => seq < first), this.lines.filter(({ seq }) => seq > last)];
    this.lines = [...before, ...items.flatMap((item) => linesOf(item, this.you.name)), ...since].slice(-KEPT);
  }

  #seeSeal(): void {
    const { number, commitment } = this.view?.fairness ?? {};
    if (number && commitment && !this.commitments.has(number)) this.commitments.set(number, commitment);
  }
}

function hasThrow(message: Heard): message is Extract<Heard, { type: "happened" }> {
  return message.type === "happened" && message.items.some((item) => item.effects?.some((effect) => effect.type === "thrown"));
}

/** The lines of an entry. The house says to its player what is about them. */
function linesOf(item: Item, me: string): Line[] {
  const toMe = item.to_you?.[me] ?? {};
  return (item.words ?? []).map((words, index) => ({ key: `${item.seq}.${index}`, seq: item.seq, words: withSpaces(toMe[index] ?? words), item }));
}
