"""The output of `bankcraps best`, by the aim."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import Final, TypeVar

import click

from bankcraps.analysis.best_play.against import Against, GivenAway
from bankcraps.analysis.best_play.at_a_price import CheapestAction, FewestThrows, RatedPlay, TimedPlay
from bankcraps.analysis.best_play.at_the_end import UtilityPlay, draw_between
from bankcraps.analysis.best_play.best import Answer
from bankcraps.analysis.best_play.chances import BestPlay, Survival
from bankcraps.analysis.best_play.charting import Ranked
from bankcraps.analysis.results.as_json import GivenAwayAt, Spot, WhyLeft
from bankcraps.cli.columns import echo_columns, echo_left, short
from bankcraps.game.chips import Cents, printed
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.chart import Bet
from bankcraps.support.structs import grouped

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

_Pair = tuple[str, str]
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
    echo_left(_HEAD, _rows(found.states, _of_state))
    if found.elsewhere > _LITTLE:
        click.echo(f"  everywhere else   {found.elsewhere:.4%}")
        click.echo("\nthe same by the table, with any sum")
        echo_left(_SHORT_HEAD, _rows(found.tables, _of_table)[:_MOST_TABLES])


_Words = tuple[tuple[str, ...], tuple[str, ...]]
"""The cells of a row before and after its visits."""


def _rows(found: Sequence[_Row], words: Callable[[_Row], _Words]) -> list[list[str]]:
    """Return one row for all that differ only in the point, the dearest first."""
    alike = grouped(((words(one), f"{one.visits:.9f}", f"{one.in_all:.9f}"), one) for one in found)
    rows: list[tuple[float, list[str]]] = []
    for ((first, then), _, _), some in alike.items():
        points = "  " + " or ".join(str(puck or "off") for puck in sorted(one.puck for one in some))
        in_all, visits = sum(one.in_all for one in some), f"{sum(one.visits for one in some):.4f}"
        rows.append((in_all, [points, *first, visits, *then, f"{in_all:.4%}"]))
    return [row for _, row in sorted(rows, key=lambda row: -row[0])]


def _of_state(one: GivenAway) -> _Words:
    does = _spots(one.bets) if one.leaves is None else _LEAVES[one.leaves]
    then = does, _bet(one.best, one.puck), f"{one.each:.4%}"
    return (_spots(one.standing), printed(Cents(one.owned))), then


def _of_table(one: GivenAwayAt) -> _Words:
    return (_spots(one.standing), "stays" if one.leaves is None else _LEAVES[one.leaves]), ()


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


_MOST_ROWS: Final = 16

_SURE: Final = "certainty equivalent"
_SURE_MEANS: Final = f"the {_SURE} is the sure sum that is worth as much to this player"

_SAME: Final = 1e-9
"""Means that differ by no more are of one play."""

_SHOWN: Final = 10**9
"""Bounds are shown in billionths, rounded away from each other."""


def show_play(found: Answer) -> None:
    """Print a play."""
    _SHOWN_BY[type(found)](found)
    click.echo(
        f"\nout of {found.choices:,} bets in {found.positions:,} positions, with {found.sums:,} sums each"
    )
    if isinstance(found, BestPlay) and found.against is not None:
        show_against(found.against)


def _begin(found: Answer, said: str, figure: str, value: str, width: int = 18) -> None:
    """Print the question, the figure that was looked for, and the bounds that are proved."""
    click.secho(f"{found.house} at {found.limits}: {said}, with {', '.join(found.wagers)}", bold=True)
    click.echo(f"  {figure:<{width}}{value}")
    lower, upper = floor(found.lower * _SHOWN) / _SHOWN, ceil(found.upper * _SHOWN) / _SHOWN
    click.echo(f"  {'proved':<{width}}at least {lower:.9f}, at most {upper:.9f}")


def _show_best(found: BestPlay) -> None:
    """Print the best play to a goal."""
    within = f" within {found.deadline}" if found.deadline is not None else ""
    goal = f"{printed(found.goal)}{' taken home' * found.settled}{within}"
    _begin(found, f"from {printed(found.bankroll)} to {goal}", "the best chance", f"{found.value:.6%}")
    if found.at_face_value:
        click.echo(f"  taken home        {found.taken_home:.6%}")
    _show_first(found.first)
    if found.note:
        click.echo(f"\n{found.note}")
    if found.then:
        click.echo("\nafter that bet, with nothing decided")
        echo_columns(["  point", "bet"], [[f"  {puck}", bet(then)] for puck, then in found.then])
    rows = found.by_sum()
    if len(rows) > 1:
        click.echo("\nwhere nothing stands, by what is owned")
        shown = [[f"  {printed(Cents(least))} or more", bet(one)] for least, one in rows[:_MOST_ROWS]]
        echo_columns(["  owned", "bet"], shown)
        if len(rows) > _MOST_ROWS:
            click.echo(f"  and {len(rows) - _MOST_ROWS} more ranges of sums, in the file that --save writes")


def _show_fewest(found: FewestThrows) -> None:
    """Print the fewest throws at a given chance."""
    said = f"from {printed(found.bankroll)} to {printed(found.goal)} with a chance of {found.chance:.6%}"
    _begin(found, said, "the fewest throws", f"{found.value:.6f} on average", 19)
    if found.note:
        click.echo(f"\n{found.note}")
    figures = [(f"{one.chance:.6%}", f"{one.throws:.6f}") for one in found.plays]
    _show_mixed(found.plays, ("chance", "throws"), figures)


def _show_cheapest(found: CheapestAction) -> None:
    """Print the least cost of so much action."""
    said = f"{printed(found.action)} of action in {found.throws:,} throws from {printed(found.bankroll)}"
    risk = f"at most {printed(found.at_most)} at risk on each"
    _begin(found, f"{said}, {risk}", "the least cost", f"{found.value:.6f} on average", 19)
    click.echo(f"  one dollar more    costs {found.price:.6f}")
    figures = [(f"{one.action:,.4f}", f"{one.cost:.6f}") for one in found.plays]
    _show_mixed(found.plays, ("action", "cost"), figures)


def _show_mixed(plays: Sequence[RatedPlay | TimedPlay], head: _Pair, figures: Sequence[_Pair]) -> None:
    """Print one play, or two of which to draw one, with two figures of each."""
    if len(plays) > 1:
        between = f"{head[0]}s in between are the convex hull"
        click.echo(f"\ndraw one of two plays before the first bet: {between}")
    else:
        click.echo(f"\none play has this {head[0]}")
    rows = [[f"  {one.share:.4%}", *pair, bet(one.first)] for one, pair in zip(plays, figures, strict=True)]
    echo_columns(["  how often", *head, "first bet"], rows)


def _show_survival(found: Survival) -> None:
    """Print the best chance to be still playing."""
    said = f"still playing after {found.throws:,} throws from {printed(found.bankroll)}"
    risk = f"{printed(found.at_least)} to {printed(found.at_most)} at risk on each"
    _begin(found, f"{said}, {risk}", "the best chance", f"{found.value:.6%}")
    _show_first(found.first)
    click.echo(f"  nothing can fail  with {printed(found.enough)} or more")


def _show_utility(found: UtilityPlay) -> None:
    """Print the play with the best expected utility."""
    after = f"up to {printed(found.goal)} after {found.throws:,} throws from {printed(found.bankroll)}"
    said = f"{found.utility} of what is taken home {after}"
    _begin(found, said, "expected utility", f"{found.value:.9g}")
    click.echo(f"  taken home        mean {found.mean:.6f}, spread {found.spread:.6f}")
    click.echo(f"                    {_SURE} {found.sure:.6f}")
    _show_first(found.first, "{:.6g}")
    if found.note:
        click.echo(f"\n{found.note}")
    if found.bets_nothing:
        click.echo("\nthe best play bets nothing: no bet here is worth its risk to this player")
    click.echo(f"\n{_SURE_MEANS}")


_SHOWN_BY: Final[dict[type[Answer], Callable[..., None]]] = {
    BestPlay: _show_best,
    FewestThrows: _show_fewest,
    Survival: _show_survival,
    CheapestAction: _show_cheapest,
    UtilityPlay: _show_utility,
}


def show_frontier(found: Sequence[UtilityPlay]) -> None:
    """Print the plays of several utilities, with the mean and the spread of what is taken home."""
    one = found[0]
    said = f"{one.house} at {one.limits}: what is taken home up to {printed(one.goal)}"
    after = f"after {one.throws:,} throws from {printed(one.bankroll)}"
    click.secho(f"{said} {after}, with {', '.join(one.wagers)}", bold=True)
    rows = [
        [
            f"  {play.utility}",
            *(f"{sum_:.4f}" for sum_ in (play.mean, play.spread, play.sure)),
            bet(play.first.best[0]),
        ]
        for play in found
    ]
    echo_columns(["  utility", "mean", "spread", _SURE, "first bet"], rows)
    for number, line in enumerate(_draws([play for play in found if play.utility.kind == "quadratic"])):
        click.echo(line if number else f"\n{line}")
    for play in found:
        if play.note:
            click.echo(f"\n{play.utility}: {play.note}")
    click.echo(f"\n{_SURE_MEANS}")


def _draws(plays: Sequence[UtilityPlay]) -> list[str]:
    """Say between which plays of quadratic utilities to draw for the least spread at a mean.

    A play between the two would be the best one for the sum at which the two are worth the same.
    """
    return [
        f"least spread at a mean from {low.mean:.4f} to {high.mean:.4f}: draw between {low.utility} and "
        f"{high.utility}, unless quadratic:{draw_between(low, high):.4f} has a mean between them"
        for low, high in pairwise(sorted(plays, key=lambda play: play.mean))
        if high.mean - low.mean > _SAME
    ]


def _show_first(first: Ranked, gives_away: str = "{:.6%}") -> None:
    """Print the best first bets, and what the next best gives away."""
    one, *others = first.best
    click.echo(f"  the best bet now  {bet(one)}{''.join(f'; or {bet(other)}' for other in others[:3])}")
    if first.next_best is not None:
        cost = gives_away.format(first.gives_away)
        click.echo(f"  the next best     {bet(first.next_best)}, which gives away {cost}")


def bet(one: Bet) -> str:
    """A bet for people: `pass 10, pass_odds 20`; wagers that it calls off are marked."""
    if one.leave:
        return "leave"
    if not one.stakes:
        return "nothing"
    at = f" when the point is {one.puck}" if one.puck else ""
    off = {name: " off" if name in one.off else "" for name in one.stakes}
    return (
        ", ".join(f"{name} {printed(Cents(amount))}{off[name]}" for name, amount in one.stakes.items()) + at
    )
