"""Random sessions: a table opened, and what many people did at it, one after another."""

from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from bankcraps import Rulebook, State, Step, step
from bankcraps.game.engine import events as ev
from tests.kit.acts import act
from tests.kit.houses import houses
from tests.kit.openings import Opening, openings
from tests.kit.tape import Tape, tapes
from tests.kit.words import events

LONGEST: Final = 70


@dataclass(frozen=True)
class Moment:
    """One act: the table before it, the event, and its result, refused or not."""

    before: State
    event: ev.Event
    came: Step

    @property
    def after(self) -> State:
        """The table after the act."""
        return self.came.state


@dataclass(frozen=True, repr=False)
class Session:
    """A table from its opening."""

    opening: Opening
    moments: tuple[Moment, ...]

    @property
    def book(self) -> Rulebook:
        """The rules it was played by."""
        return self.opening.book

    def __repr__(self) -> str:
        """The session as a script: the house, the table, and every event that happened."""
        lines = [repr(self.opening)]
        for moment in self.moments:
            line = f"{moment.event!r}" if moment.came else f"# refused: {moment.event!r}"
            lines += [line, *(f"    # {effect!r}" for effect in moment.came.effects)]
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: FBT001 - as Hypothesis calls it
        """Print the session for Hypothesis when it breaks a law."""
        del cycle
        printer.text("\n" + repr(self))

    @property
    def happened(self) -> list[Moment]:
        """The moments that were not refused."""
        return [moment for moment in self.moments if moment.came]

    @property
    def last(self) -> State:
        """The table at the end."""
        return self.moments[-1].after if self.moments else self.opening.state


class Playing:
    """A session as it comes about."""

    def __init__(self, opening: Opening) -> None:
        self.opening, self.state = opening, opening.state
        self.moments: list[Moment] = []

    def do(self, event: ev.Event) -> bool:
        """Somebody does something. Return whether it happened."""
        came = step(self.opening.book, self.state, event)
        self.moments.append(Moment(self.state, event, came))
        self.state = came.state
        return bool(came)

    @property
    def session(self) -> Session:
        """The session so far."""
        return Session(self.opening, tuple(self.moments))


def play(opening: Opening, done: list[ev.Event]) -> Session:
    """The session of those events."""
    playing = Playing(opening)
    for event in done:
        playing.do(event)
    return playing.session


@st.composite
def sessions_at(draw: DrawFn, tables: SearchStrategy[Opening], *, longest: int = LONGEST) -> Session:
    """A random session at one of those tables: mostly sensible, with some nonsense in between."""
    playing = Playing(draw(tables))
    for _ in range(draw(st.integers(0, longest))):
        tape = Tape(draw(tapes()))
        odd = tape.once_in(20)
        playing.do(draw(events(nonsense=True)) if odd else act(tape, playing.opening.book, playing.state))
    return playing.session


def sessions(
    books: SearchStrategy[Rulebook] | None = None, *, longest: int = LONGEST
) -> SearchStrategy[Session]:
    """A random session from an empty layout, by any house unless some are named."""
    return sessions_at(openings(houses() if books is None else books), longest=longest)
