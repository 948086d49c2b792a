"""Pictures of results: functions that take plain values and return Matplotlib figures.

A result's `plot` method calls these functions, so most programs need only that. Each function draws on a new
figure, without pyplot, and leaves Matplotlib's settings as they were. With a path, it also writes a file.

A function with `_on` in its name draws the same on the Axes of a caller (`own_axes`), in the caller's style.
"""

from bankcraps.support.extras import missing

if _without := missing("matplotlib"):
    raise _without

from bankcraps.analysis.plots.best import BetBySum as BetBySum
from bankcraps.analysis.plots.best import ChanceBySum as ChanceBySum
from bankcraps.analysis.plots.best import ChanceCurve as ChanceCurve
from bankcraps.analysis.plots.best import best_play as best_play
from bankcraps.analysis.plots.best import best_play_on as best_play_on
from bankcraps.analysis.plots.final_bankroll import final as final
from bankcraps.analysis.plots.final_bankroll import final_bars as final_bars
from bankcraps.analysis.plots.final_bankroll import final_on as final_on
from bankcraps.analysis.plots.final_bankroll import played as played
from bankcraps.analysis.plots.outcomes import die_by_die as die_by_die
from bankcraps.analysis.plots.outcomes import heat as heat
from bankcraps.analysis.plots.outcomes import heat_on as heat_on
from bankcraps.analysis.plots.ruin import RuinPoint as RuinPoint
from bankcraps.analysis.plots.ruin import ruin_curve as ruin_curve
from bankcraps.analysis.plots.ruin import ruin_curve_on as ruin_curve_on
from bankcraps.analysis.plots.ruin import ruin_when as ruin_when
from bankcraps.analysis.plots.ruin import ruin_when_on as ruin_when_on
from bankcraps.analysis.plots.systems import Played as Played
from bankcraps.analysis.plots.systems import comparison as comparison
from bankcraps.analysis.plots.systems import comparison_on as comparison_on
from bankcraps.analysis.plots.trajectories import fan as fan
from bankcraps.analysis.plots.trajectories import fan_on as fan_on
from bankcraps.house_edge.pictures import Edge as Edge
from bankcraps.house_edge.pictures import WagerInBooks as WagerInBooks
from bankcraps.house_edge.pictures import edges as edges
from bankcraps.house_edge.pictures import edges_of_books as edges_of_books
from bankcraps.house_edge.pictures import edges_of_books_on as edges_of_books_on
from bankcraps.house_edge.pictures import edges_on as edges_on
from bankcraps.support.plots.distributions import CENTS as CENTS
from bankcraps.support.plots.distributions import COUNTS as COUNTS
from bankcraps.support.plots.distributions import chances_on as chances_on
from bankcraps.support.plots.distributions import spread_of as spread_of
from bankcraps.support.plots.distributions import tail as tail
from bankcraps.support.plots.distributions import tail_on as tail_on
from bankcraps.support.plots.picture import Heading as Heading
from bankcraps.support.plots.picture import OwnAxes as OwnAxes
from bankcraps.support.plots.picture import Picture as Picture
from bankcraps.support.plots.picture import caption as caption
from bankcraps.support.plots.picture import card as card
from bankcraps.support.plots.picture import own_axes as own_axes
