"""A table's view, as changes make it, and as the engine knows a table."""

import msgspec
from msgspec.structs import replace

from bankcraps.engine import State
from bankcraps.house.messages import TableChanges, TableView

__all__ = ["changed", "state_of"]


def changed(view: TableView, changes: TableChanges) -> TableView:
    """Return a table's view after what changed in it."""
    fields = {
        name: value
        for name in changes.__struct_fields__
        if (value := getattr(changes, name)) is not msgspec.UNSET and name not in ("seats", "gone")
    }
    here = {seat.name: seat for seat in view.seats}
    for name in changes.gone or ():
        here.pop(name, None)
    here.update({seat.name: seat for seat in changes.seats or ()})
    seats = tuple(sorted(here.values(), key=lambda seat: seat.place))
    return replace(view, seats=seats, **fields)


def state_of(view: TableView) -> State:
    """Return the table as the engine knows it, from what everybody may see.

    The bank, the table before the last throw and what players could undo are not shown, so they are missing.
    """
    return State(
        seats=view.seats,
        floor=view.floor,
        dice=view.dice,
        puck=view.puck,
        turn=view.turn,
        out=view.out,
        thrown=view.phase.name == "in_the_air",
    )
