"""The plan of a run: the number of sessions, the seed, and the workers."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self, Unpack

from bankcraps.analysis.lab_options import (
    QuestionOptions,
    RunOptions,
    SimulationOptions,
    check_options,
    picked,
    with_defaults,
)
from bankcraps.analysis.simulation.workers import Workers
from bankcraps.errors import BankcrapsError, quoted, whole_number

__all__ = ["MAX_SESSIONS", "RunPlan", "read_options"]

MAX_SESSIONS: Final = 10**10

_MANY_WORKERS: Final = 64
"""This many workers are always allowed; beyond that, eight to a processor."""


@dataclass(frozen=True, kw_only=True)
class RunPlan(Workers):
    """The plan of a simulation: a field for each of the `RunOptions`, which say what it means."""

    sessions: int
    seed: int
    paths: bool
    parquet: str | Path | None

    @classmethod
    def of(cls, **options: Unpack[RunOptions]) -> Self:
        """The plan that these options describe; what is left out has its default.

        Raises:
            BankcrapsError: for an option that means nothing, with the reason.
        """
        return cls(**with_defaults(options, RunOptions))

    def __post_init__(self) -> None:
        """Refuse meaningless options.

        Raises:
            BankcrapsError: with the reason.
        """
        sessions, workers = whole_number("sessions", self.sessions), whole_number("workers", self.workers)
        seed = whole_number("a seed", self.seed)
        for field, value in (("sessions", sessions), ("workers", workers), ("seed", seed)):
            object.__setattr__(self, field, value)  # NumPy's whole numbers become Python's
        self._require_names()
        if sessions < 1:
            raise BankcrapsError(f"a simulation is of one session at least, not {sessions}")
        if sessions > MAX_SESSIONS:
            raise BankcrapsError(f"a simulation is of {MAX_SESSIONS:,} sessions at most, not {sessions:,}")
        if self.parquet is not None and not self.paths:
            raise BankcrapsError("a file of sessions holds what whole paths tell: leave paths on")
        if workers < 1:
            raise BankcrapsError(f"a simulation has one worker at least, not {workers}")
        most = max(_MANY_WORKERS, 8 * (os.cpu_count() or 1))
        if workers > most:
            raise BankcrapsError(f"a simulation has {most} workers on this machine at most, not {workers}")
        if self.dask is not None and (workers > 1 or self.threads):
            raise BankcrapsError("the workers at a Dask address play alone: leave workers and threads out")
        if not 0 <= seed < 2**64:
            raise BankcrapsError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")

    def _require_names(self) -> None:
        for name in ("dask", "parquet"):
            given = getattr(self, name)
            if name == "dask" and not isinstance(given, str | None):
                raise BankcrapsError(
                    f"dask is the address of a scheduler, such as 'tcp://10.0.0.1:8786', not the "
                    f"{type(given).__name__} {quoted(given)}; of a client it is client.scheduler.address"
                )
            if given is not None and not str(given).strip():
                raise BankcrapsError(f"{name} is given without a name: say one, or leave it out")


def read_options(options: SimulationOptions) -> tuple[RunPlan, QuestionOptions]:
    """The plan of a run, from the options of `simulate` and `compare`, and the options left for `ask`.

    Raises:
        BankcrapsError: for an option that does not exist or means nothing.
    """
    check_options(options, SimulationOptions)
    return RunPlan.of(**picked(options, RunOptions)), picked(options, QuestionOptions)
