"""The crew's chairs: what people may do from them, and how they take them, give them back or hand them out.

Players act for themselves, and the crew from the chairs that they hold.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.dice import Throw
from bankcraps.game.engine import Actor, crew, player, refusal, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Role
from bankcraps.game.engine.acts import roles_of, who_may
from bankcraps.game.engine.floor.disputes import find_dispute, next_step
from bankcraps.game.engine.floor.players import is_word, written_name
from bankcraps.game.engine.shooter.turns import STICK
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.procedure import Crew
from bankcraps.live.log import entries as en
from bankcraps.live.people.places import not_playing
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Decision, Refused, Sender, automatic
from bankcraps.live.table.dealing import AS_DEALT, BASE, SECOND_BASE, base_role, dealing_chairs
from bankcraps.live.table.live_table import ChairOffer, LiveTable, clock_of


def chairs_at(book: Rulebook, table: LiveTable) -> list[en.ChairRole]:
    """Return the chairs of a table: those of the house, and a second one for the dealer where people deal.

    They are in the book's order.
    """
    chairs: list[en.ChairRole] = [*dict.fromkeys(book.table.crew)]
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
    """Return the host's offer of a chair to a person with this key, or None if there is none."""
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


DICE_DECIDE: Final = Refused("not_your_act", "the dice decide the throw: say `throw`")
"""The refusal of a throw that a person names."""


def crew_of(table: LiveTable, sender: Sender, roles: Sequence[Role]) -> list[Actor]:
    """Return the person as each of these roles from whose chair they may act."""
    return [crew(role, sender.person) for role in roles if works_as(table, sender, role)]


def enters_throws(book: Rulebook) -> list[Crew]:
    """Return the roles that enter the throws of real dice."""
    return book.table.filled(["boxperson", "stickperson"])


def caller_of(book: Rulebook, table: LiveTable, sender: Sender) -> Actor | Refused:
    """Return the caller of a throw that this person enters, or why they may not enter it.

    Where the book leaves the call to the stickperson and no person sits there, the boxperson enters what the
    automatic stickperson calls.
    """
    roles = enters_throws(book)
    actors = crew_of(table, sender, roles)
    if not actors:
        message = f"only the {' or the '.join(roles)} enters throws: take the chair first"
        return Refused("not_your_chair", message)
    callers = book.table.filled(book.dice.total_called_by or ()) or roles
    own = next((actor for actor in actors if actor.role in callers), None)
    taken = next((role for role in callers if table.holder(role)), "")
    if own is None and taken:
        message = f"in this house the {taken} calls the throw, and {table.holder(taken)} sits there"
        return Refused("not_your_chair", message, clause=book.dice.clause("total_called_by"))
    return own or crew(callers[0])


def enters(book: Rulebook, table: LiveTable, sender: Sender) -> bool:
    """Whether the dice are real and this person enters their throws."""
    return table.settings.dice == "entered" and isinstance(caller_of(book, table, sender), Actor)


def enters_now(book: Rulebook, table: LiveTable, sender: Sender) -> Actor | Refused:
    """Return the caller of a throw that this person enters now, or why they enter none."""
    if table.settings.dice != "entered":
        return Refused("not_now", "the dice of this table are sealed: nobody enters throws")
    caller = caller_of(book, table, sender)
    if isinstance(caller, Actor) and not table.state.out:
        says = 'the betting is open: first the shooter throws, or the crew calls "no more bets"'
        return Refused("not_now", says)
    return caller


def throws_from_a_chair(book: Rulebook, table: LiveTable, sender: Sender) -> bool:
    """Whether this person throws sealed dice as the stickperson, because no player does."""
    stick = table.settings.dice != "entered" and crew_of(table, sender, [STICK.role])
    return bool(stick) and thrower(book, table.state) == STICK


def closes(book: Rulebook, table: LiveTable, sender: Sender) -> bool:
    """Whether this person may say "no more bets", or ask the automatic crew to say it."""
    return isinstance(actor_of(book, table, sender, ev.NoMoreBets()), Actor)


def actor_of(book: Rulebook, table: LiveTable, sender: Sender, event: ev.Event) -> Actor | Refused:
    """Return in which role a person does something, or why they may not.

    At a person's request the automatic crew acts: a player may have their own rail coloured up, and a
    boxperson who sets the pace may have "no more bets" called, where no other person calls it.
    """
    if roles_of(book, type(event)) is None:
        throws = isinstance(event, ev.ThrowDice) and thrower(book, table.state) == STICK
        stick = crew_of(table, sender, [STICK.role]) if throws else []
        return stick[0] if stick else player(sender.person)
    roles = deciding_roles(book, table, event)
    held = crew_of(table, sender, roles)
    if held:
        return _own_dispute(table, sender, event) or _fitting(book, table, event, held)
    paces = _paces(book, table, sender, event)
    own_rail = isinstance(event, ev.ColourUp) and event.player == sender.person
    asked = automatic(book, table, type(event)) if paces or own_rail else None
    if asked is not None:
        return asked
    if paces:
        role = next(role for role in roles if table.holder(role))
        message = f'in this house the {role} calls "no more bets", and {table.holder(role)} sits there'
        return Refused("not_your_chair", message, clause=book.betting.clause("closed_by"))
    chairs = " or the ".join(dict.fromkeys(roles))
    message = (
        f"only the {chairs} may do that: take the chair first" if roles else "nobody does that in this house"
    )
    return Refused("not_your_chair", message)


def deciding_roles(book: Rulebook, table: LiveTable, event: ev.Event) -> list[Crew]:
    """Return the roles of the crew whose people decide on an act, the usual one first."""
    roles = who_may(book, type(event))
    if isinstance(event, ev.Award) and table.settings.dealt:  # the box puts right what the dealers paid
        return list(dict.fromkeys((*roles, *book.table.filled(["boxperson"]))))
    return roles


def _own_dispute(table: LiveTable, sender: Sender, event: ev.Event) -> Refused | None:
    """Refuse a decision about a person's own dispute, where people play and hold a chair."""
    if not isinstance(event, ev.Decide | ev.Investigate):
        return None
    dispute = find_dispute(table.state, event.number)
    if dispute is None or dispute.by != sender.person:
        return None
    says = "{name:who} raised dispute {number}: somebody else has to take the chair and decide it"
    return Refused.about(sender.person, "not_your_act", says, number=event.number)


def _fitting(book: Rulebook, table: LiveTable, event: ev.Event, held: list[Actor]) -> Actor:
    """Return the role that the engine accepts, for a person with several chairs."""
    if len(held) == 1:
        return held[0]
    at = clock_of(table)
    events = ((by, replace(event, by=by, at=at)) for by in held)
    return next((by for by, one in events if refusal(book, table.state, one) is None), held[0])


def _paces(book: Rulebook, table: LiveTable, sender: Sender, event: ev.Event) -> bool:
    """Whether the boxperson who sets the pace, or the role covering for them, makes this call."""
    paces = table.settings.pace == "boxperson" and isinstance(event, ev.NoMoreBets)
    return paces and bool(crew_of(table, sender, book.table.filled(["boxperson"])))


def clean(event: ev.Event) -> Refused | None:
    """Refuse what no person may claim: a result of the dice, or that the crew let a wager stand."""
    if isinstance(event, ev.Rolled):
        return DICE_DECIDE
    if isinstance(event, ev.Award) and event.why.startswith(AS_DEALT):
        return Refused("bad_words", f"a reason that begins with {AS_DEALT!r} is for what a dealer did")
    if isinstance(event, ev.Bet) and (event.confirmed or event.unrejected):
        return Refused("not_your_act", "only the crew can confirm a wager, or let one stand")
    return None


# The people who may rule now: on a dispute that waits, and on the last throw.


_FACES: Final = (Throw(1, 2), Throw(1, 3))
"""Two throws of which one differs from any other: a throw cannot be corrected to itself."""


class DisputeDue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute that waits for a person.

    Attributes:
        number: its number at the table.
        role: the role in which they decide or investigate it.
        take: whether they must take the chair of that role first.
    """

    number: int
    role: str
    take: bool = False


def disputes_due(book: Rulebook, table: LiveTable, sender: Sender) -> tuple[DisputeDue, ...]:
    """Return the disputes that this person may rule on now, or could from a chair that they may take.

    Nobody decides a dispute of their own.
    """
    free = takeable(book, table, sender)
    found: list[DisputeDue] = []
    for dispute in table.state.floor.disputes:
        step, role, _ = next_step(book, dispute)
        if step in ("", "ask_review") or dispute.by == sender.person:
            continue
        if works_as(table, sender, role):
            found.append(DisputeDue(dispute.number, role))
        elif role in free:
            found.append(DisputeDue(dispute.number, role, take=True))
    return tuple(found)


def correctors(book: Rulebook, table: LiveTable) -> tuple[str, ...]:
    """Return the roles that may still correct the last throw, which was entered; none if nobody may.

    A sealed throw follows from its secret. An entered throw can be corrected until the next one is entered.
    """
    last = table.state.last
    if table.settings.dice != "entered" or last is None or table.entered:
        return ()
    other = next(throw for throw in _FACES if throw.combination != last.throw.combination)
    roles = dict.fromkeys(who_may(book, ev.Correct))
    events = ((role, ev.Correct(other, by=crew(role))) for role in roles)
    return tuple(role for role, event in events if refusal(book, table.state, event) is None)


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
    """Offer a chair to somebody, for the host."""
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
    """Take a chair back from its holder, and end all offers of it, for the host."""
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
    """Say why no house can log this about a chair or an act from one, or return an empty text.

    Args:
        book: the house.
        table: the table before it.
        entry: the entry of the log.
    """
    refused, says = None, ""
    match entry:
        case en.ChairTaken(role, person):
            refused = _no_such_chair(book, table, role) or _not_free_for(table, role, person)
        case en.ChairOffered(role, person, key):
            refused = _no_such_chair(book, table, role) or _unfit(table, person, key)
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
    return refused.message if refused else says


def _no_such_act(book: Rulebook, table: LiveTable, event: ev.Event) -> str:
    """Say why a house refuses an act that the engine takes, or return an empty text."""
    role, person = event.by.role, event.by.person
    entered = table.entered and table.entered.throw
    match event:
        case ev.Bet(unrejected=True):
            return "the wager was let stand outside the limits, which no house does at a live table"
        case ev.Award(why=why) if why.startswith(AS_DEALT):
            return ""  # a dealer may carry out a wrong deal in another role
        case ev.Award() if role not in deciding_roles(book, table, event):
            return f"the {role} awards chips, and does not decide on that here"
        case ev.Rolled(throw) if table.settings.dice == "entered" and throw != entered:
            return f"the throw {throw} counts, and was not entered just before"
        case _ if role != "player" and person and role not in map(base_role, table.chairs_of(person)):
            return f"{person} is not the {role}, and acts so"
        case _:
            return ""


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

    Other tables take bets before the crew of the house comes.
    """
    return nobody_enters(book, table) if table.settings.hosted else ""


def dice_chair(book: Rulebook, table: LiveTable, sender: Sender) -> str:
    """Return the chair a person may take now to enter throws that nobody else enters, or an empty text."""
    if not nobody_enters(book, table):
        return ""
    return next((role for role in enters_throws(book) if role in takeable(book, table, sender)), "")
