"""The speed of stepwise play, which a warning gives. Nothing else in the lab reads a clock."""

import time
import warnings
from collections.abc import Callable
from typing import Final

from bankcraps.analysis.simulation.run_plan import RunPlan
from bankcraps.analysis.simulation.simulators import Simulator, StepwiseSimulator
from bankcraps.analysis.simulation.stepwise import play_session

__all__ = ["StepwiseWarning", "warn_if_stepwise", "warned"]

_SAMPLED, _LONGEST_SAMPLE = 0.25, 2.0
"""Seconds of play from which the time of a stepwise run is estimated, and the most for one session."""

_MINUTES, _HOURS = 100, 5400
"""Seconds from which a time is written in minutes, and in hours."""

_CALLER: Final = 8
"""The stack level of the warning: the caller of `simulate` or `compare`."""


class StepwiseWarning(UserWarning):
    """Sessions are played throw by throw, which is slow; the message says what would be faster."""


def warned(said: str) -> None:
    """Warn in Python."""
    warnings.warn(said, StepwiseWarning, stacklevel=_CALLER)


def warn_if_stepwise(one: Simulator, how: RunPlan, warn: Callable[[str], None]) -> None:
    """Warn before slow play begins."""
    if isinstance(one, StepwiseSimulator):
        warn(_pace(one, how))


def _pace(one: StepwiseSimulator, how: RunPlan) -> str:
    """The reason why sessions are played stepwise, what would change that, the speed, and the time it takes.

    The first sessions of the seed are played for a quarter of a second to see.
    """
    began, played, thrown = time.perf_counter(), 0, 0
    while played < how.sessions and (not played or time.perf_counter() - began < _SAMPLED):
        for _ in play_session(one.question, how.seed, played):
            thrown += 1
            if time.perf_counter() - began > _LONGEST_SAMPLE:
                break
        played += 1
    seconds = time.perf_counter() - began
    takes = _duration(seconds * how.sessions / played / how.workers)
    return (
        f"{one.question.system.name} is {one.note}. The table plays about {thrown / seconds:,.0f} throws a "
        f"second: {how.sessions:,} sessions take about {takes}. A system with a finite chain is some "
        "thousand times faster, and can be solved exactly."
    )


def _duration(seconds: float) -> str:
    """A time in words: `40 seconds`, `12 minutes`, `3.5 hours`."""
    if seconds < _MINUTES:
        return f"{max(1, round(seconds))} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < _HOURS else f"{seconds / 3600:,.1f} hours"
