import { afterEach, expect, test, vi } from "vitest";
import { ChipDrag } from "./drag.svelte";

const release = vi.fn();

function pointer(x: number, y: number, button = 0): PointerEvent {
  return { clientX: x, clientY: y, button, pointerId: 7, target: { releasePointerCapture: release } } as unknown as PointerEvent;
}

/** Let a document have this wager under every point, or none. */
function under(wager: string | null): void {
  const spot = { closest: (what: string) => (what === "[data-wager]" && wager ? { getAttribute: () => wager } : null) };
  vi.stubGlobal("document", { elementFromPoint: (x: number, y: number) => (x >= 0 && y >= 0 ? spot : null) });
}

/** A chip of five dollars that was taken at 100, 100 and moved to a point. */
function carried(x: number, y: number): ChipDrag {
  const drag = new ChipDrag();
  drag.take(pointer(100, 100), 500);
  drag.move(pointer(x, y));
  return drag;
}

afterEach(() => {
  vi.unstubAllGlobals();
  release.mockClear();
});

test("a chip follows the pointer, which the tray does not keep", () => {
  expect(carried(150, 160)).toMatchObject({ value: 500, x: 150, y: 160, far: true });
  expect(release).toHaveBeenCalledExactlyOnceWith(7);
});

test("a chip has left the tray from the ninth pixel on, and a smaller move is a click", () => {
  expect(carried(108, 100).far).toBe(false);
  expect(carried(109, 100).far).toBe(true);
  expect(carried(100, 91).far).toBe(true);
  expect(carried(106, 106).far).toBe(true);
});

test("it stays on its way where it comes near its place again", () => {
  const drag = carried(150, 100);
  drag.move(pointer(101, 100));
  expect(drag.far).toBe(true);
});

test("a chip falls on the spot below it, and the hand is empty then", () => {
  under("place 6");
  const drag = carried(150, 100);
  expect(drag.drop(pointer(150, 100))).toBe("place 6");
  expect(drag).toMatchObject({ value: 0, far: false });
  expect(drag.drop(pointer(150, 100))).toBeNull();
});

test("a chip falls on nothing beside the felt, outside of the window, and where it never left the tray", () => {
  under(null);
  expect(carried(150, 100).drop(pointer(150, 100))).toBeNull();
  under("place 6");
  expect(carried(150, 100).drop(pointer(-1, 100))).toBeNull();
  expect(carried(101, 100).drop(pointer(101, 100))).toBeNull();
});

test("only the first button takes a chip, and without one nothing moves", () => {
  const drag = new ChipDrag();
  drag.take(pointer(100, 100, 2), 500);
  drag.move(pointer(150, 160));
  expect(drag).toMatchObject({ value: 0, x: 0, y: 0, far: false });
});

test("a chip that is taken anew has not left the tray", () => {
  const drag = carried(150, 100);
  drag.take(pointer(150, 100), 100);
  expect(drag).toMatchObject({ value: 100, far: false });
});
