"""Pictures of the best play, and the chances of bold and timid play in them."""

import pytest

from bankcraps import AtTheEnd, LeastCost, LeastThrows, StillPlaying, best, exact


@pytest.mark.parametrize(("house", "wager"), [("three_four_five", "pass"), ("nsw", "pass"), ("nsw", "field")])
@pytest.mark.parametrize(("play", "amount"), [("bold play", "to reach 20"), ("timid play", "2")])
def test_bold_and_timid_play_have_the_chances_of_their_sessions(house, wager, play, amount):
    found = best(house, 7, 20, wager, limits="2:20:1")
    session = exact.session(house, f"when come_out: {wager} {amount}", 7, goal=20, limits="2:20:1")
    assert found.rivals[play][7] == pytest.approx(session.ends["goal"], abs=1e-12)
    assert max(found.rivals[play]) <= 1
    assert all(
        chance <= one.chance + 1e-12 for chance, one in zip(found.rivals[play], found.points, strict=True)
    )


def test_a_deadline_has_no_bold_play_beside_it():
    assert best("nsw", 7, 20, "field", limits="2:20:1", throws=3).rivals == {}


@pytest.mark.parametrize(
    ("aim", "said"),
    [
        (LeastThrows(9, 0.3), "throws on average at a chance of 30.0000%"),
        (StillPlaying(3, at_least=2), "from 5"),
        (AtTheEnd(9, 2, "exponential:-0.2"), "after 2 throws"),
        (LeastCost(4, 3), "for 4 of action in 3 throws"),
    ],
)
def test_every_aim_has_a_picture(aim, said, tmp_path):
    best("nsw", 5, aim, "field", limits="1:9").plot(tmp_path / "play.svg")
    drawn = (tmp_path / "play.svg").read_text()
    assert said in drawn
    assert "bet while nothing stands" in drawn
