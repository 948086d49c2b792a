"""`bankcraps risk`: the chances by bankroll, and the bankroll that a risk of ruin takes."""

from typing import Final, Unpack

import click

from bankcraps.chips import Cents, dollars, printed
from bankcraps.cli.columns import echo_columns
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import money, percent
from bankcraps.cli.kernels import load_kernels
from bankcraps.cli.lab import AskedTable, Length, asks_game, asks_length, read_game, read_plan
from bankcraps.cli.naming import draws, draws_first
from bankcraps.cli.progress import patience, stoppable
from bankcraps.errors import BankcrapsError
from bankcraps.exact.risk import Curve, a_risk, bankrolls_for, curve

_USUAL: Final = (0.5, 0.25, 0.1, 0.05, 0.01)
"""The risks that are shown where none is asked for."""

_MOST: Final = 200
"""So many bankrolls at most in a curve."""


class _Asked(AskedTable, Length):
    """A table, and how long a session is."""


@click.command("risk")
@asks_game
@asks_length
@click.option(
    "--floor", default="0", show_default=True, metavar="DOLLARS", help="ruin is to own less than this."
)
@click.option("--ruin", type=float, multiple=True, metavar="CHANCE", help="a risk to find the bankroll for.")
@click.option("--bankrolls", metavar="FROM:TO[:STEP]", help="the chances of these bankrolls, in dollars.")
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@draws("draw the curve into a PNG or SVG file.")
def command(
    *,
    strategy: str,
    floor: str,
    ruin: tuple[float, ...],
    bankrolls: str | None,
    as_json: bool,
    plot: str | None,
    **asked: Unpack[_Asked],
) -> None:
    """How much money a session takes: the bankroll for a risk of ruin, or the chances by bankroll."""
    if asked["throws"] is asked["decisions"] is asked["shooters"] is None:
        raise BankcrapsError(
            "say how long the session is with one of --throws N, --decisions N or --shooters N"
        )
    plan = read_plan(
        {
            "bankroll": _some(floor),
            "goal": None,
            "floor": floor,
            "throws": asked["throws"],
            "decisions": asked["decisions"],
            "shooters": asked["shooters"],
            "until_settled": False,
        }
    )
    if bankrolls is not None and ruin:
        raise BankcrapsError("--ruin looks for bankrolls, and --bankrolls says them: leave one out")
    tried = None if bankrolls is None else _range(bankrolls, dollars(asked["chip"]))
    risks = () if tried else tuple(map(a_risk, ruin)) or _USUAL
    game = read_game(strategy, asked)
    load_kernels()
    with stoppable(), patience("still solving; a shorter session is quicker"):
        chain = game.chain()
        found = curve(chain, plan, tried) if tried else bankrolls_for(chain, plan, risks)
    with draws_first(plot, found.plot):
        if as_json:
            echo_json(found.to_dict(), pretty=True)
        else:
            _show(found)


def _some(floor: str) -> str:
    """A bankroll for a plan whose bankroll is what is looked for."""
    return floor if dollars(floor) > 0 else "1"


def _range(written: str, chip: Cents) -> list[Cents]:
    parts = written.split(":")
    if len(parts) not in (2, 3):
        raise BankcrapsError(
            f"bankrolls are written FROM:TO or FROM:TO:STEP, such as 100:1000:100, not {written!r}"
        )
    low, high, *step = map(dollars, parts)
    by = step[0] if step else max(1, -(-(high - low) // (10 * chip))) * chip
    if by <= 0 or high < low:
        raise BankcrapsError(f"bankrolls go up from the first to the second in steps, and {written} does not")
    if (high - low) // by >= _MOST:
        raise BankcrapsError(f"{written} is {(high - low) // by + 1} bankrolls, and {_MOST} are the most")
    return [Cents(amount) for amount in range(low, high + 1, by)]


def _show(found: Curve) -> None:
    click.secho(f"{found.chain.system}, {found.chain.rules}: {found.plan.length}", bold=True)
    risks = [f"{risk:.4g}" for risk in found.risks] or [""] * len(found.chances)
    rows = [
        [
            f"  {printed(one.bankroll)}",
            risk,
            percent(one.ruin),
            percent(one.ahead),
            money(one.mean),
            money(one.sd),
        ]
        for risk, one in zip(risks, found, strict=True)
    ]
    echo_columns(["  bankroll", "for a risk of", "ruin", "ahead", "mean", "sd"], rows)
