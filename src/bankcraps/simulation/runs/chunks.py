"""Sessions cut into chunks, and what plays a chunk. The cut depends on the plan alone, not on who plays."""

from typing import Final, NamedTuple, Protocol, Self, TypeVar

from bankcraps.markov.arrays import UnitPlan

__all__ = ["Chunk", "Summable", "Work", "chunks_of"]

_THROWS_A_CHUNK: Final = 2**25
"""About a thirtieth of a second for the fast kernel: enough to outweigh the cost of handing a chunk out."""

_MIN_SESSIONS, _MAX_SESSIONS = 2**10, 2**16

_MAX_CHUNKS: Final = 2**18
"""More chunks than this, but for one, would be too long a list."""

_THROWS_EACH: Final = {"throws": 1, "decisions": 4, "shooters": 9}
"""About how many throws one of each takes."""


class Chunk(NamedTuple):
    """Sessions `first` to `first + sessions`, not included."""

    first: int
    sessions: int


class Summable(Protocol):
    """The result of some sessions, to be added up."""

    @property
    def sessions(self) -> int:
        """How many sessions."""
        ...

    @property
    def throws(self) -> int:
        """Throws in them before leaving."""
        ...

    def __add__(self, other: Self, /) -> Self:
        """Both together, in either order."""
        ...


S_co = TypeVar("S_co", bound=Summable, covariant=True)


class Work(Protocol[S_co]):
    """What can be played in chunks, here, in another process or on another machine."""

    def __call__(self, chunk: Chunk) -> S_co:
        """The result of a chunk; an empty chunk gives zeros."""
        ...


def chunks_of(sessions: int, plan: UnitPlan) -> list[Chunk]:
    """Cut sessions into chunks; the sum of their results does not depend on their size."""
    each = _THROWS_EACH[plan.counted] * max(1, plan.limit)
    size = min(_MAX_SESSIONS, max(_MIN_SESSIONS, _THROWS_A_CHUNK // each))
    size = max(size, sessions // _MAX_CHUNKS)
    return [Chunk(first, min(size, sessions - first)) for first in range(0, sessions, size)]
