"""A local table, with its players and dice."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.chance import Dice
from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.notation import Past, read, tell_refusal, understood
from bankcraps.game.table import Table
from bankcraps.terminal.play import session
from bankcraps.terminal.play.help import PRACTICE_KEYS

_HISTORY: Final = 40
"""The number of events of a resumed session that the log shows at its start."""


class LocalView(session.TableView):
    """A table of this program, and what the screen shows of it."""

    table: Table

    def __init__(self, table: Table) -> None:
        """Show a table with its session so far."""
        super().__init__(table)
        self.show_session()

    def effects(self) -> list[fx.Effect]:
        """Everything that happened at the table."""
        return effects_of(self.table)

    def results(self) -> dict[str, Cents]:
        """Return each player's result in cents; below zero for a loss."""
        return results(self.table)

    def show_session(self) -> None:
        """Show the session so far: the throws, the log and the last call."""
        book = self.table.rulebook
        thrown = [effect for effect in fx.without_reversed(self.effects()) if isinstance(effect, fx.Thrown)]
        self.view: session.ViewState = replace(
            self.view,
            throws=len(thrown),
            log=(session.LogLine(book.about, "told"), *session.history(book, self.table.log, _HISTORY)),
            thrown=tuple(effect.throw for effect in thrown[-session.KEPT :]),
            call=session.call_of(book, thrown[-1], len(thrown)) if thrown else "",
            gains={},
        )


def effects_of(table: Table) -> list[fx.Effect]:
    """Everything that happened at a table."""
    return [effect for _, came in table.log for effect in came.effects]


def results(table: Table) -> dict[str, Cents]:
    """Return each player's result in cents, below zero for a loss: what came from the bank to the player.

    It is also chips and cash less all that was bought. Wagers still on the layout count with their stake, and
    players who have left are in it too.

    >>> table = Table("three_four_five", {"Ann": 500})
    >>> _ = table.bet("Ann", "field", 10), table.throw(6, 6)
    >>> results(table)
    {'Ann': 2000}
    """
    header, effects = table.header(), effects_of(table)
    begun = header.table.seats if header.table is not None else ()
    first = (*(name for _, name, _ in header.seats), *(seat.name for seat in begun))
    players = (*first, *fx.moved_to("cash", effects), *(seat.name for seat in table.state.seats))
    bank = fx.moved_to("bank", effects)
    return {name: Cents(-bank[name]) for name in players}


class LocalSession(LocalView, session.Session):
    """A table of this program, and the dice."""

    def __init__(self, table: Table, dice: Dice, on_change: Callable[[], None] | None = None) -> None:
        """Open the session.

        Args:
            table: open already, perhaps with a session behind it.
            dice: where the throws come from.
            on_change: called after everything that changed the table.
        """
        super().__init__(table)
        self._dice = dice
        self._on_change = on_change
        self._line_starts: list[int] = []

    @property
    def idle_keys(self) -> frozenset[str]:
        """Keys without effect here: Tab with one player, and the keys of practice elsewhere."""
        alone = len(self.table.state.seats) < 2  # noqa: PLR2004 - somebody and somebody else
        return frozenset({*(("tab",) if alone else ()), *(() if self.table.practice else PRACTICE_KEYS)})

    def say(self, line: str) -> bool:
        """Say a line at the table. Without a name it is the current player's.

        Returns:
            Whether it happened.
        """
        try:
            said = read(line)
            if said.by and said.by.role == "player":
                said = replace(said, by=player(self._seated(said.by.person) or said.by.person))
            table = self.table
            past, view = Past(table.log), self.view
            meant = understood(said, table.rulebook, table.state, past, view.unit, view.who)
        except NotationError as error:
            self._show(message=session.unreadable(error, line, self._with_colon(line)))
            return False
        events = meant.events
        if events and isinstance(events[-1], ev.ThrowDice):
            events = (*events, ev.Rolled(throw=self._dice()))
        done = self.do(events)
        if done and meant.left_out:
            self.tell(session.sentence("; ".join(left.words(table.rulebook) for left in meant.left_out)))
        return done

    def _with_colon(self, line: str) -> str:
        """A line with a colon added after a player's name; empty if it does not begin with a bare name."""
        first, _, rest = line.strip().partition(" ")
        name = self._seated(first)
        return f"{name}: {rest}" if name and rest else ""

    def _seated(self, name: str) -> str:
        """A player's name as the table spells it; empty if nobody here has it."""
        names = {seat.name.casefold(): seat.name for seat in self.table.state.seats}
        return names.get(name.casefold(), "")

    def throw(self) -> bool:
        """Throw the dice."""
        return self.do([ev.Rolled(throw=self._dice())])

    def undo(self) -> bool:
        """Take back anybody's last line since the last throw that bet, called or took down."""
        acts = self.table.undoable()
        if not acts:
            return self.do([ev.Undo(by=player(self.view.who))])  # refused, with the reason
        last, _ = acts[-1]
        start = max((start for start in self._line_starts if start <= last), default=last)
        of_line = takewhile(lambda act: act[0] >= start, reversed(acts))
        return self.do([ev.Undo(by=player(name)) for _, name in of_line])

    def step_back(self) -> bool:
        """In practice, take back the last throw and everything after it."""
        try:
            self.table.step_back()
        except BankcrapsError as error:
            return self.tell(session.sentence(str(error)))
        self._line_starts = [start for start in self._line_starts if start < len(self.table.log)]
        self.show_session()
        self.tell("Practice: the last throw is taken back. The record shows it.")
        if self._on_change is not None:
            self._on_change()
        return True

    def do(self, events: Sequence[ev.Event]) -> bool:
        """Let events happen, all or none, and show what followed."""
        table, start = self.table, len(self.table.log)
        steps = table.do_all(tuple(events))
        refusal = steps[-1].refusal if steps else None
        if refusal is not None:
            why, buy_in = tell_refusal(refusal, table.rulebook), f"{self.view.who}: buy_in 500"
            self._show(message=session.refused(table.rulebook, refusal, why, buy_in))
            return False
        self._line_starts.append(start)
        effects = [effect for came in steps for effect in came.effects]
        lines = session.lines_of(table.rulebook, effects, self.view.throws + session.throws_in(effects))
        of_throws = [effect for came in steps for effect in fx.of_a_throw(came.effects)]
        if of_throws:
            self._show_throws(effects, lines, session.gains_of(of_throws))
        else:
            self._drop_invalid(effects)
            self._show(lines, gains={})
        self._show(who=self._current_player(events))
        if self._on_change is not None:
            self._on_change()
        return True

    def _current_player(self, events: Sequence[ev.Event]) -> str:
        """Return the current player after some events: a newcomer, or another one if the player has left."""
        names = [seat.name for seat in self.table.state.seats]
        newcomers = [event.by.person for event in events if isinstance(event, ev.Sit)]
        if newcomers:
            return newcomers[-1]
        return self.view.who if self.view.who in names else next(iter(names), "")

    def speak_for(self, name: str) -> bool:
        """Make another player the current one."""
        found = self._seated(name)
        if not found:
            return self.tell(f"{name} is not at this table.", f"{name}: sit")
        self._show(who=found)
        return True

    def next_player(self) -> None:
        """Make the next player clockwise the current one."""
        names = [seat.name for seat in self.table.state.seats]
        if names:
            index = names.index(self.view.who) if self.view.who in names else -1
            self._show(who=names[(index + 1) % len(names)])
