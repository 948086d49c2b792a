"""Checks each sealed throw of a table, and that the house locks the seeds that it took from a client."""

from collections.abc import Iterable

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.events import Rolled
from bankcraps.live.log.entries import Acted, CommitmentShown, SecretShown, SeedsLocked
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.table.commands import GiveSeed, PersonCommand
from bankcraps.live.wire.messages import Answer, Item, TableView


class OwnSeeds:
    """Compares each throw with what its secret gives, and the seeds of one client with each lock.

    Attributes:
        checked: the number of the last throw that was checked; 0 for none.
        unproved: the part of a sealed throw that does not fit, or empty.
        wrong: the wrong that the house did with a seed that it had taken, or empty.
        missing: the number of throws that were locked without this client's seed while it had a seat. They
            prove nothing to it: a seed came too late, or the house refused it.
    """

    def __init__(self) -> None:
        """Start without seeds."""
        self.checked: int = 0
        self.unproved: str = ""
        self.wrong: str = ""
        self.missing: int = 0
        self._asked: dict[str, tuple[int, str]] = {}
        self._taken: list[tuple[int, int, str]] = []
        self._lock: tuple[int, SeedsLocked] | None = None
        self._sealed: tuple[int, str] | None = None
        self._shown: tuple[int, str] | None = None
        self._rolled: Rolled | None = None

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
        """Check the commitments, the locks, the throws and the secrets among the news of the table."""
        for item in items:
            match item.entry:
                case SeedsLocked() as lock:
                    if self._seeds(lock.number) not in (None, lock.seeds):
                        self.unproved = f"the seeds of throw {lock.number} were changed when they were locked"
                    self._lock = item.seq, lock
                    plays = any(seat.name == name for seat in view.seats)
                    self.missing += plays and all(seed.player != name for seed in lock.seeds)
                    self._compare(name)
                case CommitmentShown(number=number, commitment=commitment):
                    self._need_secret()
                    self._seal(number, commitment)
                case Acted(event=Rolled() as rolled):
                    self._need_secret()
                    self._rolled = rolled
                case SecretShown(number=number) as shown:
                    self._find_sealed(number, _commitment(shown.secret))
                    taken = any(one[1] == number for one in self._taken)
                    if taken and not shown.withheld and self._seeds(number) is None:
                        self.wrong = f"the house took your seed for throw {number}, and never locked it"
                    self._prove(shown, view.id)
                    self._rolled = None
                case _:
                    pass

    def welcome(self, view: TableView, seq: int, name: str) -> None:
        """Take the whole table, because news may have been missed."""
        fairness = view.fairness
        self._taken = [one for one in self._taken if one[1] >= fairness.number]
        self._rolled = None
        if fairness.commitment:
            self._seal(fairness.number, fairness.commitment)
        if fairness.locked:
            self._lock = seq + 1, SeedsLocked(fairness.number, fairness.seeds)
            self._compare(name)

    def _seal(self, number: int, commitment: str) -> None:
        """Note the commitment to a throw. There is only one for each."""
        if self._shown is not None and self._shown[0] == number and self._shown[1] != commitment:
            self.unproved = f"the commitment to throw {number} was changed after it was shown"
        self._shown = number, commitment
        self._find_sealed(number, commitment)

    def _need_secret(self) -> None:
        """Find a throw that counted, and whose secret should have come before anything else."""
        if self._rolled is not None and self._shown is not None:
            self.unproved = f"the secret of throw {self._shown[0]} was not shown"

    def _seeds(self, number: int) -> tuple[Seed, ...] | None:
        """Return the seeds that were locked for a throw, or None."""
        return self._lock[1].seeds if self._lock is not None and self._lock[1].number == number else None

    def _prove(self, shown: SecretShown, table: str) -> None:
        """Compare a throw with its secret, unless it was sealed before this client came."""
        number, seeds = shown.number, self._seeds(shown.number)
        if self._shown is None or self._shown[0] != number:
            return
        if _commitment(shown.secret) not in {self._shown[1]} - {""}:
            self.unproved = f"the secret of throw {number} is not the one that was sealed"
        elif not shown.withheld and seeds is None:
            self.unproved = f"throw {number} counted, and its seeds were never locked"
        elif not shown.withheld and seeds is not None:
            rolled = self._rolled and self._rolled.throw
            throw = sealed_throw(bytes.fromhex(shown.secret), table, number, seeds)
            if throw != rolled:
                self.unproved = f"throw {number} was {rolled}, but its secret gives {throw}"
        self.checked = number

    def _find_sealed(self, number: int, commitment: str) -> None:
        """Find a throw that is sealed otherwise than when this client gave its seed for it."""
        if self._sealed is not None and self._sealed[0] == number and self._sealed[1] != commitment:
            self.wrong = f"the house sealed throw {number} anew after you gave your seed for it"

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
