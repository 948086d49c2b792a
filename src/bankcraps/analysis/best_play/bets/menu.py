"""The wagers that a player chooses from, by name."""

from collections.abc import Iterable
from typing import Final

from bankcraps.errors import BankcrapsError, did_you_mean, require_text
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import FLATS, HAND_WAGERS, WAGERS, Kind, Wager
from bankcraps.strategies.wager_sets import bettable

__all__ = ["odds_behind", "read_menu", "require_no_hand_wagers", "says_everything"]

_EVERYTHING: Final = "all"

_ODDS: Final = "odds"


def read_menu(said: str, book: Rulebook) -> tuple[Wager, ...]:
    """Read names with commas between them: wagers, kinds of them, `odds`, or `all`.

    >>> from bankcraps import load_rulebook
    >>> [str(one) for one in read_menu("pass, odds, hard", load_rulebook("classic"))]
    ['pass', 'pass_odds', 'hard 4', 'hard 6', 'hard 8', 'hard 10']

    Args:
        said: the names.
        book: the house's rules. Of a kind, or of all wagers, those that it takes are meant.

    Raises:
        BankcrapsError: for a name that no wager has, or that the house does not take.
    """
    require_text(said, "the wagers to choose from")
    if not all(word.strip() for word in said.split(",")):
        raise BankcrapsError("a name is missing: wagers have commas between them, as in pass, odds")
    words = _words(said)
    found = {one for word in words if word != _ODDS for one in _named(word, book)}
    if _ODDS in words or _EVERYTHING in words:
        behind = odds_behind(found, book)
        if not behind:
            raise BankcrapsError(
                "odds lie behind a line or come wager: name one beside them, as in pass, odds"
            )
        found |= behind
    return tuple(sorted(found, key=lambda one: one.order))


def odds_behind(wagers: Iterable[Wager], book: Rulebook) -> set[Wager]:
    """The odds that a house takes behind wagers."""
    kinds = {one.kind for one in wagers}
    return {one for one in _taken(book) if one.kind in FLATS and FLATS[one.kind] in kinds}


def _named(word: str, book: Rulebook) -> list[Wager]:
    """The wagers that one word names."""
    if word == _EVERYTHING:
        return [one for one in _taken(book) if one.kind not in HAND_WAGERS and one.kind not in FLATS]
    kinds = {kind.value: kind for kind in Kind}
    if word in WAGERS and bettable(WAGERS[word]):
        found = [WAGERS[word]]
    elif word in kinds:
        found = [one for one in WAGERS.values() if one.kind is kinds[word] and bettable(one)]
    else:
        names = [*WAGERS, *kinds, _ODDS, _EVERYTHING]
        raise BankcrapsError(f"there is no wager {word!r}{did_you_mean(word, names)}")
    require_no_hand_wagers(word, found)
    taken = [one for one in found if book.terms(one) is not None]
    if not taken:
        raise BankcrapsError(f"{book.spec} takes no {word}")
    return taken


def require_no_hand_wagers(said: str, wagers: Iterable[Wager]) -> None:
    """Refuse wagers that earlier throws of a hand decide."""
    if any(one.kind in HAND_WAGERS for one in wagers):
        raise BankcrapsError(
            f"{said} depends on the throws before it, and the best play is worked out for wagers that do not"
        )


def _taken(book: Rulebook) -> list[Wager]:
    return [one for one in WAGERS.values() if bettable(one) and book.terms(one) is not None]


def says_everything(said: str) -> bool:
    """Whether one of the names means every wager of a house."""
    return _EVERYTHING in _words(said)


def _words(said: str) -> list[str]:
    return [" ".join(word.lower().split()) for word in said.split(",")]
