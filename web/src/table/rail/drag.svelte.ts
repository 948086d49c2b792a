/** A chip on its way from the tray to the felt, by hand. */

const FAR = 8;

export class ChipDrag {
  /** The chip in the hand, in cents, or 0. */
  value = $state(0);
  x = $state(0);
  y = $state(0);
  /** Whether it has left its place in the tray. */
  far = $state(false);
  #from = { x: 0, y: 0 };

  take(event: PointerEvent, value: number): void {
    if (event.button !== 0) return;
    this.value = value;
    this.far = false;
    this.#from = { x: event.clientX, y: event.clientY };
    (event.target as Element).releasePointerCapture?.(event.pointerId);
  }

  readonly move = (event: PointerEvent): void => {
    if (!this.value) return;
    this.x = event.clientX;
    this.y = event.clientY;
    this.far ||= Math.hypot(this.x - this.#from.x, this.y - this.#from.y) > FAR;
  };

  /** Let go. Returns the wager on whose spot the chip falls, or nothing. */
  drop(event: PointerEvent): string | null {
    const dropped = this.value && this.far;
    this.value = 0;
    this.far = false;
    if (!dropped) return null;
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-wager]")?.getAttribute("data-wager") ?? null;
  }
}
