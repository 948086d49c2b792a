"""The order in which dealers settle wagers after a throw: they take what loses, pay what wins, then move.

The drill asks for it, and a table where people deal counts what is out of order.
"""

from typing import Final

from bankcraps.training.question import topics

__all__ = ["TURNS", "order_source"]

TURNS: Final = {"take": 0, "pay": 1, "return": 1, "travel": 2, "move": 2}
"""The turn of each action. Moves come last: a wager that is paid and comes down makes room."""


def order_source(book: str) -> str:
    """Return the clause of a house, by its id, which says that losing wagers are taken first.

    It is "convention" where no clause says so.

    >>> order_source("three_four_five"), order_source("nsw")
    ('1.round_of_play', 'convention')
    """
    return topics(book).losers_first or "convention"
