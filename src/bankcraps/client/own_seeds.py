"""Checks that a house locks the seeds that it took from a client."""

from collections.abc import Iterable

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.entries import CommitmentShown, SecretShown, SeedsLocked
from bankcraps.live.log.fairness import Seed, commitment_of
from bankcraps.live.table.commands import GiveSeed, PersonCommand
from bankcraps.live.wire.messages import Answer, Item, TableView


class OwnSeeds:
    """Compares the seeds of one client with each lock.

    Attributes:
        wrong: the wrong that the house did with a seed that it had taken, or empty.
        missing: the number of throws that were locked without this client's seed while it had a seat. They
            prove nothing to it: a seed came too late, or the house refused it.
    """

    def __init__(self) -> None:
        """Start without seeds."""
        self.wrong: str = ""
        self.missing: int = 0
        self._asked: dict[str, tuple[int, str]] = {}
        self._taken: list[tuple[int, int, str]] = []
        self._lock: tuple[int, SeedsLocked] | None = None
        self._sealed: tuple[int, str] | None = None

    def ask(self, command: PersonCommand, view: TableView) -> None:
        """Remember the seed of a command, and for which throw and under which commitment it is given."""
        if isinstance(command, GiveSeed):
            number = view.fairness.number
            self._asked[command.id] = number, command.seed
            if self._sealed is None or self._sealed[0] != number:
                self._sealed = number, view.fairness.commitment

    def answered(self, answer: Answer, name: str) -> None:
        """Note the answer for a seed. The lock may arrive before it."""
        asked = self._asked.pop(answer.id, None)
        if asked is not None and answer.refused is None:
            self._taken.append((answer.seq, *asked))
        self._compare(name)

    def hear(self, items: Iterable[Item], view: TableView, name: str) -> None:
        """Note the commitments, the locks and the secrets among the news of the table."""
        for item in items:
            match item.entry:
                case SeedsLocked() as lock:
                    self._lock = item.seq, lock
                    plays = any(seat.name == name for seat in view.seats)
                    self.missing += plays and all(seed.player != name for seed in lock.seeds)
                    self._compare(name)
                case CommitmentShown(number=number, commitment=commitment):
                    self._find_sealed(number, commitment)
                case SecretShown(number=number, secret=secret):
                    self._find_sealed(number, _commitment(secret))
                    if not item.entry.withheld and any(one[1] == number for one in self._taken):
                        self._find_locked(number)
                case _:
                    pass

    def welcome(self, view: TableView, seq: int, name: str) -> None:
        """Take the whole table, because news may have been missed."""
        fairness = view.fairness
        self._taken = [one for one in self._taken if one[1] >= fairness.number]
        if fairness.commitment:
            self._find_sealed(fairness.number, fairness.commitment)
        if fairness.locked:
            self._lock = seq + 1, SeedsLocked(fairness.number, fairness.seeds)
            self._compare(name)

    def _find_sealed(self, number: int, commitment: str) -> None:
        """Find a throw that is sealed otherwise than when this client gave its seed for it."""
        if self._sealed is not None and self._sealed[0] == number and self._sealed[1] != commitment:
            self.wrong = f"the house sealed throw {number} anew after you gave your seed for it"

    def _find_locked(self, number: int) -> None:
        """Find a throw that counted without a lock of this client's seed."""
        if self._lock is None or self._lock[1].number != number:
            self.wrong = f"the house took your seed for throw {number}, and never locked it"

    def _compare(self, name: str) -> None:
        """Compare the latest lock with the last seed before it, unless another seed is still unanswered."""
        if self._lock is None:
            return
        at, lock = self._lock
        if any(number == lock.number for number, _ in self._asked.values()):
            return
        taken = [seed for seq, number, seed in self._taken if number == lock.number and seq < at]
        if taken and Seed(name, taken[-1]) not in lock.seeds:
            self.wrong = f"the house took your seed for throw {lock.number}, and locked the throw without it"
        self._taken = [one for one in self._taken if one[1] > lock.number]
        self._asked = {name: one for name, one in self._asked.items() if one[0] > lock.number}


def _commitment(secret: str) -> str:
    """Return the commitment to a secret, or an empty text if it is not a secret."""
    try:
        return commitment_of(bytes.fromhex(secret))
    except (ValueError, BankcrapsError):
        return ""
