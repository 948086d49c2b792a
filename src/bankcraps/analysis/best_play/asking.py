"""A question for the best play, and its answer.

The question is the table, the player's money, and the wagers to choose from. The answer is what a play is
worth between two bounds, its bets, and the play as a system. `Play` has what all answers share. Each aim adds
figures that no other has, so an answer is a class for each aim, with no field that does not apply.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from pathlib import Path
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from bankcraps.analysis import plots
from bankcraps.analysis.best_play.charting import Ranked, SumBet, bet_data
from bankcraps.analysis.best_play.choices import Extras
from bankcraps.analysis.best_play.problem import Problem, Search, problem_of
from bankcraps.analysis.best_play.throws import Bets, Position
from bankcraps.analysis.results.as_json import BetBySumData, NextBetData
from bankcraps.errors import BankcrapsError, did_you_mean, require_text, whole_number
from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.game import Game
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import FLATS, HAND_WAGERS, WAGERS, Kind, Wager
from bankcraps.strategies.chart import MAX_COUNT, Bet, Chart, ChartRow
from bankcraps.strategies.plan import LENGTH_UNITS, Deadline, LengthUnit
from bankcraps.strategies.wager_sets import bettable
from bankcraps.support.new_files import UnwritableError, unwritten, write_bytes
from bankcraps.support.pictured import Pictured, Sketch
from bankcraps.support.results import Data, Equal

USUAL_WAGERS: Final = "pass, odds"
"""The wagers to choose from if none are named."""


class PlayQuestion(NamedTuple):
    """A question without its aim.

    Attributes:
        table: the house, the sign at the table and the smallest chip, in the object that asks the engine.
        bankroll: the sum that the player brings, in cents.
        menu: the wagers to choose from.
        words: the same as they were named.
        named: whether they were named at all; otherwise they are the usual ones.
        at_once: the most wagers that come down again for nothing and stand at once.
    """

    table: Bets
    bankroll: Cents
    menu: tuple[Wager, ...]
    words: str
    named: bool
    at_once: int

    @classmethod
    def of(
        cls,
        house: Rulebook | str | Path,
        bankroll: Money,
        wagers: str | None = None,
        *,
        at_once: int | None = None,
        limits: Limits | str = DEFAULT_LIMITS,
        chip: Money | None = None,
    ) -> "PlayQuestion":
        """Read a question as people put it.

        Raises:
            BankcrapsError: with what is wrong.
        """
        game = Game.read(house, limits, chip)
        brought = dollars(bankroll)
        if brought <= 0:
            raise BankcrapsError(f"a bankroll is more than 0, not {printed(brought)}")
        if brought % game.chip:
            raise BankcrapsError(
                f"a bankroll is paid in chips of {printed(game.chip)}, the smallest at this table, "
                f"and {printed(brought)} is not"
            )
        table = Bets(game)
        words = USUAL_WAGERS if wagers is None else wagers
        menu = read_menu(words, game.book)
        if _EVERYTHING in _words(words):
            menu = tuple(one for one in menu if not table.prepays(one))  # each amount would be a position
        most = at_least_one("the number of wagers at once", at_once)
        return cls(table, brought, menu, words, wagers is not None, most or len(WAGERS))

    @property
    def place(self) -> str:
        """The house and the sign, for sentences."""
        return f"{self.table.book.spec} at {self.table.limits}"

    def beside(self, wagers: Sequence[Wager]) -> "PlayQuestion":
        """The question with the wagers of a system and their odds to choose from, if none were named."""
        for one in wagers:
            require_no_hand_wagers(one.name, [one])
        if self.named:
            return self
        odds = odds_behind(wagers, self.table.book)
        words = [one.name for one in wagers if one not in odds] + ["odds"] * bool(odds)
        menu = tuple(sorted({*wagers, *odds}, key=lambda one: one.order))
        return self._replace(menu=menu, words=", ".join(words))

    def extras(self, most: int, counted: LengthUnit | None) -> Extras:
        """The wagers that bind nobody, with amounts up to a sum in cents."""
        return Extras(self.table, self.menu, most, counted)

    def problem(
        self,
        extras: Extras,
        goal: Cents,
        others: Iterable[Position] = (),
        step: int = 0,
        *,
        settled: bool = False,
    ) -> Problem:
        """The decision problem up to a goal, as `problem_of`, with other positions to start from.

        Raises:
            TooLargeError: if it is too large.
            BankcrapsError: if the bankroll pays for no bet.
        """
        search = Search(extras, self.at_once)
        search.run(others)
        problem = problem_of(search, self.bankroll, goal, step, settled=settled)
        self.require_bet(problem.cheapest)
        return problem

    def told(self, problem: Problem) -> tuple[str, Limits, Cents, Cents, tuple[str, ...], int, int, int]:
        """The first fields of every answer: the question, and the size of its problem."""
        wagers, size = tuple(one.name for one in self.menu), len(problem.positions)
        sizes = (size, problem.sums, len(problem.arrays.need))
        table = self.table
        return table.book.spec, table.limits, table.chip, self.bankroll, wagers, *sizes

    def require_goal(self, goal: Money) -> Cents:
        """A goal in cents; it lies above the bankroll."""
        found = dollars(goal)
        if found <= self.bankroll:
            raise BankcrapsError(
                f"a goal lies above the bankroll: {printed(found)} is not more than {printed(self.bankroll)}"
            )
        return found

    def require_bet(self, cheapest: int | None) -> None:
        """Refuse a bankroll that pays for no bet."""
        if cheapest is None or cheapest > self.bankroll:
            raise BankcrapsError(
                f"no bet on {self.words} is possible with {printed(self.bankroll)} by {self.place}: "
                f"{self._why_no_bet(cheapest)}"
            )

    def _why_no_bet(self, cheapest: int | None) -> str:
        """The reason: the cheapest bet, the sign, or what the engine says about a bet of its minimum."""
        if cheapest is not None:
            return f"the cheapest bet takes {printed(Cents(cheapest))}"
        least = self.table.limits.minimum
        said = None if least > self.bankroll else self.table.needs_more(self.menu, least)
        return said or f"the table minimum is {printed(least)}"

    def chart(
        self,
        aim: str,
        says: str,
        goal: Cents | None,
        bets: list[Bet],
        rows: tuple[ChartRow, ...],
        deadline: Deadline | None = None,
    ) -> Chart:
        """A play as a system.

        Args:
            aim: the aim of the play, for its name, such as `to 100`.
            says: the same for a sentence.
            goal: the sum with which the player stops, in cents, if there is one.
            bets: every bet.
            rows: the bets in each position.
            deadline: the deadline of the play.
        """
        return Chart(
            name=f"best play {aim}",
            about=f"the best play {says} by {self.place}",
            house=self.table.book.spec,
            limits=str(self.table.limits),
            chip_cents=self.table.chip,
            goal_cents=goal,
            free=self.table.free_wagers(),
            bets=tuple(bets),
            rows=rows,
            **({} if deadline is None else {deadline.unit: deadline.number}),
        )


def deadline_of(**counts: int | None) -> Deadline | None:
    """The deadline that is given, or None.

    Raises:
        BankcrapsError: if there are two.
    """
    given = [
        Deadline(unit, count)
        for unit in LENGTH_UNITS
        if (count := at_least_one(f"the number of {unit}", counts[unit])) is not None
    ]
    if len(given) > 1:
        raise BankcrapsError(f"a play has one deadline, not both {given[0]} and {given[1]}")
    return given[0] if given else None


def deadline_of_throws(count: int) -> Deadline:
    """The deadline of an aim that always has one."""
    return Deadline("throws", at_least_one("the number of throws", count) or 1)


def at_least_one(name: str, said: int | None) -> int | None:
    """A number of something, from 1; None if none is said."""
    if said is not None and not 1 <= whole_number(name, said) <= MAX_COUNT:
        raise BankcrapsError(f"{name} is from 1 to {MAX_COUNT:,}, not {said}")
    return said


_EVERYTHING: Final = "all"

_ODDS: Final = "odds"


def read_menu(said: str, book: Rulebook) -> tuple[Wager, ...]:
    """Read names with commas between them: wagers, kinds of them, `odds`, or `all`.

    >>> from bankcraps import load_rulebook
    >>> [str(one) for one in read_menu("pass, odds, hard", load_rulebook("classic"))]
    ['pass', 'pass_odds', 'hard 4', 'hard 6', 'hard 8', 'hard 10']

    Args:
        said: the names.
        book: the house's rules. Of a kind, or of all wagers, those that it takes are meant.

    Raises:
        BankcrapsError: for a name that no wager has, or that the house does not take.
    """
    require_text(said, "the wagers to choose from")
    if not all(word.strip() for word in said.split(",")):
        raise BankcrapsError("a name is missing: wagers have commas between them, as in pass, odds")
    words = _words(said)
    found = {one for word in words if word != _ODDS for one in _named(word, book)}
    if _ODDS in words or _EVERYTHING in words:
        behind = odds_behind(found, book)
        if not behind:
            raise BankcrapsError(
                "odds lie behind a line or come wager: name one beside them, as in pass, odds"
            )
        found |= behind
    return tuple(sorted(found, key=lambda one: one.order))


def odds_behind(wagers: Iterable[Wager], book: Rulebook) -> set[Wager]:
    """The odds that a house takes behind wagers."""
    kinds = {one.kind for one in wagers}
    return {one for one in _taken(book) if one.kind in FLATS and FLATS[one.kind] in kinds}


def _named(word: str, book: Rulebook) -> list[Wager]:
    """The wagers that one word names."""
    if word == _EVERYTHING:
        return [one for one in _taken(book) if one.kind not in HAND_WAGERS and one.kind not in FLATS]
    kinds = {kind.value: kind for kind in Kind}
    if word in WAGERS and bettable(WAGERS[word]):
        found = [WAGERS[word]]
    elif word in kinds:
        found = [one for one in WAGERS.values() if one.kind is kinds[word] and bettable(one)]
    else:
        names = [*WAGERS, *kinds, _ODDS, _EVERYTHING]
        raise BankcrapsError(f"there is no wager {word!r}{did_you_mean(word, names)}")
    require_no_hand_wagers(word, found)
    taken = [one for one in found if book.terms(one) is not None]
    if not taken:
        raise BankcrapsError(f"{book.spec} takes no {word}")
    return taken


def require_no_hand_wagers(said: str, wagers: Iterable[Wager]) -> None:
    """Refuse wagers that earlier throws of a hand decide."""
    if any(one.kind in HAND_WAGERS for one in wagers):
        raise BankcrapsError(
            f"{said} depends on the throws before it, and the best play is worked out for wagers that do not"
        )


def _taken(book: Rulebook) -> list[Wager]:
    return [one for one in WAGERS.values() if bettable(one) and book.terms(one) is not None]


def _words(said: str) -> list[str]:
    return [" ".join(word.lower().split()) for word in said.split(",")]


# The answers.


@dataclass(frozen=True, eq=False, repr=False)
class Play(Equal, Pictured, ABC):
    """The best play for an aim: all that the answers for every aim have.

    `plot` draws what to bet while nothing stands, by what is owned. Bets to a goal are drawn beside bold
    play, but not on your own Axes. Without a deadline, the chances are drawn below: those of the best play,
    of bold play, of timid play, which always bets the least, and of a system to compare with. Without a
    label, a legend has the name of the play.

    Attributes:
        house: the rulebook's id, with its options.
        limits, chip: the sign at the table, and the smallest chip in cents.
        bankroll: in cents.
        wagers: the wagers to choose from.
        positions, sums, choices: the size of the problem: what may stand, the sums below the goal, the bets.
        value: the worth of the play.
        lower, upper: bounds that are proved.
        system: the play as a system, for `session`, `simulate`, `explain` and `compare`.
        bets: the bets with each sum while nothing stands, before the first throw.
    """

    _JSON_TYPE: ClassVar[type[Data]]

    house: str
    limits: Limits
    chip: Cents
    bankroll: Cents
    wagers: tuple[str, ...]
    positions: int
    sums: int
    choices: int
    _: KW_ONLY
    value: float
    lower: float
    upper: float
    system: Chart
    bets: tuple[SumBet, ...]

    def __repr__(self) -> str:
        """Write it in a line."""
        return f"<{type(self).__name__} {self.house}, {self.in_line}>"

    @property
    @abstractmethod
    def in_line(self) -> str:
        """The question and its answer in a line."""

    @property
    @abstractmethod
    def in_short(self) -> str:
        """The worth of the play, in a few words."""

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps best --json` as a dict."""
        return self._JSON_TYPE.of(self, **self._keys()).to_dict()

    def _keys(self) -> dict[str, object]:
        """The keys of the JSON that are not attributes as they are."""
        by_sum = [BetBySumData(owned_cents=owned, stakes_cents=bet.stakes) for owned, bet in self.by_sum()]
        return {"by_sum": by_sum}

    def by_sum(self) -> list[tuple[int, Bet]]:
        """The bets while nothing stands, each with the least sum owned from which on it holds, in cents."""
        runs = (next(run) for _, run in groupby(self.bets, key=lambda one: one.bet.stakes))
        return [(owned, bet) for owned, bet in runs]

    def save(self, path: str | Path) -> None:
        """Write the play as a system's file, which `session`, `simulate` and the others read.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        try:
            write_bytes(path, self.system.to_json())
        except UnwritableError as error:
            raise BankcrapsError(unwritten(path, error)) from None

    def _sketch(self) -> Sketch:
        points = [(owned, sum(bet.stakes.values())) for owned, bet in self.bets]
        below = f"rulebook {self.house} at {self.limits} · {', '.join(self.wagers)}"
        heading = plots.Heading(f"The {self.system.name}", self.in_short, below)
        return Sketch(
            heading,
            lambda place: plots.best_play(place, points, self._bold_goal, self._curves()),
            self.system.name,
        )

    @property
    def _bold_goal(self) -> Cents | None:
        """The goal to draw bold play beside the bets, if there is one."""
        return None

    def _curves(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """The chances by what is owned of the best play and of others, by name; none without others."""
        return {}


PlayT_co = TypeVar("PlayT_co", bound=Play, covariant=True)


class AimFor(ABC, Generic[PlayT_co]):
    """The aim of a best play, which has an answer of its kind."""

    @abstractmethod
    def play(self, question: PlayQuestion) -> PlayT_co:
        """The best play for a question.

        Raises:
            BankcrapsError: if there is none, with the reason.
        """


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RankedPlay(Play):
    """A play with the rank of its first bets.

    Attributes:
        first: the best first bets, all equally good; what the next best gives away.
    """

    first: Ranked

    def _keys(self) -> dict[str, object]:
        """Return the same with the first bets."""
        first, follows = [bet_data(one) for one in self.first.best], self.first.next_best
        next_best = None if follows is None else NextBetData.of(follows, self.first, puck=follows.puck or 0)
        return {**super()._keys(), "first": first, "next_best": next_best}
