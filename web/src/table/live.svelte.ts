/** A table as it is now: what the server told, and what this person may do with it. */

import { changed } from "../wire/changes";
import type { Answer, Inspection, Item, Refused, Seat, ServerMessage, Standing, TableView, Wager, You } from "../wire/messages";
import { type Command, type Status, TableSocket } from "../wire/socket";

const KEPT = 400;

/** A line of what happened, for people. */
export interface Line {
  key: string;
  seq: number;
  words: string;
  item: Item;
}

/** What was refused, and where. */
export interface Refusal {
  at: Wager | null;
  why: Refused;
  /** The bet that would do instead, in cents, if another sum would. */
  instead: number | null;
}

type Event = Extract<Command, { type: "act" }>["event"];

export class LiveTable {
  view = $state.raw<TableView | null>(null);
  you = $state.raw<You>({ type: "you", name: "" });
  /** What only an inspector sees. */
  inspection = $state.raw<Inspection | null>(null);
  status = $state<Status>("connecting");
  reason = $state("");
  lines = $state.raw<Line[]>([]);
  /** The server's clock less this device's, in milliseconds. */
  ahead = $state(0);
  refused = $state.raw<Refusal | null>(null);
  readonly #socket: TableSocket;

  /**
   * @param id the table
   * @param happened called with what just happened, so that it can be shown as it happens
   */
  constructor(
    readonly id: string,
    readonly happened: (items: readonly Item[]) => void,
  ) {
    this.#socket = new TableSocket(id, {
      heard: (message) => this.#heard(message),
      status: (status, reason) => {
        this.status = status;
        this.reason = reason;
      },
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** The seat of this person, if they play. */
  get seat(): Seat | null {
    return this.view?.seats.find((seat) => seat.name === this.you.name) ?? null;
  }

  /** What this person has on a spot. */
  mine(wager: Wager): Standing | null {
    return this.seat?.wagers?.find((standing) => standing.wager === wager) ?? null;
  }

  async ask(command: Command, at: Wager | null = null): Promise<Answer> {
    this.refused = null;
    const answer = await this.#socket.ask(command);
    if (answer.refused) this.refused = { at, why: answer.refused, instead: insteadOf(command, answer.refused, (at && this.mine(at)?.amount_cents) || 0) };
    return answer;
  }

  act(event: Event, at: Wager | null = null): Promise<Answer> {
    return this.ask({ type: "act", event }, at);
  }

  say(line: string): Promise<Answer> {
    return this.ask({ type: "say", line });
  }

  #heard(message: Exclude<ServerMessage, Answer>): void {
    if (message.type === "you") this.you = message;
    if (message.type === "inspection") this.inspection = message;
    if (message.type === "welcome") {
      this.view = message.table;
      this.you = message.you;
      this.ahead = message.now - Date.now();
    }
    if (message.type === "happened" && this.view) {
      this.view = changed(this.view, message.changes);
      this.ahead = message.now - Date.now();
      this.lines = [...this.lines, ...message.items.flatMap(linesOf)].slice(-KEPT);
      this.happened(message.items);
    }
  }
}

/** The house names the most or the least: of what would lie there, or of what that could be paid. */
function insteadOf(command: Command, why: Refused, there: number): number | null {
  if (command.type !== "act" || command.event.type !== "bet" || !why.limit_cents || !why.offered_cents) return null;
  const amount = command.event.amount_cents;
  const ofChips = why.offered_cents === amount || why.offered_cents === there + amount;
  const sum = ofChips ? why.limit_cents - (why.offered_cents - amount) : inProportion(why.limit_cents / why.offered_cents, there + amount) - there;
  return sum > 0 ? sum : null;
}

/** What is paid grows with the sum. Whole dollars that keep to the limit will do. */
function inProportion(part: number, sum: number): number {
  const dollars = (part * sum) / 100;
  return 100 * (part < 1 ? Math.floor(dollars) : Math.ceil(dollars));
}

function linesOf(item: Item): Line[] {
  return (item.words ?? []).map((words, index) => ({ key: `${item.seq}.${index}`, seq: item.seq, words, item }));
}
