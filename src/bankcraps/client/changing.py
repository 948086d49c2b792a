"""Data derived from the house's messages: the changed view, the engine's state, the rulebook, the address."""

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import State
from bankcraps.game.rulebook import BOOKS, Rulebook, load_version
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.wire.table_view import TableChanges, TableView

__all__ = ["book_of", "changed", "moved", "state_of"]


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
    in_the_air = view.phase.name == "in_the_air"
    return State(
        seats=view.seats,
        floor=view.floor,
        dice=view.dice,
        puck=view.puck,
        turn=view.turn,
        out=view.out,
        thrown=in_the_air,
        by_stick=in_the_air and not view.thrower,
    )


def book_of(settings: TableSettings) -> Rulebook:
    """Return the rulebook of a table.

    Raises:
        BankcrapsError: if this program does not have it, or has another version of it.
    """
    if settings.rules not in BOOKS:  # any other name would be the path of a file on this machine
        raise BankcrapsError(f"this table plays by {settings.rules[:40]!r}, which this program does not have")
    book = load_version(settings.rules, settings.digest, **dict(settings.options))
    if book.digest != settings.digest:
        raise BankcrapsError(
            f"this table plays by another version of {settings.rules} ({settings.digest}) than this program "
            f"has ({book.digest}): one of them is too old"
        )
    return book


def moved(home: str, to: str) -> str:
    """Return the address of a table that another server serves, or an empty text.

    >>> moved("ws://one:8420/tables/k3x9/socket", "http://two:8420")
    'ws://two:8420/tables/k3x9/socket'
    """
    if not to:
        return ""
    path = home.split("/", 3)[3]
    return f"{to.rstrip('/').replace('http', 'ws', 1)}/{path}"
