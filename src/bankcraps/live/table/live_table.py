"""A live table at one moment. The value is frozen, as the engine's state is: see `applying.py`."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.dice import Throw
from bankcraps.game.engine import State, open_table
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import Hand
from bankcraps.game.notation.same_bet import PlayedRounds
from bankcraps.game.records.codec import AnyEffect, AnyEvent, decoder
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.work import Work
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed
from bankcraps.live.log.settings import DAY_MS, TableSettings
from bankcraps.live.table.results import PlayerResult


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


class ChairOffer(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A chair that the host lets somebody take: a person, or whoever has the key with this SHA-256."""

    role: str
    person: str = ""
    key: str = ""


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
        counted, withheld: the number of throws that have counted, and of those that were drawn and did not
            count.
        void: the reason why the throw whose secret is still to be shown does not count, or empty.
    """

    number: int = 1
    commitment: str = ""
    seeds: tuple[Seed, ...] = ()
    locked: bool = False
    counted: int = 0
    withheld: int = 0
    void: str = ""

    @property
    def sealed(self) -> bool:
        """Whether the throw that is being played for is sealed, and will count."""
        return bool(self.commitment) and not self.void


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room's memory of a person who plays, holds a chair or waits.

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


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last throw, or what the crew made of it since, until the next one.

    Attributes:
        seq: the number of its entry in the log.
        effects: its effects, with the wrong acts of dealers in place of the right ones.
        cleared: the players whose last wagers it took off the layout.
    """

    seq: int
    effects: tuple[AnyEffect, ...] = ()
    cleared: tuple[str, ...] = ()


class Reasoned(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act of a player who gave a reason for it, as betting systems do.

    Attributes:
        seq: the number of its entry in the log.
        player: the person who did it.
        why: the reason.
        effects: its effects.
    """

    seq: int
    player: str
    why: str
    effects: tuple[AnyEffect, ...] = ()


class LiveTable(msgspec.Struct, frozen=True):
    """A live table at one moment.

    Attributes:
        id: the table's id.
        settings: the settings that it was opened with.
        origin: midnight UTC of the day it opened, in milliseconds since 1970: 0:00 on the table's clock.
        state: the engine's table.
        seq: the number of entries in the log.
        now: the latest time that the room knows, in milliseconds since 1970. It never runs back.
        phase: the part of the round.
        fairness: the sealed throws.
        entered: a throw of real dice that waits for a second look, with the person who entered it, or None.
        chairs: the chairs that people hold, sorted.
        guests: the people whom the room remembers, in the order in which they came.
        waiting: the waiting list.
        offers: the free places that people on the waiting list may take now.
        asked_at: when a player was last asked to take the dice or to choose others, as a time.
        late: the wagers that wait for the crew.
        recent: the latest events, for words such as "press it".
        thrown: the last throws that counted, the latest at the end.
        hand: the shooter's hand.
        results: each player's wins and losses since they sat down.
        opener: the person who opened the table; empty if the house did.
        bots: the bots of the house that play here.
        chair_offers: the chairs that the host lets people take, sorted.
        rounds: the players' latest rounds, for "same bet".
        settled: the last throw with what it decided, for newcomers.
        ready: the players who are ready for the next throw.
        systems: the seats that a betting system plays for their players.
        work: the work of the dealers, where people deal.
        results_before: the results before the last throw there, which are shown until all of it is dealt.
        reasoned: each player's acts with reasons in the last round in which they gave some, for newcomers.
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
    hand: Hand = Hand()
    results: tuple[PlayerResult, ...] = ()
    opener: str = ""
    bots: tuple[en.Bot, ...] = ()
    chair_offers: tuple[ChairOffer, ...] = ()
    rounds: tuple[PlayedRounds, ...] = ()
    settled: Settled | None = None
    ready: tuple[str, ...] = ()
    systems: tuple[en.SeatSystem, ...] = ()
    work: Work = Work()
    results_before: tuple[PlayerResult, ...] = ()
    reasoned: tuple[Reasoned, ...] = ()

    def holder(self, role: str) -> str:
        """Return the person in a chair, or an empty text if the automatic crew holds it."""
        return next((chair.person for chair in self.chairs if chair.role == role), "")

    def chairs_of(self, person: str) -> list[str]:
        """Return the roles of the chairs that a person holds."""
        return [chair.role for chair in self.chairs if chair.person == person]

    def guest(self, name: str) -> Guest:
        """Return the room's memory of a person."""
        return next((guest for guest in self.guests if guest.name == name), Guest(name))

    def bot(self, name: str) -> en.Bot | None:
        """Return the bot of a name, or None."""
        return next((bot for bot in self.bots if bot.name == name), None)

    def system_of(self, name: str) -> en.SeatSystem | None:
        """Return the system that plays a person's seat, or None."""
        return next((seat for seat in self.systems if seat.name == name), None)

    def is_away(self, name: str) -> bool:
        """Whether a person whom the room remembers has no connection."""
        return self.guest(name).away_since is not None

    def with_guest(self, guest: Guest) -> "LiveTable":
        """Return the table with its memory of a person changed."""
        guests = {other.name: other for other in self.guests} | {guest.name: guest}
        return replace(self, guests=tuple(guests.values()))


def opened(table: str, book: Rulebook, settings: TableSettings, now: int, opener: str = "") -> LiveTable:
    """Open a live table without players.

    Args:
        table: its id.
        book: the house.
        settings: its settings.
        now: the time, in milliseconds since 1970.
        opener: the person who opens it; empty for the house.

    Raises:
        BankcrapsError: if the limits or the smallest chip are not possible.
    """
    state = open_table(book, (), settings.limits, settings.chip)
    return LiveTable(table, settings, now - now % DAY_MS, state, seq=1, now=now, opener=opener)


_decode: Final = decoder(LiveTable)


def read_snapshot(body: str) -> LiveTable | None:
    """Read a table as it is kept beside its log, in JSON; None if this program cannot read it."""
    try:
        return _decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def clock_of(table: LiveTable) -> int:
    """Return the time on the table's clock, in seconds. It begins at midnight UTC of the day of opening."""
    return max((table.now - table.origin) // 1000, table.state.floor.clock or 0)
