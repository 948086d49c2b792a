/** The question of a page of the lab. The address says it, the form changes it, and the address follows. */

import { untrack } from "svelte";
import { route } from "../../device/route.svelte";
import { type HouseLine, houses, type SystemLine } from "../../wire/houses";
import { lab, type LabKind } from "../../wire/lab";
import { type Field, houseOf, type Question, queryOf, questionIn, withField } from "./question";

/** Browsers let a page change its address only so often. */
const ADDRESS_MS = 400;

/** Where a question comes from: the address, a field, or a slider, which somebody may still drag. */
export type From = "address" | "field" | "slider";

interface Page {
  /** The path of the page. */
  path: string;
  /** The kind of question, as the house calls it. */
  kind: string;
  /** The question of an address that asks nothing. */
  first: Question;
  /** The fields that the page decides itself. */
  decided?: readonly string[];
  /** The fields of the page alone, which the house is not asked. */
  own?: readonly Field[];
  /** The question is another one. */
  asks: (from: From) => void;
}

export class Addressed {
  /** The fields of the question; empty where the house cannot answer it, null until it has said which there are. */
  fields = $state.raw<readonly Field[] | null>(null);
  #kinds = $state.raw<LabKind[]>([]);
  houses = $state.raw<HouseLine[]>([]);
  systems = $state.raw<SystemLine[]>([]);
  question = $state.raw<Question>({});
  /** The reason why the fields are not known. */
  trouble = $state("");
  /** The parts of the address that no question has. */
  strange = $state.raw<string[]>([]);
  /** The edition of the program that the address names. */
  edition = $state("");

  #timer = 0;
  #begun = false;

  /** Call this while a component begins: the question follows the address as long as the component is there. */
  constructor(private readonly page: Page) {
    $effect(() => () => clearTimeout(this.#timer));
    // Links to other questions, and Back, ask what the address says then.
    $effect(() => {
      const { query } = route;
      if (this.fields?.length && route.path === page.path) untrack(() => this.#read(query));
    });
    void this.#begin();
  }

  /** The parts that the house lacks to answer a kind of question, for whoever keeps the house; empty if it answers. */
  missing(kind = this.page.kind): string {
    return this.#kinds.find(({ name }) => name === kind)?.missing ?? "";
  }

  /** Whether the house has the answers to a kind of question as Parquet, too. */
  hasRows(kind = this.page.kind): boolean {
    return this.#kinds.some(({ name, parquet }) => name === kind && parquet);
  }

  /** The question as the query of an address. */
  get query(): string {
    return this.queryOf(this.question);
  }

  get address(): string {
    return this.query ? `${this.page.path}?${this.query}` : this.page.path;
  }

  /** A question as the query of an address, perhaps one of another kind, which leaves out what that does not ask. */
  queryOf(question: Question, kind = this.page.kind): string {
    return queryOf(question, this.#fieldsOf(kind));
  }

  #fieldsOf(kind: string): readonly Field[] {
    if (kind === this.page.kind) return this.fields ?? [];
    return this.#kinds.find(({ name }) => name === kind)?.fields ?? [];
  }

  /** The value of a field if the question says nothing about it. */
  usual(name: string): string {
    return this.fields?.find((one) => one.name === name)?.default ?? "";
  }

  value(name: string): string {
    return this.question[name] ?? this.usual(name);
  }

  /** The book of the question, the options that it chooses, and the house of that book. */
  get at(): { book: string; options: Record<string, string>; house: HouseLine | undefined } {
    const chosen = houseOf(this.value("rules"));
    return { ...chosen, house: this.houses.find(({ rules }) => rules === chosen.book) };
  }

  /** The house of the question, as an address names it. */
  get named(): Record<string, string> {
    const said = ["rules", "book"].map((name) => [name, this.question[name]] as const);
    return Object.fromEntries(said.filter((one): one is [string, string] => one[1] !== undefined));
  }

  /** Change a field of the question. */
  readonly set = (name: string, value: string, from?: From): void => this.change(withField(this.question, name, value), from);

  readonly change = (to: Question, from: From = "field"): void => {
    this.question = to;
    this.strange = [];
    this.edition = "";
    this.page.asks(from);
    this.#write();
  };

  /** Change a field that says what else the page shows: the question of the page itself stays, and is not asked again. */
  readonly shows = (name: string, value: string): void => {
    if (value === (this.question[name] ?? "")) return;
    this.question = withField(this.question, name, value);
    this.#write();
  };

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      // Somebody who has followed a link meanwhile is not fetched back.
      if (route.path === this.page.path) route.go(this.address, true);
    }, ADDRESS_MS);
  }

  async #begin(): Promise<void> {
    try {
      const [kinds, all, library] = await Promise.all([lab.kinds(), houses.all(), houses.systems()]);
      [this.houses, this.systems] = [all, library];
      this.#kinds = kinds;
      const fields = kinds.find(({ name }) => name === this.page.kind)?.fields ?? [];
      this.fields = fields.length && !this.missing() ? [...fields, ...(this.page.own ?? [])] : [];
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  #read(query: URLSearchParams): void {
    const asked = questionIn(query, this.fields ?? [], this.page.first);
    const found = (this.page.decided ?? []).reduce((left, name) => withField(left, name, ""), asked.question);
    if (this.#begun && this.queryOf(found) === this.query) return;
    this.#begun = true;
    this.edition = asked.edition;
    this.strange = asked.strange;
    this.question = found;
    this.page.asks("address");
  }
}
