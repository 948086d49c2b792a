"""Prints what a system comes to in the long run."""

from math import sqrt
from typing import Final

import click

from bankcraps.analysis.results.long_run import LongRun, Rate
from bankcraps.cli.columns import echo_columns
from bankcraps.cli.reports.session_report import NO_WAGERS, money, percent, show_rules, signed_money
from bankcraps.strategies.plan import LengthUnit

__all__ = ["show_long_run"]

_MOST: Final = 8
"""The most layouts to show."""

_HUNDRED: Final = 100
_ONE: Final[dict[LengthUnit, str]] = {
    "throws": "a throw",
    "decisions": "a decision",
    "shooters": "a hand",
}


def show_long_run(found: LongRun) -> None:
    """Print the averages, the cost of each wager and the commonest layouts."""
    throw = found.rates["throws"]
    click.secho(f"{found.system}, {found.house}: in the long run", bold=True)
    rows = [_row(name, found.rates[unit]) for unit, name in _ONE.items() if unit in found.rates]
    hundred = [
        f"  {_HUNDRED} throws",
        f"{_HUNDRED}.000",
        money(_HUNDRED * throw.action),
        signed_money(_HUNDRED * throw.gain),
        money(sqrt(_HUNDRED) * throw.sd),
    ]
    echo_columns(["  in", "throws", "action", "won or lost", "sd"], [*rows, hundred])
    shares = ", ".join(f"{puck or 'off'} {percent(share)}" for puck, share in found.pucks.items())
    click.echo(f"\n  {'puck':<16}{shares}")
    click.echo(f"  {'on the layout':<16}{money(found.on_layout)} on average, once the bets are made")
    if throw.action:
        click.echo(f"  {'edge':<16}{100 * found.edge + 0.0:.3f}% of the action")
    _show_wagers(found)
    if found.by_rule is not None:
        show_rules(found.by_rule, f"rule, in {_HUNDRED} throws", _HUNDRED)
    _show_layouts(found)
    for refused in found.refused:
        click.echo(f"\n  refused {_HUNDRED * refused.times:,.2f} times in 100 throws: {refused.message}")
    click.echo(
        f"\nexact; no share is wrong by more than {found.error_bound:.0e}, nothing won or lost in a throw by "
        f"more than ${throw.gain_bound / 100:.0e}"
    )


def _row(name: str, rate: Rate) -> list[str]:
    gain = f"{rate.gain / 100 + 0.0:+,.4f}"
    return [f"  {name}", f"{rate.throws:,.3f}", money(rate.action), gain, money(rate.sd)]


def _show_wagers(found: LongRun) -> None:
    rows = [
        [
            f"  {one.wager}",
            money(_HUNDRED * one.action),
            money(_HUNDRED * one.cost),
            f"{round(100 * one.edge, 3) + 0.0:.3f}%",
        ]
        for one in found.wagers
    ]
    click.echo()
    if rows:
        echo_columns(["  in 100 throws", "action", "cost", "edge"], rows)
    else:
        click.echo(NO_WAGERS)


def _show_layouts(found: LongRun) -> None:
    """The commonest layouts and the rest, with their shares of the throws."""
    shown = found.layouts[:_MOST]
    rows = [[f"  {layout}", percent(layout.share)] for layout in shown]
    others = found.layouts[_MOST:]
    if others:
        rows.append([f"  {len(others):,} others", percent(sum(layout.share for layout in others))])
    click.echo()
    echo_columns(["  before the betting", "of throws"], rows)
