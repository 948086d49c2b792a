"""Fixtures for the tests of pictures."""

import pytest

from bankcraps.plots import Heading, caption
from bankcraps.strategy.plan import Plan


@pytest.fixture
def heading():
    return Heading("A title", "and more", caption("nsw", "pass_odds_max", Plan(50000, count=200)))
