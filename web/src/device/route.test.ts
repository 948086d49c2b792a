import { beforeEach, describe, expect, test, vi } from "vitest";

/** A browser's address, its history and the parts of the page that an address can name. */
const address = { origin: "http://house", pathname: "/", search: "", hash: "" };
const outer = { open: false, parentElement: null };
const inner = { open: false, parentElement: { closest: () => outer } };
const part = { tabIndex: -1, scrollIntoView: vi.fn(), focus: vi.fn(), closest: vi.fn((): typeof inner | null => null) };
const moves: string[] = [];
const events = new EventTarget();

function goes(how: string): (_state: null, _title: string, to: string) => void {
  return (_state, _title, to) => {
    moves.push(`${how} ${to}`);
    at(to);
  };
}

function at(to: string): void {
  const { pathname, search, hash } = new URL(to, "http://house");
  Object.assign(address, { pathname, search, hash });
}

const scrollTo = vi.fn();
vi.stubGlobal("location", address);
vi.stubGlobal("history", { pushState: goes("push"), replaceState: goes("replace") });
vi.stubGlobal("document", { getElementById: (id: string) => (id === "bets" ? part : null) });
vi.stubGlobal("scrollTo", scrollTo);
vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
const { focusOn, route, signInFrom, wayBack } = await import("./route.svelte");

beforeEach(() => {
  route.go("/", true);
  moves.length = 0;
  part.tabIndex = -1;
  vi.clearAllMocks();
});

test("signing in leads back to where one was, and to no other site", () => {
  const from = (path: string) => wayBack(new URLSearchParams(signInFrom(path).split("?")[1]));
  expect(from("/tables/abc")).toBe("/tables/abc");
  for (const elsewhere of ["//evil.example", "https://evil.example", "/\\evil.example", ""]) expect(from(elsewhere)).toBe("/");
  expect(wayBack(new URLSearchParams())).toBe("/");
});

describe("going somewhere", () => {
  test("changes the address, and begins at the top of another page", () => {
    route.go("/rules/nsw?two=classic");
    expect(moves).toEqual(["push /rules/nsw?two=classic"]);
    expect(route).toMatchObject({ path: "/rules/nsw", hash: "" });
    expect(route.query.get("two")).toBe("classic");
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  });

  test("on the same page keeps its place, and may leave nothing to go back to", () => {
    route.go("/?two=classic", true);
    expect(moves).toEqual(["replace /?two=classic"]);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test("to a part of the page goes there, for the eyes and for the keys", () => {
    route.go("/#bets");
    expect(route.hash).toBe("bets");
    expect(part.scrollIntoView).toHaveBeenCalledOnce();
    expect(part.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test("to a part that is folded away opens all that it is in", () => {
    part.closest.mockReturnValueOnce(inner);
    route.go("/#bets");
    expect([inner.open, outer.open]).toEqual([true, true]);
    expect(part.focus).toHaveBeenCalledOnce();
  });

  test("to a part of another page leaves that page to find it once it is there", () => {
    route.go("/rules#bets");
    expect(part.focus).not.toHaveBeenCalled();
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test("to a part that is not there, or cannot be read, goes nowhere else", () => {
    route.go("/#nothing");
    route.go("/#%zz");
    expect([route.hash, part.focus.mock.calls]).toEqual(["", []]);
    route.go("/#%C3%A9");
    expect(route.hash).toBe("é");
  });
});

test("the page follows the browser's own moves until it stops", () => {
  const stop = route.follow();
  at("/rules?a=1");
  events.dispatchEvent(new Event("popstate"));
  expect([route.path, route.query.get("a")]).toEqual(["/rules", "1"]);
  at("/rules#bets");
  events.dispatchEvent(new Event("hashchange"));
  expect(route.hash).toBe("bets");
  stop();
  at("/drill");
  for (const move of ["popstate", "hashchange"]) events.dispatchEvent(new Event(move));
  expect(route.path).toBe("/rules");
});

test("what the keys can reach already keeps its place among them, and nothing is no part", () => {
  part.tabIndex = 0;
  focusOn(part as unknown as HTMLElement);
  expect(part.tabIndex).toBe(0);
  focusOn(null);
  expect(part.focus).toHaveBeenCalledOnce();
});

describe("a click", () => {
  /** Click a link, or beside one. Returns whether the page handled the click instead of the browser. */
  function click(link: object | null, how: object = {}): boolean {
    const prevented = vi.fn();
    const here = link && { href: "/rules", origin: "http://house", target: "", hasAttribute: () => false, ...link };
    const target = { closest: (what: string) => (what === "a" ? here : null) };
    route.clicked({ target, button: 0, preventDefault: prevented, ...how } as unknown as MouseEvent);
    expect(prevented.mock.calls.length).toBe(moves.length);
    return moves.length > 0;
  }

  test("on a link of the house changes the page in place", () => {
    expect(click({})).toBe(true);
    expect(moves).toEqual(["push /rules"]);
  });

  test.each([
    ["beside a link", null],
    ["to another site", { origin: "http://elsewhere" }],
    ["to another window", { target: "_blank" }],
    ["to a file", { hasAttribute: (name: string) => name === "download" }],
  ])("%s is the browser's", (_, link) => {
    expect(click(link)).toBe(false);
  });

  test.each(["metaKey", "ctrlKey", "shiftKey", "altKey", "defaultPrevented"])("with %s is the browser's", (key) => {
    expect(click({}, { [key]: true })).toBe(false);
  });

  test("of another button is the browser's", () => {
    expect(click({}, { button: 1 })).toBe(false);
  });
});
