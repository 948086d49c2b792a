/** A note follows its spot when the felt changes its size: a phone is turned, or the talk opens beside the table. */

/**
 * Put a note in its place now, and again whenever the layout with its spot, or the room around the note, changes its size.
 *
 * @param note the note
 * @param spot finds its spot; a layout that is drawn anew has other spots
 * @param place puts the note in its place
 * @returns a function that stops this
 */
export function follow(note: Element, spot: () => Element | undefined, place: () => void): () => void {
  let before = "";
  let layout: Element | undefined;
  const watch = new ResizeObserver(look);

  function look(): void {
    const now = spot()?.closest("svg") ?? undefined;
    if (now !== layout) {
      if (layout) watch.unobserve(layout);
      if (now) watch.observe(now);
      layout = now;
    }
    const box = now?.getBoundingClientRect();
    // The note may change the height of what is around it, and that must not move it again.
    const size = `${box?.width} ${box?.height} ${note.parentElement?.clientWidth}`;
    if (size === before) return;
    before = size;
    place();
  }

  look();
  if (note.parentElement) watch.observe(note.parentElement);
  return () => watch.disconnect();
}
