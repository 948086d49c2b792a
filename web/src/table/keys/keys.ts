/** The actions of single keys at a table. They are shown on the page, and can be switched off there. */

import { LETTERS } from "../../wire/messages";

export interface Key {
  key: string;
  does: { wager: string } | { act: Act } | { goes: "felt" | "chips" | "wagers" | "line" };
}

type Act = "odds" | "rebet" | "undo" | "throw";

/** The numbers with a key for their place wager: that of their last digit. */
const NUMBERS = [4, 5, 6, 8, 9, 10] as const;

/** The letters of the terminal's table, and others. A house without a wager has no key for it. */
export const KEYS: readonly Key[] = [
  ...Object.entries(LETTERS).map(([key, word]) => ({ key, does: word === "odds" || word === "undo" ? { act: word } : { wager: word } })),
  ...NUMBERS.map((number) => ({ key: String(number % 10), does: { wager: `place ${number}` } })),
  { key: "r", does: { act: "rebet" } },
  { key: "t", does: { act: "throw" } },
  { key: "l", does: { goes: "felt" } },
  { key: "b", does: { goes: "chips" } },
  { key: "w", does: { goes: "wagers" } },
  { key: "/", does: { goes: "line" } },
];

/** The targets of the keys that go somewhere: the first of these that is there. */
export const PLACES = {
  felt: ['[data-wager="pass"]', "[data-wager]"],
  chips: ['[role="radio"][aria-checked="true"]', '[role="radio"]'],
  wagers: ["#wagers"],
  line: ["#say"],
} as const;

/** The action of a key stroke; nothing while somebody writes, or holds a key that makes it something else. */
export function keyOf(event: KeyboardEvent): Key["does"] | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  const at = event.target as HTMLElement | null;
  if (at?.closest("input, select, textarea, dialog, [contenteditable]")) return null;
  return KEYS.find(({ key }) => key === event.key.toLowerCase())?.does ?? null;
}
