"""Sets of wagers that a system names with one word: `place 6`, `place`, `come`, `odds`, `line`, `all`."""

from typing import Final, cast

import msgspec
from lark import Token, Tree

from bankcraps.game.notation.building import Misplaced, first_of, spot_of
from bankcraps.game.wagers import COMES, FLATS, LINE, ODDS, WAGERS, Kind, Wager, find
from bankcraps.strategies.language import WHOLE, How, Node, Said, says, word


class WagerSet(msgspec.Struct, frozen=True):
    """Wagers with the word that names them.

    Attributes:
        words: the word, as it is printed.
        wagers: the wagers; none for `it`, which means the wager that was just won or lost.
    """

    words: str
    wagers: frozenset[Wager]

    def __str__(self) -> str:
        return self.words


def bettable(wager: Wager) -> bool:
    """Whether players bet on this spot directly: come wagers reach their numbers only from the box."""
    return wager.kind not in COMES or not wager.number


def only(wager: Wager) -> WagerSet:
    """One wager. A come wager without a number stands for all come wagers: in the box and on the numbers."""
    if wager.kind in COMES and not wager.number:
        return every(wager.kind)
    return WagerSet(wager.name, frozenset({wager}))


def every(kind: Kind) -> WagerSet:
    """All wagers of a kind."""
    return WagerSet(kind.value, frozenset(w for w in WAGERS.values() if w.kind is kind))


ALL: Final = WagerSet("all", frozenset(WAGERS.values()))
IT: Final = WagerSet("it", frozenset())
LINE_WAGERS: Final = WagerSet("line", frozenset(w for w in WAGERS.values() if w.kind in LINE))
ODDS_WAGERS: Final = WagerSet("odds", frozenset(w for w in WAGERS.values() if w.kind in FLATS))


# The words for them. Each becomes a `Said`, because an error about it points at its first word.


def meant(at: Said) -> WagerSet:
    """The wagers that a text names."""
    return cast("WagerSet", at.meaning)


def not_it(at: Said) -> WagerSet:
    """A set of wagers that is not `it`."""
    if meant(at) == IT:
        raise Misplaced("'it' works only in a rule such as after win of place; name the wager here", at.token)
    return meant(at)


def flat_named(words: list[Node]) -> tuple[Kind | None, int]:
    """The kind and number of the flat wager that odds are said to be behind; None and 0 if not said."""
    if not words:
        return None, 0
    flat = spot_of(words)
    if flat.kind not in ODDS:
        raise Misplaced(f"there are no odds behind {flat}", first_of(words))
    return flat.kind, flat.number or 0


def _odds(*behind: Node) -> WagerSet:
    flat, number = flat_named(list(behind))
    if flat is None:
        return ODDS_WAGERS
    return only(find(ODDS[flat], number)) if number else every(ODDS[flat])


def _spot(spot: Tree[Token]) -> Said:
    return Said(only(spot_of(spot.children)), first_of(spot))


def _family(kind: Tree[Token]) -> Said:
    return Said(every(Kind[first_of(kind).type]), first_of(kind))


NOT_IT: Final = {"target": not_it}
"""Reads the wagers in a phrase as `not_it`."""

word("LINE", r"line\b")
word("IT", r"it\b")
says("target spot_target: spot", _spot, WHOLE)
says("target odds_target: _ODDS (flat | box MONEY?)?", _odds, WHOLE, how=How(at="odds"))
says("target family_target: numbered", _family, WHOLE)
says("target hops_target: HOP", lambda: every(Kind.HOP))
says("target hards_target: HARDWAYS", lambda: every(Kind.HARD))
says("target line_target: LINE", lambda: LINE_WAGERS)
says("target it_target: IT", lambda: IT)
says("target all_target: ALL", lambda: ALL)
