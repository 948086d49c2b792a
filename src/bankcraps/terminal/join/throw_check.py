"""Checks sealed throws as they are thrown, from public data."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.wire.table_view import TableView

if TYPE_CHECKING:
    from bankcraps.game.dice import Throw

__all__ = ["ThrowCheck"]


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
