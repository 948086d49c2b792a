"""A layout in the making: what stands, changed rule by rule."""

from bankcraps.chips import Cents
from bankcraps.engine.state import Call
from bankcraps.strategy.protocol import Layout
from bankcraps.strategy.targets import Target, only
from bankcraps.strategy.view import View
from bankcraps.wagers import ODDS, Kind, Wager, find

__all__ = ["OFF", "Desk"]

OFF = -1
"""The size of a wager that an `after` rule took down: nothing, until a rule or the next hand resets it."""

_BOXES = (Kind.COME, Kind.DONT_COME)


class Desk:
    """What is wanted on the layout so far. It starts as what stands: systems do not take down silently.

    Attributes:
        view: the table.
        stakes, calls: the layout so far.
        sizes: the wagers whose size an `after` rule changed, in cents, or `OFF`.
        stopped: whether a rule said so.
    """

    __slots__ = ("calls", "sizes", "stakes", "stopped", "view")

    def __init__(self, view: View, sizes: dict[Wager, int]) -> None:
        """Begin with what stands."""
        self.view = view
        self.stakes = view.stakes()
        self.calls: dict[Wager, Call] = {}
        self.sizes = sizes
        self.stopped = False

    def have(self, wager: Wager, said: Cents) -> None:
        """Have a wager up at its size: the sum said, unless an `after` rule changed it.

        A flat wager on its number is left alone until it is decided. A size that grew stays within the sign.
        """
        view = self.view
        size = said
        if wager in self.sizes:
            size = self.sizes[wager]
            if size == OFF:
                return
            size = min(size, view.limits.maximum)
        if view.puck and wager.kind is Kind.PASS:
            wager = view.laid(wager)
        if wager.kind in ODDS and wager in self.stakes and view.number(wager):
            return
        self.stakes[wager] = Cents(size)

    def up(self, kind: Kind) -> int:
        """How many wagers of a kind stand on their numbers."""
        return sum(1 for s in self.view.standing if s.wager.kind is kind and s.wager.number)

    def odds(self, flat: Wager, times: int, amount: int) -> None:
        """Have odds up behind a flat wager on its number: so many times, so much, or the most."""
        if not self.view.number(flat):
            return
        odds = find(ODDS[flat.kind], flat.number)
        under = self.stakes[flat]
        most = self.view.odds_times(odds, under, times) if times else self.view.full_odds(odds, under)
        wanted = min(amount, most) if amount else most
        if wanted:
            self.stakes[odds] = Cents(wanted)

    def down(self, target: Target) -> None:
        """Take down those wagers, and the odds behind them."""
        for wager in list(self.stakes):
            if wager in target.wagers:
                self.stakes.pop(wager, None)
                if wager.kind in ODDS and not (wager.kind in _BOXES and not wager.number):
                    self.stakes.pop(find(ODDS[wager.kind], wager.number), None)

    def call(self, target: Target, call: Call) -> None:
        """Call those wagers on or off; of several meant by one word, those that the house lets be called."""
        alone = len(target.wagers) == 1
        for wager in self.stakes:
            if wager in target.wagers and (alone or self.view.callable(wager)):
                self.calls[wager] = call

    def layout(self) -> Layout | None:
        """What came of it, or None to stop."""
        if self.stopped:
            return None
        for wager, size in self.sizes.items():
            if size == OFF:
                self.down(only(wager))
        return Layout(self.stakes, self.calls)
