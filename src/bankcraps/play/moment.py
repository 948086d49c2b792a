"""What there is to show at one moment beside the table itself, and a moment kept to go back to."""

import msgspec

from bankcraps.chips import Cents
from bankcraps.dice import Throw
from bankcraps.engine import State, Step
from bankcraps.engine import events as ev
from bankcraps.play.layout.scene import Gains
from bankcraps.play.notes import Note
from bankcraps.play.trouble import Trouble
from bankcraps.wagers import Wager

__all__ = ["Kept", "Moment"]


class Moment(msgspec.Struct, frozen=True):
    """What is to be shown beside the table itself.

    Attributes:
        who: the seat a line without a name is for, empty while nobody sits here.
        unit: what one key stakes, in cents.
        throws: how many there have been.
        notes: the log, the newest last.
        trouble: why the last thing said did not happen, if it did not.
        thrown: the last throws, the newest last.
        call: what the stickperson said of them.
        gains, nets: what the last throw did, by wager and by seat, until the next act.
        acts: of how many events each thing said since the last throw was, for taking it back.
    """

    who: str
    unit: Cents
    throws: int = 0
    notes: tuple[Note, ...] = ()
    trouble: Trouble | None = None
    thrown: tuple[Throw, ...] = ()
    call: str = ""
    gains: Gains = msgspec.field(default_factory=dict[tuple[str, Wager], Cents])
    nets: dict[str, Cents] = msgspec.field(default_factory=dict[str, Cents])
    acts: tuple[int, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A moment to which the evening can go back."""

    now: Moment
    state: State
    log: list[tuple[ev.Event, Step]]
