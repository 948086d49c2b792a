"""Several systems side by side: exactly where a chain holds them, and on the same dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from bankcraps.chain.asking import Game, game, plan_of
from bankcraps.chain.exploring import ChainError
from bankcraps.chips import Money
from bankcraps.errors import BankcrapsError
from bankcraps.exact.grids import (
    QUICK,
    Prepared,
    additions,
    long_enough,
    prepared,
)
from bankcraps.exact.result import Session
from bankcraps.exact.sessions import solve
from bankcraps.exact.trouble import NeverEndsError, TooLargeError
from bankcraps.notebook import arrow_rows, html
from bankcraps.rulebook.schema import Rulebook
from bankcraps.simulation import shards
from bankcraps.simulation.asked import How, Options, split
from bankcraps.simulation.paired import PairsWork
from bankcraps.simulation.player import player
from bankcraps.simulation.result import Simulation, Z
from bankcraps.strategy.plan import Plan
from bankcraps.strategy.policy import Policy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Compared", "Comparison", "compare", "versus"]


_FEWEST: Final = 2


@dataclass(frozen=True, eq=False)
class Compared:
    """One system of a comparison. Money is in cents.

    Attributes:
        strategy: its name.
        exact: its exact session, or None where no chain holds it.
        played: its sessions, on the same dice as those of the others.
        apart: what it takes home less what the first system does, on average over the sessions played.
        apart_error: the standard error of that.
    """

    strategy: str
    exact: Session | None
    played: Simulation
    apart: float
    apart_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the expected difference lies, with a confidence of 95 %, in cents."""
        return self.apart - Z * self.apart_error, self.apart + Z * self.apart_error

    @property
    def mean(self) -> float:
        """What is taken home on average: exactly where that is known."""
        return self.exact.final.mean if self.exact else self.played.final.mean


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Systems side by side; the first is what the others are measured by.

    Attributes:
        rules: the rulebook's id, with its options.
        plan: the bankroll, and when the player leaves.
        seed: whose dice.
        systems: in the order they were asked for.
        interrupted: whether it was stopped before all sessions were played.
    """

    rules: str
    plan: Plan
    seed: int
    systems: tuple[Compared, ...]
    interrupted: bool

    def __repr__(self) -> str:
        """In a line."""
        return f"<Comparison of {', '.join(one.strategy for one in self.systems)}, {self.rules}>"

    def exactly_apart(self, number: int) -> float | None:
        """How much more system `number` takes home than the first, exactly, in cents; None if not known."""
        first, other = self.systems[0].exact, self.systems[number].exact
        return None if first is None or other is None else other.final.mean - first.final.mean

    def to_dict(self) -> dict[str, Any]:
        """What `bankcraps compare --json` prints; money in dollars."""
        told: list[dict[str, Any]] = []
        for number, one in enumerate(self.systems):
            exactly = self.exactly_apart(number)
            told.append(
                {
                    "strategy": one.strategy,
                    "exact": one.exact.to_dict() if one.exact else None,
                    "played": one.played.to_dict(),
                    "difference": {
                        "exact": None if exactly is None else exactly / 100,
                        "mean": one.apart / 100,
                        "se": one.apart_error / 100,
                        "interval_95": [cents / 100 for cents in one.interval],
                    },
                }
            )
        return {
            "schema": "bankcraps.compare/1",
            "rules": self.rules,
            "bankroll": self.plan.bankroll / 100,
            "sessions": self.systems[0].played.sessions,
            "seed": self.seed,
            "strategies": told,
        }

    def to_arrow(self) -> Any:  # noqa: ANN401 - Arrow has no types
        """A row for each system, money in cents, as a table of Arrow."""
        rows = [
            {
                "strategy": one.strategy,
                "mean": one.mean,
                "sd": (one.exact or one.played).final.sd,
                "p_ahead": (one.exact or one.played).final.p_above(self.plan.bankroll),
                "ruin": (one.exact or one.played).ends["ruin"],
                "exact": one.exact is not None,
                "difference": one.apart,
                "difference_se": one.apart_error,
                "difference_exact": self.exactly_apart(number),
            }
            for number, one in enumerate(self.systems)
        ]
        return arrow_rows(rows)

    def _repr_html_(self) -> str:
        rows = [
            (
                one.strategy,
                f"{one.mean / 100:,.2f}",
                f"{(one.exact or one.played).final.sd / 100:,.2f}",
                f"{(one.exact or one.played).ends['ruin']:.2%}",
                f"{one.apart / 100:+,.2f} ± {one.apart_error / 100:,.2f}" if number else "",
            )
            for number, one in enumerate(self.systems)
        ]
        return html(("system", "mean", "sd", "ruin", "against the first"), rows, self.rules)

    def plot(self, path: str | Path | None = None) -> "Figure":
        """Draw the systems side by side, into a PNG or SVG file if one is named."""
        from bankcraps.exact.drawing import draw_comparison  # noqa: PLC0415 - Matplotlib takes its time to load

        return draw_comparison(self, path)


def compare(games: Sequence[Game], plan: Plan, how: How) -> Comparison:
    """Put systems of one house side by side.

    Args:
        games: the systems, the first of which the others are measured by.
        plan: the bankroll, and when the player leaves.
        how: how many sessions, and whose dice.

    Raises:
        BankcrapsError: for less than two systems, or a plan that one of them cannot play.
    """
    if len(games) < _FEWEST:
        raise BankcrapsError("a comparison is of two systems at least")
    if how.sessions < _FEWEST:
        raise BankcrapsError("a comparison plays two sessions at least: of one nothing is known to vary")
    if how.parquet is not None or not how.paths:
        raise BankcrapsError("a comparison follows whole paths and writes no file: leave out paths, parquet")
    exactly = [_exactly(game, plan) for game in games]
    players = tuple(player(game, plan) for game in games)
    work = PairsWork(players, how.seed)
    run = shards.play_chunks(work, work.chunks(how.sessions), finished=how.finished, **how.hands())
    pairs = run.totals
    if not pairs.sessions:
        raise BankcrapsError("stopped before any session was finished: there is nothing to compare")
    systems: list[Compared] = []
    for number, (asked, exact) in enumerate(zip(games, exactly, strict=True)):
        apart, error = pairs.difference(number) if number else (0, 0.0)
        played = players[number].simulation(pairs.each[number], how.seed, interrupted=run.interrupted)
        systems.append(Compared(asked.system.name, exact, played, float(apart), error))
    return Comparison(games[0].book.spec, plan, how.seed, tuple(systems), run.interrupted)


def _exactly(game: Game, plan: Plan) -> Session | None:
    try:
        chain = game.chain()
        return solve(chain, plan, reach=False) if _soon(prepared(chain, plan.bankroll), plan) else None
    except (ChainError, TooLargeError, NeverEndsError):
        return None


def _soon(ready: Prepared, plan: Plan) -> bool:
    """Whether an exact session takes seconds at most: the system is played too, so nobody waits for it."""
    if plan.count is not None:
        return additions(ready, plan) < QUICK
    return plan.goal is not None or long_enough(ready, plan) is not None


def versus(
    book: Rulebook | str | Path,
    systems: Sequence[Policy | str],
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    **options: Unpack[Options],
) -> Comparison:
    """Put systems side by side, by name and in dollars; the first is what the others are measured by.

    >>> from bankcraps import compare
    >>> found = compare("nsw", ["pass", "field"], bankroll=100, throws=50, sessions=1000)
    >>> found.exactly_apart(1) < 0
    True

    Args:
        book: a rulebook, its id, or the path of a file.
        systems: two or more systems, each as in `simulate`.
        bankroll: what the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: as in `simulate`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    table, length, how = split(options)
    games = [game(book, system, **table) for system in systems]
    return compare(games, plan_of(bankroll, goal, floor, **length), how)
