"""Invented houses: points of their own, and wagers on the shooter's hand of any shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.houses import come_outs, hand_wagers, merged, own_house
from tests.kit.laws import hold
from tests.kit.layouts import crowds
from tests.kit.profiles import examples
from tests.kit.sessions import play

from bankcraps import BOOKS, Cents, load_rulebook, wager
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.wagers import BOX_NUMBERS, HAND_WAGERS, WAGERS, Kind

THROWS = st.sampled_from([throw for throw in OUTCOMES for _ in range(throw.ways)])


@st.composite
def own_houses(draw):
    """A house with a come-out of its own, or with up to three wagers on the hand, or both."""
    base = draw(st.sampled_from(BOOKS))
    rules = draw(come_outs(base)) if draw(st.booleans()) else {}
    points = tuple(rules.get("come_out", {}).get("points", BOX_NUMBERS))
    for _ in range(draw(st.integers(0 if rules else 1, 3))):
        added = draw(hand_wagers(points))
        (kind,) = added["wagers"]
        if kind not in rules.get("wagers", {}) and Kind(kind) not in load_rulebook(base).wagers:
            rules = merged(rules, added)
    return own_house(base, rules) if rules else load_rulebook(base)


@st.composite
def hands(draw):
    """Ann throws at such a house, and bets on every spot that watches her hand whenever she may."""
    opening = draw(crowds(own_houses()))
    done = []
    spots = [spot for spot in WAGERS.values() if spot.kind in HAND_WAGERS and opening.book.terms(spot)]
    sums = [Cents(opening.chip * 60)] * len(spots)
    for throw in draw(st.lists(THROWS, min_size=1, max_size=12)):
        done += [ev.Bet(spot, amount, by=player("Ann")) for spot, amount in zip(spots, sums, strict=True)]
        done += [ev.Bet(wager("pass"), Cents(opening.chip * 60), by=player("Ann")), ev.Rolled(throw)]
    return play(opening, done)


@examples(200)
@given(session=hands())
@pytest.mark.some
def test_hands_thrown_at_houses_of_ones_own(session):
    hold(session)
