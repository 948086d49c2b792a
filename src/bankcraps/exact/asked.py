"""The session solver, asked by name and in dollars."""

from collections.abc import Iterable
from pathlib import Path
from typing import Unpack, cast

from bankcraps.chain.asking import game, plan_of
from bankcraps.chips import Money, dollars
from bankcraps.errors import BankcrapsError
from bankcraps.exact import risk
from bankcraps.exact.result import Session
from bankcraps.exact.risk import Chances, Curve
from bankcraps.exact.sessions import solve
from bankcraps.rulebook.schema import Rulebook
from bankcraps.simulation.asked import Length, Options, Sign, split
from bankcraps.strategy.policy import Policy

__all__ = ["Table", "bankroll", "curve", "session"]


class Table(Sign, Length, total=False):
    """What the table is like and how long the session is."""


def session(
    book: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    reach: bool | None = None,
    **table: Unpack[Table],
) -> Session:
    """What a system does to a bankroll, exactly.

    >>> from bankcraps import exact
    >>> found = exact.session("nsw", "pass", bankroll=100, goal=200)
    >>> round(found.ends["goal"], 6)
    0.429756

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name of the library, the path of a file, or the text itself.
        bankroll: what the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        reach: whether to say how high and how low it goes, too, which takes longer; None where it is quick.
        table: how long the session is, `throws`, `decisions` or `shooters`, and none of them is until goal or
            ruin; and what the table is like, `limits` and `chip`, as in `explore`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    asked, length = _split(table)
    plan = plan_of(bankroll, goal, floor, **length)
    return solve(game(book, system, **asked).chain(), plan, reach=reach)


def curve(
    book: Rulebook | str | Path,
    system: Policy | str,
    bankrolls: Iterable[Money],
    floor: Money = 0,
    **table: Unpack[Table],
) -> Curve:
    """The chances of one session with different bankrolls, in dollars.

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name of the library, the path of a file, or the text itself.
        bankrolls: what the player brings.
        floor: the player leaves when they own less, in dollars.
        table: as in `session`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    asked, length = _split(table)
    brought = list(bankrolls)
    if not brought:
        raise BankcrapsError("a curve is of one bankroll at least")
    plan = plan_of(brought[0], None, floor, **length)
    chain = game(book, system, **asked).chain()
    return risk.curve(chain, plan, map(dollars, brought))


def bankroll(
    book: Rulebook | str | Path,
    system: Policy | str,
    ruin: float,
    floor: Money = 0,
    **table: Unpack[Table],
) -> Chances:
    """The least bankroll with which a session ends in ruin no more often than a given chance.

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name of the library, the path of a file, or the text itself.
        ruin: a chance above 0 and below 1.
        floor: the player leaves when they own less, in dollars.
        table: as in `session`; it has to be limited by throws, decisions or shooters.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    asked, length = _split(table)
    plan = plan_of(floor or 1, None, floor, **length)
    (found,) = risk.bankrolls_for(game(book, system, **asked).chain(), plan, [ruin])
    return found


def _split(table: Table) -> tuple[Sign, Length]:
    known = Sign.__annotations__ | Length.__annotations__
    if unknown := [key for key in table if key not in known]:
        raise BankcrapsError(f"there is no option {unknown[0]!r} here; there are {', '.join(known)}")
    sign, length, _ = split(cast("Options", table))
    return sign, length
