"""The fire wager: paid by the different points one shooter makes, and forgotten when the dice pass."""

from hypothesis import given
from hypothesis import strategies as st
from tests.kit.houses import own_house
from tests.kit.profiles import examples

from bankcraps import Table, Throw, wager
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import BOX_NUMBERS

FIRE = wager("fire")
PAYS = {"1": "2 to 1", "2": "4 to 1", "3": "7 to 1", "4": "24 to 1", "5": "249 to 1", "6": "999 to 1"}
HOUSES = [
    own_house("pennsylvania", {"wagers": {"fire": {"pays": dict(list(PAYS.items())[least - 1 :])}}})
    for least in (1, 2, 4)
]
EASY = {number: next(throw for throw in OUTCOMES if throw.total == number) for number in BOX_NUMBERS}


@st.composite
def hands(draw):
    """Throws of a lucky table: every other throw at a point makes it."""
    throws, point = [], 0
    for made, other in draw(st.lists(st.tuples(st.booleans(), st.sampled_from(OUTCOMES)), max_size=40)):
        throw = EASY[point] if point and made else other
        throws.append(throw)
        if point:
            point = 0 if throw.total in (point, 7) else point
        elif throw.total in BOX_NUMBERS:
            point = throw.total
    return [*throws, *([] if point else [EASY[4]]), Throw(4, 3)]


@examples(120)
@given(book=st.sampled_from(HOUSES), throws=hands(), tries=st.lists(st.booleans(), min_size=50, max_size=50))
def test_it_pays_for_the_points_of_one_hand(book, throws, tries):
    least = min(int(points) for points in book.wagers[FIRE.kind].pays)
    table = Table(book, {"Ann": 100_000, "Bob": 100_000}, others=True)
    made, fresh = set(), True
    for throw, tried in zip(throws, tries, strict=False):
        for name in ("Ann", "Bob"):
            table.bet(name, "pass", 10)
        in_time = fresh and table.point is None
        assert not tried or bool(table.bet("Bob", FIRE, 5)) == in_time
        before, stood = table.point, "fire" in table.layout("Bob")
        came = table.throw(throw.a, throw.b)
        results = [e for e in came.effects if isinstance(e, fx.Paid | fx.Lost) and e.wager is FIRE]
        if before and throw.total == before:
            made.add(before)
            assert not stood or table.state.seat("Bob").on(FIRE).progress == tuple(sorted(made))
        out = before is not None and throw.total == 7
        assert len(results) == (out and stood)
        if out and stood:
            (result,) = results
            pay = book.wagers[FIRE.kind].pays.get(len(made))
            assert isinstance(result, fx.Paid) == (len(made) >= least)
            assert not isinstance(result, fx.Paid) or result.won == 500 * pay.ratio
        if out:
            assert "fire" not in table.layout("Bob")
            made = set()
        fresh = out
