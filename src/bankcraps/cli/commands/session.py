"""`bankcraps session`: what a system does to a bankroll, exactly."""

from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.options import QuestionArgs, asks, draws_one_of, echo_answer, picture_name, question_of
from bankcraps.cli.reports.session_report import show_endless, show_extremes, show_session
from bankcraps.cli.running import solving
from bankcraps.errors import BankcrapsError

if TYPE_CHECKING:
    from bankcraps.analysis.exact.solution import Answer


class _Options(QuestionArgs, lab.SystemOption, lab.LabSessionOptions):
    """A question, and what to show of the answer."""

    as_json: bool


@click.command("session")
@asks(lab.HouseOption, lab.SystemOption, *lab.PLAN, lab.FigureOptions, lab.RuleOption, lab.DistributionOption)
@click.option("--json", "as_json", is_flag=True)
@draws_one_of(final="the final bankroll", ruin="when ruin comes")
def command(*, plot: str | None, picture: str | None, **asked: Unpack[_Options]) -> None:
    """Show what a betting system does to a bankroll, with exact probabilities.

    The player leaves at the goal, below the floor, when they cannot pay the next wager, or at the end of the
    session. They take down what may come down, and the dice decide the other wagers.
    """
    distribution, as_json = asked.get("distribution", False), asked["as_json"]
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")
    drawn = picture_name(plot, picture, "final")

    question = question_of(asked["system"], asked)
    quicker = "a nearer goal" if question.plan.count is None else "a shorter session"
    figures = lab.picked(asked, lab.FigureOptions)
    quicker += "" if figures.get("extremes") is False else " or --no-extremes"
    at_once = as_json or plot is not None
    with solving(f"{quicker} takes less time; `simulate` is quick at any size"):
        found = heavy.solve_question(
            question, by_rule=asked.get("by_rule", False), early=None if at_once else _show, **figures
        )
    if isinstance(found, heavy.EndlessSession):
        if plot is not None:
            raise BankcrapsError("a session that need not end has no picture: give it a goal or a length")
        told, draw = found.to_dict, None
    else:
        told, draw = partial(found.to_dict, distribution=distribution), partial(found.plot, shown=drawn)

    def show() -> None:
        if at_once:
            _show(found)
        show_extremes(found)

    echo_answer(told, show, as_json=as_json, plot=plot, draw=draw)


def _show(found: "Answer") -> None:
    """Print an answer but for the highest and lowest sums, which take longest and so follow."""
    if isinstance(found, heavy.EndlessSession):
        show_endless(found)
    else:
        show_session(found)
