"""Wagers as somebody names them: one spot, or all of a kind."""

from difflib import get_close_matches

from bankcraps.errors import BankcrapsError
from bankcraps.exact.wagers import Case, House, cases
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import WAGERS, Kind

__all__ = ["asked_for"]


def asked_for(house: House, name: str | None) -> list[Case]:
    """The wagers of a house meant by `place 6`, by `place` for all of a kind, by nothing for all there are.

    Raises:
        BankcrapsError: for a name that is no wager, or one that the house does not take.
    """
    book = house.book
    if name is None:
        return list(cases(book))
    said = " ".join(name.replace("_", " ").lower().split())
    known = {key.replace("_", " "): key for key in (*(kind.value for kind in Kind), *WAGERS)}
    if said not in known:
        near = [known[match] for match in get_close_matches(said, known, 3, 0.6)]
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(_kinds(book))}"
        raise BankcrapsError(f"there is no wager {name!r}{hint}")
    key = known[said]
    found = [case for case in cases(book) if key in (case[0].name, case[0].kind.value)]
    if not found:
        raise BankcrapsError(_why_not(house, key))
    return found


def _kinds(book: Rulebook) -> list[str]:
    return [kind.value for kind in book.wagers]


def _why_not(house: House, key: str) -> str:
    """Why a house takes no such wager, as the table says it."""
    wager = WAGERS.get(key)
    if wager is not None and house.book.terms(wager) is not None:
        came = house.bet(house.table, wager, 100)
        if came.refusal is not None:
            return came.refusal.message
    others = [str(case[0]) for case in cases(house.book) if wager and case[0].kind is wager.kind]
    has = f"; it has {', '.join(dict.fromkeys(others))}" if others else ""
    return f"{house.book.title} does not offer {key}{has}"
