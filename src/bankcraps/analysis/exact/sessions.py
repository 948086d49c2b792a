"""Solves a session: the exact distribution of the final bankroll, and of the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, Literal, Unpack, overload

from msgspec import structs

from bankcraps.analysis.chain.arrays import Floats, UnitPlan
from bankcraps.analysis.chain.ceiling import NEGLIGIBLE_ABOVE, CeilingError, goal_below
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.stopping import ENDS, FLOOR, GOAL, NO_GOAL, RUIN
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.absorption import fill_in
from bankcraps.analysis.exact.budget import NeverEndsError, TooLargeError, TooWideError
from bankcraps.analysis.exact.covariances import covariances as covariances_of
from bankcraps.analysis.exact.drift import Drift, drift_of, with_a_far_goal, without_length
from bankcraps.analysis.exact.extremes import additions
from bankcraps.analysis.exact.extremes import drawdown as drawdown_of
from bankcraps.analysis.exact.extremes import extremes as extremes_of
from bankcraps.analysis.exact.extremes import streaks as streaks_of
from bankcraps.analysis.exact.grid import RARE, Grid, money_grid, with_a_length
from bankcraps.analysis.exact.pairs import Figures
from bankcraps.analysis.exact.solution import (
    Answer,
    Problem,
    costs_of,
    figures_of,
    problem,
    swept,
    when,
    with_bounds,
    with_rules,
)
from bankcraps.analysis.lab_options import FigureOptions, RuleOption, SessionOptions
from bankcraps.analysis.question import Question, ask, explored_far_enough
from bankcraps.analysis.results.session import EndlessSession, Session
from bankcraps.game.chips import Cents, Money
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Policy

_LARGE_FILL_IN: Final = 3e7
"""Sparse factors with more entries than this take some seconds to compute."""


_FIGURES: Final[Mapping[str, Callable[[Problem, UnitPlan], object]]] = {
    "drawdown": lambda ready, plan: drawdown_of(ready.units, plan),
    "covariances": covariances_of,
    "streaks": lambda ready, plan: streaks_of(ready.units, plan),
}
"""The solvers of further figures, by the option that asks for one; `extremes` are solved with the session."""


_Extremes = Callable[[Answer], Answer]
"""Adds the highest and lowest sums to a session."""


class _Solving(SessionOptions, FigureOptions, RuleOption, total=False):
    """The table, the length of a session, and what else to solve for."""


@overload
def session(
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    until_settled: Literal[False] = False,
    **options: Unpack[_Solving],
) -> Session: ...


@overload
def session(
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    until_settled: bool,
    **options: Unpack[_Solving],
) -> Session | EndlessSession: ...


def session(  # noqa: PLR0913 - a plan has as many sides
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    extremes: bool | None = None,
    drawdown: bool = False,
    covariances: bool = False,
    streaks: bool = False,
    by_rule: bool = False,
    until_settled: bool = False,
    **options: Unpack[SessionOptions],
) -> Session | EndlessSession:
    """Solve a session of a betting system with a bankroll: exact probabilities, no sampling.

    >>> from bankcraps import exact
    >>> found = exact.session("nsw", "pass", bankroll=100, goal=200)
    >>> round(found.ends["goal"], 6)
    0.429756

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankroll: the sum that the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        extremes: also solve for the highest and lowest sums owned, which is slower; None does so if quick.
        drawdown: also solve for the largest fall from the highest sum so far, which can take minutes.
        covariances: also solve for the covariances between the results of wagers.
        streaks: also solve for the longest runs of losses, wins, seven-outs and points made in a row.
        by_rule: also solve for how often each rule of the system fires, and what it costs.
        until_settled: the session goes on until goal or ruin; with a goal this may be left out.
        options: otherwise one length, `throws`, `decisions` or `shooters`. Also the table, `limits` and
            `chip`, and whether players who leave `let_it_ride`.

    Returns:
        The session. Without a goal and a length it is an `EndlessSession` if the player does not lose in the
        long run.

    Raises:
        BankcrapsError: if the session cannot be solved, with the reason and often a way out.
    """
    asked = ask(house, system, bankroll, goal, floor, until_settled=until_settled, **options)
    also = FigureOptions(extremes=extremes, drawdown=drawdown, covariances=covariances, streaks=streaks)
    return solve_question(asked, by_rule=by_rule, **also)


def solve_question(
    question: Question,
    *,
    by_rule: bool = False,
    early: Callable[[Answer], object] | None = None,
    **also: Unpack[FigureOptions],
) -> Answer:
    """Solve a question: explore its chain, as far as a player can come, and solve the session on it.

    Args:
        question: the house, the system and the plan.
        by_rule: also solve for how often each rule of the system fires, and what it costs.
        early: a function to call with the answer before its highest and lowest sums, which take longest.
        also: the other things to solve for.
    """

    def solved(asked: Sequence[Question]) -> tuple[Answer, _Extremes]:
        (one,) = asked
        found, extremes = _solved(one.chain(), one.plan, None, **also)
        if by_rule:
            found = with_rules(one.system, found, solve(one.chain_by_rules(), one.plan, extremes=False))
        return found, extremes

    found, extremes = explored_far_enough([question], solved)
    if early is not None:
        early(found)
    return extremes(found)


def solve(chain: Chain, plan: Plan, *, ready: Problem | None = None, **also: Unpack[FigureOptions]) -> Answer:
    """Solve a session on a Markov chain.

    A session with a length is solved by forward dynamic programming. A session until the goal is solved by
    linear equations, or also by dynamic programming if the equations are large.

    Args:
        chain: the Markov chain of the house and the system.
        plan: the bankroll, and when the player leaves.
        ready: the chain prepared for this bankroll, if the caller has it.
        also: the other things to solve for.

    Returns:
        The session; an `EndlessSession` for one without goal and length where the player does not lose in the
        long run.

    Raises:
        BankcrapsError: if the bankroll does not cover the first wager, or the grid needs too much memory.
        CeilingError: if a player can come to own more than the chain holds.
    """
    found, extremes = _solved(chain, plan, ready, **also)
    return extremes(found)


def _solved(
    chain: Chain, plan: Plan, ready: Problem | None, **also: Unpack[FigureOptions]
) -> tuple[Answer, _Extremes]:
    """A session without its highest and lowest sums, and the function that adds them."""
    chain.require_playable(plan)
    ceiling = goal_below(chain, plan)
    ready = ready or problem(chain, plan.bankroll)
    bounded = plan if ceiling is None else structs.replace(plan, goal=ceiling)
    units = ready.units.plan(bounded)
    further = {name: figure(ready, units) for name, figure in _FIGURES.items() if also.get(name)}
    found, extremes = _swept(chain, bounded, ready, extremes=also.get("extremes"))
    if ceiling is not None:
        found = below(ceiling, found, plan)
    if isinstance(found, Session):
        found = replace(found, **further)
    return found, extremes


def _swept(chain: Chain, plan: Plan, ready: Problem, *, extremes: bool | None) -> tuple[Answer, _Extremes]:
    unit_plan = ready.units.plan(plan)
    endless = not unit_plan.limited and plan.goal is None
    run = drift_of(ready.full.quotient) if endless and not ready.full.quotient.rows.size else None
    if run is not None and run.drift >= 0:
        return _endless(ready, chain, plan, run), _as_it_is
    money = None if extremes is False and unit_plan.limited else money_grid(ready.units, plan.counted)
    patient = bool(extremes) or (endless and run is None)
    limited, ends_by_throw = _limited(money, unit_plan, run, patient=patient)
    found = _figures(ready, unit_plan, limited, run)
    if extremes and limited is None:
        raise TooLargeError(
            "the highest and lowest sums take too long to solve here: leave extremes out, or give the "
            "session a length"
        )
    wagers, refused = costs_of(ready, found)
    by_count = found.ends if ends_by_throw is None else ends_by_throw
    session = Session(
        house=chain.house,
        system=chain.system,
        plan=plan,
        ends=_named(found.ends, plan),
        final=found.final,
        throws=float(found.visits.sum()),
        ruin_when=when(by_count, found.bound, RUIN, FLOOR),
        ruin_counted=plan.counted,
        wagers=wagers,
        refused=refused,
        error_bound=found.bound,
        throws_sd=found.throws_sd,
        goal_when=when(by_count, found.bound, GOAL),
    )
    answer = with_bounds(session, ready, unit_plan, found.width, only_ruin=run is not None)
    if money is None or limited is None or extremes is False:
        return answer, _as_it_is
    return answer, partial(_with_extremes, ready, money, limited, found.width, asked=bool(extremes))


def _as_it_is(found: Answer) -> Answer:
    return found


def _named(ends: Floats, plan: Plan) -> dict[str, float]:
    """The probability of each end, by name, without a stop that never comes and a floor of 0."""
    named: dict[str, float] = dict(zip(ENDS, ends.sum(axis=0).tolist(), strict=True))
    if not named["stopped"]:
        del named["stopped"]
    if not plan.floor:
        del named["floor"]
    return named


def _figures(ready: Problem, plan: UnitPlan, limited: UnitPlan | None, run: Drift | None) -> Figures:
    """Solve a session by the method for it.

    Args:
        ready: the prepared chain.
        plan: the session.
        limited: the session with a length at which hardly anybody still plays; None if that is too much work.
        run: the drift of one without goal and length, if it is known.
    """
    if plan.limited:
        return swept(ready, plan)
    large = plan.goal == NO_GOAL or fill_in(ready.full.quotient, plan) > _LARGE_FILL_IN
    if limited is not None and large:  # such equations take longer than many throws
        return swept(ready, limited, endless=True)
    return figures_of(ready, without_length(ready, plan, run))


def _with_extremes(
    ready: Problem, money: Grid, plan: UnitPlan, width: int, found: Answer, *, asked: bool
) -> Answer:
    """A session with the highest and the lowest sum, if they are asked for or come quickly."""
    assert isinstance(found, Session)  # an endless one has none
    on_request = replace(found, extremes_on_request=money.has_room(plan, width))
    if not asked and additions(money, plan) >= budget.QUICK_ADDITIONS:
        return on_request
    try:
        highest, lowest = extremes_of(ready.units, money, plan)
        return replace(found, highest=highest, lowest=lowest)
    except TooWideError as error:
        if not asked:
            return on_request
        raise TooLargeError(f"{error.need}, for the highest and lowest sums: leave extremes out") from error


def is_quick(ready: Problem, plan: Plan) -> bool:
    """Whether a session takes a few seconds at most to solve."""
    unit_plan = ready.units.plan(plan)
    if unit_plan.limited:
        return ready.full.additions(unit_plan) < budget.QUICK_ADDITIONS
    return (
        plan.goal is not None or with_a_length(money_grid(ready.units, plan.counted), unit_plan) is not None
    )


def _limited(
    money: Grid | None, plan: UnitPlan, run: Drift | None, *, patient: bool
) -> tuple[UnitPlan | None, Floats | None]:
    """The plan with a length, and the probability of each end by count if a sweep has computed it."""
    if plan.limited or money is None:
        return plan, None
    most = budget.PATIENT_ADDITIONS if patient else budget.QUICK_ADDITIONS
    found = with_a_length(money, plan, most, 0.0 if run is None else run.throws(RARE))
    return (None, None) if found is None else (found[0], found[1].ends)


def _endless(ready: Problem, chain: Chain, plan: Plan, run: Drift) -> EndlessSession:
    """Solve a session without a goal in which the player does not lose in the long run.

    In a fair game ruin is certain. Otherwise ruin from far ahead is almost impossible: its probability
    counts as error.
    """
    if not run.moves:
        raise NeverEndsError(_nothing_moves(ready))
    ruin, bound = 1.0, 0.0
    if run.drift:
        try:
            found = with_a_far_goal(ready, ready.units.plan(plan), run)
        except TooLargeError as error:
            raise TooLargeError(
                "the player wins in the long run here and need not be ruined, but how likely ruin is has too "
                "many unknowns to solve for; give the session a goal or a length, or simulate it"
            ) from error
        ruin, bound = float(found.ends[0, RUIN] + found.ends[0, FLOOR]), found.bound
    return EndlessSession(
        house=chain.house,
        system=chain.system,
        plan=plan,
        p_ruin_or_floor=ruin,
        gain_per_throw=run.drift * ready.units.arrays.unit,
        error_bound=bound,
    )


def _nothing_moves(ready: Problem) -> str:
    """The message for a session in which no money moves."""
    decided = any(label.accounts for label in ready.units.chain.labels)
    return (
        "from some throw on, nothing that the system bets changes what it owns, so the session need not end"
        if decided
        else "the system never bets here, so the session never ends"
    ) + "; give it a length"


def below(ceiling: Cents, found: Answer, plan: Plan) -> Session:
    """The answer to a plan beyond a ceiling, from the answer with the ceiling as its goal.

    Raises:
        CeilingError: if the ceiling is reached with a probability that is not negligible.
    """
    assert isinstance(found, Session)  # a plan with a goal has an end
    above = found.ends["goal"]
    if above > NEGLIGIBLE_ABOVE:
        raise CeilingError(ceiling)
    ends = {**found.ends, "goal": 0.0}
    unbounded = replace(found, mean_bound=None, sd_bound=None, cost_bound=None, goal_when=None)
    return replace(unbounded, plan=plan, ends=ends, error_bound=found.error_bound + above)
