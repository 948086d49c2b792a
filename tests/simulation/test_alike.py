"""Rows that are alike are one row of the tables of bytes, and every session stays as it is."""

import numpy as np
import pytest
from tests.simulation.chains import arrays_of, pass_with_odds, random_chain

from bankcraps.markov.arrays import UnitPlan
from bankcraps.markov.model import ABSORBED
from bankcraps.simulation.kernels.alike import classes_of
from bankcraps.simulation.kernels.byte_tables import NONE
from bankcraps.simulation.kernels.launch import play_fast
from bankcraps.simulation.kernels.packing import pack

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
        (random_chain(240, seed=2), (12, 2, 256)),
    ],
)
def test_a_doubled_chain_has_the_classes_of_the_chain_and_its_sessions(chain, shape):
    packed, alone = pack(doubled(chain), PLAN), pack(chain, PLAN)
    assert packed.record.size == 2 * alone.record.size - 36
    assert packed.short.entries.shape == shape
    assert packed.short.begins.size == len(chain.delta) + 1
    found = play_fast(packed, 4, 0, 500)
    assert (found == play_fast(alone._replace(short=NONE), 4, 0, 500)).all()


@pytest.mark.parametrize("field", ["delta", "need", "fee"])
def test_rows_that_differ_far_away_are_not_alike(field):
    """Of two copies of a chain, the second costs one more somewhere: in a throw, in a need, or in leaving."""
    one = pass_with_odds()
    chain, apart = doubled(one), np.concatenate((one.next, one.next + len(one.post)))
    chain = type(chain)(**(vars(chain) | {"next": apart}))
    array = getattr(chain, field).copy()
    places = {"delta": (13 + 8, slice(None)), "need": 20 + 1, "fee": 20 + 19}
    array[places[field]] += 1
    found = pack(type(chain)(**(vars(chain) | {field: array})), PLAN).short
    assert found.row[0] != found.row[13]


def test_too_many_classes_are_none():
    marks, following = np.arange(5).reshape(-1, 1), np.zeros((5, 1), int)
    assert classes_of(marks, following, 4) is None
    assert sorted(classes_of(marks, following, 5)) == [0, 1, 2, 3, 4]


def test_rows_are_told_apart_by_what_follows():
    """Of a walk of five steps only the last is marked, so each has its own distance from it."""
    marks, following = np.array([[0], [0], [0], [0], [1]]), np.array([[1], [2], [3], [4], [4]])
    assert len(set(classes_of(marks, following, 5).tolist())) == 5
    assert classes_of(marks, following, 4) is None
