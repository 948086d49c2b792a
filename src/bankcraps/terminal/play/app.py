"""The terminal table of this program."""

from collections.abc import Callable

from bankcraps.game.chance import dice_from
from bankcraps.game.table import Table
from bankcraps.terminal.play.local_session import LocalSession
from bankcraps.terminal.play.table_screen import ROLLING, TableScreen

__all__ = ["TableApp"]


class TableApp(TableScreen):
    """A craps table at the terminal, with its dice."""

    def __init__(
        self,
        table: Table,
        *,
        seed: int | None = None,
        on_change: Callable[[], None] | None = None,
        rolling: float = ROLLING,
        saved: str = "",
        notice: str = "",
    ) -> None:
        """Open the table.

        Args:
            table: the table to play at.
            seed: for the same throws every time; None takes chance from the operating system.
            on_change: called after everything that changed the table.
            rolling: seconds for which the dice tumble.
            saved: where the session is saved, for people; empty if it is not.
            notice: the message to show first.
        """
        super().__init__(LocalSession(table, dice_from(seed), on_change), rolling=rolling, seed=seed)
        self._saved = saved
        if notice:
            self.session.tell(notice)

    def leaving(self) -> str:
        """Return a sentence about where the session is saved."""
        return f"The session is saved in {self._saved}." if self._saved else ""
