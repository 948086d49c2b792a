"""The entries of a table's log: what happened there, as it is stored. Everything else follows from them.

An entry holds tagged data, never sentences, so that old logs stay readable. Fields are only ever added, with
a default.
"""

from typing import TYPE_CHECKING, Final, Literal, Union

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine.actor import Role
from bankcraps.game.engine.events import Bet
from bankcraps.game.records.codec import AnyEvent
from bankcraps.game.wagers import Wager
from bankcraps.live.log.fairness import Seed
from bankcraps.live.log.settings import TableSettings


class SeatSystem(msgspec.Struct, frozen=True):
    """A betting system that plays a person's seat.

    Attributes:
        name: the person.
        system: the name of the system: its name in the library or of its chart, or its text.
        text: the system as text, or its chart as JSON.
    """

    name: str
    system: str
    text: str


class Bot(SeatSystem, frozen=True, omit_defaults=True, rename={"bankroll": "bankroll_cents"}):
    """A player that is a betting system.

    Attributes:
        name: the name it plays under.
        system, text: the system, as above.
        bankroll: the chips it buys when it sits down, in cents.
        leaves: whether it is to leave.
    """

    bankroll: Cents
    leaves: bool = False


PhaseName = Literal["betting", "last_bets", "dice_out", "in_the_air", "paying"]
"""The parts of a round: the betting, its last seconds, the dice with the shooter, the throw, the payments."""

BETTING: Final = ("betting", "last_bets")
"""The parts of a round in which the betting is open."""


ChairRole = Role | Literal["second_dealer"]
"""A chair of the crew: a role of the book. A table where people deal has a second chair for its dealers."""

DealAction = Literal["pay", "take", "move", "return", "puck", "call"]
"""A dealer pays a wager, takes it for the house, moves it to its number, returns it, or places the puck.

The stickperson calls the throw.
"""

DealtHow = Literal["right", "refused", "wrong", "not_done", "dealt"]
"""Dealt as it was right; wrong, so that it was refused or happened; or left to the automatic crew.

People who are not the box see "dealt" for what was right or wrong and happened. No log has it.
"""


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """Something that happened at a live table."""


class TableOpened(LogEntry, frozen=True, tag="table_opened"):
    """The table opened. This is the first entry of its log."""

    settings: TableSettings


class Acted(LogEntry, frozen=True, tag="acted"):
    """An event of the engine.

    Attributes:
        event: the event that somebody caused.
        hash: the hash of the event and of the table after it, as in a record.
        why: the reason that the person gave, or empty.
    """

    event: AnyEvent
    hash: str
    why: str = ""


class PhaseBegan(LogEntry, frozen=True, tag="phase_began"):
    """A part of a round began. It ends by itself at `until`, in milliseconds since 1970, if that is given."""

    phase: PhaseName
    until: int | None = None


class CommitmentShown(LogEntry, frozen=True, tag="commitment_shown"):
    """The commitment to a sealed throw was shown."""

    number: int
    commitment: str


class SeedGiven(LogEntry, frozen=True, tag="seed_given"):
    """A player gave a seed for the next throw, or took another one. `next` promises the one after it."""

    player: str
    seed: str
    next: str = ""


class SeedsLocked(LogEntry, frozen=True, tag="seeds_locked"):
    """The betting closed, and with it the players' seeds for a throw."""

    number: int
    seeds: tuple[Seed, ...] = ()


class SecretShown(LogEntry, frozen=True, tag="secret_shown"):
    """The secret of a throw was shown, in hexadecimal. `withheld` says why the throw did not count."""

    number: int
    secret: str
    withheld: str = ""


class SecretLost(LogEntry, frozen=True, tag="secret_lost"):
    """The house gave up a throw that it had sealed, because its secret is lost. Nobody can ever check it."""

    number: int


class ThrowEntered(LogEntry, frozen=True, tag="throw_entered"):
    """A member of the crew entered a throw of real dice, which waits for a second look."""

    person: str
    throw: Throw


class ChairTaken(LogEntry, frozen=True, tag="chair_taken"):
    """A person took a chair of the crew."""

    role: ChairRole
    person: str


class ChairGiven(LogEntry, frozen=True, tag="chair_given"):
    """A person gave a chair back to the automatic crew, or the host took it back from them.

    Attributes:
        role, person: the chair and who held it.
        by: the host who took it back; empty if the person gave it back.
    """

    role: ChairRole
    person: str
    by: str = ""


class ChairOffered(LogEntry, frozen=True, tag="chair_offered"):
    """The host of a table let somebody take a chair of the crew.

    Attributes:
        role: the chair.
        person: the person who may take it; empty for whoever has the key.
        key: the SHA-256 of a key, in hexadecimal, which the host's link contains; empty for a person.
    """

    role: ChairRole
    person: str = ""
    key: str = ""


class ChairOfferEnded(LogEntry, frozen=True, tag="chair_offer_ended"):
    """An offer of a chair ended: the host took it back, or somebody used its key."""

    role: ChairRole
    person: str = ""
    key: str = ""


class SatOut(LogEntry, frozen=True, tag="sat_out"):
    """A player sat out, or plays again."""

    player: str
    out: bool


class SaidReady(LogEntry, frozen=True, tag="said_ready"):
    """A player is ready for the throw, or is not ready after all."""

    player: str
    ready: bool = True


class Waiting(LogEntry, frozen=True, tag="waiting"):
    """A person joined the waiting list, or left it."""

    person: str
    waiting: bool


class PlaceOffered(LogEntry, frozen=True, tag="place_offered"):
    """A place is free, and it is this person's turn to take it, until a time in milliseconds since 1970."""

    person: str
    until: int


class Granted(LogEntry, frozen=True, tag="granted", rename={"amount": "amount_cents"}):
    """The house gave a person play money, in cents. Only the log of the house itself has this entry."""

    person: str
    amount: int


class ReturnedChips(msgspec.Struct, frozen=True, rename={"rail": "rail_cents", "layout": "layout_cents"}):
    """The chips of a player at a table that ended, in cents: in the rail and on the layout."""

    player: str
    rail: int
    layout: int


class TableEnded(LogEntry, frozen=True, tag="table_ended"):
    """The keeper ended a table that cannot be played on. Only the log of the house itself has this entry.

    Attributes:
        ended: the table.
        why: the reason that it could not go on.
        chips: the chips that went into the wallets of players.
    """

    ended: str
    why: str
    chips: tuple[ReturnedChips, ...] = ()


class LateBetAsked(LogEntry, frozen=True, tag="late_bet_asked"):
    """A player asked for a wager after "no more bets". It waits for the roles that must confirm it."""

    bet: Bet
    confirmed: tuple[str, ...] = ()


class LateBetDropped(LogEntry, frozen=True, tag="late_bet_dropped"):
    """A late wager was turned down, or nobody confirmed it before the dice came to rest."""

    player: str
    by: str = ""


class BotSeated(LogEntry, frozen=True, tag="bot_seated"):
    """Somebody had a bot of the house come to this table. It sits down by itself."""

    bot: Bot
    by: str = ""


class BotDismissed(LogEntry, frozen=True, tag="bot_dismissed"):
    """A bot is to leave: it bets no more, and goes when its last wager is decided."""

    name: str
    by: str = ""


class SystemStarted(LogEntry, frozen=True, tag="system_started"):
    """A player handed their seat to a betting system."""

    seat: SeatSystem


class SystemStopped(LogEntry, frozen=True, tag="system_stopped"):
    """A system plays a seat no more: its player took over, or it stopped by itself."""

    name: str
    why: str = ""


class Dealt(
    LogEntry,
    frozen=True,
    kw_only=True,
    tag="dealt",
    rename={"cents": "dealt_cents", "right": "right_cents", "moved": "moved_cents"},
):
    """A dealer did something with a wager after a throw, or the automatic crew did it for them.

    Attributes:
        person: the dealer whose work it was.
        chair: the chair.
        player, wager: the wager; nobody's and None for the puck.
        action: the action that was done.
        cents: the sum that was paid beyond the stake, in cents; 0 for other actions.
        how: whether that was right, and what became of it.
        right_action, right: the right action; empty for a wager that the throw does not decide.
        late_ms: the time after the throw, in milliseconds.
        puck, right_puck: where the puck was put and where it belongs, if it is about the puck.
        moved: the sum that the player has more by it than by the right action, in cents, where wrong pays
            happen.
        by: the person who had the automatic crew do it; empty if its dealer had left the chair.
        words, right_words: the stickperson's call, and the plainest call that is right, if it is a call.
    """

    person: str
    chair: ChairRole
    player: str = ""
    wager: Wager | None = None
    action: DealAction
    cents: Cents = Cents(0)
    how: DealtHow
    right_action: DealAction | Literal[""] = ""
    right: Cents = Cents(0)
    late_ms: int = 0
    puck: int = 0
    right_puck: int = 0
    moved: Cents = Cents(0)
    by: str = ""
    words: str = ""
    right_words: str = ""


if TYPE_CHECKING:
    AnyEntry = LogEntry
else:
    AnyEntry = Union[tuple(LogEntry.__subclasses__())]  # noqa: UP007 - the union is built from a list
"""An entry as a field of a struct that is read from JSON: msgspec must know every type."""
