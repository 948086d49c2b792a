"""The laws look at the same examples every time, unless `--hypothesis-profile thorough` is asked for."""

import pytest

pytest.register_assert_rewrite("tests.kit")

from tests.kit import profiles  # noqa: E402 - once pytest knows that the kit asserts

__all__ = ["profiles"]
