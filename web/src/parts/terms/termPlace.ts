/** The place of an explanation beside its word: below it, or above where there is no room, and within the window. */

interface Size {
  width: number;
  height: number;
}

interface Rect extends Size {
  left: number;
  top: number;
  bottom: number;
}

const GAP = 6;
const EDGE = 8;

export function placed(word: Rect, box: Size, window: Size): { left: number; top: number } {
  const left = Math.max(EDGE, Math.min(word.left + word.width / 2 - box.width / 2, window.width - box.width - EDGE));
  const below = word.bottom + GAP;
  const above = word.top - GAP - box.height;
  const fits = below + box.height + EDGE <= window.height;
  return { left, top: fits || above < EDGE ? below : above };
}
