"""Actions of people at the screen, whichever table it shows."""

from abc import abstractmethod
from collections.abc import Sequence

from bankcraps.errors import MoneyError
from bankcraps.game.chips import dollars, printed
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.wagers import Wager
from bankcraps.terminal.play.bet_sizes import full_odds_bet, next_unit, stake
from bankcraps.terminal.play.table_view import TableView


class Session(TableView):
    """A table that somebody plays at."""

    # Acts of people. Each returns whether it happened at once.

    @abstractmethod
    def say(self, line: str) -> bool:
        """Say a line at the table. Without a name it is the current player's."""

    @abstractmethod
    def do(self, events: Sequence[ev.Event]) -> bool:
        """Let events happen, and show what followed."""

    @property
    def prompt(self) -> str:
        """The text in the line while nothing is typed."""
        return "space throws; or type a bet and press enter, such as  place 6 12"

    @abstractmethod
    def throw(self) -> bool:
        """Throw the dice."""

    @abstractmethod
    def undo(self) -> bool:
        """Take back what was bet, called or taken down last."""

    @abstractmethod
    def step_back(self) -> bool:
        """In practice, take back the last throw and everything after it."""

    @abstractmethod
    def speak_for(self, name: str) -> bool:
        """Make another player the current one."""

    @abstractmethod
    def next_player(self) -> None:
        """Make the next player clockwise the current one."""

    def bet(self, wagers: Sequence[Wager]) -> bool:
        """Bet a unit on each of some wagers for the current player."""
        state, who = self.table.state, self.view.who
        if not who:
            return self.nobody_here()
        return self.do(
            [
                ev.Bet(wager, stake(self.table.rulebook, state, who, wager, self.view.unit), by=player(who))
                for wager in wagers
            ]
        )

    def take_odds(self) -> bool:
        """Bet full odds behind the current player's next flat wager that has room for them."""
        seat = self.seat
        if seat is None:
            return self.nobody_here()
        return self.do([full_odds_bet(self.table.rulebook, self.table.state, seat)])

    def nobody_here(self) -> bool:
        """Say that somebody must sit down first."""
        return self.tell("Nobody sits here yet.", "Ann: sit")

    def take_down(self, wagers: Sequence[Wager]) -> bool:
        """Take some of the current player's wagers down."""
        return self.do([ev.TakeDown(wager, by=player(self.view.who)) for wager in wagers])

    # Settings of the screen alone.

    def change_unit(self, *, up: bool) -> None:
        """Make a shortcut bet more, or less."""
        self._show(unit=next_unit(self.view.unit, self.table.state, up=up))

    def set_unit(self, amount: str) -> bool:
        """Make a shortcut bet that much, in dollars."""
        limits = self.table.state.floor.limits
        try:
            unit = dollars(amount)
        except MoneyError as error:
            return self.tell(str(error), "unit 5")
        if not limits.minimum <= unit <= limits.maximum:
            least, most = printed(limits.minimum), printed(limits.maximum)
            text = f"A unit at this table is from {least} to {most}, not {printed(unit)}."
            return self.tell(text, f"unit {least}")
        self._show(unit=unit)
        return True
