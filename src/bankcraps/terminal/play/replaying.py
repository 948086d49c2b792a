"""A record replayed on the screen, step by step with keys."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from bankcraps.game.engine import effects as fx
from bankcraps.game.records import Replayed, StepBack, line_of, standing
from bankcraps.game.table import Table
from bankcraps.terminal.play.local_session import LocalView
from bankcraps.terminal.play.session import gains_of
from bankcraps.terminal.play.statistics import statistics
from bankcraps.terminal.play.table_screen import TableWindow
from bankcraps.terminal.play.widgets.bars import Felt, MessageBar, Title, Words
from bankcraps.terminal.play.widgets.input_line import HelpScreen

_KEYS: Final = "→ ← event   ↓ ↑ throw   home end   s statistics   q leave"


class ReplayView(LocalView):
    """A table at one place of its record.

    Attributes:
        at: the number of entries that have happened.
    """

    def __init__(self, table: Table, played: Sequence[Replayed]) -> None:
        """Start before the first entry.

        Args:
            table: the table as the record opens it.
            played: the entries, replayed.
        """
        super().__init__(table)
        self._opened = table.state
        self._played = played
        self._throws = [at for at, one in enumerate(played, 1) if _thrown(one)]
        self.at: int = 0
        self.go(0)

    def go(self, at: int) -> None:
        """Show the table after `at` entries."""
        at = max(0, min(at, len(self._played)))
        self.at = at
        self.table.log[:] = [(event, step) for _, event, step in standing(self._played[:at])]
        last = self._played[at - 1] if at else None
        self.table.state = last.step.state if last else self._opened
        self.show_session()
        if last and _thrown(last):
            self._show(gains=gains_of(fx.of_a_throw(last.step.effects)))
        who = last.entry.event if last else None
        name = "" if who is None or isinstance(who, StepBack) else who.by.person
        if self.table.state.seat(name):
            self._show(who=name)
        said = f"{at} of {len(self._played)}"
        self.tell(f"{said}: {line_of(last.entry.event)}" if last else f"{said}: the table opens.")

    def go_to_throw(self, *, on: bool) -> None:
        """Go to the next throw, or to the one before."""
        there = [at for at in self._throws if (at > self.at if on else at < self.at)]
        end = len(self._played) if on else 0
        self.go((there[0] if on else there[-1]) if there else end)


def _thrown(one: Replayed) -> bool:
    return any(isinstance(effect, fx.Thrown) for effect in one.step.effects)


class ReplayApp(TableWindow[None]):
    """A record on the screen. The keys step through it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter,n", "step(1)", show=False),
        Binding("left,backspace,p", "step(-1)", show=False),
        Binding("down,t,pagedown", "throw(True)", show=False),
        Binding("up,pageup", "throw(False)", show=False),
        Binding("home", "ends(False)", show=False),
        Binding("end", "ends(True)", show=False),
        Binding("s", "statistics", show=False),
        Binding("q,escape,ctrl+c,ctrl+q,ctrl+d", "quit", show=False),
    ]

    def __init__(self, table: Table, played: Sequence[Replayed]) -> None:
        """Show a record from its beginning.

        Args:
            table: the table as the record opens it.
            played: the entries, replayed.
        """
        super().__init__()
        self.session: ReplayView = ReplayView(table, played)
        self._entries = len(played)

    def compose(self) -> ComposeResult:
        """The same parts as at the table, without a line to type into."""
        yield Title(self.session, None)
        yield Felt(self.session)
        yield from self.middle(self.session, 0)
        yield MessageBar(self.session)
        yield Static(_KEYS, id="replaying")
        yield Words(id="small")

    def on_mount(self) -> None:
        """Show the table as it opens."""
        self.redraw()

    def action_step(self, by: int) -> None:
        """Move by a number of entries, forward or back."""
        self.session.go(self.session.at + by)
        self.redraw()

    def action_throw(self, on: bool) -> None:  # noqa: FBT001 - a binding's argument
        """Go to the next throw, or to the one before."""
        self.session.go_to_throw(on=on)
        self.redraw()

    def action_ends(self, last: bool) -> None:  # noqa: FBT001 - a binding's argument
        """Go to the end, or to the beginning."""
        self.session.go(self._entries if last else 0)
        self.redraw()

    def action_statistics(self) -> None:
        """Show the figures up to here."""
        self.push_screen(HelpScreen(statistics(self.session)))
