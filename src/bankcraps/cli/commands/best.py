"""`bankcraps best`: the best play that a house allows, with the proof of its bounds."""

from math import ceil, floor
from typing import Final, Unpack

import click

from bankcraps.best_play.answer import BestPlay
from bankcraps.best_play.best import best
from bankcraps.chips import Cents, printed
from bankcraps.cli.columns import echo_columns
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import HouseArgs, asks_house, draws, lab_option, names_file, picture_first
from bankcraps.cli.running import solving
from bankcraps.strategy.chart import Bet

_MOST_ROWS: Final = 16

_SHOWN: Final = 10**9
"""Bounds are shown in billionths."""


@click.command("best")
@asks_house
@lab_option("bankroll", required=True)
@lab_option("goal", required=True, help="the sum that the player wants to own before the money is gone.")
@click.option(
    "--with",
    "wagers",
    default="pass, odds",
    show_default=True,
    metavar="WAGERS",
    help="the wagers to choose from, with commas between them: names, kinds, odds, or all.",
)
@click.option(
    "--at-once", type=int, metavar="K", help="at most K wagers that may come down at once.  [default: all]"
)
@click.option("--throws", type=int, metavar="N", help="reach the goal within N throws.")
@click.option("--decisions", type=int, metavar="N", help="reach the goal within N decisions of the line.")
@click.option("--shooters", type=int, metavar="N", help="reach the goal within N shooters' hands.")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object.")
@names_file("--save", says="write the play as a system's file, for `session`, `simulate`, `explain`.")
@draws("draw what to bet by what is owned into a PNG or SVG file.")
def command(
    *,
    bankroll: str,
    goal: str,
    wagers: str,
    at_once: int | None,
    throws: int | None,
    decisions: int | None,
    shooters: int | None,
    as_json: bool,
    save: str | None,
    plot: str | None,
    **asked: Unpack[HouseArgs],
) -> None:
    """Find the bets with the best chance to reach a goal before ruin, with bounds that are proved.

    Every amount that the house takes is tried, with every sum. What a player owns are the chips in the rail
    and on the layout, at face value, as in `session`.
    """
    with solving("a nearer goal, fewer wagers or larger units take less time"):
        found = best(
            **asked,
            bankroll=bankroll,
            goal=goal,
            wagers=wagers,
            at_once=at_once,
            throws=throws,
            decisions=decisions,
            shooters=shooters,
        )
    if save is not None:
        found.save(save)
    with picture_first(plot, found.plot):
        if as_json:
            echo_json(found.to_dict(), pretty=True)
        else:
            _show(found)


def _show(found: BestPlay) -> None:
    within = f" within {found.deadline}" if found.deadline is not None else ""
    said = f"{found.house} at {found.limits}: from {printed(found.bankroll)} to {printed(found.goal)}{within}"
    click.secho(f"{said}, with {', '.join(found.wagers)}", bold=True)
    click.echo(f"  the best chance   {found.value:.6%}")
    least, most = floor(found.lower * _SHOWN) / _SHOWN, ceil(found.upper * _SHOWN) / _SHOWN
    click.echo(f"  proved            at least {least:.9f}, at most {most:.9f}")
    first, *others = found.first.best
    click.echo(f"  the best bet now  {_bet(first)}{''.join(f'; or {_bet(one)}' for one in others[:3])}")
    if (after := found.first.next_best) is not None:
        click.echo(f"  the next best     {_bet(after)}, which gives away {found.first.gives_away:.6%}")
    if found.then:
        click.echo("\nafter that bet, with nothing decided")
        echo_columns(["  point", "bet"], [[f"  {puck}", _bet(bet)] for puck, bet in found.then])
    rows = found.by_sum()
    if len(rows) > 1:
        click.echo("\nwhere nothing stands, by what is owned")
        shown = [[f"  {printed(Cents(least))} or more", _bet(bet)] for least, bet in rows[:_MOST_ROWS]]
        echo_columns(["  owned", "bet"], shown)
        if len(rows) > _MOST_ROWS:
            click.echo(f"  and {len(rows) - _MOST_ROWS} more ranges of sums, in the file that --save writes")
    click.echo(
        f"\nout of {found.choices:,} bets in {found.positions:,} positions, with {found.sums:,} sums each"
    )


def _bet(bet: Bet) -> str:
    """A bet for people: `pass 10, pass_odds 20`; wagers that it calls off are marked."""
    if not bet.stakes:
        return "nothing"
    at = f" when the point is {bet.puck}" if bet.puck else ""
    off = {name: " off" if name in bet.off else "" for name in bet.stakes}
    stakes = [f"{name} {printed(Cents(amount))}{off[name]}" for name, amount in bet.stakes.items()]
    return ", ".join(stakes) + at
