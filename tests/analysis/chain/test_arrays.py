"""Each kind of unsound arrays or chain has a refusal of its own."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from bankcraps import BankcrapsError, load_rulebook
from bankcraps.analysis.chain import explore
from bankcraps.analysis.chain.arrays import MAX_UNITS, NEED_LEFT, in_units, problem_with
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import NEED_STOPPED
from bankcraps.analysis.chain.walk import Scope
from bankcraps.strategies.library import system

OUTSIDE = "the chain's arrays point outside themselves"
MIXED = "the chain mixes states of players who have left with states of players who play"


@pytest.fixture(scope="module")
def arrays():
    """Don't pass leaves states in which the player waits, whose need is `NEED_LEFT`."""
    scope = Scope(load_rulebook("nsw"), system("dont_pass"), let_it_ride=True)
    return in_units(explore(scope), 10_000).arrays


def damaged(arrays, name, at, value):
    array = getattr(arrays, name).copy()
    array[at] = value
    return replace(arrays, **{name: array})


@pytest.mark.parametrize(
    ("name", "at", "value", "said"),
    [
        ("post", 0, -2, OUTSIDE),
        ("post", 0, 10**6, OUTSIDE),
        ("next", (0, 0), -1, OUTSIDE),
        ("next", (0, 0), 10**6, OUTSIDE),
        ("leave", 0, -1, OUTSIDE),
        ("leave", 0, 10**6, OUTSIDE),
        ("decisions", (0, 0), 2, "a throw decides one round on the line at most, and ends one hand"),
        ("shooters", (0, 0), 2, "a throw decides one round on the line at most, and ends one hand"),
        ("delta", (0, 0), -(2**25), "a throw changes what is owned by 33,554,432 units of money or more"),
        ("fee", 0, 2**25, "a throw changes what is owned by 33,554,432 units of money or more"),
        ("need", 0, MAX_UNITS + 1, f"a state needs {MAX_UNITS:,} units of money or more"),
        ("post", 0, ABSORBED, "the chain has a state where the system plays on and nothing is thrown"),
        ("need", 0, NEED_LEFT, MIXED),
        ("leave", 0, 0, "the chain has a state where a player who leaves is never settled"),
    ],
)
def test_arrays_that_would_lead_a_kernel_astray_are_refused(arrays, name, at, value, said):
    with pytest.raises(BankcrapsError) as raised:
        damaged(arrays, name, at, value)
    assert str(raised.value) == said


def test_a_player_who_leaves_comes_to_no_state_where_the_system_stops(arrays):
    stopped = damaged(damaged(arrays, "need", 0, NEED_STOPPED), "post", 0, ABSORBED)
    with pytest.raises(BankcrapsError, match=MIXED):
        damaged(stopped, "leave", 0, 0)


def test_a_player_who_waits_comes_to_no_state_of_play(arrays):
    waits = arrays.post[(arrays.need == NEED_LEFT) & (arrays.post != ABSORBED)]
    with pytest.raises(BankcrapsError, match=MIXED):
        damaged(arrays, "next", (waits[0], 0), 0)


def test_a_chain_of_another_making_is_refused_in_words():
    whole = explore(Scope(load_rulebook("nsw"), system("pass")))
    chain = msgspec.structs.replace(whole, transitions=(whole.transitions[0][:5], *whole.transitions[1:]))
    with pytest.raises(BankcrapsError) as raised:
        in_units(chain, 10_000)
    assert str(raised.value) == "the chain's numbers point outside it, or are too large"


def state_damaged(chain, **changed):
    return msgspec.structs.replace(
        chain, states=(msgspec.structs.replace(chain.states[0], **changed), *chain.states[1:])
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"left": True}, "play does not begin in state 0"),
        ({"need": 10**30}, "a sum of money is too large"),
        ({"post": -2}, "a state points to nothing"),
        ({"refused": (1,)}, "a state points to no refusal"),
        ({"refused": (-1,)}, "a state points to no refusal"),
        ({"leave": 0}, "a player who leaves has not left"),
        ({"post": ABSORBED}, "nothing leads to some of its throws"),
        ({"need": -1000}, "a player who has left needs money"),
        ({"wagers": (("field", 0, ""),)}, "a wager of nothing stands"),
    ],
)
def test_what_is_wrong_with_a_chain(changed, said):
    chain = explore(Scope(load_rulebook("three_four_five"), system("when always: field 20000")))
    assert len(chain.refusals) == 1
    assert problem_with(state_damaged(chain, **changed)) == said


class Never:
    """A system that stops before its first wager."""

    name = text = "never"

    def start(self):
        return ()

    def layout(self, observation, memory):
        del observation, memory

    def remember(self, memory, effects):
        del effects
        return memory


def test_a_chain_without_throws_has_arrays_without_rows():
    arrays = in_units(explore(Scope(load_rulebook("nsw"), Never())), 10_000).arrays
    assert arrays.delta.shape == arrays.next.shape == (0, 36)
    assert np.array_equal(arrays.post, [ABSORBED, ABSORBED])
