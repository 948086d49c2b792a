"""Systems that look at their money: the table, both kernels and each of their layouts of records agree."""

from dataclasses import replace

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from tests.agree.test_engines import agree
from tests.kit.profiles import examples, share
from tests.kit.systems import SHARE

from bankcraps import BOOKS, Cents, load_rulebook
from bankcraps.analysis.chain import explore
from bankcraps.analysis.chain.ceiling import CeilingError
from bankcraps.analysis.question import Question, ask, explored_far_enough, scope_of
from bankcraps.errors import BankcrapsError
from bankcraps.game.game import Game
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
    "when always: field to reach 130; any_seven 5%",
    "when always: field 10; when half of winnings below the peak: stop; when 20% below the peak: any_seven 5",
]
COUNTING = [
    "when always: field 10; when ahead 10 last shooter: field 20; when behind 10 last shooter: any_seven 5",
    "only when not behind 15; when always: field 10; progression martingale on field up to 3 steps",
    "when always: field 10; after win when ahead 10: press field; after loss when behind: any_seven 5",
    (
        "stage a: when always: field 5; go to b when ahead 10; "
        "stage b: when always: field 10; go to a after 2 losses of field"
    ),
    (
        "stage a: when always: field 10; go to b when ahead 10 this shooter or point and not behind; "
        "stage b: when always: field 20; go to a when behind 10 this shooter"
    ),
]
"""Systems that also count: with a goal they have fewer states."""

GOAL = 180
"""One goal for all: a chain is explored up to the goal."""

SESSIONS_OF = [
    ({"throws": 60}, None), ({"throws": 60}, GOAL), ({"decisions": 9}, GOAL), ({"decisions": 9}, None),
    ({"shooters": 4}, GOAL), ({"shooters": 4}, None),
]  # fmt: skip
"""Lengths and goals. Each half of them has every length, and sessions with and without a goal."""


@pytest.mark.parametrize("text", LOOKING + COUNTING)
def test_the_table_and_both_kernels(text):
    for length, goal in share(SESSIONS_OF, 2):
        if text in COUNTING and goal is None:
            continue
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
    asked = Question(Game(load_rulebook(book)), system(text), plan)
    try:
        chain = explore(replace(scope_of(asked), goal=plan.goal, max_states=1000))
        chain.require_playable(plan)
    except BankcrapsError:
        reject()  # too many states, or too little money for a first wager
    try:
        agree(asked, chain)
    except CeilingError:
        reject()
