# The names for other rooms, and where each lives. `__init__.py` loads a name when it is first asked for.

from bankcraps.support.plots.distributions import CENTS as CENTS
from bankcraps.support.plots.distributions import COUNTS as COUNTS
from bankcraps.support.plots.distributions import spread_of as spread_of
from bankcraps.support.plots.distributions import tail as tail
from bankcraps.support.plots.picture import Heading as Heading
from bankcraps.support.plots.picture import OwnAxes as OwnAxes
from bankcraps.support.plots.picture import Picture as Picture
from bankcraps.support.plots.picture import Place as Place
from bankcraps.support.plots.picture import caption as caption
from bankcraps.support.plots.picture import card as card
from bankcraps.support.plots.picture import drawing as drawing
from bankcraps.support.plots.picture import own_axes as own_axes
from bankcraps.support.plots.picture import usable as usable
from bankcraps.support.plots.style import BLUE as BLUE
from bankcraps.support.plots.style import GREY as GREY
from bankcraps.support.plots.style import SKY as SKY
from bankcraps.support.plots.style import percent as percent
from bankcraps.support.plots.style import percent_axis as percent_axis
from bankcraps.support.plots.style import plain_axes as plain_axes
