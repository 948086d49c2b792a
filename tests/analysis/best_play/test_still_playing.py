"""The best chance to be still playing after some throws."""

from functools import cache

import pytest
from tests.kit.every_play import EveryPlay

from bankcraps import BankcrapsError, Limits, StillPlaying, best, exact, load_rulebook
from bankcraps.analysis.best_play.asking import read_menu


def every_play(house, menu, bankroll, aim, limits):
    """The best chance by every play through the engine, from the last throw."""
    book = load_rulebook(house)
    plays = EveryPlay(book, Limits.read(limits), 100, read_menu(menu, book), 100 * bankroll, 10**9)

    @cache
    def chance(table, left):
        if left == 0:
            return 1.0
        found = [
            sum(ways * chance(come, left - 1) for (come, _), ways in plays.thrown(after)) / 36
            for after in plays.betted(table)
            if 100 * aim.at_least <= after.seats[0].at_risk <= 100 * aim.at_most
        ]
        return max(found, default=0.0)

    return chance(plays.start, aim.throws)


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "aim", "limits"),
    [
        ("nsw", "field", 2, StillPlaying(3, at_least=1, at_most=2), "1:3:1"),
        ("three_four_five", "pass, odds", 2, StillPlaying(3, at_least=2, at_most=3), "1:3:1"),
        ("nsw", "field, any_seven", 2, StillPlaying(3, at_least=2, at_most=2), "1:3:1"),
        ("classic", "dont_pass", 2, StillPlaying(3, at_least=1, at_most=2), "1:3:1"),
        ("classic", "dont_pass, field", 2, StillPlaying(2, at_least=1, at_most=2), "1:3:1"),
    ],
)
def test_every_play_of_a_small_table(house, menu, bankroll, aim, limits):
    found = best(house, bankroll, aim, menu, limits=limits)
    expected = every_play(house, menu, bankroll, aim, limits)
    assert found.value == pytest.approx(expected, abs=1e-12)
    assert found.lower <= expected <= found.upper
    session = exact.session(house, found.system, bankroll, throws=aim.throws, limits=limits)
    assert 1 - session.ends["ruin"] == pytest.approx(expected, abs=1e-12)


def test_with_enough_money_nothing_can_go_wrong():
    aim = StillPlaying(5, at_least=2, at_most=4)
    enough = best("nsw", 9, aim, "field", limits="1:9").enough
    assert enough == 1000
    assert best("nsw", 9, aim, "field", limits="1:9").value < 1
    assert best("nsw", 10, aim, "field", limits="1:9").value == 1


@pytest.mark.parametrize(
    ("aim", "menu", "said"),
    [
        (StillPlaying(10**9, at_least=1), "field", "the number of throws is from 1 to 100,000"),
        (StillPlaying(5, at_least=0), "field", "what is at risk is more than 0"),
        (StillPlaying(5, at_least=20), "field", "10 cannot put 20 at risk"),
        (StillPlaying(5, at_least=5, at_most=4), "field", "at most 4 at risk is less than at least 5"),
        (StillPlaying(5, at_least=5), "come", "cannot put 5 at risk on each throw: not on a come-out"),
        (StillPlaying(100_000, at_least=5), "pass", "fewer throws or wagers, less at risk at most"),
    ],
)
def test_questions_without_an_answer(aim, menu, said):
    with pytest.raises(BankcrapsError, match=said):
        best("classic", 10, aim, menu, limits="1:9")
