/** The storage of this device between visits: values under keys. A browser may keep nothing, and the page works without. */

/** The value under a key; null if there is none, or it cannot be read. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
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

/** The value under a key that this tab keeps until it is closed; null if there is none, or it cannot be read. */
export function keptForTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function keepForTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value holds until the page is closed.
  }
}
