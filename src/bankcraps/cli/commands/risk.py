"""`bankcraps risk`: the chances by bankroll, and the bankroll that a given risk of ruin needs."""

from typing import Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_columns
from bankcraps.cli.options import HouseArgs, asks, draws, echo_answer, lab_option
from bankcraps.cli.reports.session_report import money, percent
from bankcraps.cli.running import solving
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed


class _Options(HouseArgs, lab.SessionOptions):
    """A house, and how long a session is."""


@click.command("risk")
@asks(lab.HouseOption, lab.SystemOption, lab.TableOptions, lab.LengthOptions, lab.SessionOptions)
@lab_option("floor", help="The player leaves when they own less; the risk counts that, too.")
@lab_option("ruin", lab.LabRiskOptions)
@lab_option("bankrolls", lab.LabRiskOptions)
@click.option("--json", "as_json", is_flag=True)
@draws
def command(
    *,
    system: str,
    floor: str,
    ruin: tuple[float, ...],
    bankrolls: str | None,
    as_json: bool,
    plot: str | None,
    **options: Unpack[_Options],
) -> None:
    """Show the bankroll that a given risk of ruin needs, or the risk of ruin of given bankrolls."""
    if bankrolls is not None and ruin:
        raise BankcrapsError("--ruin finds a bankroll and --bankrolls names them; leave one out")

    with solving("a shorter session is quicker"):
        try:
            found = heavy.risks(system=system, ruin=ruin, bankrolls=bankrolls, floor=floor, **options)
        except heavy.NoLengthError:
            raise BankcrapsError(
                "say how long the session is with one of --throws N, --decisions N or --shooters N"
            ) from None
    echo_answer(found.to_dict, lambda: _show(found), as_json=as_json, plot=plot, draw=found.plot)


def _show(found: "heavy.Curve") -> None:
    click.secho(f"{found.system}, {found.house}: {found.plan.length}", bold=True)
    risks = [f"{risk:.4g}" for risk in found.risks] or [""] * len(found.chances)
    rows = [
        [
            f"  {printed(one.bankroll)}",
            risk,
            percent(one.p_ruin_or_floor),
            percent(one.p_ahead),
            money(one.mean),
            money(one.sd),
        ]
        for risk, one in zip(risks, found, strict=True)
    ]
    head = ["  bankroll", "for a risk of", found.plan.ruin_word, "ahead", "mean", "sd"]
    echo_columns(head, rows)
