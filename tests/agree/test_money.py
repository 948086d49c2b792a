"""Systems that look at their money: the table, both kernels and each of their layouts of records agree."""

import pytest
from tests.agree.test_engines import SEED, agree

from bankcraps.question import ask
from bankcraps.simulation import metrics as metric
from bankcraps.simulation.kernels import launch, packing
from bankcraps.simulation.simulators import KernelSimulator

LOOKING = [
    "when come_out and ahead 10: pass 20; when come_out and not ahead 10: pass 10",
    "when come_out: pass 10; odds 2x; when come_out and behind 50: pass 5; when ahead 30: place 6 12",
    "when come_out: pass 10; when come_out and behind 50: pass 20; when behind 90: stop",
    "when always: come 10 up to 2; pass 10; odds 2x; when ahead 40: off all; when behind 60: down all",
    "only when owning 60 or more; when always: field 10; when behind 30 or ahead 30: field 20",
]
LENGTHS = [{"throws": 60}, {"decisions": 9}, {"shooters": 4}]


@pytest.mark.parametrize("text", LOOKING)
def test_the_table_and_both_kernels(text):
    for length in LENGTHS:
        for goal in (None, 180):
            asked = ask("classic", text, 120, goal, **length)
            agree(asked, asked.chain())


@pytest.mark.parametrize("text", LOOKING)
def test_a_table_of_records_for_each_range_or_one_for_all(text, monkeypatch):
    asked = ask("classic", text, 120, 300, throws=300)
    by_range = KernelSimulator.of(asked, asked.chain()).packed
    monkeypatch.setattr(packing, "_MAX_RECORDS", 0)
    for_all = KernelSimulator.of(asked, asked.chain()).packed
    assert by_range.ranges.size > for_all.ranges.size == 2
    slow = launch.play_full(by_range, SEED, 0, 2000).metrics[: metric.FAST].tolist()
    assert launch.play_fast(by_range, SEED, 0, 2000).tolist() == slow
    assert launch.play_fast(for_all, SEED, 0, 2000).tolist() == slow
