"""A layout is settled wager by wager: what throws do to it is the sum of what they do to each."""

from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BOOKS, Cents, Limits, load_rulebook, step, wager
from bankcraps.analysis.best_play.choices import Extras
from bankcraps.analysis.best_play.throws import Bets, under
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Standing
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.plan import LENGTH_UNITS, uses_up

TABLES = {book: Bets(load_rulebook(book), Limits.read("1:1000:1"), Cents(100)) for book in BOOKS}
NAMES = [
    "pass",
    "dont_pass",
    "come 5",
    "dont_come 9",
    "pass_odds",
    "come_odds 5",
    "place 6",
    "field",
    "hard 8",
    "hop 3-4",
]


def layout(bets, puck, amounts):
    """Possible layouts of some wagers: those that the house takes, and odds only behind a flat wager."""
    standing = tuple(
        Standing(one, Cents(100 * amounts[one.name]))
        for one in WAGERS.values()
        if one.name in amounts and bets.book.terms(one) is not None
    )
    return tuple(
        one
        for one in standing
        if "_odds" not in one.wager.name
        or (under(one.wager, standing) is not None and (puck or one.wager.number))
    )


@examples(60)
@given(
    book=st.sampled_from(BOOKS),
    puck=st.sampled_from([0, 4, 5, 6, 8, 9, 10]),
    amounts=st.dictionaries(st.sampled_from(NAMES), st.integers(1, 60), min_size=1, max_size=5),
)
def test_a_layout_is_the_sum_of_its_wagers(book, puck, amounts):
    bets = TABLES[book]
    standing = layout(bets, puck, amounts)
    for number in range(len(OUTCOMES)):
        whole = bets.thrown(puck, standing, number)
        parts = [bets.result(puck, one, under(one.wager, standing), number) for one in standing]
        assert whole.change == sum(part.change for part in parts)
        assert sorted(map(str, whole.left)) == sorted(str(one) for part in parts for one in part.left)


@examples(30)
@given(
    book=st.sampled_from(BOOKS),
    puck=st.sampled_from([0, 4, 5, 6, 8, 9, 10]),
    amounts=st.dictionaries(st.sampled_from(NAMES), st.integers(1, 60), max_size=5),
    unit=st.sampled_from(LENGTH_UNITS),
)
def test_no_wager_matters_for_what_is_counted(book, puck, amounts, unit):
    bets = TABLES[book]
    standing = layout(bets, puck, amounts)
    came = [step(bets.book, bets.table(puck, standing), ev.Rolled(throw)) for throw in OUTCOMES]
    assert tuple(uses_up(unit, each.effects) for each in came) == bets.uses_up(unit, puck)


@examples(20)
@given(
    book=st.sampled_from(BOOKS),
    puck=st.sampled_from([0, 5, 6]),
    name=st.sampled_from(["place 6", "field", "hard 8"]),
)
def test_every_amount_has_the_groups_of_the_first(book, puck, name):
    bets = TABLES[book]
    extras = Extras(bets, (wager(name),), 5000)
    for extra in extras.of(puck, (), list(extras.offered(puck, (), 5000))):
        for number, amount in enumerate(extra.amounts.tolist()):
            one = bets.standing(puck, (), extra.one.wager, Cents(amount))
            for each, group in enumerate(extra.groups):
                found = bets.result(puck, one, None, each)
                assert found.change == extra.change[group, number]
                assert found.left == extra.left[group][number]
