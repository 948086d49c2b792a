# The parts that results draw with. `__init__.py` loads a name when it is first asked for.

from bankcraps.support.plots.distributions import CENTS as CENTS
from bankcraps.support.plots.distributions import COUNTS as COUNTS
from bankcraps.support.plots.distributions import chances_on as chances_on
from bankcraps.support.plots.distributions import spread_of as spread_of
from bankcraps.support.plots.distributions import tail as tail
from bankcraps.support.plots.distributions import tail_on as tail_on
from bankcraps.support.plots.picture import Heading as Heading
from bankcraps.support.plots.picture import OwnAxes as OwnAxes
from bankcraps.support.plots.picture import caption as caption
from bankcraps.support.plots.picture import own_axes as own_axes
from bankcraps.support.plots.picture import usable as usable
