"""The seeds that a client gave, compared with those that the house locks.

A house that leaves a seed out, or locks another one, could choose the throw. The log of the table says what
the house likes; only the client knows what it sent.
"""

from collections.abc import Iterable

from bankcraps.live.log.entries import SeedsLocked
from bankcraps.live.log.fairness import Seed
from bankcraps.live.table.commands import GiveSeed, PersonCommand
from bankcraps.live.wire.messages import Answer, Item
from bankcraps.live.wire.table_view import TableView

__all__ = ["OwnSeeds"]


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

    def ask(self, command: PersonCommand, view: TableView) -> None:
        """Remember the seed of a command, and for which throw it is given."""
        if isinstance(command, GiveSeed):
            self._asked[command.id] = view.fairness.number, command.seed

    def answered(self, answer: Answer, name: str) -> None:
        """Note the answer for a seed. The lock may arrive before it."""
        asked = self._asked.pop(answer.id, None)
        if asked is not None and answer.refused is None:
            self._taken.append((answer.seq, *asked))
        self._compare(name)

    def hear(self, items: Iterable[Item], view: TableView, name: str) -> None:
        """Note the locks among the news of the table."""
        for item in items:
            if isinstance(item.entry, SeedsLocked):
                self._lock = item.seq, item.entry
                plays = any(seat.name == name for seat in view.seats)
                self.missing += plays and all(seed.player != name for seed in item.entry.seeds)
                self._compare(name)

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
