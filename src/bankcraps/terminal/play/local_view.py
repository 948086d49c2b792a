"""A table of this program on the screen, with the session behind it."""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.table import Table
from bankcraps.terminal.play.log_lines import LogLine, call_of, history
from bankcraps.terminal.play.table_view import KEPT, TableView, ViewState

__all__ = ["LocalView", "effects_of", "results"]

_HISTORY: Final = 40
"""The number of events of a resumed session that the log shows at its start."""


class LocalView(TableView):
    """A table of this program, and what the screen shows of it."""

    def __init__(self, table: Table) -> None:
        """Show a table with its session so far."""
        super().__init__(table)
        self._table = table
        self.show_session()

    @property
    def table(self) -> Table:
        """The local table."""
        return self._table

    def effects(self) -> list[fx.Effect]:
        """Everything that happened at the table."""
        return effects_of(self.table)

    def results(self) -> dict[str, Cents]:
        """Return each player's result in cents; below zero for a loss."""
        return results(self.table)

    def show_session(self) -> None:
        """Show the session so far: the throws, the log and the last call."""
        book = self.table.rulebook
        thrown = [effect for effect in fx.without_reversed(self.effects()) if isinstance(effect, fx.Thrown)]
        self.view: ViewState = replace(
            self.view,
            throws=len(thrown),
            log=(LogLine(book.about, "told"), *history(book, self.table.log, _HISTORY)),
            thrown=tuple(effect.throw for effect in thrown[-KEPT:]),
            call=call_of(book, thrown[-1], len(thrown)) if thrown else "",
            gains={},
            nets={},
        )


def effects_of(table: Table) -> list[fx.Effect]:
    """Everything that happened at a table."""
    return [effect for _, came in table.log for effect in came.effects]


def results(table: Table) -> dict[str, Cents]:
    """Return each player's result in cents, below zero for a loss: chips and cash less all that was bought.

    Wagers still on the layout count with their stake. Players who have left are in it too.

    >>> table = Table("three_four_five", {"Ann": 500})
    >>> _ = table.bet("Ann", "field", 10), table.throw(6, 6)
    >>> results(table)
    {'Ann': 2000}
    """
    header = table.header()
    begun = header.table.seats if header.table is not None else ()
    found = {name: Cents(-rail) for _, name, rail in header.seats}
    found |= {seat.name: Cents(-seat.rail - seat.at_risk) for seat in begun}
    for name, cashed in fx.moved_to("cash", effects_of(table)).items():
        found[name] = Cents(found.get(name, 0) + cashed)
    for seat in table.state.seats:
        found[seat.name] = Cents(found.get(seat.name, 0) + seat.rail + seat.at_risk)
    return found
