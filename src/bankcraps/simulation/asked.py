"""The simulator, asked by name and in dollars."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, cast

from bankcraps.chain.asking import Game, game, plan_of
from bankcraps.chips import Money
from bankcraps.engine.state import Limits
from bankcraps.errors import BankcrapsError
from bankcraps.rulebook.schema import Rulebook
from bankcraps.simulation import shards
from bankcraps.simulation.player import Player, player
from bankcraps.simulation.result import Simulation
from bankcraps.simulation.totals import Totals
from bankcraps.strategy.plan import Plan
from bankcraps.strategy.policy import Policy

if TYPE_CHECKING:
    from bankcraps.simulation.parquet import Kept

__all__ = ["MOST", "SESSIONS", "How", "Length", "Options", "Sign", "play", "simulate", "split"]

SESSIONS: Final = 100_000
"""How many sessions are played where nobody says."""

MOST: Final = 10**10
"""How many are played at most."""

_CREW: Final = 64
"""So many workers are never too many; beyond that, eight to a processor."""


class Hands(TypedDict):
    """Who plays."""

    workers: int
    threads: bool
    address: str | None


@dataclass(frozen=True)
class How:
    """How a simulation is carried out; nothing of it but the seed and the sessions changes a figure.

    Attributes:
        sessions: how many to play.
        seed: which: sessions 0 and on of this seed.
        workers: processes on this machine.
        dask: the address of a Dask scheduler whose workers play instead.
        paths: whether to follow whole paths: drawdowns, streaks, and what each wager costs.
        threads: whether workers are threads of this process, which start at once.
        parquet: the path of a file for every session with its figures.
        finished: told what each chunk of sessions came to as it is finished.
    """

    sessions: int = SESSIONS
    seed: int = 0
    workers: int = 1
    dask: str | None = None
    paths: bool = True
    threads: bool = False
    parquet: str | Path | None = None
    finished: Callable[[shards.Summed], None] | None = None

    def hands(self) -> Hands:
        """Who plays, for `shards.play_chunks`."""
        return {"workers": self.workers, "threads": self.threads, "address": self.dask}

    def __post_init__(self) -> None:
        """Nobody plays less than one session.

        Raises:
            BankcrapsError: for numbers that mean nothing.
        """
        if self.sessions < 1:
            raise BankcrapsError(f"a simulation is of one session at least, not {self.sessions}")
        if self.sessions > MOST:
            raise BankcrapsError(f"a simulation is of {MOST:,} sessions at most, not {self.sessions:,}")
        if self.parquet is not None and not self.paths:
            raise BankcrapsError("a file of sessions holds what whole paths tell: leave paths on")
        if self.workers < 1:
            raise BankcrapsError(f"a simulation has one worker at least, not {self.workers}")
        crew = max(_CREW, 8 * (os.cpu_count() or 1))
        if self.workers > crew:
            raise BankcrapsError(
                f"a simulation has {crew} workers on this machine at most, not {self.workers}"
            )
        if self.dask is not None and (self.workers > 1 or self.threads):
            raise BankcrapsError("the workers at a Dask address play alone: leave workers and threads out")
        if not 0 <= self.seed < 2**64:
            raise BankcrapsError(f"a seed is a whole number from 0 to 2**64 - 1, not {self.seed}")


def play(asked: Game, plan: Plan, how: How) -> Simulation:
    """Play sessions of a game: by the kernels, or stepwise where no chain holds it.

    Raises:
        BankcrapsError: for a bankroll that does not pay the first wager; nobody answers at the address; the
            file for the sessions cannot be written.
    """
    one = player(asked, plan)
    if how.parquet is None:
        work = one.work(how.seed, paths=how.paths)
        run = shards.play_chunks(work, one.chunks(how.sessions), finished=how.finished, **how.hands())
        return one.simulation(_some(run.totals), how.seed, interrupted=run.interrupted)
    kept = _kept(one, how, how.parquet)
    return one.simulation(_some(kept.totals.totals), how.seed, interrupted=kept.interrupted)


def _kept(one: Player, how: How, path: str | Path) -> "shards.Run[Kept]":
    """Play, and write down every session."""
    from bankcraps.simulation.parquet import KeptWork, written  # noqa: PLC0415 - Arrow takes its time to load

    with written(path, one) as write:

        def finished(kept: "Kept") -> None:
            write(kept)
            if how.finished is not None:
                how.finished(kept)

        work = KeptWork(one, how.seed)
        return shards.play_chunks(work, one.chunks(how.sessions), finished=finished, **how.hands())


def _some(totals: Totals) -> Totals:
    if not totals.sessions:
        raise BankcrapsError("stopped before any session was finished: there is nothing to tell")
    return totals


class Sign(TypedDict, total=False):
    """What the table is like: the sign, as `Limits` or "MIN:MAX:UNIT", and the smallest chip, in dollars."""

    limits: Limits | str
    chip: Money


class Length(TypedDict, total=False):
    """How long a session is; none of them is until goal or ruin."""

    throws: int
    decisions: int
    shooters: int


class Options(Sign, Length, total=False):
    """The table, the length of a session, and how to play: as in `game`, `plan_of` and `How`."""

    sessions: int
    seed: int
    workers: int
    dask: str
    paths: bool
    threads: bool
    parquet: str | Path


_KNOWN: Final = Options.__annotations__


def simulate(
    book: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money,
    goal: Money | None = None,
    floor: Money = 0,
    **options: Unpack[Options],
) -> Simulation:
    """Play many sessions of a system on seeded dice.

    >>> from bankcraps import simulate
    >>> played = simulate("nsw", "pass", bankroll=100, throws=100, sessions=1000, seed=7)
    >>> played.sessions, round(sum(played.ends.values()), 12)
    (1000, 1.0)

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name of the library, the path of a file, or the text itself.
        bankroll: what the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: the table, how long a session is, and how to play: `throws`, `decisions` or `shooters`;
            `limits` and `chip`; `sessions`, `seed`, `workers`, `threads`, `dask`, `paths` and `parquet`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    table, length, how = split(options)
    return play(game(book, system, **table), plan_of(bankroll, goal, floor, **length), how)


def split(options: Options) -> tuple[Sign, Length, How]:
    """What the table is like, how long a session is, and how to play."""
    given: dict[str, Any] = dict(options)
    if unknown := [key for key in given if key not in _KNOWN]:
        raise BankcrapsError(f"there is no option {unknown[0]!r} here; there are {', '.join(_KNOWN)}")
    sign = {key: given.pop(key) for key in Sign.__annotations__ if key in given}
    length = {key: given.pop(key) for key in Length.__annotations__ if key in given}
    return cast("Sign", sign), cast("Length", length), How(**given)
