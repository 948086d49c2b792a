"""Random tables before the first event: limits on the sign, chips, people with their buy-ins."""

from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from bankcraps import Cents, Limits, Rulebook, State, Table
from bankcraps.game.chips import printed
from bankcraps.game.engine import open_table
from tests.kit.houses import text_of

NAMES: Final = ("Ann", "Bob", "Zoë", "O'Neil-2")
CHIPS: Final = (1, 5, 25, 50, 100, 250, 500)


@dataclass(frozen=True, repr=False)
class Opening:
    """The opening of a table; if it is `begun`, its state when the session begins."""

    book: Rulebook
    seats: tuple[tuple[str, Cents], ...]
    limits: Limits
    chip: Cents
    begun: State | None = None
    others: bool = False

    def __repr__(self) -> str:
        """The house and the table."""
        stands = "".join(f"\n{seat}" for seat in self.begun.seats) if self.begun else ""
        puck = f"\npuck={self.begun.puck}" if self.begun else ""
        return f"{text_of(self.book)}\n{self.seats} {self.limits} chip={self.chip}{puck}{stands}"

    @property
    def state(self) -> State:
        """The table, opened."""
        if self.begun is not None:
            return self.begun
        return open_table(self.book, self.seats, self.limits, self.chip, others=self.others)

    def table(self) -> Table:
        """The same as a `Table`, which takes dollars."""
        seats = {name: printed(amount) for name, amount in self.seats}
        return Table(self.book, seats, limits=self.limits, chip=printed(self.chip), others=self.others)


@st.composite
def limits(draw: DrawFn, chip: int) -> Limits:
    """Limits that a table with that chip could post."""
    unit = chip * draw(st.sampled_from([1, 1, 2, 5]))
    minimum = chip * draw(st.sampled_from([1, 2, 5, 10]))
    maximum = minimum * draw(st.sampled_from([200, 1000, 20, 5, 1]))
    return Limits(Cents(minimum), Cents(maximum), Cents(unit))


@st.composite
def openings(draw: DrawFn, books: st.SearchStrategy[Rulebook]) -> Opening:
    """A table of one to three people, some of them short of chips."""
    book = draw(books)
    chip = draw(st.sampled_from(CHIPS))
    sign = draw(limits(chip))
    people = draw(st.integers(1, min(3, book.table.places)))
    buy_in = st.sampled_from([200, 1000, 1000, 100, 10, 1]).map(lambda times: Cents(sign.minimum * times))
    seats = tuple((name, draw(buy_in)) for name in NAMES[:people])
    return Opening(book, seats, sign, Cents(chip), others=draw(st.booleans()))
