"""What a rule does to the layout: bets, odds, taking down, calls, stopping. The table's words, with sums."""

from fractions import Fraction
from typing import Final

import msgspec

from bankcraps.chips import Cents, printed
from bankcraps.engine.state import Call
from bankcraps.errors import MoneyError
from bankcraps.notation.expanding import SHARES
from bankcraps.notation.phrases import Spreads
from bankcraps.strategy.desk import Desk
from bankcraps.strategy.targets import Target
from bankcraps.wagers import ODDS, Kind, Wager

__all__ = ["Act", "Bet", "Box", "CallIt", "Down", "Odds", "Spread", "Stop", "scaled"]

_EXCEPT: Final = " except point"


def scaled(amount: Cents, by: Fraction) -> Cents:
    """A sum times a scale.

    Raises:
        MoneyError: if that is no whole number of cents.
    """
    made = amount * by
    if made.denominator != 1:
        raise MoneyError(f"{printed(amount)} times {float(by):g} is no whole number of cents")
    return Cents(int(made))


class Act(msgspec.Struct, frozen=True):
    """One thing a rule does before a throw."""

    def do(self, desk: Desk) -> None:
        """Change the layout."""
        raise NotImplementedError

    def bets(self) -> tuple[tuple[Wager, Cents], ...]:
        """The wagers it puts chips on, with the sums it says; odds are not among them."""
        return ()

    def scaled(self, by: Fraction) -> "Act":
        """The same with every sum times a scale."""
        del by
        return self


class Bet(Act, frozen=True):
    """Have a wager up: `place 6 12`, `place 6 12 except point`."""

    wager: Wager
    amount: Cents
    except_point: bool = False

    def do(self, desk: Desk) -> None:
        """Have it up; on the point, where it is not wanted there, down."""
        if self.except_point and self.wager.number == desk.view.puck:
            desk.stakes.pop(self.wager, None)
        else:
            desk.have(self.wager, self.amount)

    def bets(self) -> tuple[tuple[Wager, Cents], ...]:
        """Just that."""
        return ((self.wager, self.amount),)

    def scaled(self, by: Fraction) -> "Bet":
        """The sum scaled."""
        return Bet(self.wager, scaled(self.amount, by), self.except_point)

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.wager} {printed(self.amount)}{_EXCEPT if self.except_point else ''}"


class Box(Act, frozen=True):
    """Have a wager in the come box until so many are up: `come 10 up to 2`.

    Attributes:
        wager: `come` or `dont_come`.
        up_to: how many may be up, on the numbers and in the box together.
    """

    wager: Wager
    amount: Cents
    up_to: int

    def do(self, desk: Desk) -> None:
        """One in the box, if there is room for it."""
        if desk.up(self.wager.kind) < self.up_to:
            desk.have(self.wager, self.amount)

    def bets(self) -> tuple[tuple[Wager, Cents], ...]:
        """The box."""
        return ((self.wager, self.amount),)

    def scaled(self, by: Fraction) -> "Box":
        """The sum scaled."""
        return Box(self.wager, scaled(self.amount, by), self.up_to)

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.wager} {printed(self.amount)} up to {self.up_to}"


class Spread(Act, frozen=True):
    """One sum over several numbers, split as dealers split it: `inside 44`.

    Attributes:
        shares: what that is on each number.
    """

    name: Spreads
    amount: Cents
    shares: tuple[tuple[Wager, Cents], ...]
    except_point: bool = False

    @classmethod
    def of(cls, name: Spreads, amount: Cents, *, except_point: bool = False) -> "Spread":
        """Split a sum.

        Raises:
            MoneyError: if it does not split.
        """
        parts = SHARES[name]
        whole = sum(parts.values())
        unit, rest = divmod(amount, whole)
        if rest or unit <= 0:
            raise MoneyError(f"{name} is said in multiples of {printed(whole * 100)}, not {printed(amount)}")
        return cls(name, amount, tuple((w, Cents(unit * n)) for w, n in parts.items()), except_point)

    def do(self, desk: Desk) -> None:
        """Have each of them up."""
        for wager, amount in self.shares:
            if self.except_point and wager.number == desk.view.puck:
                desk.stakes.pop(wager, None)
            else:
                desk.have(wager, amount)

    def bets(self) -> tuple[tuple[Wager, Cents], ...]:
        """Each of them."""
        return self.shares

    def scaled(self, by: Fraction) -> "Spread":
        """The sum scaled."""
        return Spread.of(self.name, scaled(self.amount, by), except_point=self.except_point)

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.name} {printed(self.amount)}{_EXCEPT if self.except_point else ''}"


class Odds(Act, frozen=True):
    """Have odds up behind flat wagers on their numbers: `odds max`, `odds come 2x`, `odds pass 20`.

    Attributes:
        flat: the kind of flat wager, or None for all of them.
        number: the number, of come wagers, or 0 for all.
        times: so many times the flat, as the house measures it, or 0.
        amount: so much, in cents, or 0. With neither it is as much as the house takes.
    """

    flat: Kind | None = None
    number: int = 0
    times: int = 0
    amount: Cents = Cents(0)

    def do(self, desk: Desk) -> None:
        """Have them up; never more than the house takes, and none where there is no flat wager."""
        for wager in list(desk.stakes):
            kind = wager.kind
            if kind not in ODDS or self.flat not in (None, kind):
                continue
            if not self.number or wager.number == self.number:
                desk.odds(wager, self.times, self.amount)

    def scaled(self, by: Fraction) -> "Odds":
        """The sum scaled, if one is said."""
        return Odds(self.flat, self.number, self.times, scaled(self.amount, by))

    def __str__(self) -> str:
        """As it is written."""
        much = f"{self.times}x" if self.times else printed(self.amount) if self.amount else "max"
        behind = [self.flat.value if self.flat else "", str(self.number or "")]
        return " ".join(["odds", *filter(None, behind), much])


class Down(Act, frozen=True):
    """Take wagers down: `down place 6`, `down place`, `down all`. Contract wagers stay all the same."""

    target: Target

    def do(self, desk: Desk) -> None:
        """Take them down, with their odds."""
        desk.down(self.target)

    def __str__(self) -> str:
        """As it is written."""
        return f"down {self.target}"


class CallIt(Act, frozen=True):
    """Call wagers on or off: `off place`, `on all`. A button stays until it is called otherwise."""

    target: Target
    call: Call

    def do(self, desk: Desk) -> None:
        """Put the buttons there."""
        desk.call(self.target, self.call)

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.call} {self.target}"


class Stop(Act, frozen=True):
    """Stop for good: `stop`."""

    def do(self, desk: Desk) -> None:
        """No more."""
        desk.stopped = True

    def __str__(self) -> str:
        """As it is written."""
        return "stop"
