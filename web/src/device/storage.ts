/** The storage of this device between visits: text under a key. A browser may keep nothing, and the page works without. */

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value holds until the page is closed.
  }
}
