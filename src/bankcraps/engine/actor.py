"""Who did something: a person, and the role they act in.

One person may act in several roles, and two people may hold the same role. So an actor names both.
"""

from typing import Final, Literal, get_args

import msgspec

from bankcraps.rulebook.procedure import Crew

__all__ = ["CREW", "DICE", "NOBODY", "ROLES", "Actor", "Role", "crew", "player"]

Role = Literal["player", "dice", Crew]
"""A player at the rail, the source of the dice, or somebody of the crew."""

CREW: Final[tuple[str, ...]] = get_args(Crew)
ROLES: Final = ("dice", *CREW)
"""The roles that are named in words. A player goes by their own name alone."""


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person and the role they act in.

    Attributes:
        person: the name; empty for a member of the crew whose name nobody gave, and for the dice.
        role: what they act as.
    """

    person: str = ""
    role: Role = "player"

    def __str__(self) -> str:
        """As it is written before a line: `Ann`, `dealer`, `dealer Dora`, `dice`."""
        if self.role == "player":
            return self.person
        return f"{self.role} {self.person}" if self.person else self.role

    def __bool__(self) -> bool:
        """Whether this is anybody."""
        return bool(self.person) or self.role != "player"


NOBODY: Final = Actor()
"""No actor yet: a line that names nobody is completed before it is judged."""

DICE: Final = Actor(role="dice")
"""The source of the dice: a generator, a sealed random source, or a record of throws."""


def player(name: str) -> Actor:
    """A player at the rail."""
    return Actor(name)


def crew(role: Role, name: str = "") -> Actor:
    """Somebody of the crew, by name if it is known."""
    return Actor(name, role)
