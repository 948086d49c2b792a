"""Messages between the server and its clients, in JSON, and the view of a table that they have.

A client opens a socket, says `Hello`, and receives `Welcome` with the whole table. From then on `Happened`
tells what happened and what changed, and `Answer` answers each of its commands. A client whose connection
dropped says which entry of the log it saw last, and receives what it missed.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Union, get_args

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import fields

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import DiceSet, Floor, Seat, Turn
from bankcraps.game.notation.usage import LETTERS
from bankcraps.game.records.codec import AnyEffect, schema_of_any, schema_parts
from bankcraps.game.wagers import HAND_WAGERS, LINE, Wager
from bankcraps.live.log.entries import AnyEntry, Bot, SeatSystem, ThrowEntered
from bankcraps.live.log.fairness import Seed
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.people.talk import TalkLine
from bankcraps.live.round.crew_chairs import DisputeDue
from bankcraps.live.table.commands import PHRASES, LeftOut, PersonCommand, Refused
from bankcraps.live.table.dealing import Check, DealerScore
from bankcraps.live.table.live_table import Chair, ChairOffer, Guest, LateBet, Phase, PlaceOffer, PlayerResult
from bankcraps.live.table.personal_limits import Allowance


class FairnessView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sealed throws, as far as everybody may see them.

    Attributes:
        number: the number of the throw that is being played for.
        commitment: its commitment, or empty.
        seeds: the seeds once they are locked.
        seeded: the players who gave a seed.
        locked: whether the seeds are locked.
        counted, withheld: the number of throws that have counted, and of those that were drawn and did not
            count.
    """

    number: int
    commitment: str
    seeds: tuple[Seed, ...] = ()
    seeded: tuple[str, ...] = ()
    locked: bool = False
    counted: int = 0
    withheld: int = 0


class Undealt(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a dealer has still to do. What is right, only the box sees.

    Attributes:
        chair: whose work it is.
        player, wager: the wager; nobody's and None for the puck and for the call.
        call: whether the throw is to be called.
    """

    chair: str
    player: str = ""
    wager: Wager | None = None
    call: bool = False


class TableView(msgspec.Struct, frozen=True):
    """The view of a table that everybody may see.

    Attributes:
        id, settings: the table.
        seats: the players, clockwise, without what they could undo.
        puck: the point, or 0 while the puck is off.
        turn, dice, floor: as in the engine's state.
        out: whether "no more bets" has been called.
        shooter: the player who has the dice or throws next, or empty.
        thrower: the player who throws next; empty if the stickperson does or nobody can. It is another than
            the shooter if the shooter has no wager on the line any more.
        awaits: the things that the shooter's next throw still needs, in a sentence for people, or empty.
        awaits_to_you: the same, as it is said to each person whom it is about.
        phase, fairness: the part of the round, and the sealed throws.
        chairs, guests, waiting, offers, late, entered: as in the room.
        last: the last throw, or None.
        hand: the number of the shooter's hand at the table, from 1.
        hand_throws: the number of throws that it has had.
        results: each player's wins and losses since they sat down, and in this hand.
        opener: the person who opened the table; empty if the house did.
        chair_offers: the chairs that the host lets people take.
        bets_wait: the reason that no bet is taken yet, in a sentence: nobody is there to enter real dice; or
            empty.
        advice: whether the house may tell players odds, edges and hints. If not, no client shows them.
        advice_source: the clause that says so, or "convention".
        origin: when the table's clock began, in milliseconds since 1970.
        bots: the players that are bots of the house, with the systems that they play.
        ready: the players who are ready for the next throw.
        unready: the players who are not, if the betting closes when all are.
        alone: the person who sets the pace, as nobody else plays but bots; or empty.
        undealt: the open work of the dealers, where people deal. Until it is done, seats, puck and results
            are as they were before the throw, but for what is dealt.
        correctors: the roles that may still correct the last throw of real dice, until the next one is
            entered.
    """

    id: str
    settings: TableSettings
    seats: tuple[Seat, ...]
    puck: int
    turn: Turn
    dice: DiceSet
    floor: Floor
    out: bool
    shooter: str
    thrower: str
    awaits: str
    phase: Phase
    fairness: FairnessView
    chairs: tuple[Chair, ...]
    guests: tuple[Guest, ...]
    waiting: tuple[str, ...]
    offers: tuple[PlaceOffer, ...]
    late: tuple[LateBet, ...]
    entered: ThrowEntered | None
    last: Throw | None
    advice: bool
    advice_source: str
    bots: tuple[Bot, ...] = ()
    origin: int = 0
    hand: int = 1
    results: tuple[PlayerResult, ...] = ()
    opener: str = ""
    chair_offers: tuple[ChairOffer, ...] = ()
    bets_wait: str = ""
    hand_throws: int = 0
    systems: tuple[SeatSystem, ...] = ()
    ready: tuple[str, ...] = ()
    unready: tuple[str, ...] = ()
    alone: str = ""
    undealt: tuple[Undealt, ...] = ()
    correctors: tuple[str, ...] = ()
    awaits_to_you: dict[str, str] = {}


_STAYS: Final = {"id", "settings", "advice", "advice_source", "origin", "opener"}
"""The fields of a view that are the same for as long as a table is open."""


def _changing() -> Iterator[tuple[str, object, UnsetType]]:
    """Yield the fields of the changes: those of the view that can change, and the players who left."""
    kinds = {one.name: one.type for one in fields(TableView)} | {"gone": tuple[str, ...]}
    names = [name for name in TableView.__struct_fields__ if name not in _STAYS | {"awaits_to_you"}]
    names.insert(names.index("seats") + 1, "gone")
    names.insert(names.index("awaits") + 1, "awaits_to_you")  # the view has it at its end
    return ((name, kinds[name] | UnsetType, UNSET) for name in names)


if TYPE_CHECKING:

    class TableChanges(msgspec.Struct, frozen=True):
        """For type checkers: the other fields are those of `_changing`."""

        seats: tuple[Seat, ...] | UnsetType = UNSET
        gone: tuple[str, ...] | UnsetType = UNSET

        def __init__(self, **changed: object) -> None: ...

else:
    TableChanges = msgspec.defstruct("TableChanges", _changing(), frozen=True, module=__name__)
    TableChanges.__doc__ = """The changes in a table's view. A field that did not change is left out.

`seats` has only the seats that changed; `gone` names the players who left.
"""


VERSION: Final = 1
"""The version of these messages. A server refuses a client of another version with a sentence."""

LONGEST_BYTES: Final = 4096
"""The most bytes of a client's message. The server refuses a longer one with a sentence."""

_CENTS: Final = {name: f"{name}_cents" for name in ("won", "left")}


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message of a client.

    Attributes:
        version: the version of the messages that it speaks.
        seq: the last entry of the log that it has seen; 0 for none.
    """

    version: int
    seq: int = 0


if TYPE_CHECKING:
    ClientMessage = Hello | PersonCommand
else:
    ClientMessage = Union[(Hello, *PersonCommand.__subclasses__())]
"""A message from a client. To read one from JSON, msgspec must know every type."""


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that the server says to a client."""


class You(ServerMessage, frozen=True, tag="you"):
    """The data that only this person may see.

    Attributes:
        name: the person's name; empty for somebody who only watches.
        roles: the roles of the crew that were granted.
        wallet_cents: the money away from the tables.
        undo: the number of their own acts that this person can take back.
        seed: this person's seed for the next throw, or empty.
        own: the sums that this person's own limits leave.
        closes: whether this person may end the betting.
        enters: whether this person enters the throws of real dice; `may` has `enter_throw` while they can.
        throws: whether this person throws from the stickperson's chair now.
        mutes: whether this person may mute others.
        may: the acts that this person may do now without an amount, a wager or a name, such as `throw`,
            `accept`, `pass_dice`, `sit` and `no_more_bets`, and `wait`, `talk`, `give_seed`, `enter_throw`,
            `ready`.
        hosts: whether this person is the host, who hands out the chairs of the crew.
        takes: the free chairs of the crew that this person may take now.
        dice_chair: the chair that this person may take to enter the throws of real dice, which nobody else
            enters now; empty otherwise.
        ends: whether this person may close the table for good.
        deals: whether this person deals here.
        lets_go: whether this person may let the dealers' open work go now.
        checks: the dealers' work after the last throw, for the box: what is right, and what was dealt.
        scores: the scores of the dealers: of all for the box, and their own for a dealer.
        disputes: the disputes that wait for this person, also if they must take the chair for it first.
        calls: the calls to choose from, while this person has to call a throw: one for each throw.
    """

    name: str
    roles: tuple[str, ...] = ()
    wallet_cents: int = 0
    undo: int = 0
    seed: str = ""
    own: Allowance = Allowance()
    closes: bool = False
    enters: bool = False
    throws: bool = False
    mutes: bool = False
    may: tuple[str, ...] = ()
    hosts: bool = False
    takes: tuple[str, ...] = ()
    dice_chair: str = ""
    ends: bool = False
    deals: bool = False
    lets_go: bool = False
    checks: tuple[Check, ...] = ()
    scores: tuple[DealerScore, ...] = ()
    disputes: tuple[DisputeDue, ...] = ()
    calls: tuple[str, ...] = ()


class Inspected(msgspec.Struct, frozen=True):
    """An inspector's view of a person, beyond what everybody sees.

    Attributes:
        name: the person's name.
        wallet_cents: the money away from the tables.
        undo: the number of acts that the person could take back.
    """

    name: str
    wallet_cents: int
    undo: int = 0


class Inspection(ServerMessage, frozen=True, tag="inspection"):
    """An inspector's view of a table, beyond what everybody sees.

    Attributes:
        won_cents: the sum that the house has won at the table; below zero if it has lost.
        people: those who play, hold a chair or wait, sorted.
        over: whether this person inspects the table no longer. Then the other fields mean nothing.
    """

    won_cents: int
    people: tuple[Inspected, ...] = ()
    over: bool = False


class ThrowResult(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """The decisions of the last throw, or what the crew made of it since.

    Attributes:
        seq: the number of its entry in the log.
        effects, words, won, left: as in an `Item`.
        cleared: the players whose last wagers it took off the layout.
    """

    seq: int
    effects: tuple[AnyEffect, ...] = ()
    words: tuple[str, ...] = ()
    won: tuple[Cents, ...] = ()
    left: tuple[Cents, ...] = ()
    cleared: tuple[str, ...] = ()


class GivenReason(msgspec.Struct, frozen=True):
    """The reason of a player for an act.

    Attributes:
        seq: the number of the entry in the log.
        player: the person who did it.
        words: their act, in a sentence.
        why: the reason that they gave.
    """

    seq: int
    player: str
    words: str
    why: str


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The whole table, for a client that comes or has missed too much.

    Attributes:
        version: the protocol.
        seq: the number of the last entry of the log.
        now: the table's time.
        table: the part that everybody may see.
        you: the part that only this person may see.
        thrown: the last throws that counted, the latest at the end.
        settled: the wagers that the last throw decided, or None before the first.
        reasons: the reasons that players gave for their acts in the last round in which they gave any.
    """

    version: int
    seq: int
    now: int
    table: TableView
    you: You
    thrown: tuple[Throw, ...] = ()
    settled: ThrowResult | None = None
    reasons: tuple[GivenReason, ...] = ()


class Item(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """An entry of the log with what followed from it.

    Attributes:
        seq: the number of the entry.
        entry: the event.
        effects: the effects at the table.
        words: the effects in sentences for people, in the house's names.
        to_you: for each person whom sentences are about, these as they are said to that person, by their
            numbers in `words`, from 0. "Ann puts $10 on the Field" is "You put $10 on the Field" to Ann.
        won: the sum that its player won or, if negative, lost by each effect, in cents; empty if no effect
            did.
        left: the sum that left the spot of its wager by each effect, in cents; empty if nothing did.
    """

    seq: int
    entry: AnyEntry
    effects: tuple[AnyEffect, ...] = ()
    words: tuple[str, ...] = ()
    won: tuple[Cents, ...] = ()
    left: tuple[Cents, ...] = ()
    to_you: dict[str, dict[int, str]] = {}


class SeatHistory(msgspec.Struct, frozen=True):
    """The events that a player has seen at a table since they sat down, as far as they concern the player.

    Attributes:
        seq: the last entry of the log that was read.
        items: their own acts, and everything that threw, ended a hand or moved their chips, in order.
    """

    seq: int
    items: list[Item]


class Happened(ServerMessage, frozen=True, tag="happened"):
    """Entries of the log that belong together, and what they changed in the view.

    Attributes:
        seq: the number of the last entry, which is the version of the table that the changes lead to.
        now: the room's time, in milliseconds since 1970.
        items: the events, in order.
        changes: the changes.
        thrown: the last throws that count, the latest at the end; left out if they have not changed.
        cleared: the players whose last wagers a throw among the items took off the layout.
    """

    seq: int
    now: int
    items: tuple[Item, ...]
    changes: TableChanges
    thrown: tuple[Throw, ...] | UnsetType = UNSET
    cleared: tuple[str, ...] = ()


class Answer(ServerMessage, frozen=True, tag="answer"):
    """The answer to a command. It is sent when what the command did is on disk.

    Attributes:
        id: the client's id of the command.
        seq: the last entry of the log that the command led to; 0 if it was refused or did nothing.
        refused: the refusal, or None.
        left_out: the wagers that "same bet" could not repeat now. That is no refusal.
    """

    id: str
    seq: int = 0
    refused: Refused | None = None
    left_out: tuple[LeftOut, ...] = ()


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server ends the connection.

    Attributes:
        reason: why, for people.
        again: whether the client should connect again, perhaps to `address`.
        address: where the table is served now, if that is somewhere else.
    """

    reason: str
    again: bool = False
    address: str = ""


class Servers(ServerMessage, frozen=True, tag="servers"):
    """The other addresses of this house. A client whose connection drops may go on there.

    It comes after the welcome if there are others, and again whenever they change.
    """

    addresses: tuple[str, ...] = ()


class Company(ServerMessage, frozen=True, tag="company"):
    """The company around a table, beside the game: who watches, and what people say.

    It is not in the log, so it carries no number of an entry.

    Attributes:
        watching: the number of people there without a place or a chair. Those without a name count by
            connection.
        lines: the lines that were said since the last such message; for somebody who comes, the last lines.
        muted: the people who may not speak.
    """

    watching: int = 0
    lines: tuple[TalkLine, ...] = ()
    muted: tuple[str, ...] = ()


def constants() -> dict[str, object]:
    """Return the facts that a client needs beside the messages, under their names."""
    undoable = [act.__struct_config__.tag for act in get_args(ev.Undoable)]
    return {
        "VERSION": VERSION,
        "LONGEST_BYTES": LONGEST_BYTES,
        "UNDOABLE": undoable,
        "PHRASES": PHRASES,
        "HAND_WAGERS": [kind.value for kind in HAND_WAGERS],
        "LINE_WAGERS": sorted(kind.value for kind in LINE),
        "LETTERS": LETTERS,
    }


def json_schema() -> dict[str, object]:
    """Return the JSON Schema of all messages: `ClientMessage`, `ServerMessage`, and their parts."""
    kinds = [{"$ref": f"#/$defs/{name}"} for name in ("ClientMessage", "ServerMessage")]
    return schema_of_any(kinds, json_schema_parts("#/$defs/{name}"))


def json_schema_parts(at: str) -> dict[str, object]:
    """Return the schemas of the messages and of their parts, which refer to each other at `at`."""
    heard = Union[tuple(ServerMessage.__subclasses__())]  # noqa: UP007
    (client, server), parts = schema_parts((ClientMessage, heard), at)
    return {**parts, "ClientMessage": client, "ServerMessage": server}
