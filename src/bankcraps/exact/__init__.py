"""Chains solved: edges, moments, hands, session distributions, ruin."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bankcraps.solver import bankroll, curve, session

__all__ = ["bankroll", "curve", "session"]


def __getattr__(name: str) -> object:
    """Load the session solver only when it is asked for: the odds need no NumPy."""
    if name in __all__:
        from bankcraps import solver  # noqa: PLC0415 - that is the point

        return getattr(solver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
