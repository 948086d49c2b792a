"""A bet that is refused for its sum comes with the nearest one that would do, and that one is taken."""

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, Table, wager
from bankcraps.engine import events as ev
from bankcraps.engine import player, refusal
from bankcraps.house.bet_instead import bet_instead

POINT_4 = ("Ann: pass 10", "roll 2-2")

CASES = [
    ("world 7", ("Ann: world 5",), "5:500", 1000, 5),
    ("world 3", ("Ann: world 5",), "5:500", 1000, 5),
    ("world 7", ("Ann: world 25",), "5:500:5", 1000, 25),
    ("horn 10", (), "5:500", 1000, 8),
    ("horn 3", (), "5:500", 1000, 4),
    ("pass 12", (), "5:500:5", 1000, 10),
    ("pass 3", (), "5:500:5", 1000, 5),
    ("pass 10000", (), "5:500", 20000, 500),
    ("pass 99999", (), "5:500:5", 73, 70),
    ("pass 7", (), "5:500", 4, None),
    ("hop 1-1 17", (), "5:500", 1000, 16),
    ("pass_odds 41", POINT_4, "5:500", 1000, 30),
    ("pass_odds 10", (*POINT_4, "Ann: pass_odds 25"), "5:500", 1000, 5),
    ("pass_odds 10", (*POINT_4, "Ann: pass_odds 30"), "5:500", 1000, None),
    ("place 6 12.50", (), "5:500", 1000, 12),
    ("come 10", (), "5:500", 1000, None),
]


def refused(table, bet):
    return refusal(table.rulebook, table.state, bet)


@pytest.mark.parametrize(("line", "before", "limits", "rail", "instead"), CASES)
def test_the_nearest_sum_that_would_do(line, before, limits, rail, instead):
    table = Table("classic", {"Ann": rail}, limits=limits)
    for said in before:
        assert all(table.say(said)), said
    name, _, amount = line.rpartition(" ")
    bet = ev.Bet(wager(name), round(float(amount) * 100), by=player("Ann"))
    found = bet_instead(table.rulebook, table.state, bet, refused(table, bet))
    assert (found and found.amount) == (instead and instead * 100)
    if found:
        assert refused(table, replace(bet, amount=found.amount)) is None


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("limits", ["5:500:5", "10:300"])
def test_every_wager_off_its_unit_has_one(book, limits):
    table = Table(book, {"Ann": 100_000}, limits=limits)
    for name in ("world", "horn", "horn_high 12", "craps_eleven", "field", "hard 6", "place 6", "any_craps"):
        one = wager(name)
        if table.rulebook.terms(one) is None:
            continue
        for cents in range(50, 6000, 350):
            bet = ev.Bet(one, cents, by=player("Ann"))
            why = refused(table, bet)
            if why is None:
                continue
            found = bet_instead(table.rulebook, table.state, bet, why)
            assert found is not None, (name, cents, why)
            assert refused(table, replace(bet, amount=found.amount)) is None
