"""Pictures of results. Each function takes plain values and returns a Matplotlib figure.

A result's `plot` method calls these functions, so most programs need only that. Each function draws on a new
figure, without pyplot, and leaves Matplotlib's settings as they were. With a path, it also writes a file.
"""

from bankcraps.extras import missing

if _without := missing("matplotlib"):
    raise _without

from bankcraps.plots.books import WagerInBooks, edges_of_books
from bankcraps.plots.families import Edge
from bankcraps.plots.final_bankroll import final
from bankcraps.plots.house_edges import edges
from bankcraps.plots.outcomes import die_by_die, heat
from bankcraps.plots.picture import Heading, Picture, caption
from bankcraps.plots.ruin import RuinPoint, ruin_curve, ruin_when
from bankcraps.plots.sessions import session_picture
from bankcraps.plots.systems import Played, comparison
from bankcraps.plots.tail import tail
from bankcraps.plots.trajectories import fan

__all__ = [
    "Edge",
    "Heading",
    "Picture",
    "Played",
    "RuinPoint",
    "WagerInBooks",
    "caption",
    "comparison",
    "die_by_die",
    "edges",
    "edges_of_books",
    "fan",
    "final",
    "heat",
    "ruin_curve",
    "ruin_when",
    "session_picture",
    "tail",
]
