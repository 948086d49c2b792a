"""Names that people can sign in with: none that only looks like a role, and of letters of one alphabet."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.actor import ROLES
from bankcraps.game.engine.floor.players import LONGEST_NAME, bad_name, near_name, written_name
from bankcraps.server.look_alikes import look_of

__all__ = ["SignInError", "checked_name", "namesakes"]

_ROLES_LOOK: Final = frozenset(map(look_of, ROLES))
_MOST_NAMESAKES: Final = 20


class SignInError(BankcrapsError):
    """Somebody cannot sign in.

    Attributes:
        would_do: a name that would do; empty if none is known.
        in_place_of: the name that is refused, where several were sent.
    """

    def __init__(self, message: str, would_do: str = "") -> None:
        super().__init__(message)
        self.would_do = would_do
        self.in_place_of = ""


def checked_name(typed: str) -> str:
    """Return the name that a person typed, as it is written: Big_Al for Big Al.

    Raises:
        SignInError: if it is invalid, or only looks like the name of a role.
    """
    name = written_name(typed)
    if look_of(name) in _ROLES_LOOK:
        raise SignInError(f"{name!r} is what tables call one of their own: choose another name, such as Ann")
    refused = bad_name(name)
    if refused is not None:
        raise SignInError(refused.message, _near(name))
    if not _is_plain(name):
        near = _near(name)
        instead = f": {near} would do" if near else ""
        says = "a name has letters of one alphabet, each one plain character, and digits from 0 to 9"
        raise SignInError(says + instead, near)
    return name


def _near(name: str) -> str:
    """Return the nearest name that people can sign in with; empty if there is none."""
    near = near_name(unicodedata.normalize("NFKC", name))
    return near if near and _is_plain(near) and look_of(near) not in _ROLES_LOOK else ""


def _is_plain(name: str) -> bool:
    """Whether the letters of a name are of one alphabet, each of them one plain character."""
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    digits = all(letter.isascii() for letter in name if letter.isdigit())
    return unicodedata.normalize("NFKC", name) == name and len(scripts) <= 1 and digits


def _script(letter: str) -> str:
    """Return the alphabet of a letter, by the first word of its name in Unicode."""
    word = unicodedata.name(letter, "?").split()[0]
    return "CJK" if word.partition("-")[0] in ("HIRAGANA", "KATAKANA", "HANGUL") else word


def namesakes(name: str) -> Iterator[str]:
    """Return names like one that somebody else has: Ann2, Ann3 and so on."""
    near = near_name(name)[: LONGEST_NAME - len(str(_MOST_NAMESAKES))]
    return (f"{near}{number}" for number in range(2, _MOST_NAMESAKES + 1) if near)
