"""A live table at one moment, and what each entry of its log makes of it.

The value is frozen, as the engine's state is. `apply` is the only code that changes it, both when something
happens and when a log is read again, so a table that was restarted is the table that stopped.
"""

from functools import singledispatch
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.codec import AnyEffect, AnyEvent, entry_hash
from bankcraps.dice import Throw
from bankcraps.engine import State, Step, open_table, step
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.effects import Effect
from bankcraps.errors import RecordError
from bankcraps.house import entries as en
from bankcraps.house.bots import Bot
from bankcraps.house.fairness import Seed
from bankcraps.house.settings import TableSettings
from bankcraps.notation import line_of
from bankcraps.rulebook import Rulebook

__all__ = [
    "Chair",
    "Fairness",
    "Guest",
    "LateBet",
    "LiveTable",
    "Phase",
    "PlaceOffer",
    "Recent",
    "after_step",
    "apply",
    "clock_of",
    "hash_of",
    "opened",
]

_RECENT: Final = 200
_THROWN: Final = 24
"""How many of the latest events a table keeps for words such as "same bet" and "press it"."""

_DAY_MS: Final = 24 * 3600 * 1000


class Phase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a round.

    Attributes:
        name: which part.
        until: when it ends by itself, in milliseconds since 1970, or None.
    """

    name: en.PhaseName = "betting"
    until: int | None = None


class Chair(msgspec.Struct, frozen=True, order=True):
    """A chair of the crew that a person holds. The automatic crew holds all others."""

    role: str
    person: str


class LateBet(msgspec.Struct, frozen=True):
    """A wager that came after "no more bets", and the roles that have confirmed it."""

    bet: ev.Bet
    confirmed: tuple[str, ...] = ()


class PlaceOffer(msgspec.Struct, frozen=True):
    """A free place that a person on the waiting list may take until a time in milliseconds since 1970."""

    person: str
    until: int


class Fairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sealed throws of a table.

    Attributes:
        number: the number of the throw that is being played for, from 1.
        commitment: its commitment, or empty while none has been shown.
        seeds: the players' seeds for it.
        locked: whether the betting has closed, so that the seeds stand.
        counted, withheld: how many throws have counted, and how many were drawn and did not count.
        void: the reason why the throw whose secret is still to be shown does not count, or empty.
    """

    number: int = 1
    commitment: str = ""
    seeds: tuple[Seed, ...] = ()
    locked: bool = False
    counted: int = 0
    withheld: int = 0
    void: str = ""


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the room remembers of a person who plays, holds a chair or waits.

    Attributes:
        name: the person's name.
        away_since: when their last connection dropped, in milliseconds since 1970; None while connected.
        sitting_out: whether a player sits out.
    """

    name: str
    away_since: int | None = None
    sitting_out: bool = False


class Recent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that happened not long ago; for a throw, with what followed from it."""

    event: AnyEvent
    effects: tuple[AnyEffect, ...] = ()


class LiveTable(msgspec.Struct, frozen=True):
    """A live table at one moment.

    Attributes:
        id: the table's id.
        settings: what it was opened with.
        origin: midnight UTC of the day it opened, in milliseconds since 1970: 0:00 on the table's clock.
        state: the engine's table.
        seq: the number of entries in the log.
        now: the latest time the room has been told, in milliseconds since 1970. It never runs back.
        phase: the part of the round.
        fairness: the sealed throws.
        entered: a throw of real dice that waits for a second look, with who entered it, or None.
        chairs: the chairs that people hold, sorted.
        guests: the people whom the room remembers, in the order in which they came.
        waiting: the waiting list.
        offers: the free places that people on the waiting list may take now.
        asked_at: when a player was last asked to take the dice or to choose others, as a time.
        late: the wagers that wait for the crew.
        recent: the latest events, for words such as "same bet" and "press it".
        thrown: the last throws that counted, the latest at the end.
        opener: the person who opened the table; empty if the house did.
        bots: the bots of the house that play here.
    """

    id: str
    settings: TableSettings
    origin: int
    state: State
    seq: int = 0
    now: int = 0
    phase: Phase = Phase()
    fairness: Fairness = Fairness()
    entered: en.ThrowEntered | None = None
    chairs: tuple[Chair, ...] = ()
    guests: tuple[Guest, ...] = ()
    waiting: tuple[str, ...] = ()
    offers: tuple[PlaceOffer, ...] = ()
    asked_at: int = 0
    late: tuple[LateBet, ...] = ()
    recent: tuple[Recent, ...] = ()
    thrown: tuple[Throw, ...] = ()
    opener: str = ""
    bots: tuple[Bot, ...] = ()

    def holder(self, role: str) -> str:
        """Return the person in a chair, or an empty text if the automatic crew holds it."""
        return next((chair.person for chair in self.chairs if chair.role == role), "")

    def chairs_of(self, person: str) -> list[str]:
        """Return the roles of the chairs that a person holds."""
        return [chair.role for chair in self.chairs if chair.person == person]

    def guest(self, name: str) -> Guest:
        """Return what the room remembers of a person."""
        return next((guest for guest in self.guests if guest.name == name), Guest(name))

    def bot(self, name: str) -> Bot | None:
        """Return the bot of a name, or None."""
        return next((bot for bot in self.bots if bot.name == name), None)

    def is_away(self, name: str) -> bool:
        """Whether a person whom the room remembers has no connection."""
        return self.guest(name).away_since is not None

    def with_guest(self, guest: Guest) -> "LiveTable":
        """Return the table with what it remembers of a person changed."""
        if any(other.name == guest.name for other in self.guests):
            guests = tuple(guest if other.name == guest.name else other for other in self.guests)
        else:
            guests = (*self.guests, guest)
        return replace(self, guests=guests)


def opened(table: str, book: Rulebook, settings: TableSettings, now: int, opener: str = "") -> LiveTable:
    """Open a live table without players.

    Args:
        table: its id.
        book: the house.
        settings: how it is run.
        now: the time, in milliseconds since 1970.
        opener: the person who opens it; empty for the house.

    Raises:
        BankcrapsError: if the limits or the smallest chip are not possible.
    """
    state = open_table(book, (), settings.limits, settings.chip)
    return LiveTable(table, settings, now - now % _DAY_MS, state, seq=1, now=now, opener=opener)


def clock_of(table: LiveTable) -> int:
    """Return the time on the table's clock, in seconds. It begins at midnight UTC of the day of opening."""
    return max((table.now - table.origin) // 1000, table.state.floor.clock or 0)


def hash_of(event: ev.Event, state: State) -> str:
    """Return the hash of an event and of the table after it, as a record writes it."""
    return entry_hash(line_of(event), state)


Applied = tuple[LiveTable, tuple[Effect, ...]]
"""The table after an entry, and the engine's effects, if the entry was an event of the engine."""


def apply(book: Rulebook, table: LiveTable, entry: en.LogEntry) -> Applied:
    """Return the table after an entry of its log.

    Raises:
        RecordError: if the entry cannot follow: the log is damaged, or the book is another one.
    """
    effects: tuple[Effect, ...] = ()
    if isinstance(entry, en.Acted):
        after, effects = _acted(entry, table, book)
    else:
        after = _apply(entry, table)
    return replace(after, seq=table.seq + 1), effects


@singledispatch
def _apply(entry: en.LogEntry, table: LiveTable) -> LiveTable:
    raise RecordError(f"{type(entry).__name__} cannot come after the first entry of a log")


def _acted(entry: en.Acted, table: LiveTable, book: Rulebook) -> Applied:
    result = step(book, table.state, entry.event)
    if result.refusal is not None:
        said = line_of(entry.event)
        raise RecordError(f"the log of table {table.id} says {said!r}, but {result.refusal.message}")
    return after_step(table, entry.event, result), result.effects


def after_step(table: LiveTable, event: ev.Event, result: Step) -> LiveTable:
    """Return the table after an event of the engine that happened."""
    recent = Recent(event, result.effects if isinstance(event, ev.Rolled | ev.Correct) else ())
    table = replace(table, state=result.state, recent=(*table.recent[1 - _RECENT :], recent))
    if isinstance(event, ev.Bet) and event.confirmed:
        table = _without_late(table, event.by.person)
    if not result.state.out and (table.fairness.locked or table.entered):
        thrown = any(isinstance(effect, fx.Thrown) for effect in result.effects)
        withheld = table.fairness.locked and not thrown
        tag = event.reason if isinstance(event, ev.NoRoll) else str(type(event).__struct_config__.tag)
        void = tag if withheld else table.fairness.void
        table = replace(table, fairness=replace(table.fairness, void=void), entered=None)
    for effect in result.effects:
        table = _after_effect(table, effect)
    return table


def _after_effect(table: LiveTable, effect: Effect) -> LiveTable:
    undone = isinstance(effect, fx.Reversed) and isinstance(effect.effect, fx.Thrown)
    if isinstance(effect, fx.Thrown) or undone:
        fairness = replace(table.fairness, counted=table.fairness.counted + (-1 if undone else 1))
        thrown = (*table.thrown, effect.throw) if isinstance(effect, fx.Thrown) else table.thrown[:-1]
        return replace(table, fairness=fairness, thrown=thrown[-_THROWN:])
    if isinstance(effect, fx.DiceOffered | fx.DiceAway):
        return replace(table, asked_at=table.now)
    if isinstance(effect, fx.Seated):
        return _not_waiting(table.with_guest(table.guest(effect.seat)), effect.seat)
    if isinstance(effect, fx.Left):
        return _forget(_without_bot(table, effect.seat), effect.seat)
    if isinstance(effect, fx.Excluded):
        return _forget(_not_waiting(table, effect.player), effect.player)
    return table


def _without_bot(table: LiveTable, name: str) -> LiveTable:
    return replace(table, bots=tuple(bot for bot in table.bots if bot.name != name))


def _not_waiting(table: LiveTable, name: str) -> LiveTable:
    """Return the table with a person off the waiting list."""
    offers = tuple(offer for offer in table.offers if offer.person != name)
    return replace(table, waiting=_without(table.waiting, name), offers=offers)


def _forget(table: LiveTable, name: str) -> LiveTable:
    """Forget a person who neither plays, holds a chair nor waits."""
    if table.state.seat(name) or table.chairs_of(name) or name in table.waiting:
        return table
    return replace(table, guests=tuple(guest for guest in table.guests if guest.name != name))


@_apply.register
def _(entry: en.PhaseBegan, table: LiveTable) -> LiveTable:
    return replace(table, phase=Phase(entry.phase, entry.until))


@_apply.register
def _(entry: en.CommitmentShown, table: LiveTable) -> LiveTable:
    fairness = replace(
        table.fairness, number=entry.number, commitment=entry.commitment, locked=False, void=""
    )
    return replace(table, fairness=fairness)


@_apply.register
def _(entry: en.SeedGiven, table: LiveTable) -> LiveTable:
    others = [seed for seed in table.fairness.seeds if seed.player != entry.player]
    seeds = tuple(sorted([*others, Seed(entry.player, entry.seed)]))
    return replace(table, fairness=replace(table.fairness, seeds=seeds))


@_apply.register
def _(entry: en.SeedsLocked, table: LiveTable) -> LiveTable:
    return replace(table, fairness=replace(table.fairness, seeds=entry.seeds, locked=True))


@_apply.register
def _(entry: en.SecretShown, table: LiveTable) -> LiveTable:
    old = table.fairness
    fairness = Fairness(old.number + 1, counted=old.counted, withheld=old.withheld + bool(entry.withheld))
    return replace(table, fairness=fairness)


@_apply.register
def _(entry: en.ThrowEntered, table: LiveTable) -> LiveTable:
    return replace(table, entered=entry)


@_apply.register
def _(entry: en.ChairTaken, table: LiveTable) -> LiveTable:
    chairs = tuple(sorted((*table.chairs, Chair(entry.role, entry.person))))
    return replace(table.with_guest(table.guest(entry.person)), chairs=chairs)


@_apply.register
def _(entry: en.ChairGiven, table: LiveTable) -> LiveTable:
    chairs = tuple(chair for chair in table.chairs if chair.role != entry.role)
    return _forget(replace(table, chairs=chairs), entry.person)


@_apply.register
def _(entry: en.SatOut, table: LiveTable) -> LiveTable:
    return table.with_guest(replace(table.guest(entry.player), sitting_out=entry.out))


@_apply.register
def _(entry: en.Waiting, table: LiveTable) -> LiveTable:
    table = _not_waiting(table, entry.person)
    if not entry.waiting:
        return _forget(table, entry.person)
    waiting = (*table.waiting, entry.person)
    return replace(table.with_guest(table.guest(entry.person)), waiting=waiting)


@_apply.register
def _(entry: en.PlaceOffered, table: LiveTable) -> LiveTable:
    return replace(table, offers=(*table.offers, PlaceOffer(entry.person, entry.until)))


@_apply.register
def _(entry: en.LateBetAsked, table: LiveTable) -> LiveTable:
    table = _without_late(table, entry.bet.by.person)
    return replace(table, late=(*table.late, LateBet(entry.bet, entry.confirmed)))


@_apply.register
def _(entry: en.LateBetDropped, table: LiveTable) -> LiveTable:
    return _without_late(table, entry.player)


@_apply.register
def _(entry: en.BotSeated, table: LiveTable) -> LiveTable:
    return replace(table, bots=(*table.bots, entry.bot))


@_apply.register
def _(entry: en.BotDismissed, table: LiveTable) -> LiveTable:
    if table.state.seat(entry.name) is None:
        return _without_bot(table, entry.name)
    return replace(table, bots=tuple(replace(b, leaves=b.leaves or b.name == entry.name) for b in table.bots))


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)


def _without_late(table: LiveTable, player: str) -> LiveTable:
    return replace(table, late=tuple(late for late in table.late if late.bet.by.person != player))
