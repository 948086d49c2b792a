"""Risk of ruin: how it falls as the bankroll rises, and the bankroll that a given risk needs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from numbers import Real
from pathlib import Path
from typing import Final, Unpack

import msgspec

from bankcraps.analysis import plots
from bankcraps.analysis.bankroll_range import MAX_BANKROLLS, BankrollRange
from bankcraps.analysis.chain.arrays import in_units
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.stopping import FLOOR, RUIN
from bankcraps.analysis.exact.budget import NeverEndsError
from bankcraps.analysis.exact.grid import money_grid
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.exact.solution import problem
from bankcraps.analysis.lab_options import QuestionOptions
from bankcraps.analysis.question import ask
from bankcraps.analysis.results.as_json import RiskData
from bankcraps.analysis.results.costs import BankrollChances
from bankcraps.analysis.results.session import EndlessSession, OfASystem
from bankcraps.errors import BankcrapsError, quoted, require_list, require_type
from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Policy
from bankcraps.support.pictured import Pictured, Sketch
from bankcraps.support.results import Equal
from bankcraps.support.tabular import Tabular, by_column, html

MAX_BANKROLL: Final = Cents(100_000_000)
"""The largest bankroll tried, in cents: a million dollars."""

USUAL_RISKS: Final = (0.5, 0.25, 0.1, 0.05, 0.01)
"""The risks of ruin for which bankrolls are found if nobody names any."""

MIN_RISK: Final = 1e-12
"""The least risk to find a bankroll for. It lies above the solver's error bound."""


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Equal, Pictured, Tabular, OfASystem):
    """One session, solved for several bankrolls.

    `plot` draws the probabilities by bankroll; on your own Axes, all lines are in one colour. Without a
    label, a legend has the name of the system.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the session; ignore its bankroll.
        chances: one entry for each bankroll, in the order asked.
        risks: if risks were asked for, the risk that each bankroll answers; otherwise empty.
    """

    chances: tuple[BankrollChances, ...]
    risks: tuple[float, ...] = ()

    def __iter__(self) -> Iterator[BankrollChances]:
        """The chances of each bankroll."""
        return iter(self.chances)

    def __repr__(self) -> str:
        """Write it in a line."""
        return f"<Curve {self.system!r}, {self.house}: {len(self.chances)} bankrolls>"

    def rows(self) -> tuple[BankrollChances, ...]:
        """A row for each bankroll, with the risk it answers if risks were asked for."""
        both = zip(self.chances, self.risks or [None] * len(self.chances), strict=True)
        return tuple(msgspec.structs.replace(one, risk=risk) for one, risk in both)

    def to_dict(self) -> dict[str, object]:
        """Return the output of `bankcraps risk --json` as a dict."""
        return RiskData.of(self, self.plan, bankrolls=self.rows()).to_dict()

    def _columns(self) -> Mapping[str, object]:
        """A row for each bankroll."""
        names = ("bankroll_cents", "risk", "p_ruin_or_floor", "p_ahead", "mean_cents", "sd_cents")
        return {**self._asked(), **by_column(names, [one.to_dict() for one in self.rows()])}

    def _sketch(self) -> Sketch:
        points = [(one.bankroll, one.p_ruin_or_floor, one.p_ahead) for one in self.chances]
        said = f"rulebook {self.house} · system {self.system} · {self.plan.length}"
        heading = plots.Heading("How the chances change with the bankroll", "exact", said)
        word = self.plan.ruin_word
        return Sketch(heading, lambda place: plots.ruin_curve(place, points, word=word), self.system)

    def _repr_html_(self) -> str:
        head = ("bankroll", self.plan.ruin_word, "ahead", "mean", "sd")
        rows = [
            (
                printed(one.bankroll),
                f"{one.p_ruin_or_floor:.2%}",
                f"{one.p_ahead:.2%}",
                f"{one.mean / 100:,.2f}",
                f"{one.sd / 100:,.2f}",
            )
            for one in self.chances
        ]
        return html(head, rows, f"{self.system}, {self.house}: {self.plan.length}")


def curve(
    house: Rulebook | str | Path,
    system: Policy | str,
    bankrolls: Iterable[Money],
    floor: Money = 0,
    **options: Unpack[QuestionOptions],
) -> Curve:
    """Solve one session for several bankrolls.

    >>> from bankcraps import exact
    >>> [round(one.p_ruin_or_floor, 4) for one in exact.curve("nsw", "pass", [100, 200], throws=100)]
    [0.0708, 0.0002]

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankrolls: the sum that the player brings, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: as in `session`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    require_list(bankrolls, "the bankrolls of a curve are a list, as in [100, 200]", (str,))
    brought = list(bankrolls)
    if not brought:
        raise BankcrapsError("a curve needs at least one bankroll")
    asked = ask(house, system, brought[0], None, floor, one_bankroll=False, **options)
    return curve_of(asked.chain(), asked.plan, map(dollars, brought))


def bankroll(
    house: Rulebook | str | Path,
    system: Policy | str,
    ruin: float,
    floor: Money = 0,
    **options: Unpack[QuestionOptions],
) -> BankrollChances:
    """The smallest bankroll whose probability of ruin is at most `ruin`.

    >>> from bankcraps import exact
    >>> exact.bankroll("nsw", "pass", ruin=0.05, throws=50).bankroll
    8000

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        ruin: a probability above 0 and below 1.
        floor: the player leaves when they own less, in dollars.
        options: as in `session`; a length is required.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    (found,) = risks(house, system, [ruin], floor=floor, **options)
    return found


def risks(
    house: Rulebook | str | Path,
    system: Policy | str,
    ruin: Iterable[float] = (),
    bankrolls: str | None = None,
    floor: Money = 0,
    **options: Unpack[QuestionOptions],
) -> Curve:
    """The least bankrolls for some risks, or the risks of some bankrolls, as the command and the lab ask.

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        ruin: probabilities above 0 and below 1; the usual ones if empty.
        bankrolls: FROM:TO or FROM:TO:STEP, in dollars; then `ruin` does not count.
        floor: the player leaves when they own less, in dollars.
        options: as in `session`; a length is required.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    brought = floor if dollars(floor) > 0 else 1  # any bankroll: the right one is looked for
    asked = ask(house, system, brought, None, floor, one_bankroll=False, **options)
    tried = None if bankrolls is None else BankrollRange.read(bankrolls).bankrolls(asked.chip)
    wanted = tuple(map(check_risk, ruin)) or USUAL_RISKS
    chain, plan = asked.chain(), asked.plan
    return bankrolls_for(chain, plan, wanted) if tried is None else curve_of(chain, plan, tried)


def curve_of(chain: Chain, plan: Plan, bankrolls: Iterable[Cents]) -> Curve:
    """Solve one session for several bankrolls, in cents.

    Raises:
        BankcrapsError: for a bankroll that cannot play the session, or for too many bankrolls.
    """
    tried = tuple(bankrolls)
    if len(tried) > MAX_BANKROLLS:
        raise BankcrapsError(
            f"{len(tried)} bankrolls are too many for one curve; the most is {MAX_BANKROLLS}"
        )
    return Curve(chain.house, chain.system, plan, tuple(_chances(chain, plan, tried)))


def bankrolls_for(chain: Chain, plan: Plan, risks: Iterable[float]) -> Curve:
    """The smallest bankrolls, in whole units of the chain, whose probability of ruin is at most each risk.

    Args:
        chain: the house and the system.
        plan: the session, without a goal; its bankroll is ignored.
        risks: probabilities above 0 and below 1.

    Raises:
        BankcrapsError: if a million dollars are not enough, or the session has no length.
    """
    asked = tuple(map(check_risk, risks))
    if plan.count is None:
        raise BankcrapsError("a risk of ruin needs a length: say how many throws, decisions or shooters")
    search = _Search(chain, plan)
    # Find the greatest risk first, because its search narrows the others down.
    least = {risk: search.least(risk) for risk in sorted(asked, reverse=True)}
    chances = _chances(chain, plan, (least[risk] for risk in asked))
    return Curve(chain.house, chain.system, plan, tuple(chances), asked)


def check_risk(risk: float) -> float:
    """Check that a risk is one that a bankroll can be found for, and return it.

    Raises:
        BankcrapsError: if it is not.
    """
    right = "a risk is a chance above 0 and below 1, such as 0.05"
    require_type(risk, Real, right)
    if not 0.0 < risk < 1.0:
        raise BankcrapsError(f"{right}, not {quoted(risk)}")
    if risk < MIN_RISK:
        raise BankcrapsError(f"a risk of {risk:g} is too small to solve for; the least is {MIN_RISK:g}")
    return risk


_MAX_RESTS: Final = 20
"""The most bankrolls tried between two whole numbers of units."""


class _Search:
    """A binary search for bankrolls. The risk falls as the bankroll rises. Each bankroll is solved once."""

    def __init__(self, chain: Chain, plan: Plan) -> None:
        self._chain, self._plan = chain, plan
        # Bankrolls are whole units, so one grid serves all of them.
        self._units = in_units(chain, 0)
        self._grid = money_grid(self._units, plan.counted)
        self._none = -(-max(chain.first_wager, plan.floor, chain.unit) // chain.unit) - 1
        self._known = {self._none: 1.0}

    def least(self, risk: float) -> Cents:
        """The smallest bankroll, in cents, whose probability of ruin is at most `risk`."""
        enough = [units for units, ruin in self._known.items() if ruin <= risk]
        high = min(enough) if enough else self._enough(risk)
        low = max(units for units, ruin in self._known.items() if ruin > risk)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._ruin(middle) > risk else (low, middle)
        return self._less(high, risk)

    def _less(self, enough: int, risk: float) -> Cents:
        """The least bankroll for a risk: `enough` units, or less if a threshold is no whole number of units.

        The risk changes only where a bankroll is whole units away from the floor or from some state's need.
        """
        unit, chip = self._chain.unit, self._chain.chip
        thresholds = {self._plan.floor, *(state.need for state in self._chain.playing if not state.stops)}
        rests = {-(-threshold // chip) * chip % unit for threshold in thresholds} - {0}
        least = max(self._chain.first_wager, self._plan.floor, chip)
        for rest in sorted(rests)[:_MAX_RESTS]:
            tried = Cents((enough - 1) * unit + rest)
            if tried < least:
                continue
            units = in_units(self._chain, tried)
            plan = msgspec.structs.replace(self._plan, bankroll=tried)
            found = money_grid(units, self._plan.counted).sweep(units.plan(plan))
            if found.ends[:, [RUIN, FLOOR]].sum() <= risk:
                return tried
        return Cents(enough * unit)

    def _enough(self, risk: float) -> int:
        """A bankroll, in units, that is large enough: the upper end for the binary search."""
        most = MAX_BANKROLL // self._chain.unit
        high = max(*self._known, self._none + max(1, self._chain.cash // self._chain.unit))
        while self._ruin(high) > risk:
            if high >= most:
                raise BankcrapsError(
                    f"even with {printed(MAX_BANKROLL)} dollars, the most that is tried, the risk of ruin "
                    f"is above {risk:g}; use a system with smaller wagers or a shorter session"
                )
            high = min(most, self._none + 3 * (high - self._none))
        return high

    def _ruin(self, units: int) -> float:
        if units not in self._known:
            plan = msgspec.structs.replace(self._plan, bankroll=Cents(units * self._chain.unit))
            self._chain.require_playable(plan)
            self._known[units] = float(self._grid.sweep(self._units.plan(plan)).ends[:, [RUIN, FLOOR]].sum())
        return self._known[units]


def _chances(chain: Chain, plan: Plan, bankrolls: Iterable[Cents]) -> Iterator[BankrollChances]:
    """Solve for each bankroll. The chain is prepared once for all that differ by whole units."""
    prepared = cache(partial(problem, chain))
    for brought in bankrolls:
        asked = msgspec.structs.replace(plan, bankroll=brought)
        chain.require_playable(asked)
        found = solve(chain, asked, extremes=False, ready=prepared(brought % chain.unit))
        if isinstance(found, EndlessSession):
            raise NeverEndsError(
                "the player does not lose in the long run here, so there is no mean of what they take home; "
                "an exact session gives the chance of ruin"
            )
        yield BankrollChances(brought, found.p_ruin_or_floor, found.p_ahead, found.final.mean, found.final.sd)
