"""A system beside the best play, on the screen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import click

from bankcraps.analysis.best_play.against import Against, GivenAway
from bankcraps.analysis.results.best_data import GivenAwayAt, Spot, WhyLeft
from bankcraps.cli.columns import echo_left, short
from bankcraps.game.chips import Cents, printed
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.chart import Bet

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["show_against"]

_LEAVES: Final[dict[WhyLeft, str]] = {
    "ruin": "leaves: its next bet takes more",
    "stopped": "leaves by its own rule",
    "floor": "leaves, below its floor",
    "goal": "leaves, at its own goal",
}

_MOST_TABLES: Final = 8

_LITTLE: Final = 5e-7
"""Less than this is shown as nothing."""

_HEAD: Final = ("  point", "stands", "owned", "visits", "it has", "the best play has", "each", "in all")
_SHORT_HEAD: Final = ("  point", "stands", "it", "visits", "in all")

_Row = TypeVar("_Row", GivenAway, GivenAwayAt)


def show_against(found: Against) -> None:
    """Print what a system gives away, and where."""
    click.secho(f"\n{short(found.system)} against the best play", bold=True)
    click.echo(f"  its chance        {found.value:.6%}")
    click.echo(f"  gives away        {max(0.0, found.given_away):.6%}")
    if found.lacking:
        lacking = ", ".join(found.lacking)
        click.echo(f"  it also bets {lacking}, which the best play here may not choose")
    if found.gains:
        click.echo(
            f"  with bets that the best play may not choose, it gains {found.gains:.6%} in some states"
        )
    if not found.states:
        return
    click.echo("\nwhere it gives away most: the bets on the layout for the throw, and what each visit costs")
    echo_left(_HEAD, [_row(some) for some in _but_for_the_point(found.states, _of_state)])
    if found.elsewhere > _LITTLE:
        click.echo(f"  everywhere else   {found.elsewhere:.4%}")
        click.echo("\nthe same by the table, with any sum")
        tables = _but_for_the_point(found.tables, _of_table)[:_MOST_TABLES]
        echo_left(_SHORT_HEAD, [_table_row(some) for some in tables])


def _but_for_the_point(rows: Sequence[_Row], words: "Callable[[_Row], tuple[str, ...]]") -> list[list[_Row]]:
    """Rows that differ only in the point together, the dearest first."""
    alike: dict[tuple[str, ...], list[_Row]] = {}
    for one in rows:
        alike.setdefault((*words(one), f"{one.visits:.9f}", f"{one.in_all:.9f}"), []).append(one)
    return sorted(alike.values(), key=lambda some: -sum(one.in_all for one in some))


def _of_state(one: GivenAway) -> tuple[str, ...]:
    return _spots(one.standing), str(one.owned), _does(one), _bet(one.best, one.puck)


def _of_table(one: GivenAwayAt) -> tuple[str, ...]:
    return _spots(one.standing), one.leaves or ""


def _row(alike: Sequence[GivenAway]) -> list[str]:
    one = alike[0]
    return [
        _points(alike),
        _spots(one.standing),
        printed(Cents(one.owned)),
        f"{sum(each.visits for each in alike):.4f}",
        _does(one),
        _bet(one.best, one.puck),
        f"{one.each:.4%}",
        f"{sum(each.in_all for each in alike):.4%}",
    ]


def _table_row(alike: Sequence[GivenAwayAt]) -> list[str]:
    one = alike[0]
    return [
        _points(alike),
        _spots(one.standing),
        "stays" if one.leaves is None else _LEAVES[one.leaves],
        f"{sum(each.visits for each in alike):.4f}",
        f"{sum(each.in_all for each in alike):.4%}",
    ]


def _points(alike: Sequence[GivenAway] | Sequence[GivenAwayAt]) -> str:
    return "  " + " or ".join(str(puck or "off") for puck in sorted(one.puck for one in alike))


def _does(one: GivenAway) -> str:
    return _spots(one.bets) if one.leaves is None else _LEAVES[one.leaves]


def _spots(spots: Sequence[Spot]) -> str:
    said = [f"{one.wager} {printed(Cents(one.amount))}{one.call and ' ' + one.call}" for one in spots]
    return ", ".join(said) or "nothing"


def _bet(bet: Bet, puck: int) -> str:
    names = sorted(bet.stakes, key=lambda name: WAGERS[name].order)
    calls = dict.fromkeys(bet.on, "on") | dict.fromkeys(bet.off, "off")
    said = _spots([Spot(name, bet.stakes[name], calls.get(name, "")) for name in names])
    if bet.puck in (None, puck):
        return said
    return f"with a point of {bet.puck}: {said}" if bet.puck else f"on the come-out: {said}"
