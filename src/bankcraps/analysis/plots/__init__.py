"""Pictures of results: functions that take plain values and return Matplotlib figures.

A result's `plot` method calls these functions, so most programs need only that. Each function draws on a new
figure, without pyplot, and leaves Matplotlib's settings as they were. With a path, it also writes a file.

A function with `_on` in its name draws the same on the Axes of a caller (`own_axes`), in the caller's style.
"""

from bankcraps.support.extras import missing

if _without := missing("matplotlib"):
    raise _without

from bankcraps.analysis.plots.best import (
    BetBySum,
    ChanceBySum,
    ChanceCurve,
    best_play,
    best_play_on,
)
from bankcraps.analysis.plots.final_bankroll import final, final_bars, final_on, played
from bankcraps.analysis.plots.outcomes import die_by_die, heat, heat_on
from bankcraps.analysis.plots.ruin import RuinPoint, ruin_curve, ruin_curve_on, ruin_when, ruin_when_on
from bankcraps.analysis.plots.systems import Played, comparison, comparison_on
from bankcraps.analysis.plots.trajectories import fan, fan_on
from bankcraps.house_edge.pictures import (
    Edge,
    WagerInBooks,
    edges,
    edges_of_books,
    edges_of_books_on,
    edges_on,
)
from bankcraps.support.plots.distributions import CENTS, COUNTS, chances_on, spread_of, tail, tail_on
from bankcraps.support.plots.picture import Heading, OwnAxes, Picture, caption, card, own_axes

__all__ = [
    "CENTS",
    "COUNTS",
    "BetBySum",
    "ChanceBySum",
    "ChanceCurve",
    "Edge",
    "Heading",
    "OwnAxes",
    "Picture",
    "Played",
    "RuinPoint",
    "WagerInBooks",
    "best_play",
    "best_play_on",
    "caption",
    "card",
    "chances_on",
    "comparison",
    "comparison_on",
    "die_by_die",
    "edges",
    "edges_of_books",
    "edges_of_books_on",
    "edges_on",
    "fan",
    "fan_on",
    "final",
    "final_bars",
    "final_on",
    "heat",
    "heat_on",
    "own_axes",
    "played",
    "ruin_curve",
    "ruin_curve_on",
    "ruin_when",
    "ruin_when_on",
    "spread_of",
    "tail",
    "tail_on",
]
