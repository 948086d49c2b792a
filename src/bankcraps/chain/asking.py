"""A question as people put it: a house, a system and a plan, by name and in dollars."""

from pathlib import Path

from bankcraps.chain.chain import Chain
from bankcraps.chain.keeping import chain_of
from bankcraps.chips import Cents, Money, dollars
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.engine.state import Limits
from bankcraps.errors import BankcrapsError
from bankcraps.rulebook.loader import load_rulebook
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.checking import check, options_that_allow
from bankcraps.strategy.library import system as find_system
from bankcraps.strategy.plan import Counted, Plan
from bankcraps.strategy.policy import Policy

__all__ = ["Game", "explored", "game", "plan_of"]


class Game:
    """A house and a system at a table, ready to be asked about.

    Attributes:
        book: the house's rules.
        system: what the player wants before each throw.
        limits: the sign at the table.
        chip: the smallest chip, in cents.
    """

    def __init__(self, book: Rulebook, system: Policy, limits: Limits, chip: Cents) -> None:
        """Take a seat."""
        self.book = book
        self.system = system
        self.limits = limits
        self.chip = chip

    def chain(self) -> Chain:
        """Every moment the system can come to.

        Raises:
            ChainError: if no finite chain holds it.
        """
        return chain_of(self.book, self.system, self.limits, self.chip)


def game(
    book: Rulebook | str | Path,
    system: Policy | str,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Game:
    """A house and a system by name, at a table.

    Args:
        book: a book, its id, or the path of a file.
        system: a system, a name of the library, the path of a file, or the text itself.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 where none is given.

    Raises:
        BankcrapsError: if there is no such book or system, or the house has not what the system wagers.
    """
    rules = book if isinstance(book, Rulebook) else load_rulebook(book)
    player = find_system(system) if isinstance(system, str) else system
    sign = Limits.read(limits) if isinstance(limits, str) else limits
    smallest = DEFAULT_CHIP if chip is None else dollars(chip)
    problems = check(player, rules, sign, smallest)
    if problems:
        others = options_that_allow(player, rules)
        instead = f"; with {' or '.join(others)} it could be played" if others else ""
        raise BankcrapsError(
            f"{player.name} cannot be played by {rules.spec}: {'; '.join(problems)}{instead}"
        )
    return Game(rules, player, sign, smallest)


def explored(
    book: Rulebook | str | Path,
    system: Policy | str,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Chain:
    """A system at a house as a Markov chain: every moment it can come to, and what each throw makes of it.

    >>> from bankcraps import explore
    >>> chain = explore("three_four_five", "pass_odds_max")
    >>> len(chain.playing), chain.unit, chain.cash
    (13, 1000, 6000)

    Args:
        book: a book, its id, or the path of a file.
        system: a system, a name of the library, the path of a file, or the text itself.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 where none is given.

    Raises:
        ChainError: if no finite chain holds it.
        BankcrapsError: if there is no such book or system, or the house has not what the system wagers.
    """
    return game(book, system, limits, chip).chain()


def plan_of(
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    throws: int | None = None,
    decisions: int | None = None,
    shooters: int | None = None,
) -> Plan:
    """A plan in dollars, so many throws, decisions or shooters long; none of them is until goal or ruin.

    Raises:
        BankcrapsError: for a plan that nobody can play.
    """
    lengths: dict[Counted, int | None] = {"throws": throws, "decisions": decisions, "shooters": shooters}
    given: list[tuple[Counted, int]] = [(key, value) for key, value in lengths.items() if value is not None]
    if len(given) > 1:
        raise BankcrapsError(f"a session has one length, not both {given[0][0]} and {given[1][0]}")
    counted, count = given[0] if given else ("throws", None)
    aim = None if goal is None else dollars(goal)
    return Plan(dollars(bankroll), aim, dollars(floor), counted, count)
