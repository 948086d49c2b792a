"""Rows that are alike are one row of the tables of bytes, and every session stays as it is."""

import numpy as np
import pytest
from tests.analysis.simulation.chains import arrays_of, pass_with_odds, random_chain

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.simulation.kernels.byte_tables import NONE
from bankcraps.analysis.simulation.kernels.launch import play_fast
from bankcraps.analysis.simulation.kernels.packing import classes_of, pack

PLAN = UnitPlan(100, 300, goal=160)


def doubled(chain):
    """The same chain with every row and state twice, and the way to one of the two by chance."""
    rows, states = len(chain.delta), len(chain.post)
    coin = np.random.default_rng(1).integers(0, 2, (2 * rows, 36))
    twice = {name: np.concatenate((array, array)) for name, array in vars(chain).items() if name != "unit"}
    post = np.concatenate((chain.post, np.where(chain.post == ABSORBED, ABSORBED, chain.post + rows)))
    leave = np.concatenate((chain.leave, chain.leave + states))
    return arrays_of(**twice | {"post": post, "leave": leave, "next": twice["next"] + states * coin})


@pytest.mark.parametrize(
    ("chain", "shape"),
    [
        (pass_with_odds(), (1, 2, 128)),
        (random_chain(127, seed=1), (12, 2, 128)),
        (random_chain(200, seed=2), (20, 2, 128)),
    ],
)
def test_a_doubled_chain_has_the_classes_of_the_chain_and_its_sessions(chain, shape):
    packed, alone = pack(doubled(chain), PLAN), pack(chain, PLAN)
    assert packed.record.size == 2 * alone.record.size - 36
    assert packed.short.entries.shape == shape
    assert packed.short.begins.size == len(chain.delta) + 1
    found = play_fast(packed, 4, 0, 500)
    assert (found == play_fast(alone._replace(short=NONE), 4, 0, 500)).all()


def twins():
    """Two copies of pass with odds, side by side, and a last state in which a player leaves and pays one."""
    one = pass_with_odds()
    both = doubled(one)
    last = {"post": ABSORBED, "fee": -1, "need": NEED_LEFT, "leave": 40, "least": 0, "below": NO_BELOW}
    states = {name: np.append(getattr(both, name), value) for name, value in last.items()}
    apart = np.concatenate((one.next, one.next + len(one.post)))
    arrays = vars(both) | states | {"next": apart}
    return {name: array for name, array in arrays.items() if name != "unit"}


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("delta", (13 + 8, 0), -2),  # a throw costs more
        ("need", 20 + 1, 6),  # some bets take more
        ("fee", 20 + 19, 1),  # the end pays
        ("leave", 20, 40),  # whoever leaves at the come-out pays
    ],
)
def test_rows_that_differ_far_away_are_not_alike(field, place, value):
    def classes(arrays):
        return pack(arrays_of(**arrays), PLAN).short.row

    arrays = twins()
    assert classes(arrays)[0] == classes(arrays)[13]
    array = arrays[field].copy()
    array[place] = value
    found = classes(arrays | {field: array})
    assert found[0] != found[13]


def test_too_many_classes_are_none():
    marks, following = np.arange(5).reshape(-1, 1), np.zeros((5, 1), int)
    assert classes_of(marks, following, 4) is None
    assert sorted(classes_of(marks, following, 5)) == [0, 1, 2, 3, 4]


def test_rows_are_told_apart_by_what_follows():
    """Of a walk of five steps only the last is marked, so each has its own distance from it."""
    marks, following = np.array([[0], [0], [0], [0], [1]]), np.array([[1], [2], [3], [4], [4]])
    assert len(set(classes_of(marks, following, 5).tolist())) == 5
    assert classes_of(marks, following, 4) is None
