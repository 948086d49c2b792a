"""The seeds of a throw: which of them their players had promised a throw before, by their hashes.

A promised seed cannot be chosen any more when the house shows the commitment of the throw. Any other seed
can: the house might tell its player what the others gave, whatever the order of the rows says. And a player
who does not give a promised seed can choose between two throws. So a player with a random seed knows that a
throw was fixed before anybody knew that seed if all other seeds in it were promised, and all other promises
were kept.
"""

import hashlib

from bankcraps.live.log.entries import SeedGiven
from bankcraps.live.log.fairness import Seed


class GivenSeeds:
    """Reads the seeds of one throw after another.

    Attributes:
        whole: whether all promises for this throw are known. A part of a log does not say what was promised
            for its first throw.
    """

    def __init__(self) -> None:
        """Start without seeds, in the middle of a log."""
        self.whole: bool = False
        self._given: dict[str, Seed] = {}
        self._kept: set[str] = set()  # the players whose seed is the promised one
        self._promised: dict[str, str] = {}
        self._next: dict[str, str] = {}

    def give(self, entry: SeedGiven) -> None:
        """Add a seed. It replaces the player's earlier seed for the same throw."""
        player, seed = entry.player, entry.seed
        self._given[player] = Seed(player, seed)
        self._kept.discard(player)
        if hashlib.sha256(seed.encode()).hexdigest() == self._promised.get(player):
            self._kept.add(player)
        self._next.pop(player, None)
        if entry.next:
            self._next[player] = entry.next

    def seeds(self) -> tuple[Seed, ...]:
        """Return the seeds in the order of their players."""
        return tuple(sorted(self._given.values()))

    def fixed_before(self) -> set[str]:
        """Return the players whose seeds were unknown, if random, when all else of the throw was fixed."""
        free = (self._given.keys() - self._kept) | self.broken()
        return {player for player in self._given if self.whole and not free - {player}}

    def broken(self) -> set[str]:
        """Return the players who did not give the seeds that they had promised."""
        return self._promised.keys() - self._kept

    def next_throw(self) -> None:
        """Move to the next throw. All of its promises were given with the seeds of this one."""
        self.whole = True
        self._given, self._kept, self._promised, self._next = {}, set(), self._next, {}
