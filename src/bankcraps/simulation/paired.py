"""Several systems on the same dice: what one takes home less what another does, session by session."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from bankcraps.simulation import figures as fig
from bankcraps.simulation.player import Player
from bankcraps.simulation.shards import Chunk
from bankcraps.simulation.totals import Histogram, Totals

__all__ = ["Pairs", "PairsWork"]


@dataclass(frozen=True, eq=False)
class Pairs:
    """What sessions came to, for each of several players on the same dice.

    Attributes:
        each: the totals of each player.
        apart: for each player after the first, the histogram of what they took home less what the first did,
            in cents.
    """

    each: tuple[Totals, ...]
    apart: tuple[Histogram, ...]

    @property
    def sessions(self) -> int:
        """How many were played."""
        return self.each[0].sessions

    @property
    def throws(self) -> int:
        """Throws in all sessions of all players before leaving."""
        return sum(totals.throws for totals in self.each)

    def __add__(self, other: "Pairs") -> "Pairs":
        """Both together."""
        return Pairs(
            tuple(mine + theirs for mine, theirs in zip(self.each, other.each, strict=True)),
            tuple(mine + theirs for mine, theirs in zip(self.apart, other.apart, strict=True)),
        )

    def difference(self, number: int) -> tuple[Fraction, float]:
        """What player `number` takes home more than player 0: the mean and its standard error, in cents."""
        apart = self.apart[number - 1]
        return apart.mean(), sqrt(apart.variance() / apart.size)


@dataclass(frozen=True, eq=False)
class PairsWork:
    """Players on the dice of a seed."""

    players: Sequence[Player]
    seed: int

    def __call__(self, chunk: Chunk) -> Pairs:
        """A chunk of sessions of each."""
        played = [one.figures(self.seed, chunk) for one in self.players]
        home = [
            one.offset + one.unit * figures[fig.FINAL]
            for one, (figures, _) in zip(self.players, played, strict=True)
        ]
        return Pairs(
            tuple(totals for _, totals in played),
            tuple(Histogram.of(other - home[0]) for other in home[1:]),
        )

    def chunks(self, sessions: int) -> list[Chunk]:
        """Chunks as small as the slowest player wants them."""
        return max((one.chunks(sessions) for one in self.players), key=len)
