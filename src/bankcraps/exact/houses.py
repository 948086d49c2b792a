"""Houses side by side: what one wager costs in each."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.exact.figures import Odds
from bankcraps.exact.odds import odds
from bankcraps.exact.showing import both, percent
from bankcraps.results.tables import arrow_rows, html
from bankcraps.rulebook import BOOKS, Rulebook, load_rulebook

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["Compared", "Comparison", "compare"]


class Compared(msgspec.Struct, frozen=True):
    """One wager in several houses.

    Attributes:
        wager: its canonical name.
        point: the point it is made on, for odds on the line and for wagers put behind it.
        houses: its figures by how each book is asked for, the lowest edge first; only houses that have it.
    """

    wager: str
    point: int | None
    houses: dict[str, Odds]

    @property
    def label(self) -> str:
        """The wager, with the point it is made on."""
        return next(iter(self.houses.values())).label

    @property
    def best(self) -> Fraction:
        """The lowest edge there is."""
        return next(iter(self.houses.values())).edge

    def to_dict(self) -> dict[str, object]:
        """Plain data: the wager and its edge in each house, best first."""
        told: dict[str, object] = {"wager": self.wager}
        if self.point is not None:
            told["point"] = self.point
        return told | {
            "books": [{"rules": rules, **both(edge=one.edge)} for rules, one in self.houses.items()]
        }


class Comparison(msgspec.Struct, frozen=True):
    """Houses side by side.

    Attributes:
        books: how each book is asked for.
        wagers: the wagers, the lowest edge first.
    """

    books: tuple[str, ...]
    wagers: tuple[Compared, ...]

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps odds --compare --json` prints."""
        return {
            "schema": "bankcraps.odds_compared/1",
            "books": list(self.books),
            "wagers": [one.to_dict() for one in self.wagers],
        }

    def plot(self, path: "str | Path | None" = None) -> "Figure":
        """Draw the edges house by house, into a PNG or SVG file if one is named.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        from bankcraps.exact.drawing import draw_houses  # noqa: PLC0415 - Matplotlib takes its time to load

        return draw_houses(self, path)

    def to_arrow(self) -> Any:  # noqa: ANN401 - PyArrow has no types
        """A `pyarrow.Table`, a row for each wager of each house."""
        return arrow_rows(
            [{"rules": rules, **odds.to_dict()} for one in self.wagers for rules, odds in one.houses.items()]
        )

    def _repr_html_(self) -> str:
        """For notebooks: edges, a column for each house."""
        rows = [
            (
                one.label,
                *(percent(one.houses[name].edge) if name in one.houses else "" for name in self.books),
            )
            for one in self.wagers
        ]
        return html(("wager", *self.books), rows, "house edge")


def compare(books: Sequence[Rulebook | str] = BOOKS, wager: str | None = None) -> Comparison:
    """What wagers cost in several houses, with ideal pays; best first, among wagers and among houses.

    >>> [(one.label, list(one.houses)[0]) for one in compare(("classic", "nsw"), "hard 6").wagers]
    [('hard 6', 'nsw')]

    Args:
        books: the houses' rules, or how they are asked for.
        wager: one wager, all of a kind, or None for all there are.

    Raises:
        BankcrapsError: for a wager that is none, or that no house takes.
    """
    rules = [book if isinstance(book, Rulebook) else load_rulebook(book) for book in books]
    houses: dict[tuple[str, int | None], dict[str, Odds]] = {}
    troubles: list[BankcrapsError] = []
    for one in rules:
        try:
            report = odds(one, wager)
        except BankcrapsError as error:
            troubles.append(error)
            continue
        for row in report:
            houses.setdefault((row.wager, row.point), {})[one.spec] = row
    if troubles and not houses:
        raise troubles[0]
    found = [
        Compared(name, point, dict(sorted(by_book.items(), key=lambda item: item[1].edge)))
        for (name, point), by_book in houses.items()
    ]
    best_first = sorted(found, key=lambda one: one.best)
    return Comparison(tuple(dict.fromkeys(one.spec for one in rules)), tuple(best_first))
