"""The room as one pure function: a table, a sender, a command and a time give what happens, or a refusal.

Nothing here reads a clock, draws a number or writes to a disk, and no rule of craps is written here: the
engine judges every act. The host appends the entries to the log, and only then sends messages about them.
"""

from functools import lru_cache, singledispatch
from typing import Final

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.engine import Step, player, refusal
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import DICE
from bankcraps.game.engine.floor.invalidating import ABANDONED
from bankcraps.game.notation import Past, read, understood
from bankcraps.game.notation.phrases import SameBet, Several
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import commitment_of, sealed_throw
from bankcraps.live.round import crew_chairs, judging
from bankcraps.live.round.dealers import deal, leave_to_crew, let_go
from bankcraps.live.round.quiet import say_ready, throw_waits_for_bots
from bankcraps.live.round.rhythm import advance, restart_clock, wants_secret
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Decision, Outcome, Refused
from bankcraps.live.table.live_table import LiveTable, clock_of


def clear(command: cm.Cleared, _: cm.Sender, room: Decision) -> Refused | None:
    """Have all players leave, or none if one of them cannot or the book's notice is missing.

    The automatic crew deals first what people have not dealt yet.
    """
    seats, number = room.table.state.seats, room.table.fairness.number
    given_up = command.abandoned or command.lost
    staked = any(seat.wagers for seat in seats)
    if not command.lost and room.table.fairness.locked and staked:
        return Refused("not_now", cm.SEALED)
    wrong = None if given_up or command.unattended else _closed_without_notice(room, command.by)
    if wrong is not None:
        return wrong
    ends: tuple[ev.Event, ...] = ()
    if given_up and (room.table.state.out or staked):
        ends = (ev.Invalidate(ABANDONED, scope="round", by=room.in_charge_of(ev.Invalidate)),)
    before, count = room.table, len(room.happened)
    leave_to_crew(room)
    refused = room.act_all((*ends, *(ev.Leave(by=player(seat.name)) for seat in seats)))
    if refused is not None:
        room.table = before
        del room.happened[count:]
        return room.refused(refused)
    if command.lost:
        room.add(en.SecretLost(number))
    return None


def announce_closing(command: cm.ClosingAnnounced, _: cm.Sender, room: Decision) -> Refused | None:
    """Post the notice that the table closes, in the name of the crew. One that hangs already stays."""
    floor = room.table.state.floor
    if floor.closed or any(sign.about == "closing" for sign in floor.signs):
        return None
    why = f"{command.by}, who opened the table, wants to close it"
    return room.refused(room.act(ev.PostSign(by=room.in_charge_of(ev.PostSign)), why))


def _closed_without_notice(room: Decision, by: str) -> Refused | None:
    """Refuse to close a table in use before the engine would: some books ask for a sign that has stood."""
    table = room.table
    if table.state.floor.closed or not present_beside(table, by):
        return None
    close = ev.Close(by=room.in_charge_of(ev.Close))
    return room.refused(refusal(room.book, table.state, replace(close, at=clock_of(table))))


def present_beside(table: LiveTable, by: str) -> tuple[str, ...]:
    """Return the players who are present, besides the person who asks and the house's bots."""
    return tuple(
        seat.name
        for seat in table.state.seats
        if seat.name != by and table.bot(seat.name) is None and not table.is_away(seat.name)
    )


_LONGEST_LINE: Final = 200
LONGEST_WHY: Final = 200
"""The most characters of a reason."""

_read: Final = lru_cache(maxsize=4096)(read)
"""A cache, because people repeat a few lines, and parsing one takes longer than playing it."""


def decide(
    book: Rulebook,
    table: LiveTable,
    sender: cm.Sender,
    command: cm.PersonCommand | cm.HostCommand,
    now: int,
) -> Outcome:
    """Decide a command. Things due by the clock happen before it, and consequences after it.

    Args:
        book: the house.
        table: the room now.
        sender: the person who asks, as the server knows them.
        command: their command, or the host's.
        now: the time, in milliseconds since 1970.
    """
    room = Decision(book, table, now, sender.person)
    if now > table.now and not isinstance(command, cm.Opened):  # while it is not served, nothing is due
        advance(room)
    if isinstance(command, cm.PersonCommand) and not sender.person:
        return room.outcome(Refused("not_signed_in", "only people with a name can do that"))
    before = len(room.happened)
    refused = judging.refuse_stopped_system(room.table, sender) or _decide(command, sender, room)
    if refused is None:
        judging.take_over(room, sender, tuple(room.happened[before:]))
    advance(room)
    return room.outcome(refused)


@singledispatch
def _decide(command: object, sender: cm.Sender, room: Decision) -> Refused | None:
    raise TypeError(f"{type(command).__name__} is not a command")


@_decide.register
def _(command: cm.Tick, sender: cm.Sender, room: Decision) -> Refused | None:
    return None


# Acts of people at the table.


@_decide.register
def _(command: cm.Act, sender: cm.Sender, room: Decision) -> Refused | None:
    return _act(room, sender, (command.event,), command.why)


@_decide.register
def _(command: cm.Say, sender: cm.Sender, room: Decision) -> Refused | None:
    table = room.table
    if len(command.line) > _LONGEST_LINE:
        return Refused("bad_words", f"a line has at most {_LONGEST_LINE} characters")
    try:
        said = _read(command.line)
        if said.by and said.by.role == "player" and said.by.person != sender.person:
            return Refused("not_your_act", f"only {said.by.person} can say that")
        by = player(sender.person)
        log = [(one.event, Step(table.state, one.effects)) for one in table.recent]
        meant = understood(replace(said, by=by, at=None), room.book, table.state, Past(log, table.rounds))
    except NotationError as error:
        return Refused("bad_words", str(error), to_you=error.to_you)
    except BankcrapsError as error:
        return Refused("bad_words", str(error))
    parts = said.words.parts if isinstance(said.words, Several) else (said.words,)
    again = any(isinstance(part, SameBet) for part in parts)
    events = judging.repeat(room, sender, meant) if again else meant.events
    return _act(room, sender, events, command.why) if events else None


def _act(room: Decision, sender: cm.Sender, events: tuple[ev.Event, ...], why: str) -> Refused | None:
    """Do some events, or none of them.

    In this order: whether the person may do each, within limits of their own (`judging`); whether the dice
    are locked (`commands`); whether bets wait for the crew (`judging`), or the throw for bots
    (`quiet`); and the rules (`step`). A bet between throws only meets the first and the last.
    """
    if len(why) > LONGEST_WHY or not why.isprintable():
        return Refused("bad_words", f"a reason has at most {LONGEST_WHY} printable characters")
    if len(events) > 1 and isinstance(events[0], ev.ThrowDice):
        return crew_chairs.DICE_DECIDE
    done: list[ev.Event] = []
    for event, bet in judging.risked(room, sender, sender.person, events):
        act = judging.as_act(room, sender, event, bet)
        if isinstance(act, Refused):
            return act
        done.append(act)
    if any(cm.too_late(room.table, event) for event in done):
        return cm.refuse_too_late(room, done)
    if any(isinstance(event, ev.Bet) for event in done) and judging.waits_for_crew(room):
        return judging.hold_late(room, done)
    if throw_waits_for_bots(room, done[0]):
        return None
    refused = room.act_all(tuple(done), why)
    if refused is None and isinstance(done[-1], ev.Correct):
        room.begin("paying")
    elif refused is None and room.table.phase.name == "paying" and isinstance(done[0], ev.Bet):
        room.begin("betting")
    return room.refused(refused, *done)


_decide.register(judging.confirm_late)
_decide.register(say_ready)


# The dealers' work.


_decide.register(deal)
_decide.register(let_go)


# The crew's chairs.


_decide.register(crew_chairs.take_chair)
_decide.register(crew_chairs.give_chair)
_decide.register(crew_chairs.offer_chair)
_decide.register(crew_chairs.take_back_chair)


# Places.


@_decide.register
def _(command: cm.SitOut, sender: cm.Sender, room: Decision) -> Refused | None:
    if room.table.state.seat(sender.person) is None:
        return Refused.about(sender.person, "not_seated", "{name:is} not at this table")
    if room.table.guest(sender.person).sitting_out != command.out:
        room.add(en.SatOut(sender.person, command.out))
    return None


@_decide.register
def _(command: cm.Wait, sender: cm.Sender, room: Decision) -> Refused | None:
    person, waits = sender.person, sender.person in room.table.waiting
    if waits == command.waiting:
        return None
    refused = judging.cannot_wait(room, sender) if command.waiting else None
    if refused is None:
        room.add(en.Waiting(person, command.waiting))
    return refused


# The dice.


@_decide.register
def _(command: cm.GiveSeed, sender: cm.Sender, room: Decision) -> Refused | None:
    refused = cm.refuse_seed(room.table, sender.person, command)
    if refused is None:
        room.add(en.SeedGiven(sender.person, command.seed, command.next))
    return refused


@_decide.register
def _(command: cm.EnterThrow, sender: cm.Sender, room: Decision) -> Refused | None:
    table = room.table
    caller = crew_chairs.enters_now(room.book, table, sender)
    if isinstance(caller, Refused):
        return caller
    if command.look == "first":
        room.add(en.ThrowEntered(sender.person, command.throw))
        return None
    if table.entered is None:
        return Refused("not_now", "enter the throw first, then confirm it")
    if table.entered.throw != command.throw:
        message = f"{table.entered.throw} was entered, and {command.throw} is another throw: enter it again"
        return Refused("dice", message)
    rolled = ev.Rolled(throw=command.throw, irregular=command.irregular, ruled=command.ruled, by=caller)
    return room.refused(room.act(rolled))


@_decide.register
def _(command: cm.Drawn, sender: cm.Sender, room: Decision) -> Refused | None:
    fairness = room.table.fairness
    if command.number != fairness.number:
        return None  # the host repeats itself after a restart
    if command.at_once and fairness.locked and room.table.phase.name == "dice_out":
        room.begin("in_the_air")
    if not wants_secret(room.table):
        return None
    if not fairness.commitment:
        room.add(en.CommitmentShown(command.number, commitment_of(command.secret)))
        return None
    if commitment_of(command.secret) != fairness.commitment:
        return Refused("dice", f"the secret of throw {command.number} is not the one that was sealed")
    if not fairness.void:
        throw = sealed_throw(command.secret, room.table.id, command.number, fairness.seeds)
        refused = room.act(ev.Rolled(throw=throw, by=DICE))
        if refused is not None:
            return room.refused(refused)
    room.add(en.SecretShown(command.number, command.secret.hex(), fairness.void))
    return None


# Bots of the house.


@_decide.register
def _(command: cm.SeatBot, sender: cm.Sender, room: Decision) -> Refused | None:
    table, name = room.table, command.bot.name
    if table.bot(name) or table.state.seat(name):
        return Refused("not_now", f"{name} is at this table already")
    bots = len(table.bots)
    if bots >= room.book.table.places:
        return Refused("not_now", f"there are {bots} bots at this table already, one for each place")
    refused = refusal(room.book, table.state, ev.Sit(by=player(name)))
    if refused is not None:
        return room.refused(refused)
    room.add(en.BotSeated(command.bot, command.by))
    return None


@_decide.register
def _(command: cm.DismissBot, sender: cm.Sender, room: Decision) -> Refused | None:
    if room.table.bot(command.name) is None:
        return Refused("not_now", f"there is no bot of the name {command.name[:40]!r} at this table")
    room.add(en.BotDismissed(command.name, command.by))
    return None


_decide.register(judging.start_system)
_decide.register(judging.stop_system)


# Connections, and the end of the table.


_decide.register(clear)
_decide.register(announce_closing)


@_decide.register
def _(command: cm.Returned | cm.Vanished, sender: cm.Sender, room: Decision) -> Refused | None:
    """Note since when a person is away. This is not logged."""
    guest = room.table.guest(command.person)
    away_since = room.table.now if isinstance(command, cm.Vanished) else None
    if guest in room.table.guests:
        room.table = room.table.with_guest(replace(guest, away_since=away_since))
    return None


@_decide.register
def _(command: cm.Opened, sender: cm.Sender, room: Decision) -> Refused | None:
    """Restart the clocks, so that nobody loses time to the stop. Nobody is connected yet."""
    table = room.table
    room.table = replace(table, guests=tuple(replace(one, away_since=table.now) for one in table.guests))
    restart_clock(room)
    return None
