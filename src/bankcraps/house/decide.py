"""The room as one pure function: a table, who asks, a command and the time give what happens, or a refusal.

Nothing here reads a clock, draws a number or writes to a disk, and no rule of craps is written here: the
engine judges every act. The host appends the entries to the log, and only then sends messages about them.
"""

import re
from functools import lru_cache, singledispatch
from typing import Final

from msgspec.structs import replace

from bankcraps.engine import Actor, Step, player, thrower
from bankcraps.engine import events as ev
from bankcraps.engine.actor import DICE
from bankcraps.errors import BankcrapsError
from bankcraps.house import commands as cm
from bankcraps.house import entries as en
from bankcraps.house.deciding import Deciding, Outcome, Refused
from bankcraps.house.fairness import SEED, commitment_of, sealed_throw
from bankcraps.house.live_table import LiveTable
from bankcraps.house.permissions import actor_of, clean, crew_of
from bankcraps.house.rhythm import advance, wants_secret
from bankcraps.notation import read, understand
from bankcraps.rulebook import Rulebook

__all__ = ["decide"]

_SEED: Final = re.compile(rf"[!-~]{{1,{SEED}}}")
_LONGEST_LINE: Final = 200

_read: Final = lru_cache(maxsize=4096)(read)
"""People say the same few lines again and again, and to parse one takes longer than to play it."""


def decide(
    book: Rulebook,
    table: LiveTable,
    sender: cm.Sender,
    command: cm.PersonCommand | cm.HostCommand,
    now: int,
) -> Outcome:
    """Decide a command. What is due by the clock happens first, and what follows from the command after it.

    Args:
        book: the house.
        table: the room now.
        sender: who asks, as the server knows them.
        command: what they ask, or what the host says.
        now: the time, in milliseconds since 1970.
    """
    room = Deciding(book, table, now)
    advance(room)
    refused = _decide(command, sender, room)
    advance(room)
    return room.outcome(refused)


@singledispatch
def _decide(command: object, sender: cm.Sender, room: Deciding) -> Refused | None:
    raise TypeError(f"{type(command).__name__} is not a command")


@_decide.register
def _(command: cm.Tick, sender: cm.Sender, room: Deciding) -> Refused | None:
    return None


# What people do at the table.


@_decide.register
def _(command: cm.Act, sender: cm.Sender, room: Deciding) -> Refused | None:
    return _act(room, sender, (command.event,))


@_decide.register
def _(command: cm.Say, sender: cm.Sender, room: Deciding) -> Refused | None:
    table = room.table
    if len(command.line) > _LONGEST_LINE:
        return Refused(code="bad_words", message=f"a line has at most {_LONGEST_LINE} characters")
    try:
        said = _read(command.line)
        if said.by and said.by.role == "player" and said.by.person != sender.person:
            return Refused(code="not_your_act", message=f"only {said.by.person} can say that")
        by = player(sender.person)
        log = [(one.event, Step(table.state, one.effects)) for one in table.recent]
        events = understand(replace(said, by=by, at=None), room.book, table.state, log)
    except BankcrapsError as error:
        return Refused(code="bad_words", message=str(error))
    return _act(room, sender, events)


def _act(room: Deciding, sender: cm.Sender, events: tuple[ev.Event, ...]) -> Refused | None:
    """Do some events, or none of them."""
    if len(events) > 1 and isinstance(events[0], ev.ThrowDice):
        return Refused(code="not_your_act", message="the dice decide the throw: say `throw`")
    done: list[ev.Event] = []
    for event in events:
        actor = clean(event) or actor_of(room.book, room.table, sender, event)
        if isinstance(actor, Refused):
            return actor
        if _hold_late(room, event, actor):
            continue
        wrong = _not_now(room.table, event, actor)
        if wrong is not None:
            return wrong
        done.append(replace(event, by=actor))
    refusal = room.act_all(tuple(done))
    if refusal is not None:
        return Refused.of(refusal)
    if _nobody_throws(room):
        room.take_back()
        message = "the dice are out and nobody else can throw them: your wagers stand until they rest"
        return Refused(code="bets_closed", message=message)
    return None


def _nobody_throws(room: Deciding) -> bool:
    """Whether the dice are out and nobody is left who can throw them."""
    state = room.table.state
    return state.out and not state.thrown and thrower(room.book, state) is None


def _not_now(table: LiveTable, event: ev.Event, actor: Actor) -> Refused | None:
    """Refuse what the room's rhythm does not allow, though the engine would."""
    paying = table.phase.name == "paying"
    if paying and isinstance(event, ev.Bet | ev.NoMoreBets | ev.ThrowDice):
        return Refused(code="not_now", message="the dealers are paying; the betting opens in a moment")
    sealed = table.settings.dice == "sealed"
    if sealed and isinstance(event, ev.ThrowDice | ev.NoMoreBets) and not table.fairness.commitment:
        return Refused(code="not_now", message="the dice are not sealed yet; try again in a moment")
    if (
        isinstance(event, ev.ThrowDice)
        and table.phase.name in ("betting", "last_bets")
        and table.settings.pace != "shooter"
    ):
        return Refused(code="not_now", message="the betting is still open: the dice are not out yet")
    if isinstance(event, ev.ThrowDice) and table.phase.name == "in_the_air":
        return Refused(code="not_now", message="the dice are in the air")
    if isinstance(event, ev.Sit) and table.waiting and table.waiting[0] != actor.person:
        return Refused(code="no_place", message=f"people wait for a place; {table.waiting[0]} is next")
    return None


# Late wagers.


def _hold_late(room: Deciding, event: ev.Event, actor: Actor) -> bool:
    """Hold a wager made after "no more bets" for the crew, where the book lets them confirm it.

    A wager for which no person sits in a chair of those roles goes to the engine, which refuses it.
    """
    table, betting = room.table, room.book.betting
    roles = room.book.table.filled(betting.late_confirmed_by)
    asks = isinstance(event, ev.Bet) and table.state.out and not table.state.thrown
    if not asks or not any(table.holder(role) for role in roles):
        return False
    assert isinstance(event, ev.Bet)
    room.add(
        en.LateBetAsked(replace(event, by=actor), tuple(role for role in roles if not table.holder(role)))
    )
    return True


@_decide.register
def _(command: cm.ConfirmLate, sender: cm.Sender, room: Deciding) -> Refused | None:
    table = room.table
    roles = room.book.table.filled(room.book.betting.late_confirmed_by)
    actor = crew_of(table, sender.person, roles)
    if actor is None:
        return Refused(code="not_your_chair", message="only the crew who confirm late wagers may do that")
    late = next((late for late in table.late if late.bet.by.person == command.player), None)
    if late is None:
        return Refused(code="not_now", message=f"no late wager of {command.player} waits to be confirmed")
    if not command.confirmed:
        room.add(en.LateBetDropped(command.player, str(actor)))
        return None
    confirmed = tuple(role for role in roles if role in late.confirmed or table.holder(role) == sender.person)
    if set(confirmed) != set(roles):
        room.add(en.LateBetAsked(late.bet, confirmed))
        return None
    refusal = room.act(replace(late.bet, confirmed=confirmed))
    if refusal is not None:
        room.add(en.LateBetDropped(command.player))
    return None if refusal is None else Refused.of(refusal)


# The crew's chairs.


@_decide.register
def _(command: cm.TakeChair, sender: cm.Sender, room: Deciding) -> Refused | None:
    table, role = room.table, command.role
    crew = room.book.table.filled(room.book.table.crew)
    if role not in crew:
        return Refused(
            code="no_such_chair",
            message=f"this house has no {role}; its crew are {', '.join(dict.fromkeys(crew))}",
        )
    if role not in sender.roles:
        return Refused(code="not_your_act", message=f"{sender.person} was not granted the role of {role}")
    if table.holder(role):
        return Refused(code="chair_taken", message=f"{table.holder(role)} is the {role} already")
    if table.state.seat(sender.person):
        return Refused(code="not_now", message="a player cannot be of the crew: leave the table first")
    room.add(en.ChairTaken(role, sender.person))
    return None


@_decide.register
def _(command: cm.GiveChair, sender: cm.Sender, room: Deciding) -> Refused | None:
    if room.table.holder(command.role) != sender.person:
        return Refused(code="not_your_chair", message=f"{sender.person} is not the {command.role}")
    room.add(en.ChairGiven(command.role, sender.person))
    return None


# Places.


@_decide.register
def _(command: cm.SitOut, sender: cm.Sender, room: Deciding) -> Refused | None:
    if room.table.state.seat(sender.person) is None:
        return Refused(code="not_seated", message=f"{sender.person} is not at this table")
    if room.table.guest(sender.person).sitting_out != command.out:
        room.add(en.SatOut(sender.person, command.out))
    return None


@_decide.register
def _(command: cm.Wait, sender: cm.Sender, room: Deciding) -> Refused | None:
    table, person = room.table, sender.person
    if not command.waiting:
        if person in table.waiting:
            room.add(en.Waiting(person, waiting=False))
        return None
    if table.state.seat(person):
        return Refused(code="already_seated", message=f"{person} is already at the table")
    if len(table.state.seats) < room.book.table.places and not table.waiting:
        return Refused(code="not_now", message="there are free places: sit down")
    if person not in table.waiting:
        room.add(en.Waiting(person, waiting=True))
    return None


# The dice.


@_decide.register
def _(command: cm.GiveSeed, sender: cm.Sender, room: Deciding) -> Refused | None:
    table = room.table
    if table.settings.dice != "sealed":
        return Refused(code="not_now", message="this table plays with real dice: they need no seed")
    if table.state.seat(sender.person) is None:
        return Refused(code="not_seated", message="only players give seeds")
    if not _SEED.fullmatch(command.seed):
        return Refused(code="bad_words", message=f"a seed is 1 to {SEED} printable characters without spaces")
    if table.fairness.locked:
        return Refused(
            code="bets_closed", message="the betting is closed: the seeds of this throw are locked"
        )
    room.add(en.SeedGiven(sender.person, command.seed))
    return None


@_decide.register
def _(command: cm.EnterThrow, sender: cm.Sender, room: Deciding) -> Refused | None:
    table = room.table
    if table.settings.dice != "entered":
        return Refused(code="not_now", message="the dice of this table are sealed: nobody enters throws")
    actor = crew_of(table, sender.person, ["boxperson", "stickperson", *room.book.table.crew])
    if actor is None:
        return Refused(code="not_your_chair", message="only the crew enter throws: take a chair first")
    if not table.state.out:
        return Refused(code="not_now", message='the betting is open: call "no more bets" before the throw')
    if command.look == "first":
        room.add(en.ThrowEntered(sender.person, command.throw))
        return None
    if table.entered is None:
        return Refused(code="not_now", message="enter the throw first, then confirm it")
    if table.entered.throw != command.throw:
        message = f"{table.entered.throw} was entered, and {command.throw} is another throw: enter it again"
        return Refused(code="dice", message=message)
    rolled = ev.Rolled(throw=command.throw, irregular=command.irregular, ruled=command.ruled, by=actor)
    refusal = room.act(rolled)
    return None if refusal is None else Refused.of(refusal)


@_decide.register
def _(command: cm.Drawn, sender: cm.Sender, room: Deciding) -> Refused | None:
    fairness = room.table.fairness
    if command.number != fairness.number or not wants_secret(room.table):
        return None  # the host repeats itself after a restart
    if not fairness.commitment:
        room.add(en.CommitmentShown(command.number, commitment_of(command.secret)))
        return None
    if commitment_of(command.secret) != fairness.commitment:
        return Refused(
            code="dice", message=f"the secret of throw {command.number} is not the one that was sealed"
        )
    if not fairness.void:
        throw = sealed_throw(command.secret, room.table.id, command.number, fairness.seeds)
        refusal = room.act(ev.Rolled(throw=throw, by=DICE))
        if refusal is not None:
            return Refused.of(refusal)
    room.add(en.SecretShown(command.number, command.secret.hex(), fairness.void))
    return None


# Connections.


@_decide.register
def _(command: cm.Cleared, sender: cm.Sender, room: Deciding) -> Refused | None:
    refusal = room.act_all(tuple(ev.Leave(by=player(seat.name)) for seat in room.table.state.seats))
    return None if refusal is None else Refused.of(refusal)


@_decide.register
def _(command: cm.Returned, sender: cm.Sender, room: Deciding) -> Refused | None:
    room.remember(replace(room.table.guest(command.person), away_since=None))
    return None


@_decide.register
def _(command: cm.Vanished, sender: cm.Sender, room: Deciding) -> Refused | None:
    room.remember(replace(room.table.guest(command.person), away_since=room.table.now))
    return None


@_decide.register
def _(command: cm.Opened, sender: cm.Sender, room: Deciding) -> Refused | None:
    """Begin the clocks anew. Nobody is connected yet, and nobody should lose time to a stopped machine."""
    room.everybody_is_away()
    if room.table.phase.until is not None:
        room.restart_clock()
    return None
