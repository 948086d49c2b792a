"""`bankcraps hand`: the shooter's hand, exactly."""

from typing import Final

import click

from bankcraps.cli.columns import echo_columns, fraction
from bankcraps.cli.encoding import echo_json
from bankcraps.exact.hand import Hand, hand

_LENGTHS: Final = (2, 3, 5, 10, 15, 20, 30, 40, 50, 75, 100, 154)
"""The lengths shown, in throws; 154 is the longest hand on record (Atlantic City, 23 May 2009)."""

_TIMES: Final = range(1, 11)
"""The points made, and the passes in a row, that are shown."""


@click.command("hand")
@click.option(
    "--rules",
    default="three_four_five",
    show_default=True,
    metavar="BOOK",
    help="a book, book:option=choice, or a file.",
)
@click.option("--at-least", type=int, metavar="N", help="the chance of a hand of N throws or more.")
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
def command(*, rules: str, at_least: int | None, as_json: bool) -> None:
    """How long a shooter's hand lasts, how many points it makes, how many passes come in a row."""
    shooter = hand(rules)
    if as_json:
        echo_json(shooter.to_dict(at_least), pretty=True)
    elif at_least is not None:
        _show_at_least(shooter, at_least)
    else:
        _show(shooter)


def _show_at_least(shooter: Hand, throws: int) -> None:
    chance = shooter.p_at_least(throws)
    exact = fraction(chance, 60)
    click.echo(f"a hand of at least {throws} throws: {float(chance):.6g}, {_one_in(float(chance))}")
    click.echo(f"exactly {exact}" if exact else "the exact fraction is too long to read here; --json has it")


def _one_in(chance: float) -> str:
    """One in so many, in as many figures as mean something to somebody."""
    many = 1 / chance
    return f"1 in {many:,.1f}" if many < 1e3 else f"1 in {many:,.0f}" if many < 1e15 else f"1 in {many:.6g}"  # noqa: PLR2004


def _show(shooter: Hand) -> None:
    click.echo("the shooter's hand, from the first come-out throw to the seven-out\n")
    echo_columns(
        ("", "exactly", "", ""),
        [
            ("mean", str(shooter.mean), f"{float(shooter.mean):.6f}", "throws"),
            ("variance", str(shooter.variance), f"{float(shooter.variance):.6f}", ""),
            ("standard deviation", "", f"{shooter.sd:.6f}", "throws"),
            ("median", "", str(shooter.median), "throws"),
            ("points made, mean", str(shooter.points), f"{float(shooter.points):.6f}", "points"),
        ],
    )
    click.echo()
    lasting = ((n, float(shooter.p_at_least(n))) for n in _LENGTHS)
    echo_columns(
        ("throws or more", "chance", "1 in"),
        [(str(n), _chance(p), _one_in(p).removeprefix("1 in ")) for n, p in lasting],
    )
    click.echo()
    rows = [
        (str(n), _chance(float(shooter.p_points(n))), _chance(float(shooter.p_passes(n)))) for n in _TIMES
    ]
    none = ("0", _chance(float(shooter.p_points(0))), "")
    echo_columns(("", "so many points made", "so many passes in a row"), [none, *rows])


def _chance(chance: float) -> str:
    """A percentage for people, and powers of ten where it would be all noughts."""
    return f"{chance:.4%}" if chance >= 0.0001 else f"{chance:.4e}"  # noqa: PLR2004 - a hundredth of a percent
