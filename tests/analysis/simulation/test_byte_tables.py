"""A short chain as tables of bytes says what its records say, or there are no tables."""

import numpy as np
import pytest
from tests.analysis.simulation.chains import pass_with_odds, random_chain

from bankcraps.analysis.chain.arrays import UnitPlan
from bankcraps.analysis.simulation.kernels.byte_tables import CHANGE, HEAVY, NEXT, NONE
from bankcraps.analysis.simulation.kernels.packing import pack

PLAN = UnitPlan(100, 500)


@pytest.mark.parametrize(
    ("chain", "plan", "shape"),
    [
        (pass_with_odds(), PLAN, (1, 2, 128)),
        (pass_with_odds(), UnitPlan(2, 500), (1, 2, 128)),
        (random_chain(3, seed=1), PLAN, (1, 2, 128)),
        (random_chain(20, seed=5, totals=False), PLAN, (6, 2, 128)),
        (random_chain(127, seed=1), PLAN, (12, 2, 128)),
        (random_chain(128, seed=1), PLAN, (14, 2, 128)),
        (random_chain(200, seed=2), PLAN, (20, 2, 128)),
    ],
)
def test_each_row_and_throw_has_the_bytes_of_its_record(chain, plan, shape):
    packed = pack(chain, plan)
    tables, marks = packed.short, packed.packing
    assert tables.entries.shape == shape
    assert (tables.row[tables.begins // 36] == np.arange(tables.begins.size)).all()
    for place, record in enumerate(packed.record.tolist()):
        row, throw = int(tables.row[place // 36]), place % 36
        far = int(tables.table[throw]) * 128 + int(tables.skip[throw]) + row
        entry = tables.entries[far // 128, :, far % 128].tolist()
        assert entry[NEXT] == tables.row[(record & marks.mask) // 36] + (HEAVY if record & marks.heavy else 0)
        assert np.uint8(entry[CHANGE]).view(np.int8) == record >> marks.shift


@pytest.mark.parametrize(
    ("chain", "plan"),
    [
        (random_chain(256, seed=1), PLAN),  # too many rows
        (random_chain(240, seed=1), PLAN),  # too many tables
        (random_chain(100, seed=1, totals=False), PLAN),  # too many columns
        (random_chain(128, seed=1), UnitPlan(10, 500)),  # a mark, and no bit for it
        (random_chain(10, seed=1, most=128), PLAN),  # a change of more than a byte
    ],
)
def test_a_chain_that_does_not_fit_has_no_tables(chain, plan):
    assert pack(chain, plan).short is NONE


def test_a_chain_of_the_largest_changes_fits():
    chain = random_chain(10, seed=1, most=126)
    assert np.abs(pack(chain, PLAN).record >> pack(chain, PLAN).packing.shift).max() in {126, 127}
    assert pack(chain, PLAN).short.entries.size
