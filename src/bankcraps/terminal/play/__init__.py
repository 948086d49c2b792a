"""A table of your own: start screen, layout, keys and statistics.

>>> from bankcraps import Table
>>> from bankcraps.terminal.play import TableApp, run
>>> run(TableApp(Table("three_four_five", {"You": 500}), seed=7))  # doctest: +SKIP
"""

from typing import TypeVar

from textual.app import App

from bankcraps.errors import BankcrapsError
from bankcraps.game.records import Record, replay
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.table import Table
from bankcraps.terminal.play.replaying import ReplayApp
from bankcraps.terminal.play.start import Start, StartApp
from bankcraps.terminal.play.start import TableApp as TableApp

_R = TypeVar("_R")


def run(app: TableApp) -> bool:
    """Play at a table until the player leaves. The session happens to the table.

    Returns:
        Whether the player wants another table. `goodbye` sums the session up in a line.

    Raises:
        BankcrapsError: if the screen failed. The table and its record are as they were after the last act.
    """
    return _run(app) == "new"


def choose_table(last: str = "", rules: str = "") -> Start | None:
    """Show the start screen.

    Args:
        last: the description of the last session; empty if there is none.
        rules: the house to begin with.

    Returns:
        What was chosen, or None to leave.
    """
    return _run(StartApp(last, rules=rules) if rules else StartApp(last))


def step_through(record: Record, book: Rulebook, source: str = "") -> None:
    """Show a record, to step through with keys.

    Raises:
        RecordError: if it does not replay.
    """
    played = list(replay(record, book, source))
    opened = Record(record.header, (), None)
    _run(ReplayApp(Table.resumed(opened, book, source), played))


def _run(app: App[_R]) -> _R | None:
    result = app.run()
    check_left(app)
    return result


def check_left(app: App[_R]) -> None:
    """Raise what ended a screen before its user left it.

    Raises:
        BankcrapsError: if the program failed.
        KeyboardInterrupt: if the process was interrupted, which Textual takes for an end like any other.
    """
    if app.return_code is None:
        raise KeyboardInterrupt
    if app.return_code:
        raise BankcrapsError("the table on the screen stopped because of an error in the program")
