"""The two pictures of any session, solved or simulated: the final bankroll, and when ruin comes."""

from pathlib import Path
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bankcraps.analysis.plots.final_bankroll import final, final_on
from bankcraps.analysis.plots.ruin import ruin_when, ruin_when_on
from bankcraps.analysis.results.session import SessionFigures
from bankcraps.strategies.plan import Plan
from bankcraps.support.plots.picture import Heading, OwnAxes, caption
from bankcraps.support.plots.style import money

__all__ = ["played", "session_picture", "session_picture_on"]


def played(plan: Plan) -> str:
    """A plan in the caption of a picture: `$500, goal $1,000, 200 throws`."""
    ends = "".join(f", {words}" for words in plan.ends(lambda cents: money(cents / 100)))
    return f"{money(plan.bankroll / 100)}{ends}, {plan.length}"


def session_picture(
    figures: SessionFigures, shown: Literal["final", "ruin"], subtitle: str, path: str | Path | None
) -> Figure:
    """Draw the final bankroll, or when ruin comes.

    Args:
        figures: the figures of the session.
        shown: which picture.
        subtitle: the way in which the figures were computed: exactly, or by how many sessions.
        path: a PNG or SVG file to write, or None.

    Raises:
        BankcrapsError: if the file cannot be written.
    """
    plan, below = figures.plan, caption(figures.house, figures.system, played(figures.plan))
    if shown == "final":
        heading = Heading("What is taken home", subtitle, below)
        return final(figures.final, plan.bankroll, heading, goal=plan.goal, path=path)
    return ruin_when(
        figures.ruin_when,
        figures.p_ruin_or_floor,
        Heading(f"When {plan.ruin_word} comes", subtitle, below),
        word=plan.ruin_word,
        counted=figures.ruin_counted,
        length=_length(figures),
        path=path,
    )


def session_picture_on(own: OwnAxes, figures: SessionFigures, shown: Literal["final", "ruin"]) -> Axes:
    """Draw the chart of the final bankroll, or when ruin comes, on the Axes of a caller."""
    plan = figures.plan
    if shown == "final":
        return final_on(own, figures.final, plan.bankroll, goal=plan.goal)
    return ruin_when_on(
        own,
        figures.ruin_when,
        figures.p_ruin_or_floor,
        word=plan.ruin_word,
        counted=figures.ruin_counted,
        length=_length(figures),
    )


def _length(figures: SessionFigures) -> int | None:
    """The length of the session in the unit in which ruin is counted, if it has one."""
    plan = figures.plan
    return plan.count if figures.ruin_counted == plan.counted else None
