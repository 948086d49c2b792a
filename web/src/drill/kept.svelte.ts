/** The answers that this device keeps. */

import { keep, kept as stored } from "../device";
import { type Answer, readAnswers } from "./score";

const KEY = "bankcraps.drill";
const MOST = 5000;

class Kept {
  answers = $state.raw<readonly Answer[]>(readAnswers(stored(KEY)));

  add(answer: Answer): void {
    this.#keep([...this.answers, answer].slice(-MOST));
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
