"""Pictures of sessions: final bankrolls, the course of sampled sessions, when ruin comes."""

from pathlib import Path
from typing import Literal

from matplotlib.figure import Figure

from bankcraps.distribution import Distribution
from bankcraps.errors import BankcrapsError
from bankcraps.plots import Heading, Spread, caption, fan, final, ruin_when
from bankcraps.simulation.result import Simulation
from bankcraps.simulation.summary import Figures

__all__ = ["Shown", "draw_figures", "draw_paths", "spread_of"]

Shown = Literal["final", "ruin"]

SUMS = 4_000_000
"""So many sums of money a fan is drawn from at most; but for a few sessions, however long they are."""

FEW = 20


def spread_of(distribution: Distribution) -> Spread:
    """A distribution, for a picture."""
    return Spread(distribution.values, distribution.chances)


def draw_figures(found: Figures, shown: Shown, path: str | Path | None, how: str) -> Figure:
    """What is taken home, or when ruin comes.

    Args:
        found: the figures.
        shown: which picture.
        path: a file ending in .png or .svg, or None.
        how: how the figures were found, for the subtitle.

    Raises:
        BankcrapsError: if nobody is ruined, or the file cannot be written.
    """
    plan = found.plan
    below = caption(found.rules, found.strategy, plan)
    if shown == "final":
        heading = Heading("What is taken home", how, below)
        return final(spread_of(found.final), plan.bankroll, heading, goal=plan.goal, path=path)
    if found.ruin_when is None and found.ends["ruin"] and not isinstance(found, Simulation):
        raise BankcrapsError("when ruin comes takes too long to solve here: give the session a length")
    counted = found.ruin_counted
    length = plan.count if counted == plan.counted else None
    when = None if found.ruin_when is None else spread_of(found.ruin_when)
    heading = Heading("When ruin comes", how, below)
    return ruin_when(when, found.ends["ruin"], heading, counted=counted, length=length, path=path)


def draw_paths(found: Simulation, path: str | Path | None) -> Figure:
    """The course of sampled sessions."""
    longest = int(found.totals.histograms["throws"].values[-1]) + 1
    sessions = min(found.sessions, found.player.drawn, max(FEW, SUMS // longest))
    heading = Heading(
        "The course of sessions",
        f"the first {sessions:,} of {found.sessions:,} sessions of seed {found.seed}",
        caption(found.rules, found.strategy, found.plan),
    )
    paths = found.player.trajectories(found.seed, sessions)
    return fan(paths, found.plan.bankroll, heading, goal=found.plan.goal, path=path)
