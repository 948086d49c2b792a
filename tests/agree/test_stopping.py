"""Sessions that the engine plays are cut after exactly the cap, if they have no length."""

from itertools import repeat

import pytest

from bankcraps import Throw
from bankcraps.analysis.chain.stopping import LIMIT, PLAYS
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.stepwise import play_throws

HOUSE = "three_four_five"


@pytest.mark.parametrize("cap", [0, 1, 3])
def test_a_session_without_a_length_is_cut_after_exactly_the_cap(cap):
    asked = ask(HOUSE, "when come_out: pass 10", 1000, goal=2000)
    played = list(play_throws(asked, repeat(Throw(3, 3)), cap))
    assert sum(one.end == PLAYS for one in played) == cap
    assert {one.end for one in played if one.end != PLAYS} == {metric.CUT}


@pytest.mark.parametrize("cap", [1, 3])
def test_a_session_of_so_many_throws_is_never_cut(cap):
    asked = ask(HOUSE, "when come_out: pass 10", 1000, throws=5)
    played = list(play_throws(asked, repeat(Throw(3, 3)), cap))
    assert [one.end for one in played] == [PLAYS] * 5 + [LIMIT] * (len(played) - 5)
