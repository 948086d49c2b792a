"""The contents of the screen: a table, and beside it the log, a message and the last throws.

The table may be from anywhere: a table of this program, a record, or a live table far away.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import Seat, State
from bankcraps.game.engine import effects as fx
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.terminal.play.bet_sizes import first_unit
from bankcraps.terminal.play.layout.chip_stacks import Gains, Scene, Spot
from bankcraps.terminal.play.log_lines import (
    LogLine,
    Message,
    call_of,
    hint,
    nets_of,
    throws_in,
    told,
    totals,
)


class ViewState(msgspec.Struct, frozen=True):
    """The contents of the screen beside the table itself.

    Attributes:
        who: the current player, whose line needs no name; empty while nobody sits here.
        unit: the sum that a shortcut bets, in cents.
        throws: their number so far.
        log: the lines of the log, the newest last.
        message: the text of the bar about the last line or key, or None for a hint.
        thrown: the last throws, the newest last.
        call: the stickperson's call of the last throw.
        gains, nets: the results of the last throw, by wager and by player, until the next act.
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


KEPT: Final = 400
"""The numbers of log lines and of throws kept for the screen."""


class ShownTable(Protocol):
    """A table as the screen needs it. `Table` is one."""

    @property
    def rulebook(self) -> Rulebook:
        """The house's rules."""
        ...

    @property
    def state(self) -> State:
        """The table now."""
        ...

    @property
    def shooter(self) -> str | None:
        """The shooter, or None."""
        ...


class TableView(ABC):
    """A table, and what the screen shows of it.

    Attributes:
        view: the values that the screen shows beside the table.
    """

    def __init__(self, table: ShownTable) -> None:
        """Show a table."""
        who = next((seat.name for seat in table.state.seats), "")
        self.view: ViewState = ViewState(who, first_unit(table.state))

    @property
    @abstractmethod
    def table(self) -> ShownTable:
        """The table."""

    @property
    def idle_keys(self) -> frozenset[str]:
        """Keys that do nothing here, so that the screen need not name them."""
        return frozenset()

    @abstractmethod
    def effects(self) -> list[fx.Effect]:
        """Everything that happened at the table, as far as it is known here."""

    @abstractmethod
    def results(self) -> dict[str, Cents]:
        """Return each player's result in cents; below zero for a loss."""

    def hint(self) -> str:
        """Suggest what the current player might do next."""
        return hint(self.table.rulebook, self.table.state, self.view.who, self.view.unit)

    @property
    def seat(self) -> Seat | None:
        """The seat of the current player."""
        return self.table.state.seat(self.view.who)

    def scene(self) -> Scene:
        """The layout as it is now."""
        return Scene(self.table.rulebook, self.table.state, self.view.who, self.view.gains)

    def has(self, wager: Wager) -> bool:
        """Whether the current player has chips on a wager."""
        return self.seat is not None and self.seat.on(wager) is not None

    def next_bet_on(self, spot: Spot) -> Wager:
        """Return the wager for more chips on a spot: the odds, once the flat wager there has its number."""
        flat, last = spot[0], spot[-1]
        return last if self.has(flat) and (flat.number or self.table.state.puck) else flat

    def last_bet_on(self, spot: Spot) -> Wager:
        """Return the wager that comes down first from a spot: the odds, if there are any."""
        return spot[-1] if self.has(spot[-1]) else spot[0]

    def tell(self, text: str, advice: str = "") -> bool:
        """Show a message in the bar; false, because nothing happened."""
        self._show(message=told(text, advice))
        return False

    def clear_message(self) -> None:
        """Take the message off the bar."""
        self._show()

    def add_to_log(self, lines: Sequence[LogLine]) -> None:
        """Put lines into the log that did not happen at the table."""
        self._show(lines)

    def _show(
        self, lines: Sequence[LogLine] = (), *, message: Message | None = None, **changes: object
    ) -> None:
        log = (*self.view.log, *lines)[-KEPT:] if lines else self.view.log
        self.view = msgspec.structs.replace(self.view, log=log, message=message, **changes)

    def _drop_invalid(self, effects: Sequence[fx.Effect]) -> None:
        """Take a throw that was declared invalid out of the throws. The effects hold no new throw."""
        if invalid := throws_in(effects):
            self._show(throws=self.view.throws + invalid, thrown=self.view.thrown[:invalid])

    def _show_throws(self, effects: Sequence[fx.Effect], lines: Sequence[LogLine], gains: Gains) -> None:
        """Show effects with at least one throw: the dice, the call, and each player's win or loss.

        Args:
            effects: all of them, in order. A corrected throw is taken back first.
            lines: the same in words.
            gains: the results of the throws.
        """
        thrown = [effect for effect in effects if isinstance(effect, fx.Thrown)]
        number, nets = self.view.throws + throws_in(effects), nets_of(gains)
        before = self.view.thrown[: throws_in(effects) - len(thrown) or None]  # without a throw corrected
        self._show(
            (*lines, *totals(nets)),
            throws=number,
            thrown=(*before, *(effect.throw for effect in thrown))[-KEPT:],
            call=call_of(self.table.rulebook, thrown[-1], number),
            gains=gains,
            nets=nets,
        )
