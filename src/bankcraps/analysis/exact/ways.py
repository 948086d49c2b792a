"""The transitions of a quotient chain as a pass takes them: by the class to which they lead."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.exact.quotient import Quotient

__all__ = ["Ways", "ways_into"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Ways(NamedTuple):
    """Transitions by where they lead. Those that move the same players by the same sum are one.

    Classes with the same post-decision class throw together: their players join those of the first of them,
    the *host*, once they have bet.

    Attributes:
        host: (classes,) the host of each class; itself where nothing is thrown.
        first: (2 * classes + 1,) the first transition into each class: `first[c]` of throws that do not
            count, and `first[classes + c]` of those that do.
        origin: (ways,) the host from which players come.
        delta: (ways,) the change of what is owned, in units.
        chance: (ways,) the probability.
    """

    host: Ints
    first: Ints
    origin: Ints
    delta: Ints
    chance: Floats


def ways_into(quotient: Quotient, counted_mark: int) -> Ways:
    """The transitions of a quotient chain by where they lead.

    Args:
        quotient: the quotient chain.
        counted_mark: the mark of throws that count; 0 for every throw.
    """
    classes = len(quotient.post)
    throws = np.flatnonzero(quotient.post != ABSORBED)
    posts, begins = np.unique(quotient.post[throws], return_index=True)
    host_of_post = np.full(len(quotient.first) - 1, -1)
    host_of_post[posts] = throws[begins]
    host = np.arange(classes)
    host[throws] = host_of_post[quotient.post[throws]]
    counts = quotient.marks & counted_mark != 0 if counted_mark else np.ones(len(quotient.to), np.bool_)
    origin = np.repeat(host_of_post, np.diff(quotient.first))
    into = quotient.to + classes * counts
    order = np.lexsort((quotient.delta, origin, into))
    order = order[origin[order] >= 0]
    columns = [column[order] for column in (into, origin, quotient.delta)]
    new = np.ones(len(order), np.bool_)
    new[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    firsts = np.flatnonzero(new)
    into, origin, delta = (column[firsts] for column in columns)
    chance = np.add.reduceat(quotient.chance[order], firsts) if len(firsts) else np.zeros(0)
    return Ways(host, np.searchsorted(into, np.arange(2 * classes + 1)), origin, delta, chance)
