"""A live table on the screen: shows its news, and sends the person's lines."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from bankcraps.client import LiveTable, Lost, News
from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.chips import Cents, money
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.live.log.entries import BETTING, Dealt
from bankcraps.live.log.settings import NOTICES
from bankcraps.live.people.talk import words_of
from bankcraps.live.table.commands import Act, PersonCommand
from bankcraps.live.wire.messages import Company, Happened, Welcome
from bankcraps.terminal.join import room_words
from bankcraps.terminal.join.watch import Watch
from bankcraps.terminal.play import session

_REMEMBERED: Final = 20_000
"""The number of effects kept for the figures of the session."""


class LiveSession(session.Session):
    """A live table to watch or to play at. People speak for themselves alone.

    Attributes:
        live: the table.
        table: the facts known of it.
    """

    table: Watch

    def __init__(self, live: LiveTable, on_answer: Callable[[], None]) -> None:
        """Start the session of a table that has been entered.

        Args:
            live: the table.
            on_answer: called when a line was answered, so that the screen shows it.

        Raises:
            BankcrapsError: if this program does not have the house's rulebook.
        """
        super().__init__(Watch(live))
        self.live = live
        self._on_answer = on_answer
        self._effects: deque[fx.Effect] = deque(maxlen=_REMEMBERED)
        self._tasks: set[asyncio.Task[None]] = set()
        self.add_to_log(self.table.rulebook.about, f"This is table {live.view.id}.")
        if live.view.seats:
            self.add_to_log("The command stats counts throws and wagers from now on.")
        self._begin()

    @property
    def idle_keys(self) -> frozenset[str]:
        """A live player cannot speak for others or take throws back."""
        return frozenset({"tab", "<"})

    def effects(self) -> list[fx.Effect]:
        """Return the effects since this person arrived."""
        return list(self._effects)

    def results(self) -> dict[str, Cents]:
        """Return each player's result since they sat down, in cents; below zero for a loss."""
        return self.table.results

    def hint(self) -> str:
        """Suggest what this person might do next."""
        you, view = self.live.you, self.live.view
        chairs = [chair.role for chair in view.chairs if chair.person == you.name]
        if not you.name:
            return "You watch. To play, come with a name:  bankcraps join ADDRESS NAME"
        if work := room_words.to_deal(self.live, self.table.rulebook):
            return work
        if chairs:
            return f"You are the {' and the '.join(chairs)}. Type  help  for the words of the crew."
        if not self.view.who:
            notices = [said for name, said in NOTICES.items() if getattr(view.settings, name)]
            if not view.settings.own_chips:
                notices.append(f"Your wallet has {money(Cents(you.wallet_cents))}.")
            works = f" Type  chair {you.takes[0]}  to work." if you.takes else ""
            return f"You watch. Type  sit  and then  buy_in 100  to play.{works} {' '.join(notices)}"
        if not view.advice:
            puck = self.table.state.puck
            return f"{f'The point is {puck}.' if puck else 'This is a come-out.'} {self._throwing()}"
        return session.hint(
            self.table.rulebook, self.table.state, self.view.who, self.view.unit, self._throwing()
        )

    @property
    def prompt(self) -> str:
        """The text in the line while nothing is typed."""
        if self.view.who:
            return (
                super().prompt
                if "throw" in self.live.you.may
                else "type a bet and press enter, such as  place 6 12"
            )
        return "type  sit  to play, or  help" if self.live.you.name else "type  help , or  who"

    def _throwing(self) -> str:
        view = self.live.view
        if view.settings.dice == "entered":
            return "The dice are real: the crew enters the throws."
        if view.thrower != self.view.who:
            shoots = "You shoot." if view.shooter == self.view.who else f"{view.shooter} shoots."
            awaited = view.awaits_to_you.get(self.live.you.name, view.awaits)
            return f"{shoots if view.shooter else ''} {awaited}".strip()
        if "throw" in self.live.you.may:
            return "You shoot: space throws."
        betting = view.phase.name in BETTING
        return "You shoot: space throws when the betting is closed." if betting else "You shoot."

    # News.

    def hear(self, news: News) -> None:
        """Show news of the table."""
        throws, kept = self.view.throws, self.view.message
        connection = session.sentence(self.table.hear(news))
        match news:
            case Lost():
                self.add_to_log("The connection is lost.", message=session.Message(connection))
                return
            case Company():
                self.add_to_log(*(f"{line.person}: {words_of(line)}" for line in news.lines))
            case Happened():
                self._happen(news)
            case Welcome():
                self._begin()
            case _:
                pass
        self._show(message=kept if self.view.throws == throws else None, who=self._who())
        if warning := self.table.warning():
            self.add_to_log(session.sentence(warning), tone="lost")
        if connection:
            self.add_to_log(connection, message=session.told(connection))

    def _who(self) -> str:
        return self.live.seat.name if self.live.seat else ""

    def _begin(self) -> None:
        """Show a table whose history was missed."""
        view = self.live.view
        thrown = (view.last,) if view.last else ()
        if not self.view.thrown or self.view.thrown[-1:] != thrown:
            self._show(thrown=(*self.view.thrown, *thrown)[-session.KEPT :], call="")
        self._show(who=self._who(), throws=view.fairness.counted, gains={})

    def _happen(self, news: Happened) -> None:
        book, number = self.table.rulebook, self.view.throws
        lines: list[session.LogLine] = []
        for item in news.items:
            for index, effect in enumerate(item.effects):
                number += session.throws_in([effect])
                uncalled = room_words.throw_line(item, index)
                line = [session.LogLine(f"{number}. {uncalled}", "throw")] if uncalled else []
                lines += line or session.lines_of(book, [effect], number)
            said = room_words.entry_line(item.entry)
            lines += [session.LogLine(said, "dice")] if said else []
        lines += [session.LogLine(one, "dice") for one in room_words.what_next(news, self.table)]
        effects = [effect for item in news.items for effect in item.effects]
        self._effects += effects
        if any(isinstance(effect, fx.Thrown) for effect in effects):
            self._show_throws(effects, lines, session.gains_of(effects))
            self._show(call="" if room_words.is_uncalled(self.live) else self.view.call)
            return
        self._drop_invalid(effects)
        called = [item.entry.words for item in news.items if isinstance(item.entry, Dealt)]
        self._show(lines, call=next(filter(None, called), self.view.call))
        if self.live.view.phase.name != "paying":
            self._show(gains={})

    # Lines and acts. The answer comes later.

    def say(self, line: str) -> bool:
        """Say a line at the table."""
        try:
            command = room_words.room_command(line, self.live.view, self.live.new_id)
        except NotationError as error:
            self._show(message=session.unreadable(error, line))
            return False
        except BankcrapsError as error:
            self._show(message=session.Message(session.sentence(str(error))))
            return False
        return self._ask([command])

    def do(self, events: Sequence[ev.Event]) -> bool:
        """Ask for events, one after the other, until one is refused."""
        return self._ask([Act(id=self.live.new_id(), event=event) for event in events])

    def throw(self) -> bool:
        """Throw the dice."""
        if self.live.view.settings.dice == "entered":
            return self.tell("The dice of this table are real: the crew enters what they show.", "enter 4-2")
        return self.say("throw")

    def undo(self) -> bool:
        """Take back the person's own last act."""
        return self.say("undo")

    def step_back(self) -> bool:
        """Refuse: a live table cannot step back."""
        return self.tell("Nobody takes back a throw at a live table.")

    def speak_for(self, name: str) -> bool:
        """Nobody speaks for somebody else at a live table."""
        del name
        return self.tell("At a live table everybody has a screen of their own: you speak for yourself.")

    def next_player(self) -> None:
        """Nobody speaks for somebody else at a live table."""

    def nobody_here(self) -> bool:
        """Say how to sit down."""
        return self.tell("You have no place at this table.", "sit")

    def _ask(self, commands: Sequence[PersonCommand]) -> bool:
        if not self.live.you.name:
            return self.tell(self.hint())
        waits = self.table.lost
        if waits:
            self.tell("There is no connection now. This is said as soon as there is one.")
        else:
            self.clear_message()
        task = asyncio.create_task(self._asked(commands, waits=waits))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return False

    async def _asked(self, commands: Sequence[PersonCommand], *, waits: bool) -> None:
        for command in commands:
            try:
                answer = await self.live.ask(command)
            except BankcrapsError as error:
                self._show(message=session.Message(session.sentence(str(error))))
                break
            if answer.refused is not None:
                why = answer.refused
                said = why.to_you or why.message
                message = session.refused(self.table.rulebook, why, said, "buy_in 100", "sit")
                # A line typed without a connection is refused later, when the player no longer looks.
                self.add_to_log(*([message.text] if waits else ()), message=message)
                break
            if answer.left_out:
                self.tell(
                    session.sentence("; ".join(left.to_you or left.message for left in answer.left_out))
                )
        self._on_answer()
