"""The table at the terminal.

>>> from bankcraps import Table
>>> from bankcraps.play import run
>>> run(Table("three_four_five", {"You": 500}), seed=7)  # doctest: +SKIP
"""

from collections.abc import Callable

from bankcraps.errors import BankcrapsError
from bankcraps.play.app import TableApp
from bankcraps.play.session import goodbye, results
from bankcraps.table import Table

__all__ = ["TableApp", "goodbye", "results", "run"]


def run(table: Table, *, seed: int | None, on_change: Callable[[], None] | None = None) -> Table:
    """Play at a table until the player leaves.

    Args:
        table: an open table; the session happens to it.
        seed: for the same throws every time; None takes chance from the operating system.
        on_change: called after everything that changed the table, to keep its record.

    Returns:
        The same table; `goodbye` sums the session up in a line.

    Raises:
        BankcrapsError: if the screen failed. The table and its record are as they were after the last act.
    """
    app = TableApp(table, seed=seed, on_change=on_change)
    app.run()
    if app.return_code:
        raise BankcrapsError("the terminal table stopped because of an error in the program")
    return table
