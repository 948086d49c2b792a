"""Tables at which one act meets another: corrections, undo, voids, orders, closing, leaving between throws.

`around_throws` puts rare acts at every moment of a throw: before it, in the air, and before its correction.
"""

from random import Random
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from msgspec.structs import replace

from bankcraps import BOOKS, Cents, Limits, Rulebook, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import thrower
from tests.kit.acts import Act, act, by_crew, correct, invalidate, meeting, no_roll, rest
from tests.kit.houses import full_table, shipped
from tests.kit.openings import NAMES, Opening
from tests.kit.sessions import Playing, Session
from tests.kit.tape import LENGTH, Tape

CHIP: Final = Cents(100)
LONGEST: Final = 40
_SIGNS: Final = (Limits(CHIP, Cents(100_000), CHIP), Limits(Cents(500), Cents(50_000), Cents(500)))


class _Walk(Playing):
    """A session that comes about by chance."""

    def __init__(self, opening: Opening, chance: Random) -> None:
        super().__init__(opening)
        self.book, self.chance = opening.book, chance

    def walk(self, kind: Act, without: tuple[type[ev.Event], ...] = ()) -> bool:
        """Something of a sort, unless it is one of the acts left out. Return whether it happened."""
        event = kind(Tape(self.chance.randbytes(LENGTH)), self.book, self.state)
        if isinstance(event, without):
            return False
        if event.at is None and self.state.floor.clock is not None:
            event = replace(event, at=self.state.floor.clock)
        return self.do(event)

    def acts(self, count: int, without: tuple[type[ev.Event], ...]) -> None:
        """So many acts of any sort, if they can be found."""
        happened = 0
        for _ in range(3 * count):
            if happened < count:
                happened += self.walk(act if self.chance.random() < 0.35 else meeting, without)

    def throw(self) -> None:
        """A throw that is announced, and some acts while the dice are in the air."""
        if self.chance.random() < 0.3:
            self.walk(lambda _, book, __: ev.NoMoreBets(by=by_crew(book, ev.NoMoreBets)))
        due = thrower(self.book, self.state)
        if due is not None and self.walk(lambda *_: ev.ThrowDice(by=due)):
            self.acts(self.chance.randint(0, 3), ENDS if self.chance.random() < 0.9 else ())


@st.composite
def meetings(
    draw: DrawFn, books: SearchStrategy[Rulebook] | None = None, *, longest: int = LONGEST
) -> Session:
    """A random session of that sort: at one of the five houses, with some of its options.

    Now and then it is at a small table that is full, where somebody who does not bet gives up the place.
    """
    full = books is None and draw(st.integers(0, 9)) == 0
    book = full_table() if full else draw(shipped() if books is None else books)
    sign = draw(st.sampled_from(_SIGNS))
    people = book.table.places if full else draw(st.integers(1, 3))
    seats = tuple((name, Cents(100_000)) for name in NAMES[:people])
    walk = _Walk(Opening(book, seats, sign, CHIP), Random(draw(st.integers(0, 2**32))))
    for _ in range(draw(st.integers(LONGEST // 2, longest))):
        walk.walk(meeting)
    return walk.session


ENDS: Final = (ev.Rolled, ev.NoRoll, ev.Invalidate)
"""The acts that bring dice in the air to rest."""


def around_throws(seed: int, throws: int = 8) -> Session:
    """A random session of one of the five houses, by a seed: acts, a throw, acts in the air, acts after it.

    Most throws are announced. Some are no roll, and half of the others are corrected, or have no result.
    """
    chance = Random(seed)
    book = load_rulebook(BOOKS[seed % len(BOOKS)])
    rails = (chance.choice((100_000, 100_000, 5_000)) for _ in range(chance.randint(1, 3)))
    seats = tuple((name, Cents(rail)) for name, rail in zip(NAMES, rails, strict=False))
    walk = _Walk(Opening(book, seats, chance.choice(_SIGNS), CHIP), chance)
    for _ in range(throws):
        walk.acts(chance.randint(1, 4), (ev.ThrowDice, ev.Rolled))
        if chance.random() < 0.7:
            walk.throw()
        walk.walk(rest if chance.random() < 0.8 else no_roll)
        walk.acts(chance.randint(0, 4), (ev.Rolled, ev.ThrowDice, ev.NoRoll))
        if chance.random() < 0.7:
            walk.walk(correct if chance.random() < 0.7 else invalidate)
    return walk.session
