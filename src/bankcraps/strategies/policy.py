"""A policy is a pure function from an observation and a memory to the wanted layout.

Before each throw::

    layout(observation, memory) -> Layout      the action: what the player wants on the layout
    remember(memory, effects)   -> memory      after the bets, and again after the throw

`bets` turns the difference between the wanted layout and what stands into acts: take down, then bet, then
call on or off. The house judges each as usual. When a player runs out of money or reaches a goal is decided
elsewhere, in one place.

A policy does not see what the player owns, so that the same chain serves every bankroll. One that says
`looks_at_money = True` sees it in `observation.purse`.
"""

import operator
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final, Protocol, cast

import msgspec

from bankcraps.errors import BankcrapsError, quoted, require_type
from bankcraps.game.chips import LARGEST, Cents, money
from bankcraps.game.engine import Refusal, player, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import OnOff, Seat, Standing, State
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import FLATS, Wager
from bankcraps.strategies.observation import Observation

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
