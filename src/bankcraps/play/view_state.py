"""What the screen shows beside the table itself."""

import msgspec

from bankcraps.chips import Cents
from bankcraps.dice import Throw
from bankcraps.play.layout.scene import Gains
from bankcraps.play.log_lines import LogLine
from bankcraps.play.messages import Message
from bankcraps.wagers import Wager

__all__ = ["ViewState"]


class ViewState(msgspec.Struct, frozen=True):
    """What the screen shows beside the table itself.

    Attributes:
        who: the current player, whose line needs no name; empty while nobody sits here.
        unit: what a shortcut bets, in cents.
        throws: how many there have been.
        log: the lines of the log, the newest last.
        message: what the bar says about the last line or key, or None for a hint.
        thrown: the last throws, the newest last.
        call: what the stickperson said of the last throw.
        gains, nets: what the last throw won or lost, by wager and by player, until the next act.
    """

    who: str
    unit: Cents
    throws: int = 0
    log: tuple[LogLine, ...] = ()
    message: Message | None = None
    thrown: tuple[Throw, ...] = ()
    call: str = ""
    gains: Gains = msgspec.field(default_factory=dict[tuple[str, Wager], Cents])
    nets: dict[str, Cents] = msgspec.field(default_factory=dict[str, Cents])
