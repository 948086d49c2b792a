"""The account of a person, as a store keeps it."""

from typing import Final

import msgspec

__all__ = ["BOT", "DELETED", "Person"]

BOT: Final = "bot"
DELETED: Final = "deleted"
"""The text that bots and deleted accounts have for a passphrase's hash. No passphrase matches it."""


class Person(msgspec.Struct, frozen=True):
    """An account of a person.

    Attributes:
        name: the person's name.
        passphrase: the passphrase as argon2 stores it; empty for a guest, `BOT` or `DELETED`.
        roles: the roles of the crew that were granted, sorted.
        limits: the limits that the person has set for themselves, as JSON; empty for none.
    """

    name: str
    passphrase: str = ""
    roles: tuple[str, ...] = ()
    limits: str = ""

    @property
    def bot(self) -> bool:
        """Whether it is a bot of the house."""
        return self.passphrase == BOT

    @property
    def deleted(self) -> bool:
        """Whether the account was deleted. Nobody gets its name again, because logs have it."""
        return self.passphrase == DELETED
