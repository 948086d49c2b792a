"""Houses side by side: the edge of each wager at each house.

A comparison holds all figures of a wager at each house, for its columns. JSON has the edge and the terms.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from bankcraps.errors import BankcrapsError, did_you_mean, require_text
from bankcraps.game.rulebook import BOOKS, Rulebook
from bankcraps.game.rulebook.listing import several_books
from bankcraps.game.wagers import Wager
from bankcraps.house_edge import pictures
from bankcraps.house_edge.edge import WagerEdge, percent
from bankcraps.house_edge.odds import odds
from bankcraps.support import plots
from bankcraps.support.pictured import Pictured, Sketch
from bankcraps.support.results import Data, wire
from bankcraps.support.tabular import Tabular, by_column, html


class EdgeAtHouseData(Data, frozen=True, kw_only=True):
    """The edge of a wager at a house, per unit wagered and laid out, with its pay and clauses."""

    house: str
    edge: Fraction
    edge_outlay: Fraction
    pays: str
    clauses: list[str]


class WagerByHouseData(Data, frozen=True, kw_only=True):
    """A wager at each house, the lowest edge first."""

    label: str
    wager: str
    point: int | UnsetType = UNSET
    houses: list[EdgeAtHouseData]


class OddsComparedData(Data, frozen=True, kw_only=True, tag_field="schema", tag="bankcraps.odds_compared/3"):
    """The edges of wagers, house by house."""

    houses: list[str]
    wagers: list[WagerByHouseData]


class WagerByHouse(msgspec.Struct, frozen=True):
    """One wager at several houses.

    Attributes:
        wager: its canonical name.
        point: the point it is made on, for odds on the line and for wagers put behind the point.
        houses: its figures by rulebook, the lowest edge first; houses without the wager are left out.
    """

    wager: str
    point: int | None
    houses: dict[str, WagerEdge]

    @property
    def label(self) -> str:
        """The wager, with the point it is made on: `pass_odds on 4`."""
        return next(iter(self.houses.values())).label

    @property
    def best(self) -> Fraction:
        """The lowest edge at any of the houses."""
        return next(iter(self.houses.values())).edge

    def __getitem__(self, rules: str) -> WagerEdge:
        """The figures at one house: `compared["hard 6"]["nsw"]`.

        Raises:
            BankcrapsError: if the house does not have the wager, or is not compared.
        """
        require_text(rules, "the id of a house")
        if rules not in self.houses:
            has = f"{self.label} is compared at {', '.join(self.houses)}, not at {rules}"
            raise BankcrapsError(has + did_you_mean(rules, self.houses))
        return self.houses[rules]

    def __repr__(self) -> str:
        """`<hard 6: nsw 4.545%, classic 9.091%>`."""
        edges = ", ".join(f"{rules} {percent(one.edge)}" for rules, one in self.houses.items())
        return f"<{self.label}: {edges}>"

    def to_data(self) -> WagerByHouseData:
        """The wager with its edge, pay and clauses at each house, for programs; the lowest edge first."""
        return WagerByHouseData.of(
            self,
            houses=[
                EdgeAtHouseData.of(one, house=rules, clauses=list(one.clauses))
                for rules, one in self.houses.items()
            ],
        )


class HouseComparison(Pictured, Tabular, msgspec.Struct, frozen=True):
    """Houses side by side.

    `plot` draws the edges by house. Your own Axes must be empty; instead of a panel for each house, each
    wager there has a bar for each house, in a colour of its own. A legend names the houses: give no label.

    Attributes:
        houses: the houses, each by its id with its options.
        wagers: the wagers, the lowest edge first.
    """

    houses: tuple[str, ...]
    wagers: tuple[WagerByHouse, ...]

    def __getitem__(self, name: str) -> WagerByHouse:
        """One wager: `compared["place 6"]`, `compared["pass_odds on 4"]`.

        Raises:
            BankcrapsError: if it is not compared.
        """
        require_text(name, "the label of a wager")
        known = {one.label: one for one in self.wagers}
        if name not in known:
            raise BankcrapsError(f"{name!r} is not in this comparison{did_you_mean(name, known)}")
        return known[name]

    def __repr__(self) -> str:
        """`<HouseComparison of nsw, classic: 57 wagers>`."""
        return f"<HouseComparison of {', '.join(self.houses)}: {len(self.wagers)} wagers>"

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps odds --compare --json` as a dict."""
        wagers = [one.to_data() for one in self.wagers]
        return OddsComparedData(houses=list(self.houses), wagers=wagers).to_dict()

    def _columns(self) -> Mapping[str, object]:
        """A row for each wager of each house, with the columns of `OddsReport`."""
        rows = [
            {"house": house} | edge.to_dict() for one in self.wagers for house, edge in one.houses.items()
        ]
        return by_column(("house", *wire(WagerEdge).__struct_fields__), rows)

    def _sketch(self) -> Sketch:
        rows = [
            (one.label, {rules: float(edge.edge) for rules, edge in one.houses.items()})
            for one in self.wagers
        ]
        below = f"rulebooks: {', '.join(self.houses)}"
        heading = plots.Heading("What each wager costs, house by house", "ideal pays", below)
        return Sketch(heading, lambda place: pictures.edges_of_books(place, rows, self.houses))

    def _repr_html_(self) -> str:
        """For notebooks: the edges, a column for each house."""
        rows = [
            (
                one.label,
                *(percent(one.houses[name].edge) if name in one.houses else "" for name in self.houses),
            )
            for one in self.wagers
        ]
        return html(("wager", *self.houses), rows, "house edge")


def compare_houses(
    houses: Sequence[Rulebook | str] = BOOKS, wager: str | Wager | None = None
) -> HouseComparison:
    """The edge of wagers at several houses, with ideal pays. Wagers and houses come lowest edge first.

    >>> compare_houses(("classic", "nsw"), "hard 6").wagers
    (<hard 6: nsw 4.545%, classic 9.091%>,)

    Args:
        houses: rulebooks, or their names.
        wager: one wager (`place 6`), all of a kind (`place`), or None for all wagers.

    Raises:
        BankcrapsError: for an unknown house or wager, a wager that no house offers, or two houses of one name
            and other rules.
    """
    rules = several_books(houses)
    by_wager: dict[tuple[str, int | None], dict[str, WagerEdge]] = {}
    errors: list[BankcrapsError] = []
    for one in rules:
        try:
            report = odds(one, wager)
        except BankcrapsError as error:
            errors.append(error)
            continue
        for row in report:
            by_wager.setdefault((row.wager, row.point), {})[one.spec] = row
    if errors and not by_wager:
        raise errors[0]
    found = [
        WagerByHouse(name, point, dict(sorted(by_book.items(), key=lambda item: item[1].edge)))
        for (name, point), by_book in by_wager.items()
    ]
    return HouseComparison(tuple(one.spec for one in rules), tuple(sorted(found, key=lambda one: one.best)))
