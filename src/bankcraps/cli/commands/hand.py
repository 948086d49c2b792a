"""`bankcraps hand`: the shooter's hand, exactly."""

from functools import partial
from typing import Final

import click

from bankcraps.analysis.lab_options import HandOptions
from bankcraps.cli.columns import echo_columns, fraction
from bankcraps.cli.options import echo_answer, lab_option
from bankcraps.house_edge.shooter_hand import ShooterHand, hand

_LENGTHS: Final = (2, 3, 5, 10, 15, 20, 30, 40, 50, 75, 100, 154)
"""The lengths shown, in throws; 154 is the longest hand on record (Atlantic City, 23 May 2009)."""

_TIMES: Final = range(11)
"""The numbers of points made, and of passes in a row, that are shown."""


@click.command("hand")
@lab_option("house")
@lab_option("at_least", HandOptions)
@click.option("--json", "as_json", is_flag=True)
def command(*, house: str, at_least: int | None, as_json: bool) -> None:
    """Show how long a shooter's hand lasts.

    Also shows how many points a hand makes, how many of them differ, how often pass wins before the
    seven-out and in a row, and how long a round lasts. All figures are exact.
    """
    shooter = hand(house)
    show = partial(_show, shooter) if at_least is None else partial(_show_at_least, shooter, at_least)
    echo_answer(partial(shooter.to_dict, at_least), show, as_json=as_json)


def _show_at_least(shooter: ShooterHand, throws: int) -> None:
    chance = shooter.p_at_least(throws)
    exact = fraction(chance, 60)
    click.echo(f"a hand of at least {throws} throws: {float(chance):.6g}, {_one_in(float(chance))}")
    click.echo(f"exactly {exact}" if exact else "the exact fraction is too long for the screen; see --json")


def _one_in(chance: float) -> str:
    """Odds as "one in n", with a sensible number of digits."""
    many = 1 / chance
    return f"1 in {many:,.1f}" if many < 1e3 else f"1 in {many:,.0f}" if many < 1e15 else f"1 in {many:.6g}"  # noqa: PLR2004


def _show(shooter: ShooterHand) -> None:
    means = (
        ("points made", shooter.points, "points"),
        ("different points made", shooter.distinct_points, "points"),
        ("passes before the seven-out", shooter.passes, "rounds"),
        ("length of a round", shooter.round_mean, "throws"),
    )
    click.echo("the shooter's hand, from the first come-out throw to the seven-out\n")
    echo_columns(
        ("", "exactly", "", ""),
        [
            ("mean", str(shooter.mean), f"{float(shooter.mean):.6f}", "throws"),
            ("variance", str(shooter.variance), f"{float(shooter.variance):.6f}", ""),
            ("standard deviation", "", f"{shooter.sd:.6f}", "throws"),
            ("median", "", str(shooter.median), "throws"),
            *((f"{what}, mean", str(mean), f"{float(mean):.6f}", unit) for what, mean, unit in means),
        ],
    )
    click.echo()
    lasting = [
        (n, float(shooter.p_at_least(n)), _chance(float(shooter.p_round_at_least(n)))) for n in _LENGTHS
    ]
    echo_columns(
        ("throws or more", "chance", "1 in", "a round"),
        [(str(n), _chance(p), _one_in(p).removeprefix("1 in "), of_round) for n, p, of_round in lasting],
    )
    click.echo()
    figures = shooter.p_points, shooter.p_distinct_points, shooter.p_passes_in_hand, shooter.p_passes
    rows = [(str(n), *(_chance(float(p(n))) if p(n) else "" for p in figures)) for n in _TIMES]
    rows[0] = (*rows[0][:-1], "")  # zero passes in a row mean nothing
    echo_columns(("", "points made", "different points", "passes", "passes in a row"), rows)


def _chance(chance: float) -> str:
    """A percentage, or a power of ten where the percentage would be all zeros."""
    return f"{chance:.4%}" if chance >= 0.0001 else f"{chance:.4e}"  # noqa: PLR2004 - a hundredth of a percent
