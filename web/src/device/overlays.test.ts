import { beforeEach, describe, expect, test, vi } from "vitest";

/** A browser's history. Going to another entry takes a moment, and then the page hears of it. */
class Browser {
  entries: { state: unknown; to: string }[] = [{ state: null, to: "/before" }, { state: null, to: "/table" }];
  at = 1;

  get state(): unknown {
    return this.entries[this.at]?.state;
  }

  get here(): string {
    return this.entries[this.at]?.to ?? "";
  }

  pushState(state: unknown, _title: string, to = this.here): void {
    this.entries.splice(this.at + 1, Infinity, { state, to });
    this.at += 1;
  }

  replaceState(state: unknown, _title: string, to = this.here): void {
    this.entries[this.at] = { state, to };
  }

  go(steps: number): void {
    setTimeout(() => this.arrive(this.at + steps), 10);
  }

  arrive(at: number): void {
    this.at = at;
    overlays.arrived();
  }

  /** Somebody presses Back, or Forward. */
  press(steps = -1): void {
    this.arrive(this.at + steps);
    vi.runAllTimers();
  }
}

let browser = new Browser();
vi.stubGlobal("history", {
  get state() { return browser.state; },
  pushState: (...how: Parameters<Browser["pushState"]>) => browser.pushState(...how),
  replaceState: (...how: Parameters<Browser["replaceState"]>) => browser.replaceState(...how),
  go: (steps: number) => browser.go(steps),
});
vi.useFakeTimers();
const { overlays } = await import("./overlays");

/** A dialog as `Dialog.svelte` makes it: whatever closes it, it then says so. */
class Dialog {
  open = true;
  readonly #closed = overlays.opened(() => this.close());

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.#closed();
  }
}

beforeEach(() => {
  vi.runAllTimers();
  browser = new Browser();
});

describe("Back", () => {
  test("closes a dialog and stays, and then leaves as before", () => {
    const dialog = new Dialog();
    browser.press();
    expect([dialog.open, browser.here]).toEqual([false, "/table"]);
    browser.press();
    expect(browser.here).toBe("/before");
  });

  test("leaves at once after the dialog was closed by its button", () => {
    const dialog = new Dialog();
    dialog.close();
    vi.runAllTimers();
    expect([browser.here, browser.at]).toEqual(["/table", 1]);
    browser.press();
    expect(browser.here).toBe("/before");
  });

  test("closes one dialog after the other", () => {
    const [under, over] = [new Dialog(), new Dialog()];
    browser.press();
    expect([under.open, over.open, browser.here]).toEqual([true, false, "/table"]);
    browser.press();
    expect([under.open, browser.at]).toEqual([false, 1]);
  });

  test("by several steps closes all that lay there", () => {
    const dialogs = [new Dialog(), new Dialog()];
    browser.press(-3);
    expect(dialogs.map(({ open }) => open)).toEqual([false, false]);
    expect(browser.here).toBe("/before");
  });
});

describe("a dialog that opens as soon as another has closed", () => {
  test("takes over its entry", () => {
    new Dialog().close();
    const second = new Dialog();
    vi.runAllTimers();
    expect([second.open, browser.at]).toEqual([true, 2]);
    browser.press();
    expect([second.open, browser.at]).toEqual([false, 1]);
  });

  test("waits until the browser is back", () => {
    new Dialog().close();
    vi.advanceTimersByTime(5);
    const second = new Dialog();
    vi.runAllTimers();
    expect([second.open, browser.at, browser.state]).toEqual([true, 2, { over: 1 }]);
    browser.press();
    expect([second.open, browser.at]).toEqual([false, 1]);
  });

  test("and is closed before that leaves nothing behind", () => {
    new Dialog().close();
    vi.advanceTimersByTime(5);
    new Dialog().close();
    vi.runAllTimers();
    expect([browser.here, browser.at, browser.state]).toEqual(["/table", 1, null]);
    browser.press();
    expect(browser.here).toBe("/before");
  });
});

describe("leaving for another page", () => {
  const go = (to: string) => overlays.leave(to, false, () => {});

  test("from a dialog closes it, and Back returns to the page without it", () => {
    const dialog = new Dialog();
    go("/rules");
    vi.runAllTimers();
    expect([dialog.open, browser.here]).toEqual([false, "/rules"]);
    browser.press();
    expect([browser.here, browser.at]).toEqual(["/table", 1]);
  });

  test("just after a dialog closed returns there, too", () => {
    for (const moment of [0, 5]) {
      browser = new Browser();
      new Dialog().close();
      vi.advanceTimersByTime(moment);
      go("/rules");
      vi.runAllTimers();
      expect([browser.here, browser.at]).toEqual(["/rules", 2]);
      browser.press();
      expect(browser.here).toBe("/table");
    }
  });

  test("without a dialog is a step of its own", () => {
    go("/rules");
    expect([browser.here, browser.at]).toEqual(["/rules", 2]);
  });
});

test("the entry of a dialog that is no longer there is passed over: with Forward, and when the page is loaded again", () => {
  const dialog = new Dialog();
  browser.press();
  expect(dialog.open).toBe(false);
  browser.press(1);
  expect([browser.here, browser.at]).toEqual(["/table", 1]);
  browser.pushState({ over: 1 }, "");
  expect(overlays.arrived()).toBe(false);
  vi.runAllTimers();
  expect(browser.at).toBe(1);
});
