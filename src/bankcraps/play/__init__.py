"""The table at the terminal.

>>> from bankcraps import Table
>>> from bankcraps.play import run
>>> run(Table("three_four_five", {"You": 500}), seed=7)  # doctest: +SKIP
"""

from collections.abc import Callable

from bankcraps.play.app import TableApp
from bankcraps.play.results import goodbye, results
from bankcraps.table import Table

__all__ = ["TableApp", "goodbye", "results", "run"]


def run(table: Table, *, seed: int | None, on_change: Callable[[], None] | None = None) -> Table:
    """Play at a table until the player leaves.

    Args:
        table: open already; what happens, happens to it.
        seed: for the same throws every time; None for the system's own chance.
        on_change: called after everything that changed the table, to keep its record.

    Returns:
        The same table; `goodbye` has the evening in a line.
    """
    TableApp(table, seed=seed, on_change=on_change).run()
    return table
