"""A rule's instructions to the player before a throw: bet, take odds, take down, call on or off, stop."""

from fractions import Fraction
from typing import Final

import msgspec

from bankcraps.errors import MoneyError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.state import OnOff
from bankcraps.game.notation.phrases import SHARES, Spreads
from bankcraps.game.notation.spreads import for_each, means_each, split
from bankcraps.game.wagers import FLATS, ODDS, Kind, Wager, flat_under, odds_behind
from bankcraps.strategies.observation import MOST_TIMES, Observation
from bankcraps.strategies.policy import Layout
from bankcraps.strategies.rules.amounts import FromMoney, ShareOfWagers, scaled
from bankcraps.strategies.wager_sets import WagerSet, only

__all__ = [
    "DOWN",
    "Amount",
    "BringDown",
    "CallOnOff",
    "Draft",
    "HaveComesUp",
    "HaveOddsUp",
    "HaveSpreadUp",
    "HaveUp",
    "Instruction",
    "StopPlaying",
]

Amount = Cents | FromMoney
"""An amount in cents, or one that follows from what the player owns or has on other wagers."""

DOWN: Final = -1
"""The size of a wager that an `after` rule took down, until a rule or the next hand resets it."""

_EXCEPT: Final = " except point"


class Draft:
    """The layout while rules change it. It starts as what stands, so that nothing comes down by itself.

    Attributes:
        observation: the table.
        stakes: the stakes so far.
        said: the calls so far, in order.
        sizes: the wagers whose size an `after` rule changed, in cents, or `DOWN`.
        riding: those of them whose wins are added, so that the house may not take their sizes as they are.
        said_now: the wagers whose stakes a rule of this throw says; progressions multiply these.
        stopped: whether a rule said `stop`.
    """

    __slots__ = ("observation", "riding", "said", "said_now", "sizes", "stakes", "stopped")

    def __init__(
        self, observation: Observation, sizes: dict[Wager, int], riding: frozenset[Wager] = frozenset()
    ) -> None:
        """Start with the standing wagers."""
        self.observation: Observation = observation
        self.stakes: dict[Wager, Cents] = observation.stakes()
        self.said: list[tuple[WagerSet, OnOff]] = []
        self.sizes: dict[Wager, int] = sizes
        self.riding: frozenset[Wager] = riding
        self.said_now: set[Wager] = set()
        self.stopped: bool = False

    def have(self, wager: Wager, said: Amount, *, except_point: bool = False) -> None:
        """Have a wager up at its size: the amount said, unless an `after` rule changed it.

        A flat wager on its number is left alone until it is decided. A grown size stays within the table
        maximum. With `except_point`, a wager on the point comes down instead.
        """
        observation = self.observation
        if except_point and wager.number == observation.puck:
            self.stakes.pop(wager, None)
            return
        size = self.sizes.get(wager)
        if size == DOWN or (wager in self.stakes and observation.flat_on_number(wager)):
            return
        if size is not None:
            size = min(size, observation.limits.maximum)
            if wager in self.riding:
                size = observation.offer(wager).taken(Cents(size))
        elif isinstance(said, FromMoney):
            size = self.from_money(wager, said)
            if not size:
                return
        else:
            size = said
        self.stakes[wager] = Cents(size)
        self.said_now.add(wager)

    def from_money(self, wager: Wager, said: FromMoney, flat: int = 0) -> Cents:
        """The amount for a wager that follows from what the player owns, beside the other wagers."""
        observation = self.observation
        if isinstance(said, ShareOfWagers):
            return said.taken(self.staked(said.target, wager), observation.offer(wager, flat))
        others = sum(observation.cost(one, stake) for one, stake in self.stakes.items() if one != wager)
        return said.of(observation.purse, observation.offer(wager, flat), others)

    def staked(self, target: WagerSet, beside: Wager) -> int:
        """The stakes wanted so far on some wagers beside another, in cents, as progressions multiply them."""
        return sum(
            self.observation.grown(wager, amount, self.flat_of(wager)) if wager in self.said_now else amount
            for wager, amount in self.stakes.items()
            if wager in target.wagers and wager != beside
        )

    def flat_of(self, wager: Wager) -> Cents:
        """The stake wanted under odds, in cents; 0 for any other wager."""
        return self.stakes.get(flat_under(wager), Cents(0)) if wager.kind in FLATS else Cents(0)

    def on_numbers(self, kind: Kind) -> int:
        """The number of wagers of a kind that stand on their numbers."""
        return sum(1 for s in self.observation.standing if s.wager.kind is kind and s.wager.number)

    def have_odds(self, flat: Wager, times: int, amount: Amount) -> None:
        """Have odds up behind a flat wager on its number: `times` the flat, an amount, or full odds."""
        odds = odds_behind(flat) if self.observation.flat_on_number(flat) else None
        if odds is None:
            return
        under = self.stakes[flat]
        if isinstance(amount, FromMoney):
            wanted = self.from_money(odds, amount, under)
        elif times or amount:
            most = self.observation.odds_times(odds, under, times or MOST_TIMES)
            wanted = min(amount, most) if amount else most
        else:
            wanted = self.observation.full_odds(odds, under)
        if wanted:
            self.stakes[odds] = Cents(wanted)
            self.said_now.add(odds)

    def take_down(self, target: WagerSet) -> None:
        """Take down those wagers, and the odds behind them."""
        for wager in list(self.stakes):
            if wager in target.wagers:
                self.stakes.pop(wager, None)
                odds = odds_behind(wager)
                if odds is not None:
                    self.stakes.pop(odds, None)

    def call(self, target: WagerSet, call: OnOff) -> None:
        """Call wagers on or off, those included that a later rule of this throw has up."""
        self.said.append((target, call))

    @property
    def calls(self) -> dict[Wager, OnOff]:
        """The call on each wager: the last one said. A word for several skips those that take no calls."""
        return {
            wager: call
            for target, call in self.said
            for wager in self.stakes
            if wager in target.wagers and (len(target.wagers) == 1 or self.observation.callable(wager))
        }

    def layout(self) -> Layout | None:
        """The finished layout, or None to stop."""
        if self.stopped:
            return None
        for wager, size in self.sizes.items():
            if size == DOWN:
                self.take_down(only(wager))
        return Layout(self.stakes, self.calls)


def _scaled(amount: Amount, by: Fraction) -> Amount:
    return amount.scaled(by) if isinstance(amount, FromMoney) else scaled(amount, by)


def _looks_at_money(amount: Amount) -> bool:
    return isinstance(amount, FromMoney) and amount.looks_at_money


def _said(amount: Amount) -> str:
    return str(amount) if isinstance(amount, FromMoney) else printed(amount)


class Instruction(msgspec.Struct, frozen=True):
    """One thing a rule does before a throw. `str` prints it as text."""

    def do(self, draft: Draft) -> None:
        """Change the draft."""
        raise NotImplementedError

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        """The wagers it bets, each with the amount said; odds are not among them."""
        return ()

    @property
    def looks_at_money(self) -> bool:
        """Whether it depends on what the player owns."""
        return False

    def scaled(self, by: Fraction) -> "Instruction":
        """The same with every amount times a scale."""
        del by
        return self


class HaveUp(Instruction, frozen=True):
    """Have a wager up: `place 6 12`, `place 6 12 except point`, `pass 5%`."""

    wager: Wager
    amount: Amount
    except_point: bool = False

    def do(self, draft: Draft) -> None:
        draft.have(self.wager, self.amount, except_point=self.except_point)

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        return ((self.wager, self.amount),)

    @property
    def looks_at_money(self) -> bool:
        return _looks_at_money(self.amount)

    def scaled(self, by: Fraction) -> "HaveUp":
        return HaveUp(self.wager, _scaled(self.amount, by), self.except_point)

    def __str__(self) -> str:
        return f"{self.wager} {_said(self.amount)}{_EXCEPT if self.except_point else ''}"


class HaveComesUp(Instruction, frozen=True):
    """Bet in the come box until enough come wagers are up: `come 10 up to 2`, `come 5% up to 2`.

    Attributes:
        wager: `come` or `dont_come`.
        up_to: the most that may be up, on the numbers and in the box together.
    """

    wager: Wager
    amount: Amount
    up_to: int

    def do(self, draft: Draft) -> None:
        if draft.on_numbers(self.wager.kind) < self.up_to:
            draft.have(self.wager, self.amount)

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        return ((self.wager, self.amount),)

    @property
    def looks_at_money(self) -> bool:
        return _looks_at_money(self.amount)

    def scaled(self, by: Fraction) -> "HaveComesUp":
        return HaveComesUp(self.wager, _scaled(self.amount, by), self.up_to)

    def __str__(self) -> str:
        return f"{self.wager} {_said(self.amount)} up to {self.up_to}"


class HaveSpreadUp(Instruction, frozen=True):
    """Have several wagers up for one sum, split as dealers split it: `inside 44`.

    Attributes:
        shares: each wager with its share of the sum.
    """

    name: Spreads
    amount: Cents
    shares: tuple[tuple[Wager, Cents], ...]
    except_point: bool = False

    @classmethod
    def said(cls, name: Spreads, amount: Cents, *, each: bool = False) -> "HaveSpreadUp":
        """Split an amount as the table understands it: `inside 5` and `5 each inside` are 22 in all.

        Raises:
            MoneyError: if the amount does not split.
        """
        if not each and not means_each(name, amount):
            return cls.of(name, amount)
        bets = for_each(name, amount, chip=1)
        if bets is None:
            least = printed(min(SHARES[name].values()))
            raise MoneyError(f"{name} goes in multiples of {least} on each, not {printed(amount)}")
        return cls.of(name, Cents(sum(bets.values())))

    @classmethod
    def of(cls, name: Spreads, amount: Cents, *, except_point: bool = False) -> "HaveSpreadUp":
        """Split a whole sum.

        Raises:
            MoneyError: if the sum does not split.
        """
        bets = split(SHARES[name], amount, chip=1)
        if bets is None:
            whole = printed(sum(SHARES[name].values()) * 100)
            other = "say other sums bet by bet"
            raise MoneyError(f"{name} goes in multiples of {whole}, not {printed(amount)}; {other}")
        return cls(name, amount, tuple(bets.items()), except_point)

    def do(self, draft: Draft) -> None:
        for wager, amount in self.shares:
            draft.have(wager, amount, except_point=self.except_point)

    def bets(self) -> tuple[tuple[Wager, Amount], ...]:
        return self.shares

    def scaled(self, by: Fraction) -> "HaveSpreadUp":
        return HaveSpreadUp.of(self.name, scaled(self.amount, by), except_point=self.except_point)

    def __str__(self) -> str:
        sum_, beside = printed(self.amount), _EXCEPT if self.except_point else ""
        if means_each(self.name, self.amount):  # read back, the sum alone would be for each number
            return f"{printed(min(amount for _, amount in self.shares))} each {self.name}{beside}"
        return f"{self.name} {sum_}{beside}"


class HaveOddsUp(Instruction, frozen=True):
    """Have odds up behind flat wagers on their numbers: `odds max`, `odds come 2x`, `odds pass half`.

    Odds never exceed what the house allows. Without `times` and `amount` they are full payable odds: the most
    it allows, or a little less that it pays exactly.

    Attributes:
        flat: the kind of flat wager, or None for all kinds.
        number: the number of the come wager, or 0 for all numbers.
        times: a multiple of the flat, measured as the house measures its limit, or 0.
        amount: an amount, or 0.
    """

    flat: Kind | None = None
    number: int = 0
    times: int = 0
    amount: Amount = Cents(0)

    @property
    def looks_at_money(self) -> bool:
        return _looks_at_money(self.amount)

    def behind(self, flat: Wager) -> bool:
        """Whether the odds are behind this wager, once it has its number."""
        return flat.kind in ODDS and self.flat in (None, flat.kind) and self.number in (0, flat.number)

    def do(self, draft: Draft) -> None:
        for wager in list(draft.stakes):
            if self.behind(wager):
                draft.have_odds(wager, self.times, self.amount)

    def scaled(self, by: Fraction) -> "HaveOddsUp":
        return HaveOddsUp(self.flat, self.number, self.times, _scaled(self.amount, by))

    def __str__(self) -> str:
        much = f"{self.times}x" if self.times else _said(self.amount) if self.amount else "max"
        behind = [self.flat.value if self.flat else "", str(self.number or "")]
        return " ".join(["odds", *filter(None, behind), much])


class BringDown(Instruction, frozen=True):
    """Take wagers down, with their odds: `down place 6`, `down all`. Contract wagers stay."""

    target: WagerSet

    def do(self, draft: Draft) -> None:
        draft.take_down(self.target)

    def __str__(self) -> str:
        return f"down {self.target}"


class CallOnOff(Instruction, frozen=True):
    """Call wagers on or off: `off place`, `on all`. A call holds until the wager is called otherwise."""

    target: WagerSet
    call: OnOff

    def do(self, draft: Draft) -> None:
        draft.call(self.target, self.call)

    def __str__(self) -> str:
        return f"{self.call} {self.target}"


class StopPlaying(Instruction, frozen=True):
    """Stop for good: `stop`."""

    def do(self, draft: Draft) -> None:
        draft.stopped = True

    def __str__(self) -> str:
        return "stop"
