"""The chairs of the crew: the people who may take one, and those who hand them out.

The house grants roles to people. At a hosted table, its host may also take any chair and let others take
them, and whoever holds a chair there keeps it until the host takes it back.
"""

import hashlib

from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.tasks import BASE, SECOND_BASE, base_role, dealing_chairs
from bankcraps.live.table.commands import Sender
from bankcraps.live.table.live_table import ChairOffer, LiveTable

__all__ = [
    "chairs_at",
    "chairs_of_house",
    "hosts",
    "key_hash",
    "keyed_offer",
    "may_hold",
    "takeable",
    "works_as",
]


def chairs_of_house(book: Rulebook) -> list[str]:
    """Return the roles that have a chair in this house, in the book's order."""
    return list(dict.fromkeys(book.table.filled(book.table.crew)))


def chairs_at(book: Rulebook, table: LiveTable) -> list[str]:
    """Return the chairs of a table: those of the house, and a second one for the dealer where people deal."""
    chairs = chairs_of_house(book)
    if table.settings.dealt and SECOND_BASE in dealing_chairs(book):
        chairs.insert(chairs.index(BASE) + 1, SECOND_BASE)
    return chairs


def hosts(table: LiveTable, person: str) -> bool:
    """Whether a person is the host of the table: they opened it, and it is hosted."""
    return table.settings.hosted and bool(person) and table.opener == person


def works_as(table: LiveTable, sender: Sender, role: str) -> bool:
    """Whether a person holds a chair and may still act from it."""
    chairs = (BASE, SECOND_BASE) if role == BASE else (role,)
    holds = any(table.holder(chair) == sender.person for chair in chairs)
    return holds and (table.settings.hosted or base_role(role) in sender.roles)


def may_hold(table: LiveTable, sender: Sender, role: str) -> bool:
    """Whether the house or the host lets a person take a chair."""
    offered = table.settings.hosted and ChairOffer(role, sender.person) in table.chair_offers
    return base_role(role) in sender.roles or hosts(table, sender.person) or offered


def keyed_offer(table: LiveTable, role: str, key: str) -> ChairOffer | None:
    """Return the host's offer of a chair to whoever has a key, or None if there is none."""
    offer = ChairOffer(role, key=key_hash(key))
    return offer if key and table.settings.hosted and offer in table.chair_offers else None


def key_hash(key: str) -> str:
    """Return the SHA-256 of the key in a host's link, in hexadecimal."""
    return hashlib.sha256(key.encode()).hexdigest()


def takeable(book: Rulebook, table: LiveTable, sender: Sender) -> tuple[str, ...]:
    """Return the free chairs that a person may take now, in the book's order."""
    if not sender.person or sender.person in table.state.floor.excluded:
        return ()
    if table.state.seat(sender.person) and not table.settings.hosted:
        return ()
    free = (role for role in chairs_at(book, table) if not table.holder(role))
    return tuple(role for role in free if may_hold(table, sender, role))
