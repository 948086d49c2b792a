"""The best plays that an earlier program saved: they are read, and reach their goals as often as it said."""

from pathlib import Path

import pytest

from bankcraps import exact

CHARTS = Path(__file__).parent / "charts"


@pytest.mark.parametrize(("name", "house", "plan", "chance"), [
    ("goal", "nsw", {"bankroll": 3, "goal": 7}, 0.4801385334197611),
    ("throws", "classic", {"bankroll": 3, "goal": 6, "throws": 4}, 0.4444444444444444),
    ("decisions", "nsw", {"bankroll": 3, "goal": 7, "decisions": 3}, 0.36618696711013826),
    ("least_throws", "nsw", {"bankroll": 3, "goal": 7}, 0.4128704173867718),
])  # fmt: skip
def test_a_saved_play_is_read_and_played(name, house, plan, chance):
    found = exact.session(house, str(CHARTS / f"{name}.json"), **plan, limits="1:9")
    assert found.ends["goal"] == pytest.approx(chance, abs=1e-12)
