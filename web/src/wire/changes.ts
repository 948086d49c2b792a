/** A table's view after what changed in it: the same as `bankcraps.client` does in Python. */

import type { TableChanges, TableView } from "./messages";

export function changed(view: TableView, changes: TableChanges): TableView {
  const { seats, gone, ...fields } = changes;
  const here = new Map(view.seats.map((seat) => [seat.name, seat]));
  for (const name of gone ?? []) here.delete(name);
  for (const seat of seats ?? []) here.set(seat.name, seat);
  return { ...view, ...fields, seats: [...here.values()].sort((a, b) => a.place - b.place) };
}
