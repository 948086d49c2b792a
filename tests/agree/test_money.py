"""Systems that look at their money: the table, both kernels and each of their layouts of records agree."""

from dataclasses import replace

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from tests.agree.test_engines import SEED, agree
from tests.kit.profiles import examples, share
from tests.kit.systems import SHARE

from bankcraps import BOOKS, Cents, load_rulebook
from bankcraps.analysis.chain import explore
from bankcraps.analysis.chain.ceiling import CeilingError
from bankcraps.analysis.question import Question, ask, explored_far_enough, scope_of
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.kernels import fast, packing
from bankcraps.analysis.simulation.kernels.packing import NONE
from bankcraps.analysis.simulation.simulators import KernelSimulator, play_fast, play_full
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import Plan

LOOKING = [
    "when come_out and ahead 10: pass 20; when come_out and not ahead 10: pass 10",
    "when come_out: pass 10; odds 2x; when come_out and behind 50: pass 5; when ahead 30: place 6 12",
    "when come_out: pass 10; when come_out and behind 50: pass 20; when behind 90: stop",
    "when always: come 10 up to 1; pass 10; odds 2x; when ahead 40: off all; when behind 60: down all",
    "only when owning 60 or more; when always: field 10; when behind 30 or ahead 30: field 20",
    "when come_out: pass 10%; when point: odds 10% of start",
    "only when not behind 20 this shooter; when come_out: pass 10; when point: odds 2x",
    "when come_out: pass 10; when come_out and 30 below the peak: pass 5; when 70 below the peak: stop",
    "when come_out: pass to reach 150; when point and pass up: odds to reach 140",
]
GOAL = 180
"""One goal for all: a chain is explored up to the goal."""

SESSIONS_OF = [
    ({"throws": 60}, None), ({"throws": 60}, GOAL), ({"decisions": 9}, GOAL), ({"decisions": 9}, None),
    ({"shooters": 4}, GOAL), ({"shooters": 4}, None),
]  # fmt: skip
"""Lengths and goals. Each half of them has every length, and sessions with and without a goal."""


@pytest.mark.parametrize("text", LOOKING)
def test_the_table_and_both_kernels(text):
    for length, goal in share(SESSIONS_OF, 2):
        asked = ask("classic", text, 120, goal, **length)
        explored_far_enough([asked], lambda far: agree(far[0], far[0].chain()))


AMOUNTS = st.lists(
    st.builds(
        "when {}: {} {}".format,
        st.sampled_from(
            ["always", "come_out", "point", "ahead 5", "not behind 10 this shooter", "9 below the peak"]
        ),
        st.sampled_from(["pass", "dont_pass", "field", "place 6", "buy 4", "lay 10", "hard 8", "odds"]),
        SHARE,
    ),
    min_size=1,
    max_size=3,
).map("\n".join)


@examples(20)
@given(
    text=AMOUNTS,
    book=st.sampled_from(BOOKS),
    bankroll=st.sampled_from([3000, 6000, 20_000]),
    goal=st.sampled_from([None, 2]),
)
def test_any_amounts_that_follow_from_money(text, book, bankroll, goal):
    plan = Plan(Cents(bankroll), None if goal is None else Cents(goal * bankroll), count=20)
    asked = Question(load_rulebook(book), system(text), DEFAULT_LIMITS, Cents(100), plan)
    try:
        chain = explore(replace(scope_of(asked, plan.goal), max_states=1000))
        chain.require_playable(plan)
    except BankcrapsError:
        reject()  # too many states, or too little money for a first wager
    try:
        agree(asked, chain)
    except CeilingError:
        reject()


@pytest.mark.parametrize("text", LOOKING)
def test_tables_of_bytes_columns_of_ranges_and_columns_of_sums(text, monkeypatch):
    asked = ask("classic", text, 120, GOAL, throws=300)
    by_range = KernelSimulator.of(asked, asked.chain()).packed
    monkeypatch.setattr(packing, "MOST_RANGES", 1)
    by_sum = KernelSimulator.of(asked, asked.chain()).packed
    monkeypatch.setattr(packing, "_MAX_SUMS", 0)
    no_room = KernelSimulator.of(asked, asked.chain()).packed
    slow = play_full(by_range, SEED, 0, 2000).metrics[: metric.FAST].tolist()
    for packed in (by_range, by_range._replace(short=NONE), by_sum, no_room):
        assert play_fast(packed, SEED, 0, 2000).tolist() == slow
        with monkeypatch.context() as without:
            without.setattr(fast, "HAS_GATHER", False)
            assert play_fast(packed, SEED, 0, 2000).tolist() == slow
