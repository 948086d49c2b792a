"""The shooter's hand: how long it lasts, how many points it makes, how many passes come in a row."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, Final

from bankcraps.dice import OUTCOMES
from bankcraps.engine import Refusal, State, Step
from bankcraps.engine.effects import PointMade, SevenOut
from bankcraps.errors import BankcrapsError
from bankcraps.exact.fractions import moments
from bankcraps.exact.settled import money
from bankcraps.exact.showing import both, percent
from bankcraps.exact.wagers import House
from bankcraps.exact.walking import walk
from bankcraps.results.tables import arrow_rows, html
from bankcraps.rulebook import Rulebook, load_rulebook
from bankcraps.wagers import Kind, find

__all__ = ["LONGEST", "Hand", "hand"]

LONGEST: Final = 2500
"""The longest hand asked about: its chance, as a fraction, has some four thousand figures."""

SIDES: Final = sum(throw.ways for throw in OUTCOMES)

MOST: Final = 12
"""How many points made, and passes in a row, are written out."""

Round = tuple[bool, bool, bool]
"""How a round on the line ended: whether pass won, the point was made, and the hand was over."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A shooter's hand, from the first come-out throw to the seven-out.

    Attributes:
        rules: how the book is asked for.
        following: for each moment of a hand (the first is a come-out, the others are points) the ways of 36
            to each moment after the throw; the ways that are missing end the hand.
        rounds: the chances of how a round on the line ends.
    """

    rules: str
    following: tuple[dict[int, int], ...]
    rounds: dict[Round, Fraction]

    # How long it lasts, in throws.

    @cached_property
    def _moments(self) -> list[Fraction]:
        one = Fraction(1)
        arcs = [
            [
                *((Fraction(ways, SIDES), after, one) for after, ways in row.items()),
                (1 - Fraction(sum(row.values()), SIDES), None, one),
            ]
            for row in self.following
        ]
        return moments(arcs, 2)[0]

    @property
    def mean(self) -> Fraction:
        """Expected throws."""
        return self._moments[0]

    @property
    def variance(self) -> Fraction:
        """The variance of the number of throws."""
        mean, square = self._moments
        return square - mean**2

    @property
    def sd(self) -> float:
        """The standard deviation of the number of throws."""
        return sqrt(self.variance)

    @cached_property
    def median(self) -> int:
        """The first number of throws that at least half of all hands do not exceed."""
        return next(n for n in range(1, LONGEST) if self.p_at_least(n + 1) <= Fraction(1, 2))

    @cached_property
    def _ways_to_last(self) -> list[int]:
        """For each n, those of the 36 to the n ways to throw n times after which the hand goes on."""
        weights, lasting = [1, *(0 for _ in self.following[1:])], [1]
        for _ in range(LONGEST):
            after = [0] * len(weights)
            for weight, row in zip(weights, self.following, strict=True):
                for moment, ways in row.items():
                    after[moment] += weight * ways
            weights = after
            lasting.append(sum(weights))
        return lasting

    def p_at_least(self, throws: int) -> Fraction:
        """The chance of a hand of so many throws or more.

        Raises:
            BankcrapsError: for less than one throw, or more than `LONGEST`.
        """
        if not 1 <= throws <= LONGEST:
            raise BankcrapsError(f"the length of a hand goes from 1 to {LONGEST} throws, not {throws}")
        return Fraction(self._ways_to_last[throws - 1], SIDES ** (throws - 1))

    def p_exactly(self, throws: int) -> Fraction:
        """The chance of a hand of just so many throws."""
        return self.p_at_least(throws) - self.p_at_least(throws + 1)

    def lengths(self, share: Fraction = Fraction(999, 1000)) -> Iterator[tuple[int, Fraction]]:
        """Lengths with their chances, the shortest first, until they make up such a share of all hands."""
        throws = 1
        while self.p_at_least(throws) > 1 - share:
            yield throws, self.p_exactly(throws)
            throws += 1

    # What it makes.

    def _chance(self, *, passed: bool | None = None, made: bool | None = None) -> Fraction:
        ended = self.rounds.items()
        return sum(
            (p for (won, point, _), p in ended if passed in (None, won) and made in (None, point)),
            Fraction(0),
        )

    @property
    def p_pass(self) -> Fraction:
        """The chance that a round on the line is passed."""
        return self._chance(passed=True)

    def p_passes(self, passes: int) -> Fraction:
        """The chance that the next so many rounds are all passed."""
        return self.p_pass**passes

    @property
    def p_point(self) -> Fraction:
        """The chance that a point, once set, is made."""
        over = sum((p for (_, _, out), p in self.rounds.items() if out), Fraction(0))
        made = self._chance(made=True)
        return made / (made + over)

    def p_points(self, points: int) -> Fraction:
        """The chance that a hand makes just so many points."""
        return self.p_point**points * (1 - self.p_point)

    @property
    def points(self) -> Fraction:
        """Expected points made in a hand."""
        return self.p_point / (1 - self.p_point)

    # As data.

    def to_dict(self, at_least: int | None = None) -> dict[str, object]:
        """What `bankcraps hand --json` prints."""
        told: dict[str, object] = {"schema": "bankcraps.hand/1", "rules": self.rules}
        told |= both(mean=self.mean, variance=self.variance)
        told |= {"sd": self.sd, "median": self.median}
        if at_least is not None:
            told |= {"at_least": at_least} | both(p_at_least=self.p_at_least(at_least))
        return told | {
            "points_made": both(mean=self.points, p_point=self.p_point)
            | {"distribution": [{"points": n} | both(p=self.p_points(n)) for n in range(MOST + 1)]},
            "passes": both(p=self.p_pass)
            | {"in_a_row": [{"passes": n} | both(p=self.p_passes(n)) for n in range(1, MOST + 1)]},
            "distribution": [{"throws": n} | both(p=chance) for n, chance in self.lengths()],
        }

    def to_arrow(self) -> Any:  # noqa: ANN401 - PyArrow has no types
        """The distribution of the length as a `pyarrow.Table`."""
        return arrow_rows([{"throws": n} | both(p=chance) for n, chance in self.lengths()])

    def _repr_html_(self) -> str:
        """For notebooks: how long hands last."""
        rows = [(str(n), percent(self.p_exactly(n)), percent(self.p_at_least(n))) for n, _ in self.lengths()]
        return html(("throws", "just so many", "or more"), rows, f"the shooter's hand: mean {self.mean}")


def hand(book: Rulebook | str = "three_four_five") -> Hand:
    """The shooter's hand, from stepping a table with a pass wager on it.

    >>> shooter = hand()
    >>> shooter.mean, shooter.median, shooter.p_pass
    (Fraction(1671, 196), 6, Fraction(244, 495))
    >>> round(1 / float(shooter.p_at_least(154)))
    5590264072

    Args:
        book: the house's rules, or how they are asked for; every house we know plays the same hand.

    Raises:
        BankcrapsError: for a book that cannot be used.
    """
    rules = book if isinstance(book, Rulebook) else load_rulebook(book)
    house, wager = House(rules), find(Kind.PASS)
    starts = house.starts(wager, None, house.table.floor.limits.minimum)
    if isinstance(starts, Refusal):
        raise BankcrapsError(f"a hand is told by its pass wagers, and {starts.message}")
    rounds = walk(rules, starts, _round)
    following: list[dict[int, int]] = []
    for row, ends in zip(rounds.rows, rounds.ends, strict=True):
        ways = {moment: int(chance * SIDES) for moment, chance in row.items()}
        again = sum((chance for (_, _, over), chance in ends.items() if not over), Fraction(0))
        if again:
            ways[0] = ways.get(0, 0) + int(again * SIDES)
        following.append(ways)
    return Hand(rules.spec, tuple(following), rounds.outcome(rounds.visits()))


def _round(state: State, came: Step) -> Round | None:
    """How a throw ended the round, as the pass wager and the puck show it."""
    decided = money(Kind.PASS, state, came)
    if decided is None:
        return None
    made, over = (any(isinstance(fx, kind) for fx in came.effects) for kind in (PointMade, SevenOut))
    return decided[0] == "win", made, over
