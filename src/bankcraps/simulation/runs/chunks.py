"""Chunks of sessions to hand out, work on them, and results to be added up."""

from typing import NamedTuple, Protocol, Self, TypeVar

__all__ = ["Chunk", "Summable", "Work"]


class Chunk(NamedTuple):
    """Sessions `first` to `first + sessions`, not included."""

    first: int
    sessions: int


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


S_co = TypeVar("S_co", bound=Summable, covariant=True)


class Work(Protocol[S_co]):
    """Work on sessions that can be played in chunks, here, in another process or on another machine."""

    def __call__(self, chunk: Chunk) -> S_co:
        """The result of a chunk; an empty chunk gives zeros."""
        ...
