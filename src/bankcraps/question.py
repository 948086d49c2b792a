"""A question as people put it: which house, which system, which plan; by name, and in dollars."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import Any, Final, SupportsIndex, TypedDict, cast

from bankcraps.chips import Cents, Money, dollars
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.engine.state import Limits
from bankcraps.errors import BankcrapsError
from bankcraps.markov.cache import cached_chain
from bankcraps.markov.model import Chain
from bankcraps.rulebook.loader import load_rulebook
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.checking import check, options_that_allow
from bankcraps.strategy.library import system as find_system
from bankcraps.strategy.plan import LengthUnit, Plan
from bankcraps.strategy.policy import Policy, require_policy

__all__ = [
    "Question",
    "SessionOptions",
    "TableOptions",
    "ask",
    "check_options",
    "chosen",
    "explore",
    "plan_of",
    "question",
    "whole_number",
]


@dataclass(frozen=True)
class Question:
    """A house, a system and a plan: all that decides what a session can come to.

    Attributes:
        book: the house's rules.
        system: what the player wants before each throw.
        limits: the sign at the table.
        chip: the smallest chip, in cents.
        plan: the bankroll, and when the player leaves.
    """

    book: Rulebook
    system: Policy
    limits: Limits
    chip: Cents
    plan: Plan

    def chain(self) -> Chain:
        """The Markov chain of the house and the system.

        Raises:
            ChainError: if no finite chain holds it.
        """
        return cached_chain(self.book, self.system, self.limits, self.chip)


class TableOptions(TypedDict, total=False):
    """The table: `limits`, as `Limits` or "MIN:MAX:UNIT" in dollars, and `chip`, the smallest, in dollars."""

    limits: Limits | str
    chip: Money


class SessionOptions(TableOptions, total=False):
    """The table, and the length: `throws`, `decisions` or `shooters`, or none until goal or ruin."""

    throws: int | None
    decisions: int | None
    shooters: int | None


_TABLE: Final = ("limits", "chip")
_LENGTHS: Final = ("throws", "decisions", "shooters")


def ask(
    book: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None,
    floor: Money,
    options: SessionOptions,
) -> Question:
    """A question as the functions of the library take it: by name, in dollars, with options.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    plan = plan_of(bankroll, goal, floor, **chosen(options, _LENGTHS))
    return question(book, system, plan, **chosen(options, _TABLE))


def check_options(options: Mapping[str, object], known: Iterable[str]) -> None:
    """Refuse an option that does not exist.

    Raises:
        BankcrapsError: with the options that do exist.
    """
    names = list(known)
    if unknown := [key for key in options if key not in names]:
        raise BankcrapsError(f"there is no option {unknown[0]!r} here; there are {', '.join(names)}")


def chosen(options: object, names: Iterable[str]) -> dict[str, Any]:
    """Those of the options that have one of these names."""
    given = cast("Mapping[str, Any]", options)
    return {name: given[name] for name in names if name in given}


def whole_number(name: str, value: object) -> int:
    """A number given as an option, from Python or NumPy.

    Raises:
        BankcrapsError: if it is not a whole number.
    """
    try:
        number = None if isinstance(value, bool) else index(cast("SupportsIndex", value))
    except TypeError:
        number = None
    if number is None:
        raise BankcrapsError(f"{name} is a whole number, not {value!r}")
    return number


def question(
    book: Rulebook | str | Path,
    system: Policy | str,
    plan: Plan,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Question:
    """A question about a house and a system by name; the arguments are those of `explore`.

    Raises:
        BankcrapsError: if there is no such book or system, or the house lacks a wager of the system.
    """
    return Question(*_table(book, system, limits, chip), plan)


def explore(
    book: Rulebook | str | Path,
    system: Policy | str,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Chain:
    """The Markov chain of a house and a system: every state it can come to, and every transition.

    >>> from bankcraps import explore
    >>> chain = explore("three_four_five", "pass_odds_max")
    >>> len(chain.playing), chain.unit, chain.cash
    (13, 1000, 6000)

    Args:
        book: a book, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 if not given.

    Raises:
        ChainError: if no finite chain holds it.
        BankcrapsError: if there is no such book or system, or the house lacks a wager of the system.
    """
    return cached_chain(*_table(book, system, limits, chip))


def _table(
    book: Rulebook | str | Path, system: Policy | str, limits: Limits | str, chip: Money | None
) -> tuple[Rulebook, Policy, Limits, Cents]:
    rules = book if isinstance(book, Rulebook) else load_rulebook(book)
    player = find_system(str(system)) if isinstance(system, str | Path) else require_policy(system)
    sign = Limits.read(limits) if isinstance(limits, str) else limits
    smallest = DEFAULT_CHIP if chip is None else dollars(chip)
    problems = check(player, rules, sign, smallest)
    if problems:
        others = options_that_allow(player, rules)
        instead = f"; with {' or '.join(others)} it could be played" if others else ""
        raise BankcrapsError(
            f"{player.name} cannot be played by {rules.spec}: {'; '.join(problems)}{instead}"
        )
    return rules, player, sign, smallest


def plan_of(
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    throws: int | None = None,
    decisions: int | None = None,
    shooters: int | None = None,
) -> Plan:
    """A plan in dollars. It has one length or none; without one, the session goes on until goal or ruin.

    Raises:
        BankcrapsError: for a plan that cannot be played.
    """
    lengths: dict[LengthUnit, int | None] = {"throws": throws, "decisions": decisions, "shooters": shooters}
    given: list[tuple[LengthUnit, int]] = [
        (key, whole_number(key, value)) for key, value in lengths.items() if value is not None
    ]
    if len(given) > 1:
        raise BankcrapsError(f"a session has one length, not both {given[0][0]} and {given[1][0]}")
    counted, count = given[0] if given else ("throws", None)
    aim = None if goal is None else dollars(goal)
    return Plan(dollars(bankroll), aim, dollars(floor), counted, count)
