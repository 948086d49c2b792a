"""Commands about the crew's chairs: people take them, give them back, and a host hands them out."""

import re
from collections.abc import Sequence
from typing import Final

from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.floor.players import is_word, written_name
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.work import AS_DEALT, base_role
from bankcraps.live.log import entries as en
from bankcraps.live.people.places import not_playing
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Sender
from bankcraps.live.table.decision import Decision, Refused
from bankcraps.live.table.live_table import ChairOffer, LiveTable
from bankcraps.live.table.permissions import (
    chairs_at,
    deciding_roles,
    enters_throws,
    hosts,
    keyed_offer,
    may_hold,
    takeable,
)

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_MOST_OFFERS: Final = 100
"""The most chairs offered at once: all are sent to everybody."""


def take_chair(command: cm.TakeChair, sender: cm.Sender, room: Decision) -> Refused | None:
    """Give a person a chair that nobody holds, if the house or the host lets them have it."""
    table, role, person = room.table, command.role, sender.person
    keyed = keyed_offer(table, role, command.key)
    refused = (
        _no_such_chair(room.book, table, role)
        or _may_not(room, sender, command, by_key=keyed is not None)
        or _not_free_for(table, role, person)
    )
    if refused is not None:
        return refused
    if keyed is not None:  # the link works once; from now on the offer is this person's
        room.add(en.ChairOfferEnded(role, key=keyed.key))
        room.add(en.ChairOffered(role, person))
    room.add(en.ChairTaken(role, person))
    return None


def _not_free_for(table: LiveTable, role: str, person: str) -> Refused | None:
    if table.holder(role):
        return Refused("chair_taken", f"{table.holder(role)} is the {role} already")
    if table.state.seat(person) and not table.settings.hosted:
        return Refused("not_now", "a player cannot be of the crew: leave the table first")
    if person in table.state.floor.excluded:
        return Refused.about(person, "excluded", "{name:is} excluded from the game")
    return None


def _no_such_chair(book: Rulebook, table: LiveTable, role: str) -> Refused | None:
    crew = chairs_at(book, table)
    if role in crew:
        return None
    return Refused("no_such_chair", f"this house has no {role}; its crew are {', '.join(crew)}")


def _may_not(room: Decision, sender: cm.Sender, command: cm.TakeChair, *, by_key: bool) -> Refused | None:
    table, role = room.table, command.role
    if by_key or may_hold(table, sender, role):
        return None
    if command.key:
        who = table.opener or "the house"
        return Refused(
            "not_your_act", f"this link to the chair of the {role} works no more: ask {who} for another"
        )
    if table.settings.hosted:
        message = f"{table.opener} hosts this table and hands out its chairs: ask for that of the {role}"
        return Refused("not_your_act", message)
    return Refused.about(
        sender.person, "not_your_act", "{name:was} not granted the role of {role}", role=role
    )


def give_chair(command: cm.GiveChair, sender: cm.Sender, room: Decision) -> Refused | None:
    """Give a chair back to the automatic crew."""
    if room.table.holder(command.role) != sender.person:
        return Refused.about(sender.person, "not_your_chair", "{name:is} not the {role}", role=command.role)
    room.add(en.ChairGiven(command.role, sender.person))
    return None


def offer_chair(command: cm.OfferChair, sender: cm.Sender, room: Decision) -> Refused | None:
    """Let somebody take a chair, at the word of the host."""
    role, person, key = command.role, written_name(command.person), command.key
    refused = (
        _no_host(room, sender)
        or _no_such_chair(room.book, room.table, role)
        or _unfit(room.table, person, key)
    )
    if refused is not None:
        return refused
    offer = ChairOffer(role, person, key)
    if offer in room.table.chair_offers:
        return None
    if len(room.table.chair_offers) >= _MOST_OFFERS:
        return Refused("not_now", f"{_MOST_OFFERS} chairs are offered already: take some back first")
    room.add(en.ChairOffered(role, person, key))
    return None


def _unfit(table: LiveTable, person: str, key: str) -> Refused | None:
    if bool(person) == bool(key):
        return Refused("bad_words", "offer a chair to a person or to whoever has a key, and not both")
    if key and not _SHA256.fullmatch(key):
        return Refused("bad_words", "the key of a chair comes as its SHA-256: 64 hexadecimal digits")
    if person and not is_word(person):
        return Refused("no_such_player", f"{person[:40]!r} is nobody's name")
    if table.bot(person):
        return Refused("not_your_act", f"{person} is a bot of the house: bots take no chairs")
    return None


def take_back_chair(command: cm.TakeBackChair, sender: cm.Sender, room: Decision) -> Refused | None:
    """Take a chair back from whoever holds it and from all who may take it, at the word of the host."""
    refused = _no_host(room, sender) or _no_such_chair(room.book, room.table, command.role)
    if refused is not None:
        return refused
    for offer in room.table.chair_offers:
        if offer.role == command.role:
            room.add(en.ChairOfferEnded(command.role, offer.person, offer.key))
    holder = room.table.holder(command.role)
    if holder:
        room.add(en.ChairGiven(command.role, holder, by=sender.person))
    return None


def _no_host(room: Decision, sender: cm.Sender) -> Refused | None:
    if hosts(room.table, sender.person):
        return None
    if not room.table.settings.hosted:
        return Refused("not_your_act", "this table has no host: the house grants the roles of its crew")
    return Refused("not_your_act", f"only {room.table.opener}, who hosts this table, hands out its chairs")


def not_theirs(book: Rulebook, table: LiveTable, entry: en.LogEntry) -> str:
    """Say why no house can write this of a chair, or of an act from one, or return an empty text.

    Args:
        book: the house.
        table: the table before it.
        entry: the entry of the log.
    """
    says = ""
    match entry:
        case en.ChairTaken(role, person):
            refused = _no_such_chair(book, table, role) or _not_free_for(table, role, person)
            says = refused.message if refused else ""
        case en.ChairOffered(role, person, key):
            refused = _no_such_chair(book, table, role) or _unfit(table, person, key)
            says = refused.message if refused else ""
        case en.ChairGiven(role, person) if table.holder(role) != person:
            says = f"{person} is not the {role}, and gives that chair back"
        case en.ChairOfferEnded(role, person, key) if ChairOffer(role, person, key) not in table.chair_offers:
            says = f"nobody offered the chair of the {role}, and that offer ends"
        case en.ThrowEntered(person) if not any(table.holder(role) == person for role in enters_throws(book)):
            says = f"{person} enters a throw, and is not the {' or the '.join(enters_throws(book))}"
        case en.ThrowEntered(person) if not table.state.out:
            says = f"{person} enters a throw while the betting is open"
        case en.Acted(event):
            says = _no_such_act(book, table, event)
        case _:
            pass
    return says


def _no_such_act(book: Rulebook, table: LiveTable, event: ev.Event) -> str:
    """Say why no house takes an act that the engine takes, or return an empty text."""
    role, person = event.by.role, event.by.person
    match event:
        case ev.Bet(unrejected=True):
            return "the wager was let stand outside the limits, which no house does at a live table"
        case ev.Award(why=why) if why.startswith(AS_DEALT):
            return ""  # a dealer may carry out a wrong deal in another role
        case ev.Award() if role not in deciding_roles(book, table, event):
            return f"the {role} awards chips, and does not decide on that here"
        case ev.Rolled(throw) if table.settings.dice == "entered" and not _entered(table, throw):
            return f"the throw {throw} counts, and was not entered just before"
        case _ if role != "player" and person and role not in map(base_role, table.chairs_of(person)):
            return f"{person} is not the {role}, and acts so"
        case _:
            return ""


def _entered(table: LiveTable, throw: Throw) -> bool:
    return table.entered is not None and table.entered.throw == throw


# Real dice: whether anybody is there to enter their throws, and who could be.


def anyone_there(table: LiveTable, roles: Sequence[str]) -> bool:
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
            "Nobody can enter what the dice show: the host of this table has to take the chair of the "
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
