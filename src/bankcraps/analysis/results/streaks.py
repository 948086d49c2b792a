"""The longest runs of a session: what came in a row."""

from dataclasses import dataclass, fields

from bankcraps.analysis.results.session_data import (
    StreakData,
    StreaksData,
)
from bankcraps.support.distribution import Distribution

__all__ = ["Streaks"]


@dataclass(frozen=True, eq=False)
class Streaks:
    """The distribution of the longest run of each kind, until the player leaves.

    What counts is what systems count, such as `after 3 losses` or `after 2 seven_outs in a row`.

    Attributes:
        losses: throws in a row that lost money, all wagers together. A throw that neither wins nor loses
            neither adds to a run nor breaks it.
        wins: throws in a row that won money.
        seven_outs: seven-outs in a row, with no point made between them, of whichever shooters.
        points_made: points made in a row, with no seven-out between them.
    """

    losses: Distribution
    wins: Distribution
    seven_outs: Distribution
    points_made: Distribution

    def each(self) -> dict[str, Distribution]:
        """The distributions by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def to_data(self) -> StreaksData:
        """The same for programs."""
        return StreaksData(**{name: _data(one) for name, one in self.each().items()})


def _data(longest: Distribution) -> StreakData:
    lengths = range(1, int(longest.values[-1]) + 1)
    return StreakData(mean=longest.mean, at_least=[longest.p_above(length - 1) for length in lengths])
