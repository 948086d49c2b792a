/** The answers that this device keeps. */

import { keep, kept as stored } from "../device/storage";
import { type Answer, merged, readAnswers } from "./score";

const KEY = "bankcraps.drill";
const MOST = 5000;

class Kept {
  answers = $state.raw<readonly Answer[]>(readAnswers(stored(KEY)));

  add(answer: Answer): void {
    this.#keep([...this.answers, answer].slice(-MOST));
  }

  /** Add answers of a file. Returns how many of them were not here. */
  merge(others: readonly Answer[]): number {
    const all = merged(this.answers, others);
    const added = all.length - this.answers.length;
    this.#keep(all.slice(-MOST));
    return added;
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(answers: readonly Answer[]): void {
    this.answers = answers;
    keep(KEY, answers);
  }
}

export const kept = new Kept();

/** Have the browser save a text as a file. */
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
