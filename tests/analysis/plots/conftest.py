"""Fixtures for the tests of pictures."""

import pytest

from bankcraps.analysis.plots import Heading, caption, played
from bankcraps.strategies.plan import Plan


@pytest.fixture
def heading():
    return Heading("A title", "and more", caption("nsw", "pass_odds_max", played(Plan(50000, count=200))))
