"""The house edge of a wager: exactly, and of a sum as a table really pays it."""

from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import State
from bankcraps.game.game import Game
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.game.wagers import WAGERS, Wager
from bankcraps.house_edge.edge import WagerEdge, percent
from bankcraps.house_edge.odds import odds
from bankcraps.live.advice.act_forms import BetOffer
from bankcraps.live.people.evenings import dollars
from bankcraps.support.structs import grouped


class EdgeLine(msgspec.Struct, frozen=True):
    """The house edge of a kind of wager, on the numbers named.

    Attributes:
        kind: its canonical name.
        on: the numbers; empty if the edge is the same on all.
        edge: the edge for people, such as 1.41%.
        edge_share: the edge as a share of the bet, such as 0.01414.
        edge_fraction: the same exactly, such as 7/495.
        labels: the wagers that have it, each by the word that an odds report knows: `place 6`,
            `pass_odds on 4`.
    """

    kind: str
    on: str
    edge: str
    edge_share: float
    edge_fraction: str
    labels: tuple[str, ...]


@cache
def edge_lines(name: str) -> list[EdgeLine]:
    """Return the house edges. Wagers of a kind with the same edge share a line."""
    by_kind = grouped((WAGERS[one.wager].kind, one) for one in odds(load_rulebook(name)))
    shared = {kind: grouped((one.edge, one) for one in rows) for kind, rows in by_kind.items()}
    return [
        EdgeLine(
            kind=kind.value,
            on=", ".join(dict.fromkeys(map(_on, alike))) if len(rows) > 1 else "",
            **_told(edge),
            labels=tuple(one.label for one in alike),
        )
        for kind, rows in shared.items()
        for edge, alike in rows.items()
    ]


def _on(one: WagerEdge) -> str:
    """The number of a wager, or whether its dice are hard."""
    made = WAGERS[one.wager]
    if made.dice:
        return "hard" if made.dice.hard else "easy"
    return str(one.point or made.number or "")


def edge_of(book: Rulebook, state: State, wager: Wager, total: Cents) -> WagerEdge | None:
    """Return the figures of a wager at a table; None where the house may not advise, and for refused sums."""
    if not book.floor.may_advise:
        return None
    return _edge(Game(book, state.floor.limits, state.floor.chip), wager, state.puck, total)


@lru_cache(maxsize=4096)
def _edge(game: Game, wager: Wager, puck: int, total: Cents) -> WagerEdge | None:
    """Ask the lab, cached because everybody at a table points at the same spots."""
    try:
        amount, chip = dollars(total), dollars(game.chip)
        report = odds(game.book, wager, amount=amount, limits=game.limits, chip=chip)
    except BankcrapsError:  # the table does not take it in any form, and says so when somebody bets it
        return None
    by_point = {one.point: one for one in report}
    return by_point.get(puck or None) or by_point.get(None)


def with_edge(bet: BetOffer, found: WagerEdge | None) -> BetOffer:
    """An offer with the edge of its wager, printed, as a number and exactly."""
    if found is None:
        return bet
    return replace(bet, label=found.label, **_told(found.edge))


@lru_cache(maxsize=1024)
def exact_edge(book: Rulebook, wager: str) -> Fraction | None:
    """Return a wager's exact edge per bet, or None if it depends on the point."""
    try:
        found = odds(book, wager).wagers
    except BankcrapsError:
        return None
    edges = {one.edge for one in found if one.point is None} or {one.edge for one in found}
    return edges.pop() if len(edges) == 1 else None


def _told(edge: Fraction) -> dict[str, Any]:
    """An edge for people, as a share and exactly."""
    exact = f"{edge.numerator}/{edge.denominator}"
    return {"edge": percent(edge, 2), "edge_share": float(edge), "edge_fraction": exact}
