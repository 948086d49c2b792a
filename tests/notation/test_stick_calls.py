"""The stickperson has a call for every throw, whatever a house calls craps."""

import pytest
from msgspec.structs import replace

from bankcraps.dice import OUTCOMES, SEVEN
from bankcraps.notation.stick_calls import calls
from bankcraps.rulebook import load_rulebook


@pytest.mark.parametrize("craps", [total for total in range(2, 13) if total != SEVEN])
def test_any_total_but_seven_may_be_craps(craps):
    book = load_rulebook("nsw")
    others = [total for total in range(2, 13) if total not in (SEVEN, craps)]
    house = replace(book, come_out=replace(book.come_out, naturals=(SEVEN,), craps=(craps,), points=others))
    for throw in OUTCOMES:
        for puck in (0, *others):
            assert all(calls(house, throw, puck))
