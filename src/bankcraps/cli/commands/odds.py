"""`bankcraps odds`: the house edge of every wager; houses side by side; flat wagers with odds."""

import shlex
from typing import Final, Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli.columns import echo_columns, echo_json, echo_notes, fraction
from bankcraps.cli.options import asks, draws, echo_answer, lab_option
from bankcraps.cli.reports.odds_table import (
    NOTES,
    echo_in_full,
    echo_pays,
    echo_pays_by_house,
    echo_table,
    joined,
)
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.game.rulebook import BOOKS, DEFAULT_BOOK
from bankcraps.house_edge.edge import percent
from bankcraps.house_edge.house_comparison import WagerByHouse, compare_houses
from bankcraps.house_edge.odds import OddsReport, odds
from bankcraps.support.structs import grouped

_FEW: Final = 3
"""The most wagers shown figure by figure; more are shown in a table."""


def _one_wager(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> str | None:
    """Refuse a second wager. Click would silently drop the first."""
    if len(given) > 1:
        raise BankcrapsError(
            "--wager names one wager, or all of a kind; run odds once for each, or leave it out"
        )
    return given[0] if given else None


@click.command("odds", context_settings={"allow_extra_args": True})
@click.option(
    "--rules",
    metavar="BOOK",
    help="The house: a rulebook, with options as book:option=choice, or a file of your own.  "
    f"[default: {DEFAULT_BOOK}]",
)
@lab_option("wager", lab.WagerOption, multiple=True, callback=_one_wager)
@asks(
    lab.LabOddsOptions,
    limits={"help": "The table's limits in dollars. Goes with --amount."},
    chip={"help": "The smallest chip of the table. Goes with --amount."},
)
@click.option("--compare", is_flag=True)
@click.option("--clauses", is_flag=True)
@draws
@click.option("--json", "as_json", is_flag=True)
def command(
    *,
    rules: str | None,
    wager: str | None,
    compare: bool,
    clauses: bool,
    plot: str | None,
    as_json: bool,
    **asked: Unpack[lab.LabOddsOptions],
) -> None:
    """Show the exact house edge of every wager, lowest first.

    Pays are ideal: nothing is rounded. With --amount, they are what the house really pays on that amount.
    """
    amount, with_odds = asked.get("amount"), asked.get("with_odds", False)
    if amount is not None and (with_odds or compare):
        other = "--with-odds" if with_odds else "--compare"
        raise BankcrapsError(f"{other} uses ideal pays; leave --amount out")
    context = click.get_current_context()
    if context.args:
        said = shlex.quote(" ".join(context.args))
        raise BankcrapsError(f"name a wager with --wager: bankcraps odds --wager {said}")
    source = context.get_parameter_source
    for name in ("limits", "chip"):
        if amount is None and source(name) is not click.core.ParameterSource.DEFAULT:
            raise BankcrapsError(f"--{name} changes what is really paid; give an --amount with it")
    others = {"--plot": plot is not None, "--compare": compare, "--clauses": clauses}
    for name, given in others.items():
        if with_odds and given:
            raise BankcrapsError(f"{name} shows wagers without odds behind them; leave --with-odds out")
    if compare:
        _compare(rules, wager, plot, clauses=clauses, as_json=as_json)
        return
    report = odds(DEFAULT_BOOK if rules is None else rules, wager, **asked)
    if plot:
        report.plot(plot)
    show = _show_with_odds if with_odds else _show_clauses if clauses else _show
    echo_answer(report.to_dict, lambda: show(report), as_json=as_json)


# One house.


def _show_clauses(report: OddsReport) -> None:
    click.echo(
        f"{report.title} ({report.house}): pay, house edge and clause of each wager, {_pays(report)}\n"
    )
    echo_pays(joined(report.wagers, lambda one: (one.pays, one.clauses, one.edge, one.edge_outlay)))
    _show_refused(report)


def _pays(report: OddsReport) -> str:
    return "ideal pays" if report.amount is None else f"a wager of {printed(report.amount)} as really paid"


def _show(report: OddsReport) -> None:
    pays = _pays(report)
    groups = joined(report.wagers, lambda one: (one.nets, one.push, one.throws_per_decision, one.breakage))
    if len(groups) <= _FEW:
        for label, one in groups:
            click.secho(f"{label}, {report.title}, {pays}", bold=True)
            echo_in_full(one)
    else:
        click.echo(f"{report.title} ({report.house}): house edge of each wager, lowest first, {pays}\n")
        echo_table(groups)
    _show_refused(report)


def _show_refused(report: OddsReport) -> None:
    if report.refused:
        click.echo("\nrefused for that amount:")
        reasons = grouped((one.message.removeprefix(one.label).strip(), one.label) for one in report.refused)
        for said, names in reasons.items():
            click.echo(f"  {', '.join(names)}: {said}")


# Flat wagers with odds.


def _show_with_odds(report: OddsReport) -> None:
    click.echo(f"{report.title} ({report.house}): house edge with odds behind flat wagers, ideal pays\n")
    rows = [
        [
            f"{row.wager} {row.odds}",
            f"{float(row.staked):.3f}",
            percent(row.edge),
            fraction(row.edge),
            f"{row.sd:.3f}",
        ]
        for row in report.with_odds
        if row.multiple is None or row.multiple in _SHOWN or row.odds.startswith("full")
    ]
    echo_columns(("wager", "staked", "edge", "", "sd"), rows)
    echo_notes(NOTES["with odds"])


_SHOWN: Final = (1, 2, 3, 4, 5, 10, 20, 50)
"""The multiples that are shown."""


# Houses side by side.


def _compare(rules: str | None, wager: str | None, plot: str | None, *, clauses: bool, as_json: bool) -> None:
    books = dict.fromkeys(BOOKS if rules is None else (*BOOKS, rules))
    compared = compare_houses(list(books), wager)
    if plot:
        compared.plot(plot)
    if as_json:
        echo_json(compared.to_dict(), pretty=True)
        return
    if clauses:
        click.echo("pay, house edge and clause of each wager, house by house, ideal pays\n")
        groups = joined(
            compared.wagers,
            lambda one: tuple(
                (book, e.pays, e.clauses, e.edge, e.edge_outlay) for book, e in one.houses.items()
            ),
        )
        echo_pays_by_house(groups, compared.houses)
        return
    click.echo("house edge of each wager by house, lowest first; * marks the best house where they differ\n")
    rows = [
        [label, *(_edge(one, book) for book in compared.houses)]
        for label, one in joined(compared.wagers, lambda one: tuple(_edge(one, b) for b in compared.houses))
    ]
    echo_columns(["wager", *compared.houses], rows)
    means = "expected loss per bet made, as a share of the bet; --clauses shows buys per unit laid out"
    echo_notes([("edge", means)])


def _edge(one: WagerByHouse, book: str) -> str:
    """An edge, with a star if it is the lowest and another house has a higher one."""
    here = one.houses.get(book)
    if here is None:
        return "-"
    some_are_worse = any(other.edge > one.best for other in one.houses.values())
    return f"{percent(here.edge)}{'*' if some_are_worse and here.edge == one.best else ' '}"
