"""Results of the throws of a table: for the table, and for each player by wager.

`Tally` receives the effects of a log in their order. `statistics` counts what it kept.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import SEVEN, TOTALS, Throw
from bankcraps.game.engine import State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.wagers import COMES, Wager


class TalliedThrow(msgspec.Struct):
    """A throw that counted.

    Attributes:
        hand: the number of the shooter's hand, as in the list of hands.
        throw: the faces.
        made: whether it made the point.
        out: whether it was a seven-out.
        results: the result of each player's wagers.
        fees: the vigorish that each player paid since the throw before, the wagers that they forfeited, and
            those on a hand that ended meanwhile.
        awards: the sum that rulings gave each player since the throw before, in cents; below zero if taken
            back. Chips that a player owes count, too: the house went without them.
        nets: the sum that each player has won or lost at this table by then, in cents.
    """

    hand: int
    throw: Throw
    made: bool = False
    out: bool = False
    results: dict[str, list[fx.Result]] = msgspec.field(default_factory=dict[str, list[fx.Result]])
    fees: dict[str, list[fx.Result]] = msgspec.field(default_factory=dict[str, list[fx.Result]])
    awards: Counter[str] = msgspec.field(default_factory=Counter[str])
    nets: dict[str, int] = msgspec.field(default_factory=dict[str, int])


class BankrollPoint(msgspec.Struct, frozen=True, rename={"net": "net_cents"}):
    """A player's total gain or loss after a throw of the table, in cents."""

    throw: int
    net: int


class EveningWager(msgspec.Struct, frozen=True, rename={"staked": "staked_cents", "net": "net_cents"}):
    """The results of a wager in an evening.

    Attributes:
        wager: its spot. A come wager counts under its box.
        decided: the number of times that it was decided. A push counts.
        staked: the sum of what lay on it each time, in cents.
        net: the sum that the player won or lost by it, with its commission, in cents.
    """

    wager: str
    decided: int
    staked: int
    net: int


class WagerResult(EveningWager, frozen=True, rename={"expected": "expected_cents"}):
    """The results of a wager for a player.

    Attributes:
        wager: its spot. A come wager counts under its box.
        decided: the number of times that it was decided. A push counts.
        staked: the sum of what lay on it each time, in cents.
        net: the sum that the player won or lost by it, in cents.
        expected: the result that the house's exact edge makes of the stakes, in cents; None if not given.
    """

    expected: int | None = None


class Statistics(msgspec.Struct, frozen=True, rename={"net": "net_cents", "awarded": "awarded_cents"}):
    """Results of throws.

    Attributes:
        throws, sevens, points, seven_outs: their numbers; `points` counts the points made.
        totals: the number of times that each total from 2 to 12 was thrown.
        net: the sum that the player won or lost in these throws and by rulings, in cents.
        wagers: the result of each of the player's wagers, in the order of the layout.
        bankroll: the sum that the player had won or lost after each throw.
        awarded: the sum that rulings before these throws gave the player, in cents; below zero if taken back.
    """

    throws: int
    sevens: int
    points: int
    seven_outs: int
    totals: tuple[int, ...]
    net: Cents
    wagers: tuple[WagerResult, ...]
    bankroll: tuple[BankrollPoint, ...]
    awarded: Cents = Cents(0)


class Tally:
    """Keeps what the throws of a table did.

    Attributes:
        throws: the throws that counted, in order.
    """

    def __init__(self) -> None:
        """Start with a newly opened table."""
        self.throws: list[TalliedThrow] = []
        self._hand = Hand()
        self._paid_in = Counter[str]()
        self._fees: dict[str, list[fx.Result]] = {}
        self._awards = Counter[str]()

    def see(self, state: State, effects: Sequence[fx.Effect]) -> None:
        """Take the effects of an event, and the table after it."""
        # A correction takes a throw back, with what was done since, and throws at once.
        self._paid_in.subtract(fx.moved_to("cash", effects))
        thrown = fx.of_a_throw(effects)
        for effect in effects[: len(effects) - len(thrown)]:
            self._between(effect)
        if thrown:
            self._throw(state, thrown)

    def _between(self, effect: fx.Effect) -> None:
        self._hand = hand_after(self._hand, effect)
        match effect:
            # A hand may end between throws, and decides the wagers on it.
            case fx.Vigorish(seat) | fx.Forfeited(seat) | fx.Lost(seat) | fx.Paid(seat):
                self._fees.setdefault(seat, []).append(fx.result(effect))
            case fx.Awarded(seat) | fx.Owed(seat, away=False):
                self._awards[seat] += fx.won(effect)
                self._paid_in.setdefault(seat, 0)  # so that a player who never bought in has a net, too
            case _ if self.throws and fx.throws_counted(effect) < 0:
                self._take_back()
            case _:
                pass

    def _take_back(self) -> None:
        """Remove a throw that was corrected or declared invalid. Vigorish and awards before it stay."""
        gone = self.throws.pop()
        self._awards.update(gone.awards)
        for seat, fees in gone.fees.items():
            self._fees.setdefault(seat, []).extend(fees)

    def _throw(self, state: State, effects: Sequence[fx.Effect]) -> None:
        rolled = effects[0]
        assert isinstance(rolled, fx.Thrown)
        hand = self._hand
        number = hand.number - (hand.throws < 0)  # a throw that is put right stays in its hand
        one = TalliedThrow(number, rolled.throw, fees=self._fees, awards=self._awards)
        self._fees, self._awards = {}, Counter[str]()
        for effect in effects:
            self._hand = hand_after(self._hand, effect)
            one.made |= isinstance(effect, fx.PointMade)
            one.out |= isinstance(effect, fx.SevenOut)
            if isinstance(effect, fx.Owed):
                one.awards[effect.seat] += fx.won(effect)
        for result in fx.results(effects):
            one.results.setdefault(result.seat, []).append(result)
        stacks = {seat.name: seat.rail + seat.at_risk for seat in state.seats}
        one.nets = {name: stacks.get(name, 0) - paid for name, paid in self._paid_in.items()}
        self.throws.append(one)


def by_spot(wagers: Mapping[Wager, Counter[str]]) -> dict[str, Counter[str]]:
    """Add up figures of wagers by spot, in the order of the layout. A come wager counts under its box.

    >>> from bankcraps.game.wagers import wager
    >>> list(by_spot({wager("place 6"): Counter(net=700), wager("come 6"): Counter(net=500)}))
    ['come', 'place 6']
    """
    found: dict[str, Counter[str]] = {}
    for wager, figures in sorted(wagers.items(), key=lambda pair: pair[0].order):
        spot = wager.kind.value if wager.kind in COMES else wager.name
        found.setdefault(spot, Counter(decided=0, staked=0, net=0)).update(figures)
    return found


def statistics(throws: Iterable[TalliedThrow], player: str, hand: int | None = None) -> Statistics:
    """Count throws, and what they did to a player's wagers.

    Args:
        throws: all throws of the table.
        player: whose wagers; nobody's if it is empty.
        hand: only this hand; None for all.
    """
    totals = [0] * len(TOTALS)
    points = outs = awarded = 0
    found = defaultdict[Wager, Counter[str]](Counter)
    bankroll: list[BankrollPoint] = []
    for number, one in enumerate(throws, 1):
        if hand is not None and one.hand != hand:
            continue
        totals[one.throw.total - TOTALS[0]] += 1
        points += one.made
        outs += one.out
        awarded += one.awards[player]
        for result in (*one.fees.get(player, ()), *one.results.get(player, ())):
            staked = result.staked
            found[result.wager].update(decided=1 if staked else 0, staked=staked, net=result.net)
        if player in one.nets:
            bankroll.append(BankrollPoint(number, one.nets[player]))
    wagers = tuple(WagerResult(spot, **figures) for spot, figures in by_spot(found).items())
    return Statistics(
        throws=sum(totals),
        sevens=totals[SEVEN - TOTALS[0]],
        points=points,
        seven_outs=outs,
        totals=tuple(totals),
        net=Cents(sum(one.net for one in wagers) + awarded),
        wagers=wagers,
        bankroll=tuple(bankroll),
        awarded=Cents(awarded),
    )
