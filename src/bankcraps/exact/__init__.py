"""Chains solved: session distributions, ruin."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bankcraps.exact.asked import bankroll, curve, session

__all__ = ["bankroll", "curve", "session"]


def __getattr__(name: str) -> object:
    """Load the session solver only when it is asked for: it needs NumPy."""
    if name in __all__:
        from bankcraps.exact import asked  # noqa: PLC0415 - that is the point

        return getattr(asked, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
