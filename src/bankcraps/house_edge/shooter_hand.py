"""The shooter's hand: how long it lasts, how many points it makes, how many passes come in a row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Final, Literal, NamedTuple, SupportsIndex

from msgspec import UNSET, UnsetType

from bankcraps.errors import BankcrapsError, finite_number, whole_number
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Refusal, State, Step
from bankcraps.game.engine.effects import PointMade, SevenOut
from bankcraps.game.rulebook import DEFAULT_BOOK, Rulebook, load_rulebook
from bankcraps.game.wagers import Kind, find
from bankcraps.house_edge.absorbing_chain import Rows, steps
from bankcraps.house_edge.edge import percent
from bankcraps.house_edge.trial_table import TrialTable, result_of, walk
from bankcraps.support import plots
from bankcraps.support.pictured import Pictured, Sketch
from bankcraps.support.results import Data, Result, wire
from bankcraps.support.tabular import Same, Tabular, by_column, html

LONGEST_HAND: Final = 2500
"""The longest hand in throws that may be asked about; its probability has some 4,000 digits as a fraction."""

_DRAWN: Final = Fraction(9999, 10_000)
"""The share of hands that a picture shows; longer ones are drawn with the longest of these."""

_LISTED: Final = 12
"""The numbers of points made, and of passes in a row, that `to_dict` lists."""


# Rounds on the line: how one ends, and how rounds join into a shooter's hand.


WAYS: Final = sum(throw.ways for throw in OUTCOMES)


class Round(NamedTuple):
    """The end of a round on the line.

    Attributes:
        passed: whether pass won.
        made: whether the point was made.
        over: whether the hand is over.
    """

    passed: bool
    made: bool
    over: bool


def round_end(state: State, came: Step) -> Round | None:
    """The end of the round, from the pass wager and the puck; None if the round continues."""
    decided = result_of(Kind.PASS, state, came)
    if decided is None:
        return None
    made, over = (any(isinstance(fact, kind) for fact in came.effects) for kind in (PointMade, SevenOut))
    return Round(decided[0] == "win", made, over)


def whole_hand(rows: Rows, ends: Sequence[Mapping[Round, Fraction]]) -> Iterator[dict[int, int]]:
    """Join rounds into a hand: after a round that does not end it, the next come-out follows."""
    for row, ended in zip(rows, ends, strict=True):
        ways = {state: int(chance * WAYS) for state, chance in row.items()}
        again = sum((chance for end, chance in ended.items() if not end.over), Fraction(0))
        if again:
            ways[0] = ways.get(0, 0) + int(again * WAYS)
        yield ways


# The hand as data. A `ShooterHand` works out any number of throws or points; JSON lists the first of them.


class LengthData(Data, frozen=True, kw_only=True):
    """The probability that a hand lasts this number of throws."""

    throws: int
    chance: Fraction


class PointsData(Data, frozen=True, kw_only=True):
    """The probability that a hand makes this number of points."""

    points: int
    chance: Fraction


class PassesData(Data, frozen=True, kw_only=True):
    """The probability that pass wins this number of times in a row."""

    passes: int
    chance: Fraction


class MeanData(Data, frozen=True, kw_only=True):
    """An exact mean, as a number and as text."""

    mean: Fraction


class PointsMadeData(MeanData, frozen=True, kw_only=True):
    """The points of a hand; `p_point` is the probability that a point is made."""

    p_point: Fraction
    distribution: list[PointsData]


class DistinctPointsData(MeanData, frozen=True, kw_only=True):
    """The different points that a hand makes."""

    distribution: list[PointsData]


class PassesInHandData(MeanData, frozen=True, kw_only=True):
    """The rounds that pass wins before the seven-out."""

    distribution: list[PassesData]


class RoundData(MeanData, frozen=True, kw_only=True):
    """The length of a round on the line; `at_least` has the probabilities of so many throws or more."""

    at_least: list[LengthData]


class InARowData(Data, frozen=True, kw_only=True):
    """The probability that pass wins, and that it wins several times in a row."""

    chance: Fraction
    in_a_row: list[PassesData]


class HandData(Result, frozen=True, kw_only=True, tag="bankcraps.hand/3"):
    """The length of a shooter's hand."""

    mean: Fraction
    variance: Fraction
    sd: float
    median: int
    at_least: int | UnsetType = UNSET
    p_at_least: Fraction | UnsetType = UNSET
    points_made: PointsMadeData
    distinct_points: DistinctPointsData
    passes: InARowData
    passes_before_seven_out: PassesInHandData
    round: RoundData
    distribution: list[LengthData]


@dataclass(frozen=True, repr=False)
class ShooterHand(Pictured, Tabular):
    """A shooter's hand, from the first come-out throw to the seven-out.

    `plot` draws the share of hands that last each number of throws or more. Without a label, a legend has the
    id of the house.

    Attributes:
        house: the rulebook's id, with its options.
        ways: the Markov chain of a hand. State 0 is the come-out, the others are points. For each state, the
            ways out of 36 to each next state; the missing ways end the hand.
        rounds: the probability of each way in which a round on the line ends.
    """

    house: str
    ways: tuple[dict[int, int], ...]
    rounds: dict[Round, Fraction]

    def __repr__(self) -> str:
        """`<ShooterHand nsw: mean 8.526 throws, median 6, 0.684 points>`."""
        length = f"mean {float(self.mean):.3f} throws, median {self.median}"
        return f"<ShooterHand {self.house}: {length}, {float(self.points):.3f} points>"

    def __hash__(self) -> int:
        """Equal hands are of one house."""
        return hash(self.house)

    # The length in throws.

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        """The mean number of throws, and the mean of its square."""
        return steps([{after: Fraction(ways, WAYS) for after, ways in row.items()} for row in self.ways])

    @property
    def mean(self) -> Fraction:
        """The expected number of throws."""
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
        """The least number of throws that at least half of all hands do not exceed."""
        return next(n for n in range(1, LONGEST_HAND) if self.p_at_least(n + 1) <= Fraction(1, 2))

    @cached_property
    def _ways_to_go_on(self) -> list[int]:
        """For each n, the number of the 36**n ways to throw n times that do not end the hand."""
        weights, going = [1, *(0 for _ in self.ways[1:])], [1]
        for _ in range(LONGEST_HAND):
            after = [0] * len(weights)
            for weight, row in zip(weights, self.ways, strict=True):
                for state, ways in row.items():
                    after[state] += weight * ways
            weights = after
            going.append(sum(weights))
        return going

    def p_at_least(self, throws: SupportsIndex) -> Fraction:
        """The probability that a hand lasts that many throws or more.

        Raises:
            BankcrapsError: for fewer than one throw, or more than `LONGEST_HAND`.
        """
        length = _length(throws, "hand")
        return Fraction(self._ways_to_go_on[length - 1], WAYS ** (length - 1))

    def p_exactly(self, throws: SupportsIndex) -> Fraction:
        """The probability that a hand lasts exactly that many throws.

        Raises:
            BankcrapsError: for fewer than one throw, or for `LONGEST_HAND` or more.
        """
        length = _length(throws, "hand")
        return self.p_at_least(length) - self.p_at_least(length + 1)

    def lengths(self, share: Fraction = Fraction(999, 1000)) -> Iterator[tuple[int, Fraction]]:
        """Lengths with their probabilities, the shortest first, until they cover that share of all hands."""
        finite_number("a share", share)
        throws = 1
        while throws < LONGEST_HAND and self.p_at_least(throws) > 1 - share:
            yield throws, self.p_exactly(throws)
            throws += 1

    def _sketch(self) -> Sketch:
        from bankcraps.support.distribution import Distribution  # noqa: PLC0415 - it loads NumPy

        shares = dict(self.lengths(_DRAWN))
        longest = max(shares)
        shares[longest] += self.p_at_least(longest + 1)
        lengths = Distribution.of(list(shares), [float(share) for share in shares.values()])
        heading = plots.Heading("How long a shooter's hand lasts", "exact", plots.caption(self.house))
        return Sketch(heading, lambda place: plots.tail(place, lengths, "throws", of="hands"), self.house)

    # Points and passes.

    def _chance(self, what: Literal["passed", "made", "over"]) -> Fraction:
        """The probability of a round that ends with it."""
        return sum((p for end, p in self.rounds.items() if getattr(end, what)), Fraction(0))

    @property
    def p_pass(self) -> Fraction:
        """The probability that pass wins a round."""
        return self._chance("passed")

    def p_passes(self, passes: SupportsIndex) -> Fraction:
        """The probability that pass wins each of the next `passes` rounds.

        Raises:
            BankcrapsError: for a number below zero, or above `LONGEST_HAND`.
        """
        return self.p_pass ** _count(passes, "passes")

    @property
    def p_point(self) -> Fraction:
        """The probability that a point is made once it is set."""
        made = self._chance("made")
        return made / (made + self._chance("over"))

    def p_points(self, points: SupportsIndex) -> Fraction:
        """The probability that a hand makes exactly that many points.

        Raises:
            BankcrapsError: for a number below zero, or above `LONGEST_HAND`.
        """
        return self.p_point ** _count(points, "points") * (1 - self.p_point)

    @property
    def points(self) -> Fraction:
        """The expected number of points made in a hand."""
        return self.p_point / (1 - self.p_point)

    @property
    def p_win_before_the_end(self) -> Fraction:
        """The probability that pass wins again before the hand ends; rounds that do neither do not matter."""
        return self.p_pass / (self.p_pass + self._chance("over"))

    @property
    def passes(self) -> Fraction:
        """The expected number of rounds that pass wins in a hand, naturals included."""
        return self.p_win_before_the_end / (1 - self.p_win_before_the_end)

    def p_passes_in_hand(self, passes: SupportsIndex) -> Fraction:
        """The probability that pass wins exactly that many rounds before the seven-out, naturals included.

        Raises:
            BankcrapsError: for a number below zero, or above `LONGEST_HAND`.
        """
        again = self.p_win_before_the_end
        return again ** _count(passes, "passes") * (1 - again)

    @cached_property
    def _points(self) -> dict[int, tuple[Fraction, Fraction]]:
        """For each point, its probability on a come-out throw, and of being made once it is set."""
        come_out, *_ = self.ways
        return {
            point: (Fraction(ways, WAYS), Fraction(self.ways[point].get(0, 0), WAYS - self._stays(point)))
            for point, ways in come_out.items()
            if point
        }

    def _stays(self, point: int) -> int:
        return self.ways[point].get(point, 0)

    @cached_property
    def _distinct(self) -> list[Fraction]:
        """The probability of each number of different points made in a hand."""
        ends = [Fraction(0)] * (len(self._points) + 1)
        repeated = 1 - sum((chance for chance, _ in self._points.values()), Fraction(0))
        reached = {frozenset[int](): Fraction(1)}
        while reached:
            larger: dict[frozenset[int], Fraction] = {}
            for made, chance in reached.items():
                again = repeated + sum((self._points[p][0] * self._points[p][1] for p in made), Fraction(0))
                for point, (often, wins) in self._points.items():
                    moved = chance * often / (1 - again)
                    ends[len(made)] += moved * (1 - wins)
                    if point not in made:
                        larger[made | {point}] = larger.get(made | {point}, Fraction(0)) + moved * wins
            reached = larger
        return ends

    def p_distinct_points(self, points: SupportsIndex) -> Fraction:
        """The probability that a hand makes exactly that many different points, as fire wagers count them.

        Raises:
            BankcrapsError: for a number below zero, or above `LONGEST_HAND`.
        """
        count = _count(points, "points")
        return self._distinct[count] if count < len(self._distinct) else Fraction(0)

    @property
    def distinct_points(self) -> Fraction:
        """The expected number of different points made in a hand."""
        return sum((n * chance for n, chance in enumerate(self._distinct)), Fraction(0))

    # The length of a round.

    @property
    def round_mean(self) -> Fraction:
        """The expected number of throws of a round on the line."""
        return 1 + sum(
            (chance * WAYS / (WAYS - self._stays(point)) for point, (chance, _) in self._points.items()),
            Fraction(0),
        )

    def p_round_at_least(self, throws: SupportsIndex) -> Fraction:
        """The probability that a round on the line lasts that many throws or more.

        Raises:
            BankcrapsError: for fewer than one throw, or more than `LONGEST_HAND`.
        """
        more = _length(throws, "round") - 2
        if more < 0:
            return Fraction(1)
        return sum(
            (
                chance * Fraction(self._stays(point), WAYS) ** more
                for point, (chance, _) in self._points.items()
            ),
            Fraction(0),
        )

    # As data.

    def to_dict(self, at_least: SupportsIndex | None = None) -> dict[str, object]:
        """Return the output of `bankcraps hand --json` as a dict."""
        listed = range(_LISTED + 1)
        return HandData.of(
            self,
            at_least=UNSET if at_least is None else _length(at_least, "hand"),
            p_at_least=UNSET if at_least is None else self.p_at_least(at_least),
            points_made=PointsMadeData(
                mean=self.points,
                p_point=self.p_point,
                distribution=[PointsData(points=n, chance=self.p_points(n)) for n in listed],
            ),
            distinct_points=DistinctPointsData(
                mean=self.distinct_points,
                distribution=[PointsData(points=n, chance=p) for n, p in enumerate(self._distinct)],
            ),
            passes_before_seven_out=PassesInHandData(
                mean=self.passes,
                distribution=[PassesData(passes=n, chance=self.p_passes_in_hand(n)) for n in listed],
            ),
            round=RoundData(
                mean=self.round_mean,
                at_least=[LengthData(throws=n, chance=self.p_round_at_least(n)) for n in listed[1:]],
            ),
            passes=InARowData(
                chance=self.p_pass,
                in_a_row=[PassesData(passes=n, chance=self.p_passes(n)) for n in listed[1:]],
            ),
            distribution=self._distribution(),
        ).to_dict()

    def _distribution(self) -> list[LengthData]:
        return [LengthData(throws=n, chance=p) for n, p in self.lengths()]

    def _columns(self) -> Mapping[str, object]:
        """The distribution of the length: `throws`, `chance`, and the same exactly as text."""
        rows = [one.to_dict() for one in self._distribution()]
        return {"house": Same(self.house), **by_column(wire(LengthData).__struct_fields__, rows)}

    def _repr_html_(self) -> str:
        """For notebooks: how long hands last."""
        rows = [(str(n), percent(p), percent(self.p_at_least(n))) for n, p in self.lengths()]
        caption = f"the shooter's hand: {float(self.mean):.3f} throws on average"
        return html(("throws", "exactly", "or more"), rows, caption)


def hand(house: Rulebook | str = DEFAULT_BOOK) -> ShooterHand:
    """The shooter's hand at a house, from walking a table with a pass wager on it.

    >>> shooter = hand()
    >>> shooter.mean, shooter.median, shooter.p_pass
    (Fraction(1671, 196), 6, Fraction(244, 495))
    >>> round(1 / float(shooter.p_at_least(154)))
    5590264072

    Args:
        house: a rulebook, or its name. The hand is the same at all houses with the same points.

    Raises:
        BankcrapsError: for a rulebook that cannot be used, or a house without pass.
    """
    rules = house if isinstance(house, Rulebook) else load_rulebook(house)
    table, wager = TrialTable(rules), find(Kind.PASS)
    starts = table.starts(wager, None, table.opening.floor.limits.minimum)
    if isinstance(starts, Refusal):
        raise BankcrapsError(f"the hand is walked with a pass wager, and {starts.message}")
    rounds = walk(rules, starts, round_end)
    return ShooterHand(rules.spec, tuple(whole_hand(rounds.rows, rounds.ends)), rounds.absorption)


def _length(throws: SupportsIndex, what: str) -> int:
    length = whole_number("a number of throws", throws)
    if not 1 <= length <= LONGEST_HAND:
        raise BankcrapsError(f"the length of a {what} goes from 1 to {LONGEST_HAND} throws, not {length}")
    return length


def _count(number: SupportsIndex, what: str) -> int:
    count = whole_number(f"the number of {what}", number)
    if not 0 <= count <= LONGEST_HAND:
        raise BankcrapsError(f"the number of {what} is 0 or more, up to {LONGEST_HAND}, not {count}")
    return count
