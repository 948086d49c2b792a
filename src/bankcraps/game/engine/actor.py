"""The actor of an event: a person, and the role in which they acted.

One person may act in several roles, and two people may share a role, so an actor names both.
"""

from typing import Final, Literal, get_args

import msgspec

from bankcraps.game.rulebook.procedure import Crew

Role = Literal["player", "dice", Crew]
"""A player, the source of the dice, or a role of the crew."""

CREW: Final[tuple[Crew, ...]] = get_args(Crew)
ROLES: Final[tuple[Role, ...]] = ("dice", *CREW)
"""The roles that the notation writes out. A player is written by name alone."""


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person and the role in which they act. It is false for `NOBODY`.

    Attributes:
        person: the name; empty for the dice, and for a member of the crew whose name is not known.
        role: the role.
    """

    person: str = ""
    role: Role = "player"

    def __str__(self) -> str:
        """Write the actor as before a line of a record: `Ann`, `dealer`, `dealer Dora`, `dice`."""
        if self.role == "player":
            return self.person
        return f"{self.role} {self.person}" if self.person else self.role

    def __bool__(self) -> bool:
        return bool(self.person) or self.role != "player"


NOBODY: Final = Actor()
"""The actor of a line that names nobody. `understand` fills in the actor before the event is judged."""

DICE: Final = Actor(role="dice")
"""The source of the dice: a random generator, a device, or a record of throws."""


def player(name: str) -> Actor:
    return Actor(name)


def crew(role: Role, name: str = "") -> Actor:
    """Return a member of the crew, with a name if it is known."""
    return Actor(name, role)
