"""The number of examples that Hypothesis tries, and its seed.

A usual run looks at the same examples every day, so the same commit has the same result. `LONG=1` and
`--hypothesis-profile thorough` draw a seed, so that the laws meet new ones. The head of a run prints it, and
`LAWS_SEED=20261122 pytest ...` looks at those examples again. A usual run looks at a tenth of the examples,
or a fourth of the hundred of a law that names no number; `LONG=1` at all of them, and the thorough profile at
twenty times as many.
"""

import os
import secrets
from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal import constants_ast
from hypothesis.internal.conjecture import providers

from bankcraps import BOOKS

LONG: Final = bool(os.environ.get("LONG"))
"""Whether the tests may take half an hour. Otherwise `make test` has a few minutes."""

THOROUGH: Final = 20
QUICK: Final = 10
USUAL_SEED: Final = 20261122
FEWEST: Final = 5

# No database: only the seed decides the examples.
_common: Final = settings(
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
        HealthCheck.filter_too_much,  # the share of rejected examples differs between seeds
    ],
)
settings.register_profile("daily", _common, max_examples=100 if LONG else 25)
settings.register_profile("thorough", _common, print_blob=True)
if settings.get_current_profile_name() in {"default", "ci"}:  # Hypothesis takes "ci" where CI is set
    settings.load_profile("daily")


def seed() -> int:
    """Return the seed of the laws and of the order of tests: what LAWS_SEED says, or this run's own."""
    if "MUTANT_UNDER_TEST" in os.environ:
        return 0
    if chosen := os.environ.get("LAWS_SEED"):
        return int(chosen)
    searches = LONG or settings.get_current_profile_name() == "thorough"
    return secrets.randbelow(2**31) if searches else USUAL_SEED


def draw_by_the_seed_alone() -> None:
    """Keep Hypothesis from drawing constants that it finds in our code.

    It finds those of the modules that are loaded, so examples would differ with the tests that a worker has
    run before, and a law that has failed could not be seen to fail again. No setting of Hypothesis does this.
    """
    providers._get_local_constants = constants_ast.Constants  # noqa: SLF001


def examples(count: int) -> settings:
    """The decorator for a law that looks at so many examples in a long run."""
    if settings.get_current_profile_name() == "thorough":
        return settings(max_examples=count * THOROUGH)
    return settings(max_examples=count if LONG else max(min(count, FEWEST), count // QUICK))


def usual(*houses: str) -> list[Any]:
    """The houses of a test: these in the usual run, and all of them in a long one."""
    return [pytest.param(rules, marks=() if rules in houses else pytest.mark.long) for rules in BOOKS]


def share(cases: Sequence[Any], parts: int) -> list[Any]:
    """The cases of a test: in the usual run one of so many parts, and in a long one all."""
    return list(cases if LONG else cases[::parts])
