"""Pictures of results, as PNG or SVG: plain data in, a Matplotlib figure out.

Every function draws on a figure of its own, without pyplot and without leaving settings behind, and writes it
to a path if it is given one.
"""

from importlib.util import find_spec

from bankcraps.errors import BankcrapsError

if find_spec("matplotlib") is None:
    raise BankcrapsError("a picture needs Matplotlib: install bankcraps[lab]")

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
