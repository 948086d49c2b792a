/** The place of the page: the path and the part after `#`, and moving without loading the page again. */

import { overlays } from "./overlays";

class Route {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  hash = $state(fragment());

  /** Follow the browser's own moves. Returns a function that stops it. */
  follow(): () => void {
    addEventListener("popstate", this.#moved);
    addEventListener("hashchange", this.#look);
    // A page that was loaded again with a dialog open has none now, and goes back to its own entry.
    overlays.arrived();
    return () => {
      removeEventListener("popstate", this.#moved);
      removeEventListener("hashchange", this.#look);
    };
  }

  go(to: string, replace = false): void {
    const old = this.path;
    overlays.leave(to, replace, () => {
      this.#look();
      if (this.path !== old && !this.hash) scrollTo(0, 0);
      if (this.path === old && this.hash) focusOn(document.getElementById(this.hash));
    });
  }

  /** Have links within the house change the page in place. */
  readonly clicked = (event: MouseEvent): void => {
    const link = (event.target as Element).closest("a");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    this.go(link.href);
  };

  readonly #moved = (): void => {
    if (overlays.arrived()) this.#look();
  };

  readonly #look = (): void => {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = fragment();
  };
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Go to a part of the page, for the eyes and for whoever steers by keys or hears the page read out. What it is folded in opens. */
export function focusOn(part: HTMLElement | null): void {
  if (!part) return;
  for (let fold = part.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.scrollIntoView({ block: "start" });
  part.focus({ preventScroll: true });
}

export const route = new Route();

/** The address for signing in, which then goes back to a path. */
export function signInFrom(path: string): string {
  return `/sign-in?to=${encodeURIComponent(path)}`;
}

/** The path to go to after signing in: only to a page of this house. */
export function wayBack(query: URLSearchParams): string {
  const to = query.get("to") ?? "/";
  return to.startsWith("/") && !to.startsWith("//") && !to.startsWith("/\\") ? to : "/";
}
