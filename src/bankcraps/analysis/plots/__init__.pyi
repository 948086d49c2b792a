# Every function of the pictures, and where it lives. `__init__.py` loads a name when it is first asked for.

from bankcraps.analysis.plots.final_bankroll import Played as Played
from bankcraps.analysis.plots.final_bankroll import comparison as comparison
from bankcraps.analysis.plots.final_bankroll import final as final
from bankcraps.analysis.plots.final_bankroll import final_bars as final_bars
from bankcraps.analysis.plots.final_bankroll import played as played
from bankcraps.analysis.plots.outcomes import die_by_die as die_by_die
from bankcraps.analysis.plots.outcomes import heat as heat
from bankcraps.analysis.plots.ruin import Ruin as Ruin
from bankcraps.analysis.plots.ruin import best_play as best_play
from bankcraps.analysis.plots.ruin import ruin_curve as ruin_curve
from bankcraps.analysis.plots.ruin import ruin_when as ruin_when
from bankcraps.analysis.plots.trajectories import fan as fan
from bankcraps.house_edge.pictures import edges as edges
from bankcraps.house_edge.pictures import edges_of_books as edges_of_books
from bankcraps.support.plots.distributions import CENTS as CENTS
from bankcraps.support.plots.distributions import COUNTS as COUNTS
from bankcraps.support.plots.distributions import spread_of as spread_of
from bankcraps.support.plots.distributions import tail as tail
from bankcraps.support.plots.picture import Heading as Heading
from bankcraps.support.plots.picture import OwnAxes as OwnAxes
from bankcraps.support.plots.picture import Picture as Picture
from bankcraps.support.plots.picture import caption as caption
from bankcraps.support.plots.picture import card as card
from bankcraps.support.plots.picture import own_axes as own_axes
