"""Real dice: whether anybody is there to enter their throws, and who could be."""

from bankcraps.game.rulebook import Rulebook
from bankcraps.live.people.places import not_playing
from bankcraps.live.table.chairs import takeable
from bankcraps.live.table.commands import Sender
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.permissions import enters_throws

__all__ = ["anyone_there", "bets_wait", "dice_chair", "nobody_enters"]


def anyone_there(table: LiveTable, roles: list[str]) -> bool:
    """Whether a person holds one of these chairs and is there."""
    holders = (table.holder(role) for role in roles)
    return any(holder and not not_playing(table, holder) for holder in holders)


def nobody_enters(book: Rulebook, table: LiveTable) -> str:
    """Say what to do where the dice are real and nobody is there to enter them, or return an empty text."""
    roles = enters_throws(book)
    if table.settings.dice != "entered" or anyone_there(table, roles):
        return ""
    chairs = " or the ".join(roles)
    if table.settings.hosted:
        return (
            f"Nobody can enter what the dice show: {table.opener} has to take the chair of the "
            f"{chairs}, or let somebody else take it."
        )
    return f"Nobody can enter what the dice show: somebody must take the chair of the {chairs}."


def bets_wait(book: Rulebook, table: LiveTable) -> str:
    """Say why no bet is taken yet at a hosted table whose dice nobody enters, or return an empty text.

    Elsewhere the crew of the house comes when it comes.
    """
    return nobody_enters(book, table) if table.settings.hosted else ""


def dice_chair(book: Rulebook, table: LiveTable, sender: Sender) -> str:
    """Return the chair a person may take now to enter throws that nobody else enters, or an empty text."""
    if not nobody_enters(book, table):
        return ""
    return next((role for role in enters_throws(book) if role in takeable(book, table, sender)), "")
