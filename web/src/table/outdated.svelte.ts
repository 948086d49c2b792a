/** What the house refused may not hold any more after a throw. */

import type { LiveTable } from "./live.svelte";

/** How long a refusal is read. */
const READ_MS = 3000;

/** Clear a refusal once a throw has landed after it, but leave it the time that it takes to read. For components. */
export function clearAfterThrow(live: () => LiveTable, refused: () => unknown, clear: () => void): void {
  let from = 0;
  let throws = 0;
  $effect(() => {
    if (!refused()) return;
    from = Date.now();
    throws = live().throws;
  });
  $effect(() => {
    if (!refused() || live().throws === throws) return;
    const timer = setTimeout(clear, Math.max(0, from + READ_MS - Date.now()));
    return () => clearTimeout(timer);
  });
}
