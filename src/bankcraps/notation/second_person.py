"""The verbs of sentences about a player, as they are said to that player: Ann puts, you put.

A sentence about what happened is the same for everybody, and is sent to all clients at once. A client that
shows it to the player whom it is about says "you" instead of the name, and needs the verb that goes with it.
"""

from typing import Final

__all__ = ["SECOND_PERSON"]

SECOND_PERSON: Final = {
    "bets": "bet",
    "buys": "buy",
    "can": "can",
    "cannot": "cannot",
    "cashes": "cash",
    "gets": "get",
    "had": "had",
    "has": "have",
    "is": "are",
    "leaves": "leave",
    "lets": "let",
    "may": "may",
    "must": "must",
    "needs": "need",
    "owes": "owe",
    "pays": "pay",
    "puts": "put",
    "takes": "take",
    "was": "were",
}
"""The verb after a name, with the verb after "you"."""
