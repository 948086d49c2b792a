"""Action, cost and refusals from counted steps of the chain: whole numbers, nothing estimated twice."""

import numpy as np

from bankcraps.simulation.accounts import Books
from bankcraps.simulation.tables import NO_NEED
from bankcraps.simulation.tabulate import Tabulated
from bankcraps.simulation.totals import Counts

__all__ = ["books_of"]


def books_of(tabulated: Tabulated, counts: Counts, sessions: int) -> Books:
    """The accounts of all sessions together.

    Args:
        tabulated: the chain in arrays.
        counts: how often each throw was made, and each state left.
        sessions: how many there were.
    """
    tables, states = tabulated.tables, len(tabulated.tables.row)
    books = Books(tabulated.chain)
    thrown = np.zeros(len(tabulated.chain.tallies), np.int64)
    np.add.at(thrown, tabulated.tally.ravel(), counts.visits.ravel())
    books.throws((int(tally), int(thrown[tally])) for tally in np.flatnonzero(thrown))
    came = np.zeros(states, np.int64)
    np.add.at(came, tables.next.ravel(), counts.visits.ravel())
    came[0] += sessions
    # A state of play is come to, then left or played on from; one of a player who has left is entered, too.
    entered = np.zeros(states, np.int64)
    np.add.at(entered, tables.leave, counts.left)
    bets = np.where(tables.need == NO_NEED, came + entered, came - counts.left)
    books.bets((int(state), int(bets[state])) for state in np.flatnonzero(bets))
    return books
