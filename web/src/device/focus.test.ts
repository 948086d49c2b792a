import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

/** An element of a page. The test sets its children, and whether it is on the page. */
class FakeElement {
  parentElement: FakeElement | null = null;
  children: FakeElement[] = [];
  isConnected = true;
  disabled = false;
  shown = true;
  focused = 0;
  readonly listeners = new Map<string, (event: object) => void>();

  constructor(...children: FakeElement[]) {
    this.children = children;
    for (const child of children) child.parentElement = this;
  }

  contains(other: FakeElement): boolean {
    return other === this || this.children.some((child) => child.contains(other));
  }

  matches(selector: string): boolean {
    return selector === ":disabled" && this.disabled;
  }

  /** The enabled buttons within it: the elements without children. */
  querySelectorAll(): FakeElement[] {
    return this.children.flatMap((child) => (child.children.length ? child.querySelectorAll() : child.disabled ? [] : [child]));
  }

  checkVisibility(): boolean {
    return this.shown;
  }

  focus(): void {
    this.focused += 1;
  }

  addEventListener(kind: string, listener: (event: object) => void): void {
    this.listeners.set(kind, listener);
  }

  removeEventListener(kind: string): void {
    this.listeners.delete(kind);
  }
}

const events = new EventTarget();
const page = { body: {}, activeElement: {} as object };
let changes = (): void => {};
const disconnect = vi.fn();

vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
vi.stubGlobal("document", page);
vi.stubGlobal(
  "MutationObserver",
  class {
    observe = vi.fn();
    disconnect = disconnect;
    constructor(look: () => void) {
      changes = look;
    }
  },
);
const { focusable, keepFocus, usesKeys } = await import("./focus");

function strikes(key: string): void {
  events.dispatchEvent(Object.assign(new Event("keydown"), { key }));
}

function points(): void {
  events.dispatchEvent(new Event("pointerdown"));
}

const element = (fake: FakeElement) => fake as unknown as HTMLElement;

/** A page of two groups of buttons, of which one has the focus. */
function focused(at: number) {
  const buttons = Array.from({ length: 4 }, () => new FakeElement());
  const groups = [new FakeElement(...buttons.slice(0, 3)), new FakeElement(...buttons.slice(3))];
  const root = new FakeElement(...groups);
  const kept = keepFocus(element(root));
  root.listeners.get("focusin")?.({ target: buttons[at] });
  page.activeElement = page.body;
  return { root, groups, buttons, kept, given: () => buttons.map((one) => one.focused) };
}

/** Take a button away. */
function remove(button: FakeElement): void {
  button.isConnected = false;
  const siblings = button.parentElement?.children ?? [];
  siblings.splice(siblings.indexOf(button), 1);
  changes();
}

beforeEach(() => {
  points();
  strikes("Tab");
  disconnect.mockClear();
});

afterAll(() => {
  vi.unstubAllGlobals();
});

test("somebody uses the keys from the first stroke to the next touch, and a key that is only held counts nothing", () => {
  points();
  for (const key of ["Shift", "Control", "Alt", "Meta"]) strikes(key);
  expect(usesKeys()).toBe(false);
  strikes("a");
  strikes("Shift");
  expect(usesKeys()).toBe(true);
  points();
  expect(usesKeys()).toBe(false);
});

test("what nobody sees cannot have the focus", () => {
  const [seen, hidden] = [new FakeElement(), new FakeElement()];
  hidden.shown = false;
  expect(focusable(element(new FakeElement(seen, hidden)))).toEqual([seen]);
});

describe("the focus", () => {
  test("goes to what follows where its button goes away, and to the one before at the end", () => {
    const middle = focused(1);
    remove(middle.buttons[1] as FakeElement);
    expect(middle.given()).toEqual([0, 0, 1, 0]);
    const last = focused(2);
    remove(last.buttons[2] as FakeElement);
    expect(last.given()).toEqual([0, 1, 0, 0]);
  });

  test("goes on where its button is switched off", () => {
    const { buttons, given } = focused(0);
    (buttons[0] as FakeElement).disabled = true;
    changes();
    expect(given()).toEqual([0, 1, 0, 0]);
  });

  test("goes farther away where its whole group is gone", () => {
    const { root, groups, buttons, given } = focused(3);
    (groups[1] as FakeElement).isConnected = false;
    (buttons[3] as FakeElement).isConnected = false;
    root.children.pop();
    changes();
    expect(given()).toEqual([0, 0, 1, 0]);
  });

  test("is left alone where its button is still there, or something else has it, or a mouse is used", () => {
    const there = focused(1);
    changes();
    const elsewhere = focused(1);
    page.activeElement = {};
    remove(elsewhere.buttons[1] as FakeElement);
    const mouse = focused(1);
    points();
    remove(mouse.buttons[1] as FakeElement);
    expect([there, elsewhere, mouse].map(({ given }) => given())).toEqual(Array(3).fill([0, 0, 0, 0]));
  });

  test("is not followed any more where its part of the page is gone", () => {
    const { root, kept } = focused(1);
    kept.destroy();
    expect([root.listeners.size, disconnect.mock.calls.length]).toEqual([0, 1]);
  });
});
