/** The lessons as this device keeps them: which are done, where each goes on, and the table where they are played. */

import { keep, kept as stored } from "./storage";

/** A place in a lesson: the scene, the task in it, and the answers so far. */
export interface Place {
  scene: number;
  task: number;
  asked: number;
  right: number;
}

/** The answers of a lesson that was played to its end. */
export type Done = Pick<Place, "asked" | "right">;

interface Lessons {
  done: Readonly<Record<string, Done>>;
  /** The places where lessons go on, by house and lesson. */
  at: Readonly<Record<string, Place>>;
  table: { id: string; house: string; name: string } | null;
}

const KEY = "bankcraps.lessons";
const FIELDS = ["scene", "task", "asked", "right"] as const;

/** The lessons in what is kept. What cannot be read is as on a first visit. */
export function read(kept: unknown): Lessons {
  const found = Object(kept) as Record<string, unknown>;
  const { id, house, name } = Object(found["table"]) as Record<string, unknown>;
  const whole = typeof id === "string" && typeof house === "string" && typeof name === "string";
  return { done: entries(found["done"], ["asked", "right"]), at: entries(found["at"], FIELDS), table: whole ? { id, house, name } : null };
}

function entries<T extends string>(kept: unknown, fields: readonly T[]): Record<string, Record<T, number>> {
  const whole = ([, one]: [string, unknown]) => fields.every((field) => isCount((Object(one) as Record<string, unknown>)[field]));
  return Object.fromEntries(Object.entries(Object(kept) as object).filter(whole)) as Record<string, Record<T, number>>;
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

class Kept {
  now = $state.raw<Lessons>(read(stored(KEY)));

  /** The place where a lesson goes on at a house; null at its beginning. */
  placeOf(house: string, lesson: string): Place | null {
    return this.now.at[`${house}/${lesson}`] ?? null;
  }

  reached(house: string, lesson: string, place: Place): void {
    this.#set({ at: { ...this.now.at, [`${house}/${lesson}`]: place } });
  }

  /** A lesson is over: it begins anew next time. */
  finished(house: string, lesson: string, { asked, right }: Done): void {
    const { [`${house}/${lesson}`]: _, ...at } = this.now.at;
    this.#set({ at, done: { ...this.now.done, [lesson]: { asked, right } } });
  }

  at(table: Lessons["table"]): void {
    this.#set({ table });
  }

  #set(change: Partial<Lessons>): void {
    this.now = { ...this.now, ...change };
    keep(KEY, this.now);
  }
}

export const lessons = new Kept();
