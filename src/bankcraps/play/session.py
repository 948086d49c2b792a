"""An evening at a table: what is said and pressed, done to the table, and what is to be shown of it."""

from collections.abc import Callable, Iterable

import msgspec

from bankcraps.chips import Cents, dollars, printed
from bankcraps.dice import Throw
from bankcraps.engine import Seat, thrower
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.spots import laid_as
from bankcraps.engine.taking_down import may_come_down
from bankcraps.errors import MoneyError, NotationError
from bankcraps.notation import Said, read, understand, write_event
from bankcraps.notation.phrases import All, Odds, Spread
from bankcraps.play.chance import Dice
from bankcraps.play.layout.scene import Gains, Scene
from bankcraps.play.notes import Note, call_of, gains_of, nets_of, notes_of, summed
from bankcraps.play.stakes import first_unit, full_odds, next_unit, stake
from bankcraps.play.trouble import Trouble, refused, told, unread
from bankcraps.table import Table
from bankcraps.wagers import Wager

__all__ = ["Kept", "Moment", "Session"]

_PLAYERS_WORDS = (
    *(ev.Bet, ev.TakeDown, ev.Call, ev.Sit, ev.Leave, ev.BuyIn, ev.CashOut, ev.ColourUp, ev.Dispute),
    *(ev.AskReview, ev.Accept, ev.Decline, ev.Choose, ev.PassDice, ev.SameDice, All, Odds, Spread),
)
"""What a player says; everything else is for the crew, and the notation knows for whom."""

_REMEMBERED = 400


class Moment(msgspec.Struct, frozen=True):
    """What is to be shown beside the table itself.

    Attributes:
        who: the seat a line without a name is for, empty while nobody sits here.
        unit: what one key stakes, in cents.
        throws: how many there have been.
        notes: the log, the newest last.
        trouble: why the last thing said did not happen, if it did not.
        last: the dice as they lie.
        call: what the stickperson said of them.
        gains, nets: what the last throw did, by wager and by seat, until the next act.
        acts: how many events each thing said since the last throw was, for taking it back.
    """

    who: str
    unit: Cents
    throws: int = 0
    notes: tuple[Note, ...] = ()
    trouble: Trouble | None = None
    last: Throw | None = None
    call: str = ""
    gains: Gains = msgspec.field(default_factory=dict[tuple[str, Wager], Cents])
    nets: dict[str, Cents] = msgspec.field(default_factory=dict[str, Cents])
    acts: tuple[int, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A moment to which the evening can go back."""

    now: Moment
    state: object
    events: int


class Session:
    """A table, the dice, and what is shown.

    Attributes:
        table: the table played at.
        now: what is to be shown of it.
    """

    def __init__(self, table: Table, dice: Dice, on_change: Callable[[], None] | None = None) -> None:
        """Come to the table.

        Args:
            table: open already, perhaps with a session behind it.
            dice: where the throws come from.
            on_change: called after everything that changed the table.
        """
        self.table = table
        self._dice = dice
        self._on_change = on_change
        names = [seat.name for seat in table.state.seats]
        effects = [effect for _, came in table.log for effect in came.effects]
        thrown = [effect for effect in effects if isinstance(effect, fx.Thrown)]
        self.now = Moment(
            names[0] if names else "",
            first_unit(table.state),
            throws=len(thrown),
            notes=(Note(table.rulebook.about, "told"), *notes_of(effects[-20:], len(thrown), 0)),
            last=thrown[-1].throw if thrown else None,
            call=thrown[-1].call if thrown else "",
        )
