"""The pictures that every session has, solved or simulated: what is taken home, and when ruin comes."""

from pathlib import Path
from typing import Literal

from matplotlib.figure import Figure

from bankcraps.plots.final_bankroll import final
from bankcraps.plots.picture import Heading, caption
from bankcraps.plots.ruin import ruin_when
from bankcraps.results.session import SessionFigures

__all__ = ["session_picture"]


def session_picture(
    figures: SessionFigures, shown: Literal["final", "ruin"], subtitle: str, path: str | Path | None
) -> Figure:
    """What is taken home, or when ruin comes.

    Args:
        figures: the figures of the session.
        shown: which picture.
        subtitle: how the figures were found.
        path: where to write it, as PNG or SVG.

    Raises:
        BankcrapsError: for a path that cannot be written.
    """
    plan, below = figures.plan, caption(figures.rules, figures.strategy, figures.plan)
    if shown == "final":
        heading = Heading("What is taken home", subtitle, below)
        return final(figures.final, plan.bankroll, heading, goal=plan.goal, path=path)
    return ruin_when(
        figures.ruin_when,
        figures.p_ruin_or_floor,
        Heading("When ruin comes", subtitle, below),
        counted=figures.ruin_counted,
        length=plan.count if figures.ruin_counted == plan.counted else None,
        path=path,
    )
