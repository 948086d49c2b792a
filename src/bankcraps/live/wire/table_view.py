"""The view of a table in a message, and the changes in it from one moment to the next."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import fields

from bankcraps.game.dice import Throw
from bankcraps.game.engine.state import DiceSet, Floor, Seat, Turn
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import Bot, SeatSystem, ThrowEntered
from bankcraps.live.log.fairness import Seed
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.table.live_table import Chair, ChairOffer, Guest, LateBet, Phase, PlaceOffer
from bankcraps.live.table.results import PlayerResult


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
