/** The actions of single keys at a table. They are shown on the page, and can be switched off there. */

export interface Key {
  key: string;
  does: { wager: string } | { act: "odds" | "rebet" | "undo" | "throw" } | { goes: "felt" | "chips" | "wagers" | "line" };
}

/** The same letters as at the terminal's table. A house without a wager has no key for it. */
export const KEYS: readonly Key[] = [
  { key: "p", does: { wager: "pass" } },
  { key: "d", does: { wager: "dont_pass" } },
  { key: "c", does: { wager: "come" } },
  { key: "f", does: { wager: "field" } },
  { key: "4", does: { wager: "place 4" } },
  { key: "5", does: { wager: "place 5" } },
  { key: "6", does: { wager: "place 6" } },
  { key: "8", does: { wager: "place 8" } },
  { key: "9", does: { wager: "place 9" } },
  { key: "0", does: { wager: "place 10" } },
  { key: "y", does: { wager: "eleven" } },
  { key: "o", does: { act: "odds" } },
  { key: "r", does: { act: "rebet" } },
  { key: "u", does: { act: "undo" } },
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
