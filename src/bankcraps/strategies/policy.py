"""A policy is a pure function from an observation and a memory to the wanted layout.

Before each throw::

    layout(observation, memory) -> Layout      the action: what the player wants on the layout
    remember(memory, effects)   -> memory      after the bets, and again after the throw

`bets` turns the difference between the wanted layout and what stands into acts: take down, then bet, then
call on or off. The house judges each as usual. When a player runs out of money or reaches a goal is decided
elsewhere, in one place.

An `Observation` is a player's view of the table before the betting, and a `ThrowResult` of what a throw did.
A policy does not see what the player owns, so that the same chain serves every bankroll. One that says
`looks_at_money = True` sees it in `observation.purse`.
"""

import operator
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import msgspec
from msgspec import structs

from bankcraps.errors import BankcrapsError, quoted, require_type
from bankcraps.game.chips import LARGEST, Cents, money, printed
from bankcraps.game.engine import Limits, Refusal, player, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import OnOff, Seat, Standing, State
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import FLATS, ODDS, Wager, number_of
from bankcraps.strategies.offers import Offer, Spot, cost_of, odds_at, offer
from bankcraps.strategies.plan import uses_up

if TYPE_CHECKING:
    from bankcraps.game.dice import Throw

ENDLESS: Final = LARGEST + 1
"""More than anybody owns, in cents: the end of the last interval."""


class Purse:
    """The money of a player, as a system sees it: the rail and the wagers standing, at face value.

    Attributes:
        start: the sum that the player brought, in cents.
        ceiling: a sum that the player never owned before, in cents.
        low, high: every answer so far is the same for each sum from `low` to just below `high`.
    """

    __slots__ = ("_owned", "ceiling", "high", "low", "start")

    def __init__(self, owned: int, start: int, ceiling: int = ENDLESS) -> None:
        """Hold a sum, in cents; nothing is asked yet."""
        self._owned = owned
        self.start: int = start
        self.ceiling: int = ceiling
        self.low: int = 0
        self.high: int = ENDLESS

    @property
    def owned(self) -> Cents:
        """The sum itself, in cents. A policy that reads it is asked again for every other sum."""
        self._between(self._owned, self._owned + 1)
        return Cents(self._owned)

    def at_least(self, sum_: int) -> bool:
        """Whether the player owns at least so much, in cents."""
        if self._owned >= sum_:
            self.low = max(self.low, sum_)
            return True
        self.high = min(self.high, sum_)
        return False

    def changed_by(self, change: int) -> None:
        """Note that what is owned has changed by this much since it was between nothing and the ceiling."""
        self._between(max(0, change), self.ceiling + min(0, change))

    def _between(self, low: int, high: int) -> None:
        self.low, self.high = max(self.low, low), min(self.high, high)

    def __repr__(self) -> str:
        """Write what is owned, in dollars: `<Purse 510, of 500 at the start>`."""
        return f"<Purse {printed(Cents(self._owned))}, of {printed(Cents(self.start))} at the start>"


MOST_TIMES: Final = 1000
"""The largest multiple of a flat wager that odds can be."""

Multiples = tuple[tuple[frozenset[Wager], Fraction], ...]
"""Sets of wagers, each with the multiple of the stakes on them, that which applies first at the front."""


class Observation:
    """The table as one player sees it before the betting.

    Attributes:
        book: the house's rules.
        puck: the point, or 0 while the puck is off.
        standing: the player's wagers on the layout, in the order of the table.
        limits: the limits the player bets by.
        chip: the smallest chip, in cents.
        multiples: the multiples by which the progressions around a policy multiply the stakes it says.
    """

    __slots__ = ("_purse", "_seat", "_state", "book", "chip", "limits", "multiples", "puck", "standing")

    def __init__(
        self, book: Rulebook, state: State, purse: Purse | None = None, multiples: Multiples = ()
    ) -> None:
        """Observe a table with exactly one player; with a purse if the system looks at money."""
        (self._seat,) = state.seats
        self._state = state
        self._purse = purse
        self.book: Rulebook = book
        self.multiples: Multiples = multiples
        self.puck: int = state.puck
        self.standing: tuple[Standing, ...] = self._seat.wagers
        self.limits: Limits = limits_for(state, self._seat)
        self.chip: Cents = state.floor.chip

    @property
    def purse(self) -> Purse:
        """The money that the player owns.

        Raises:
            BankcrapsError: for a system that does not say that it looks at money.
        """
        if self._purse is None:
            raise BankcrapsError(
                "a system sees what it owns only if it says so: give the policy looks_at_money = True"
            )
        return self._purse

    def elsewhere(self) -> "tuple[Observation, ...]":
        """The same table with the least and the most money that gives every answer of the purse so far."""
        purse = self._purse
        if purse is None:
            return ()
        others = {purse.low, purse.high - 1}
        return tuple(
            Observation(self.book, self._state, Purse(one, purse.start, purse.ceiling))
            for one in sorted(others)
        )

    @property
    def come_out(self) -> bool:
        """Whether the next throw is a come-out."""
        return not self.puck

    def amount(self, wager: Wager) -> Cents:
        """The amount standing on a wager, in cents; 0 if none."""
        standing = self._seat.on(wager)
        return standing.amount if standing else Cents(0)

    def stakes(self) -> dict[Wager, Cents]:
        """The amount standing on each wager: as a layout, it changes nothing."""
        return {standing.wager: standing.amount for standing in self.standing}

    def number(self, wager: Wager) -> int:
        """The number that decides a wager; 0 for a line or come wager that has none yet."""
        return number_of(wager, self.puck)

    def flat_on_number(self, wager: Wager) -> bool:
        """Whether this is a line or come wager that has its number, and so waits for it or a seven."""
        return wager.kind in ODDS and self.number(wager) != 0

    def callable(self, wager: Wager) -> bool:
        """Whether the house lets a player call this wager on and off."""
        terms = self.book.terms(wager)
        return terms is not None and terms.calls

    def full_odds(self, odds: Wager, flat: int) -> Cents:
        """Full payable odds, in cents, behind a flat wager of `flat` cents; 0 if none may be made now."""
        return odds_at(self._spot(odds, flat))

    def odds_times(self, odds: Wager, flat: int, times: int) -> Cents:
        """Odds of `times` the flat, in cents, in chips, up to the house's limit; they need not pay exactly.

        The multiple is measured as the house measures its limit: of what the odds stake, or of what they win.
        """
        return odds_at(self._spot(odds, flat), times)

    def offer(self, wager: Wager, flat: int = 0) -> Offer:
        """The house's offer on a wager now; for odds, behind a flat wager of `flat` cents."""
        return offer(self._spot(wager, flat))

    def _spot(self, wager: Wager, flat: int) -> Spot:
        terms, floor = self.book.terms(wager), self._state.floor
        charged = isinstance(terms, NumberTerms) and terms.commission is not None
        limits = (floor.limits, self._seat.limits, floor.chip)
        standing = self._seat.on(wager) if charged else None
        return Spot(self.book, *limits, self.puck, wager, Cents(flat), standing)

    def cost(self, wager: Wager, amount: Cents) -> int:
        """The price of having so much on a wager, in cents: the amount, and the commission due at once."""
        return cost_of(self.book, wager, self._seat.on(wager), amount, self.chip)

    def without(self, wagers: frozenset[Wager]) -> "Observation":
        """The same table without those wagers."""
        standing = tuple(s for s in self.standing if s.wager not in wagers)
        if len(standing) == len(self.standing):
            return self
        seat = structs.replace(self._seat, wagers=standing)
        state = structs.replace(self._state, seats=(seat,))
        return Observation(self.book, state, self._purse, self.multiples)

    def multiplied(self, wagers: frozenset[Wager], by: Fraction) -> "Observation":
        """The same table for a policy whose stakes on some wagers are then multiplied."""
        multiples = ((wagers, by), *self.multiples)
        return Observation(self.book, self._state, self._purse, multiples)

    def grown(self, wager: Wager, amount: Cents, flat: int = 0) -> Cents:
        """The stake that progressions make of one that a policy says, in cents; `flat` is as in `times`."""
        for wagers, by in self.multiples:
            if wager in wagers and not (self.amount(wager) and self.flat_on_number(wager)):
                amount = self.times(wager, amount, by, flat)
        return amount

    def times(self, wager: Wager, amount: Cents, by: Fraction, flat: int = 0) -> Cents:
        """So many times a stake, in cents, but no more than the table takes.

        For odds it is no more than the house allows behind a flat wager of `flat` cents.
        """
        most = self.odds_times(wager, flat, MOST_TIMES) if wager.kind in FLATS else self.limits.maximum
        return Cents(min(int(amount * by), max(amount, most)))


class ThrowResult:
    """The result of a throw for a lone player; or of their bets, if nothing was thrown.

    Attributes:
        throw: the dice, or None if nothing was thrown.
        decided: each decided wager with what it won on balance, in cents, negative for a loss. Losers come
            first, as they do at the table. A horn is one wager: a horn of 4 on an eleven won 12.
        net: the sum that the player won on balance, commission included, in cents.
        ended: the wagers that left their spot: lost, paid and taken down, returned, or moved.
        point_set, point_made, seven_out: the events of the puck.
        natural, craps: the events of a come-out.
        line_decided: whether the throw decided the line.
        hand_over: whether a shooter's hand ended.
    """

    def __init__(self, effects: tuple[fx.Effect, ...]) -> None:
        """Read the effects of one throw, or of the bets before it."""
        kinds = set(map(type, effects))
        self.throw: Throw | None = None
        self.point_set: bool = fx.PointSet in kinds
        self.point_made: bool = fx.PointMade in kinds
        self.seven_out: bool = fx.SevenOut in kinds
        self.natural: bool = fx.Natural in kinds
        self.craps: bool = fx.Craps in kinds
        self.line_decided: bool = uses_up("decisions", effects)
        self.hand_over: bool = uses_up("shooters", effects)
        self.net: int = 0
        results: dict[Wager, int] = {}
        for effect in effects:
            if isinstance(effect, fx.Lost | fx.Paid):
                results[effect.wager] = results.get(effect.wager, 0) + fx.won(effect)
            if isinstance(effect, fx.OfAWager | fx.Awarded):
                self.net += fx.won(effect)
            if isinstance(effect, fx.Thrown):
                self.throw = effect.throw
        self.ended: tuple[Wager, ...] = tuple(filter(None, map(fx.left_spot, effects)))
        self.decided: tuple[tuple[Wager, int], ...] = tuple(results.items())

    @property
    def dice_pass(self) -> bool:
        """Whether the dice passed: a natural, or the point was made."""
        return self.natural or self.point_made

    @property
    def dice_miss(self) -> bool:
        """Whether the dice missed: craps on the come-out, or a seven-out."""
        return self.craps or self.seven_out


@lru_cache(maxsize=4096)
def result_of(effects: tuple[fx.Effect, ...]) -> ThrowResult:
    """The result of some effects. Players who remember different things read the same effects again."""
    return ThrowResult(effects)


Memory = Any
"""The memory of a policy: each has its own."""

_NO_CALLS: Final[Mapping[Wager, OnOff]] = {}


class Layout(msgspec.Struct, frozen=True):
    """The wagers a player wants on the layout for the next throw: a policy's action.

    Attributes:
        stakes: the amount wanted on each wager, in cents, as `dollars(10)` makes them of $10. A wager that
            stands and is not listed is taken down, unless it is a contract wager.
        calls: wagers to call "on" or "off". A call holds until the wager is called otherwise.
        through: stakes to bet towards before, one after another: where commission is paid in advance, it may
            cost less to take a wager down and put it up again than to raise it.
    """

    stakes: Mapping[Wager, Cents]
    calls: Mapping[Wager, OnOff] = _NO_CALLS
    through: tuple[Mapping[Wager, Cents], ...] = ()


NOTHING: Final = Layout({})
"""No wagers: the layout of a player who leaves. Whatever may come down comes down."""


def riding(observation: Observation) -> Layout:
    """Return the wagers that ride after a player leaves: line and come wagers on their numbers, and odds.

    Everything else comes down. A wager without a number of its own has no past: it is worth the same to
    whoever makes it anew.
    """
    stakes = {
        standing.wager: standing.amount
        for standing in observation.standing
        if standing.wager.kind in FLATS or observation.flat_on_number(standing.wager)
    }
    return Layout(stakes)


class Policy(Protocol):
    """A betting system: observation and memory in, wanted layout out.

    A policy is immutable, and its methods are pure: all that changes during play is the memory. If the memory
    takes finitely many values, the policy and a house form a finite Markov chain, which can be solved
    exactly. If not, the policy can still be simulated throw by throw.

    Attributes:
        name: its name in reports.
        text: the text of a system that was read from text; else any words about it, or none.
    """

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...

    def start(self) -> Hashable:
        """The memory before the first throw."""
        ...

    def layout(self, observation: Observation, memory: Memory) -> Layout | None:
        """The layout wanted for the next throw, or None to stop for good."""
        ...

    def remember(self, memory: Memory, effects: tuple[fx.Effect, ...]) -> Hashable:
        """The memory after bets, or after a throw, given everything that followed from them."""
        ...


class EqualByText(msgspec.Struct, frozen=True, eq=False):
    """A policy that equals any other of its kind with the same text."""

    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.text == other.text

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec's own asks whether they are the same object

    def __hash__(self) -> int:
        return hash(self.text)


def looks_at_money(policy: Policy) -> bool:
    """Whether a policy sees what the player owns, which it says by `looks_at_money = True`."""
    return bool(getattr(policy, "looks_at_money", False))


def require_policy(given: object) -> Policy:
    """Check that a system written in Python has what a policy has.

    Raises:
        BankcrapsError: with what is missing.
    """
    shown = f"the {type(given).__name__} {quoted(given)}"
    for name in ("start", "layout", "remember"):
        if isinstance(given, type) or not callable(getattr(given, name, None)):
            raise BankcrapsError(
                f"a system is a name, a text, a file, or a policy with {name}(); not {shown}"
            )
    for name in ("name", "text"):
        if not isinstance(getattr(given, name, None), str):
            raise BankcrapsError(f"a policy has a {name}, as text; {shown} has none")
    return cast("Policy", given)


def require_layout(given: object, chip: int = 1) -> None:
    """Check a layout that a policy written in Python wants at a table with this smallest chip, in cents.

    Raises:
        BankcrapsError: if it is no `Layout`, or has a stake that is not whole cents, or less than the chip.
    """
    if not isinstance(given, Layout):
        raise BankcrapsError(f"a policy wants a Layout, or None to stop; not {quoted(given)}")
    for wager, amount in given.stakes.items():
        require_type(wager, Wager, "a layout's stakes are by Wager, as in wager('pass')")
        if (
            not hasattr(amount, "__index__")
            or isinstance(cast("object", amount), bool)
            or not 0 <= amount <= LARGEST
        ):
            raise BankcrapsError(f"a stake is a whole number of cents, 0 or more; {wager} {amount!r} is not")
        if 0 < amount < chip:
            raise BankcrapsError(
                f"a stake is in cents: {wager} {amount!r} bets {money(amount)}, less than the smallest chip, "
                f"{money(chip)}; to bet {money(100 * amount)} write dollars({amount!r})"
            )
    for wager, call in given.calls.items():
        if not isinstance(cast("object", wager), Wager) or call not in ("on", "off"):
            raise BankcrapsError(f"a layout's calls are 'on' or 'off', by Wager; not {wager!r}: {call!r}")


_SILENT: Final = frozenset({"contract", "not_standing"})
"""Refusals not reported. A contract wager must stay; a call on a refused bet would report it twice."""


class Betting(msgspec.Struct, frozen=True):
    """The outcome of betting towards a layout.

    Attributes:
        state: the table after the bets; unchanged if the player could not pay for all of them.
        effects: the effects, in order.
        refused: the refusals of the house, without contract wagers that must stay.
        lowest: the least that was in the rail meanwhile, in cents.
        broke: whether the rail was too short for a wager that the house would take. Then no bet is made.
        unmade: the bets that were refused, in the order of `refused`.
        made: the bets that the house took, in order.
    """

    state: State
    effects: tuple[fx.Effect, ...]
    refused: tuple[Refusal, ...]
    lowest: Cents
    broke: bool = False
    unmade: tuple[ev.Event, ...] = ()
    made: tuple[ev.Event, ...] = ()


def bets(book: Rulebook, state: State, layout: Layout) -> Betting:
    """Bet the difference between a layout and what stands before the only player."""
    require_layout(layout)
    (seat,) = state.seats
    now, lowest = state, seat.rail
    effects: list[fx.Effect] = []
    refused: list[Refusal] = []
    unmade: list[ev.Event] = []
    made: list[ev.Event] = []
    for wanted in (*map(Layout, layout.through), layout):
        for event in _difference(book, now, now.seats[0], wanted):
            came = step(book, now, event)
            if came.refusal is None:
                now = came.state
                effects += came.effects
                made.append(event)
                lowest = min(lowest, now.seats[0].rail)
            elif came.refusal.code == "not_enough_chips":
                return Betting(state, (), (), seat.rail, broke=True)
            elif came.refusal.code not in _SILENT:
                refused.append(came.refusal)
                unmade.append(event)
    return Betting(now, tuple(effects), tuple(refused), lowest, unmade=tuple(unmade), made=tuple(made))


def _difference(book: Rulebook, state: State, seat: Seat, layout: Layout) -> Iterator[ev.Event]:
    """The changes to make. Odds come down before their flat wager, and go up after it."""
    who = player(seat.name)
    stakes = {wager: operator.index(amount) for wager, amount in layout.stakes.items()}  # NumPy's become ints
    for standing in reversed(seat.wagers):
        left = standing.amount - stakes.get(standing.wager, 0)
        if left > 0:
            yield ev.TakeDown(standing.wager, None if left == standing.amount else Cents(left), by=who)
    for wager in sorted(stakes, key=lambda wager: wager.order):
        stands = seat.on(wager)
        more = stakes[wager] - (stands.amount if stands else 0)
        if more > 0:
            yield ev.Bet(wager, Cents(more), by=who)
    for wager, call in layout.calls.items():
        standing = seat.on(wager) or Standing(wager, Cents(0))
        changes = working(book, state.puck, standing) != (call == "on")
        # A call that changes nothing for this throw holds for later ones, where the wager takes calls.
        marks = standing.call != call and (terms := book.terms(wager)) is not None and terms.calls
        if changes or marks:
            yield ev.Call(wager, call, by=who)
