"""A question as people put it: which house, which system, which plan; by name, and in dollars."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar, Unpack

from msgspec import structs

from bankcraps.analysis.chain.by_rules import chain_by_rules
from bankcraps.analysis.chain.ceiling import FARTHER, FEW_THROWS, CeilingError, ShareCount, first_ceiling
from bankcraps.analysis.chain.exploration import cached_chain, chain_or_reason
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.walk import ChainError, Scope
from bankcraps.analysis.lab_options import QuestionOptions, check_options
from bankcraps.errors import BankcrapsError, true_or_false, whole_number
from bankcraps.game.chips import Cents, Money, dollars
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.game import Game
from bankcraps.game.rulebook.loader import load_rulebook
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.checking import check, options_that_allow
from bankcraps.strategies.combinators import StopAfter
from bankcraps.strategies.inspecting import bets_shares
from bankcraps.strategies.library import system as find_system
from bankcraps.strategies.plan import LENGTH_UNITS, LengthUnit, Plan
from bankcraps.strategies.policy import Policy, looks_at_money, require_policy
from bankcraps.strategies.rules.counts import Money as MoneyStop
from bankcraps.strategies.text.program import TextSystem


class NoLengthError(BankcrapsError):
    """A question that does not say how long the session is."""


@dataclass(frozen=True)
class Question:
    """A house, a system and a plan: all that decides what a session can come to.

    Attributes:
        game: the house, the sign and the smallest chip.
        system: the system that the player follows.
        plan: the bankroll, and when the player leaves.
        ceiling: for a system that looks at its money, how far its chain is explored without a goal, in cents;
            None for a first guess.
    """

    game: Game
    system: Policy
    plan: Plan
    ceiling: Cents | None = None

    @property
    def book(self) -> Rulebook:
        """The house's rules."""
        return self.game.book

    @property
    def limits(self) -> Limits:
        """The sign at the table."""
        return self.game.limits

    @property
    def chip(self) -> Cents:
        """The smallest chip, in cents."""
        return self.game.chip

    def chain(self) -> Chain:
        """The Markov chain of the house and the system.

        Raises:
            ChainError: if no finite chain holds it.
        """
        return _first_finite(self._scopes(), cached_chain)

    def chain_by_rules(self) -> Chain:
        """The same chain with accounts and refusals by the rules of the system, as `chain_by_rules` says.

        Raises:
            ChainError: if no finite chain holds it.
            BankcrapsError: if the system has no rules.
        """
        return _first_finite(self._scopes(), partial(chain_or_reason, chain_by_rules))

    def _scopes(self) -> Iterator[Scope]:
        """The chains to explore, each if the one before is not finite."""
        scope, goal, ceiling = scope_of(self), self.plan.goal, self.ceiling
        if ceiling is None and self._few_throws():
            yield replace(scope, goal=goal, throws=self.plan.count)  # it may need more states than the next
        if ceiling is None and (guessed := first_ceiling(self.system, self.plan)):
            yield replace(scope, ceiling=guessed)  # a lower one may do
        to_goal = goal is not None and (ceiling is None or ceiling >= goal)
        yield replace(scope, goal=goal) if to_goal else replace(scope, ceiling=ceiling)
        far = looks_at_money(self.system) and (goal is not None or bets_shares(self.system))
        if far and self.plan.count is not None and not (to_goal and ceiling):
            # In a session with a length, the goal or sums above the ceiling need not be within reach.
            yield replace(scope, ceiling=ceiling, beyond=False)

    def _few_throws(self) -> bool:
        """Whether the sums of a session are best followed throw by throw.

        Raises:
            ChainError: if the system is known to make more different bets than a chain has states for.
        """
        plan = self.plan
        if not (looks_at_money(self.system) and bets_shares(self.system)):
            return False
        throws = plan.count if plan.counted == "throws" else None
        counted = ShareCount.of(self.game, self.system, plan.bankroll)
        if counted is None:
            return throws is not None and throws <= FEW_THROWS
        return counted.by_throws(self.system, plan)


def scope_of(question: Question) -> Scope:
    """The scope of a question's chain, without a goal, a ceiling or a number of throws."""
    plan = question.plan
    return Scope(question.game, question.system, plan.let_it_ride, plan.bankroll)


def _first_finite(scopes: Iterable[Scope], explored: Callable[[Scope], Chain | str]) -> Chain:
    """The first finite chain.

    Raises:
        ChainError: if there is none, with the reason of the last.
    """
    found: Chain | str = ""
    for scope in scopes:
        found = explored(scope)
        if isinstance(found, Chain):
            return found
    raise ChainError(found)


_Answer = TypeVar("_Answer")


def explored_far_enough(
    questions: Sequence[Question], answer: Callable[[Sequence[Question]], _Answer]
) -> _Answer:
    """Answer questions; as long as a player comes to own more than a chain holds, explore farther.

    Raises:
        ChainError: if a chain would have too many states.
    """
    while True:
        try:
            return answer(questions)
        except CeilingError as error:
            far = error.ceiling
            questions = [
                replace(one, ceiling=Cents(FARTHER * max(far, one.plan.bankroll))) for one in questions
            ]


def ask(
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    one_bankroll: bool = True,
    **options: Unpack[QuestionOptions],
) -> Question:
    """Read a question as people put it. Every function and command of the lab comes through here.

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankroll: the sum that the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        one_bankroll: whether the question is about this bankroll alone; then `stop after losing 200 or
            winning 150` becomes a floor and a goal.
        options: one length, `throws`, `decisions`, `shooters` or `until_settled`; with a goal it may be left
            out, and the session goes on until goal or ruin. The table, `limits` and `chip`; and whether
            players who leave `let_it_ride`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    check_options(options, QuestionOptions)
    ride = true_or_false("let_it_ride", options.get("let_it_ride", False))
    endless = true_or_false("until_settled", options.get("until_settled", False))
    given: list[tuple[LengthUnit, int | None]] = [
        (unit, whole_number(unit, count)) for unit in LENGTH_UNITS if (count := options.get(unit)) is not None
    ]
    named = [*(unit for unit, _ in given), *["until settled"] * endless]
    if len(named) > 1:
        raise BankcrapsError(f"a session has one length, not both {named[0]} and {named[1]}")
    length = given[0] if given else ("throws", None)
    aim = None if goal is None else dollars(goal)
    plan = Plan(dollars(bankroll), aim, dollars(floor), *length, let_it_ride=ride)
    sign = options.get("limits", DEFAULT_LIMITS), options.get("chip")
    question = Question(*_playable(house, system, *sign), plan)
    if one_bankroll:
        question = _with_money_stops_in_plan(question)
    elif looks_at_money(question.system):
        raise BankcrapsError(
            f"{question.system.name} looks at its money, so that each bankroll makes it another system: "
            "ask for a session with each"
        )
    if not named and question.plan.goal is None:
        raise NoLengthError(
            "say how long the session is, with throws, decisions, shooters, until settled or a goal; none of "
            "them was given"
        )
    return question


def _with_money_stops_in_plan(question: Question) -> Question:
    """`stop after losing 200 or winning 150` as the floor and the goal of the plan: no memory has to count.

    What a player owns is the bankroll and what was won or lost so far, so the two are the same. The floor is
    the least that the player plays on with, a chip above the loss.
    """
    system, plan, chip = question.system, question.plan, question.chip
    if not isinstance(system, TextSystem):
        return question
    ends = {line.tracker: line for line in system.program.said(StopAfter)}
    stop = next((end for end in ends if isinstance(end, MoneyStop)), None)
    if stop is None:
        return question
    others = tuple(line for line in system.program.lines if line is not ends[stop])
    bare = TextSystem.of(structs.replace(system.program, lines=others), system.name)
    won = Cents(plan.bankroll + stop.winning)
    if stop.winning and (plan.goal is None or won < plan.goal):
        plan = structs.replace(plan, goal=won, stops_ahead=stop.winning, beyond=plan.goal)
    above = Cents((plan.bankroll - stop.losing) // chip * chip + chip)
    if stop.losing and above > plan.floor:
        plan = structs.replace(plan, floor=min(above, plan.bankroll), stops_behind=stop.losing)
    return replace(question, system=bare, plan=plan)


def explore(
    house: Rulebook | str | Path,
    system: Policy | str,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
    bankroll: Money | None = None,
    *,
    by_rules: bool = False,
) -> Chain:
    """The Markov chain of a house and a system: every state it can come to, and every transition.

    >>> from bankcraps import explore
    >>> chain = explore("three_four_five", "pass_odds_max")
    >>> len(chain.playing), chain.unit, chain.cash
    (13, 1000, 6000)

    A system that looks at its money has another chain for each bankroll, so it needs one here. The chains of
    all other systems serve every bankroll.

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 if not given.
        bankroll: the sum that the player brings, in dollars.
        by_rules: whether its accounts are those of the system's rules by number, and not those of wagers.
            Then it counts the rules that fire in place of what is refused.

    Raises:
        ChainError: if no finite chain holds it.
        BankcrapsError: if there is no such house or system, or the house lacks a wager of the system.
    """
    brings = None if bankroll is None else dollars(bankroll)
    scope = Scope(*_playable(house, system, limits, chip), bankroll=brings)
    return chain_by_rules(scope) if by_rules else _first_finite([scope], cached_chain)


def _playable(
    house: Rulebook | str | Path, system: Policy | str, limits: Limits | str, chip: Money | None
) -> tuple[Game, Policy]:
    """Read a game, and a system whose bets the house takes."""
    rules = house if isinstance(house, Rulebook) else load_rulebook(house)
    policy = find_system(str(system)) if isinstance(system, str | Path) else require_policy(system)
    game = Game.read(rules, limits, chip)
    problems = check(policy, *game)
    if problems:
        others = [] if isinstance(house, Rulebook) else options_that_allow(policy, house, game)
        instead = f"; with {' or '.join(others)} it could be played" if others else ""
        raise BankcrapsError(
            f"{policy.name} cannot be played by {rules.spec}: {'; '.join(problems)}{instead}"
        )
    return game, policy
