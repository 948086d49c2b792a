"""A live table as both terminals know it: the table, its connection, and whether its dice can be trusted."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bankcraps.client import LiveTable, Lost, News
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.wire.messages import Happened, TableView, Welcome

if TYPE_CHECKING:
    from bankcraps.game.chips import Cents
    from bankcraps.game.dice import Throw
    from bankcraps.game.engine.state import State
    from bankcraps.game.rulebook.schema import Rulebook


class ThrowCheck:
    """Compares each throw with what its secret gives, and each secret with its commitment.

    Attributes:
        checked: the number of the last throw that was checked; 0 for none.
        wrong: the part that does not fit, or empty.
    """

    def __init__(self, view: TableView) -> None:
        """Start with the next throw."""
        self.checked: int = 0
        self.wrong: str = ""
        self._table = view.id
        self._commitments: dict[int, str] = {}
        self.begin(view)

    def begin(self, view: TableView) -> None:
        """Reset to what the table shows, because news may have been missed."""
        fairness = view.fairness
        if fairness.commitment:
            self._seal(fairness.number, fairness.commitment)
        self._seeds: dict[int, tuple[Seed, ...]] = (
            {fairness.number: fairness.seeds} if fairness.locked else {}
        )
        self._thrown: Throw | None = None

    def hear(self, entries: Iterable[en.LogEntry]) -> None:
        """Check new entries of the log."""
        for entry in entries:
            match entry:
                case en.CommitmentShown():
                    self._need_secret()
                    self._seal(entry.number, entry.commitment)
                case en.SeedsLocked():
                    if self._seeds.get(entry.number, entry.seeds) != entry.seeds:
                        self.wrong = f"the seeds of throw {entry.number} were changed when they were locked"
                    self._seeds = {entry.number: entry.seeds}
                case en.Acted() if isinstance(entry.event, ev.Rolled):
                    self._need_secret()
                    self._thrown = entry.event.throw
                case en.SecretShown():
                    self._check(entry)
                    self._thrown = None
                case _:
                    pass

    def _seal(self, number: int, commitment: str) -> None:
        """Note the commitment to a throw. There is only one for each."""
        if self._commitments.get(number, commitment) != commitment:
            self.wrong = f"the commitment to throw {number} was changed after it was shown"
        self._commitments = {number: commitment}

    def _need_secret(self) -> None:
        """Find a throw that counted, and whose secret should have come before anything else."""
        if self._thrown is not None and self._commitments:
            self.wrong = f"the secret of throw {max(self._commitments)} was not shown"

    def _check(self, shown: en.SecretShown) -> None:
        number = shown.number
        commitment, seeds = self._commitments.get(number), self._seeds.get(number)
        if commitment is None:
            return  # shown before we came
        try:
            secret = bytes.fromhex(shown.secret)
            fits = commitment_of(secret) == commitment
        except (ValueError, BankcrapsError):
            secret, fits = b"", False
        if not fits:
            self.wrong = f"the secret of throw {number} is not the one that was sealed"
        elif not shown.withheld and seeds is None:
            self.wrong = f"throw {number} counted, and its seeds were never locked"
        elif not shown.withheld and seeds is not None:
            throw = sealed_throw(secret, self._table, number, seeds)
            if throw != self._thrown:
                self.wrong = f"throw {number} was {self._thrown}, but its secret gives {throw}"
        self.checked = number


class Watch:
    """Follows the news of a live table.

    Attributes:
        live: the table.
        rulebook: the house's rules.
        state: the table after the latest news.
        shooter: the shooter, or None.
        results: the sum that each player won or lost since sitting down, in cents.
        check: the results of checking the sealed throws.
        lost: whether there is no connection now.
    """

    def __init__(self, live: LiveTable) -> None:
        """Start with the table as it is.

        Raises:
            BankcrapsError: if this program does not have the house's rulebook.
        """
        self.live = live
        self.rulebook: Rulebook = live.book()
        self.check: ThrowCheck = ThrowCheck(live.view)
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
        if isinstance(news, Welcome):
            self.check.begin(self.live.view)
        elif isinstance(news, Happened):
            self.check.hear(item.entry for item in news.items)
        was_lost, self.lost = self.lost, isinstance(news, Lost)
        if isinstance(news, Lost):
            return f"the connection is lost ({news.reason}); it is made again by itself"
        return "the connection is there again" if was_lost else ""

    @property
    def distrust(self) -> str:
        """The reason not to trust these dice, or an empty text."""
        return self.check.wrong or self.live.own_seeds.wrong

    def warning(self) -> str:
        """Return a warning of these dice, once for each reason; else an empty text."""
        if self.distrust == self._warned:
            return ""
        self._warned = self.distrust
        return f"do not trust these dice: {self.distrust}"
