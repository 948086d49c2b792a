"""Chunks of sessions to hand out, work on them, and results to be added up."""

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["AddedUp", "Chunk", "Summable", "ToldOnce", "Work"]


class Chunk(NamedTuple):
    """Sessions `first` to `first + sessions`, not included."""

    first: int
    sessions: int


class ToldOnce:
    """Reports each chunk once, although a run may begin again, because a chain is explored farther."""

    def __init__(self, finished: "Callable[[Summable], None]") -> None:
        """Report to this function."""
        self._finished = finished
        self._reported = self._now = 0

    def begin(self) -> None:
        """Begin with the first chunk, perhaps again."""
        self._now = 0

    def __call__(self, chunk: "Summable") -> None:
        """Report the next chunk, unless it was reported before."""
        self._now += 1
        if self._now > self._reported:
            self._reported = self._now
            self._finished(chunk)


class Summable(Protocol):
    """The result of some sessions, to be added up."""

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        ...

    @property
    def throws(self) -> int:
        """Throws in them before leaving."""
        ...

    def __add__(self, other: Self, /) -> Self:
        """Both together, in either order."""
        ...


S = TypeVar("S", bound=Summable)
S_co = TypeVar("S_co", bound=Summable, covariant=True)


class AddedUp(Generic[S]):
    """Adds up the results of the chunks that are finished, and tells the sum after each."""

    def __init__(self, finished: "Callable[[Summable], None] | None", tell: "Callable[[S], None]") -> None:
        """Tell `finished`, if it is given, of each chunk, and `tell` of the sum."""
        self._finished = finished
        self._tell = tell
        self._sum: S | None = None

    def __call__(self, result: S) -> None:
        """Add the result of a chunk."""
        if self._finished is not None:
            self._finished(result)
        self._sum = result if self._sum is None else self._sum + result
        self._tell(self._sum)


class Work(Protocol[S_co]):
    """Work on sessions that can be played in chunks, here, in another process or on another machine."""

    def __call__(self, chunk: Chunk) -> S_co:
        """The result of a chunk; an empty chunk gives zeros."""
        ...
