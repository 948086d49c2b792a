"""The rule for good names, and the nearest good name to a text."""

import re
from typing import Final

from bankcraps.game.engine.actor import ROLES
from bankcraps.game.engine.refusals import Refusal, refuse

__all__ = ["LONGEST_NAME", "NAME_RULE", "bad_name", "is_word", "near_name", "written_name"]

LONGEST_NAME: Final = 32
"""The most characters of a name."""

NAME_RULE: Final = f"a name is one word of at most {LONGEST_NAME} letters, such as Ann"

_BETWEEN: Final = re.compile(r"[_ \u00a0\u3000]+")
"""Spaces and underlines, read by one part of a pattern: two parts would try every division between them."""
_NAME: Final = re.compile(rf"[^\W\d_][\w'-]{{0,{LONGEST_NAME - 1}}}")


def is_word(name: str) -> bool:
    """Whether a name is one word that a record can write. The crew may be called as their role is."""
    return _NAME.fullmatch(name) is not None


def written_name(typed: str) -> str:
    """Return a name as a record writes it, from what a person typed: an underline stands for spaces.

    >>> written_name(" Big  Al "), written_name("Big_Al"), written_name("Ann")
    ('Big_Al', 'Big_Al', 'Ann')
    """
    return _BETWEEN.sub(lambda found: found[0] if not found[0].strip("_") else "_", typed.strip())


def near_name(text: str) -> str:
    """Return the good name that is nearest to a text; empty if there is none.

    >>> near_name("Big Al"), near_name("7 Ann!"), near_name("7"), near_name("dealer")
    ('Big_Al', 'Ann', '', '')
    """
    joined = "_".join(re.findall(r"[\w'-]+", text))
    name = re.sub(r"^[\W\d_]+", "", joined)[:LONGEST_NAME].rstrip("_'-")
    return name if is_word(name) and name.casefold() not in ROLES else ""


def bad_name(name: str, *, crew: bool = False) -> Refusal | None:
    """Refuse what cannot be the name of a player; or, if it is of the crew, of anybody."""
    if is_word(name) and (crew or name not in ROLES):
        return None
    if name in ROLES:
        says = "{name!r} is a role of the crew and nobody's name: choose another, such as Ann"
        return refuse("bad_name", says, name=name)
    near = near_name(name)
    says = f"{NAME_RULE}, not {{name!r}}" + (": {near} would do" if near else "")
    return refuse("bad_name", says, name=name[:40], near=near)
