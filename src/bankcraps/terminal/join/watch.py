"""A live table as both terminals know it: the table, its connection, and whether its dice can be trusted."""

from typing import TYPE_CHECKING

from bankcraps.client import LiveTable, Lost, News

if TYPE_CHECKING:
    from bankcraps.game.chips import Cents
    from bankcraps.game.engine.state import State
    from bankcraps.game.rulebook.schema import Rulebook


class Watch:
    """Follows the news of a live table.

    Attributes:
        live: the table.
        rulebook: the house's rules.
        state: the table after the latest news.
        shooter: the shooter, or None.
        results: the sum that each player won or lost since sitting down, in cents.
        lost: whether there is no connection now.
    """

    def __init__(self, live: LiveTable) -> None:
        """Start with the table as it is.

        Raises:
            BankcrapsError: if this program does not have the house's rulebook.
        """
        self.live = live
        self.rulebook: Rulebook = live.book()
        self.lost: bool = False
        self._warned = ""
        self._look()

    def _look(self) -> None:
        """Take what belongs together from one view: the table has changed again before all news are heard."""
        view = self.live.view
        self.state: State = self.live.state
        self.shooter: str | None = view.shooter or None
        self.results: dict[str, Cents] = {one.name: one.session for one in view.results}

    def hear(self, news: News) -> str:
        """Take in news. Return what they say of the connection; empty if it is as before."""
        self._look()
        was_lost, self.lost = self.lost, isinstance(news, Lost)
        if isinstance(news, Lost):
            return f"the connection is lost ({news.reason}); it is made again by itself"
        return "the connection is there again" if was_lost else ""

    @property
    def distrust(self) -> str:
        """The reason not to trust these dice, or an empty text."""
        return self.live.own_seeds.unproved or self.live.own_seeds.wrong

    def warning(self) -> str:
        """Return a warning of these dice, once for each reason; else an empty text."""
        if self.distrust == self._warned:
            return ""
        self._warned = self.distrust
        return f"do not trust these dice: {self.distrust}"
