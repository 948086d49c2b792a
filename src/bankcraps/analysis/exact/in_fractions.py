"""A short session in fractions: no lumping, no arrays, no rounding. It checks the other solvers.

It follows every state of the chain with every sum, throw by throw. Wagers that stand when the player
leaves are an absorbing chain, solved by elimination.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final, Unpack

from bankcraps.analysis.chain.ceiling import CeilingError, goal_below
from bankcraps.analysis.chain.model import ABSORBED, WAYS, Chain
from bankcraps.analysis.chain.stopping import ENDS, NEED_STOPPED, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.lab_options import SessionOptions
from bankcraps.analysis.question import ask, explored_far_enough
from bankcraps.analysis.results.session import OfASystem
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.house_edge.absorbing_chain import AbsorbingChain
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Policy

Places = Counter[tuple[int, int]]
"""For each state, by number, with each sum owned in cents: how many sequences of the 36 throws lead there."""

_MAX_STEPS: Final = 2_000_000
"""The most transitions to follow: a few seconds."""

_SIDES: Final = 36
_ZERO: Final = Fraction(0)


@dataclass(frozen=True, kw_only=True)
class FractionSession(OfASystem):
    """The answer to a plan in fractions.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and when the player leaves.
        ends: the probability of each end, as in `Session.ends`, without those of probability 0.
        final: the probability of each sum taken home, in cents, the smallest first.
        throws: expected throws until the player leaves.
    """

    ends: Mapping[str, Fraction]
    final: Mapping[int, Fraction]
    throws: Fraction

    @property
    def mean(self) -> Fraction:
        """The expected sum taken home, in cents."""
        return sum((cents * chance for cents, chance in self.final.items()), _ZERO)

    @property
    def variance(self) -> Fraction:
        """The variance of the sum taken home, in cents squared."""
        mean = self.mean
        return sum(((cents - mean) ** 2 * chance for cents, chance in self.final.items()), _ZERO)


def fractions(
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    **options: Unpack[SessionOptions],
) -> FractionSession:
    """Solve a short session in fractions, by another way than `session`.

    >>> from bankcraps import exact
    >>> found = exact.fractions("nsw", "pass", bankroll=100, throws=5)
    >>> found.ends["limit"], found.mean
    (Fraction(1, 1), Fraction(51799472425, 5196312))

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankroll: the sum that the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: as in `session`. The length is a number of `throws`.

    Raises:
        BankcrapsError: if the session has another length, or is too long.
    """
    asked = ask(house, system, bankroll, goal, floor, **options)
    if asked.plan.count is None or asked.plan.counted != "throws":
        raise BankcrapsError("a session in fractions lasts a number of throws")
    return explored_far_enough([asked], lambda each: _solved(each[0].chain(), each[0].plan))


def _solved(chain: Chain, plan: Plan) -> FractionSession:
    chain.require_playable(plan)
    now = Places({(0, plan.bankroll): 1})
    ends, left = defaultdict[str, Fraction](Fraction), defaultdict[tuple[int, int], Fraction](Fraction)
    thrown, steps, sequences = _ZERO, 0, 1
    for more in range(plan.count or 0, -1, -1):
        playing, coming = Places(), Places()
        for (number, owned), many in now.items():
            state = _deciding(chain, plan, number, owned)
            end = _end(chain, plan, state, owned, more)
            if end == PLAYS:
                playing[state, owned] += many
            else:
                ends[ENDS[end]] += Fraction(many, sequences)
                left[chain.states[state].leave, owned] += Fraction(many, sequences)
        thrown += Fraction(playing.total(), sequences)
        steps += len(WAYS) * len(playing)
        if steps > _MAX_STEPS:
            raise TooLargeError(
                f"a session in fractions follows at most {_MAX_STEPS:,} transitions, which are used up with "
                f"{more} of {plan.count} throws to go; an exact session has no such limit"
            )
        for (number, owned), many in playing.items():
            for to, ways in _ways(chain, number, owned):
                coming[to] += many * ways
        now, sequences = coming, _SIDES * sequences
    final = _settled(chain, left)
    return FractionSession(
        house=chain.house,
        system=chain.system,
        plan=plan,
        ends=dict(ends),
        final={cents: final[cents] for cents in sorted(final)},
        throws=thrown,
    )


def _deciding(chain: Chain, plan: Plan, number: int, owned: int) -> int:
    """The state that decides for a player who comes to a row with a sum.

    Raises:
        CeilingError: if the chain was not explored so far.
    """
    ceiling = goal_below(chain, plan)
    if ceiling is not None and owned >= ceiling:
        raise CeilingError(ceiling)
    while owned < chain.states[number].least:
        number = chain.states[number].below
    return number


def _end(chain: Chain, plan: Plan, number: int, owned: int, more: int) -> int:
    """The reason to leave before the betting, or `PLAYS`."""
    state, goal = chain.states[number], NO_GOAL if plan.goal is None else plan.goal
    return stopping_reason(owned, goal, plan.floor, NEED_STOPPED if state.stops else state.need, more)


def _ways(chain: Chain, number: int, owned: int) -> list[tuple[tuple[int, int], int]]:
    """The states and sums after a throw, each with how many of the 36 throws lead there."""
    state = chain.states[number]
    return [
        ((transition.to, owned + state.fee + transition.delta), ways)
        for transition, ways in zip(chain.transitions[state.post], WAYS, strict=True)
    ]


def _settled(chain: Chain, left: Mapping[tuple[int, int], Fraction]) -> dict[Cents, Fraction]:
    """The money taken home once the wagers that stood on leaving are decided."""
    numbers: dict[tuple[int, int], int] = {place: number for number, place in enumerate(left)}
    fresh = list(left)
    rows: list[dict[int, Fraction]] = []
    ends: list[dict[Cents, Fraction]] = []
    for number, owned in fresh:  # which grows
        row, end = defaultdict[int, Fraction](Fraction), dict[Cents, Fraction]()
        state = chain.states[number]
        if state.post == ABSORBED:
            end[Cents(owned + state.fee)] = Fraction(1)
        else:
            for place, ways in _ways(chain, number, owned):
                if place not in numbers:
                    numbers[place] = len(numbers)
                    fresh.append(place)
                row[numbers[place]] += Fraction(ways, _SIDES)
        rows.append(dict(row))
        ends.append(end)
        if len(fresh) * len(WAYS) > _MAX_STEPS:
            raise TooLargeError("too much can stand when the player leaves for a session in fractions")
    start = {numbers[place]: chance for place, chance in left.items()}
    return AbsorbingChain(fresh, start, rows, ends).absorption
