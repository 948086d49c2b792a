"""Two people play for a while at each house, and after every throw the page keeps what it promised."""

import pytest
from tests.page.hour.evening import play

from bankcraps import BOOKS


@pytest.mark.long
@pytest.mark.parametrize("house", BOOKS)
@pytest.mark.some
async def test_the_page_keeps_what_it_promises(tmp_path, house):
    evening = await play(tmp_path, house, throws=12, seed=1)
    assert len(evening.throws) >= 12
    assert evening.faults == [], evening.report()
