"""How hard Hypothesis looks.

`steady` is what runs unless another is asked for: the same examples every time, so that a green run stays
green until the code changes. `make test LONG=1` looks at three times as many, and
`pytest tests/laws --hypothesis-profile thorough` at new ones, twenty times as many.
"""

import os
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings

from bankcraps import BOOKS

__all__ = ["LONG", "examples", "usual"]

LONG: Final = bool(os.environ.get("LONG"))
"""Whether the tests may take half an hour. Otherwise `make test` has a quarter of one."""

THOROUGH: Final = 20
QUICK: Final = 3
FEWEST: Final = 5

_common: Final = settings(
    deadline=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
settings.register_profile("steady", _common, derandomize=True)
settings.register_profile("thorough", _common, derandomize=False, print_blob=True)
if settings.get_current_profile_name() == "default":
    settings.load_profile("steady")


def examples(count: int) -> settings:
    """The decorator for a law that looks at so many examples in a long run."""
    if settings.get_current_profile_name() == "thorough":
        return settings(max_examples=count * THOROUGH)
    return settings(max_examples=count if LONG else max(min(count, FEWEST), count // QUICK))


def usual(*houses: str) -> list[Any]:
    """The houses of a test: these in the usual run, and all of them in a long one."""
    return [pytest.param(rules, marks=() if rules in houses else pytest.mark.long) for rules in BOOKS]
