/** The focus of the keyboard, so that somebody without a mouse never loses it. */

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

let byKey = false;

addEventListener("keydown", (event) => (byKey ||= !["Shift", "Control", "Alt", "Meta"].includes(event.key)), true);
addEventListener("pointerdown", () => (byKey = false), true);

/** Whether the last thing that this person used was the keyboard. */
export function usesKeys(): boolean {
  return byKey;
}

/** The elements that can have the focus within an element, in order. What a closed part holds cannot have it. */
export function focusable(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
}

/**
 * Keep the focus within an element: if its holder goes away or is switched off, the next one gets it.
 *
 * A browser would begin at the top of the page again.
 */
export function keepFocus(root: HTMLElement): { destroy(): void } {
  let last: HTMLElement | null = null;
  /** The ancestors of the last holder, from near to far, and in each its position among those that can have the focus. */
  let around: { within: Element; before: number }[] = [];

  function remember(event: FocusEvent): void {
    last = event.target as HTMLElement;
    around = [];
    for (let within = last.parentElement; within && root.contains(within); within = within.parentElement) {
      around.push({ within, before: focusable(within).indexOf(last) });
    }
  }

  function look(): void {
    if (!byKey || !last || document.activeElement !== document.body) return;
    if (last.isConnected && !last.matches(":disabled")) return;
    for (const { within, before } of around) {
      const found = within.isConnected ? focusable(within) : [];
      const next = found[Math.min(Math.max(before, 0), found.length - 1)];
      if (next) return next.focus();
    }
  }

  const observer = new MutationObserver(look);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", remember);
  return {
    destroy() {
      observer.disconnect();
      root.removeEventListener("focusin", remember);
    },
  };
}
