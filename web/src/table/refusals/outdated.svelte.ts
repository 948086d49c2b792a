/** A refusal of the house may no longer hold after a throw. */

import { untrack } from "svelte";
import type { LiveTable } from "../state/live.svelte";

/** The time that people take to read a refusal. */
const READ_MS = 3000;

/** In a component: clear a refusal once a throw has landed after it, but not before it could be read. */
export function clearAfterThrow(live: LiveTable, refused: () => unknown, clear: () => void): void {
  let from = 0;
  let landed = 0;
  $effect(() => {
    if (!refused()) return;
    from = Date.now();
    landed = untrack(() => live.landed);
  });
  $effect(() => {
    if (!refused() || live.landed === landed) return;
    const timer = setTimeout(clear, Math.max(0, from + READ_MS - Date.now()));
    return () => clearTimeout(timer);
  });
}
