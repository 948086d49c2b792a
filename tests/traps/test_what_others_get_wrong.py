"""Mistakes found in other craps programs, by reading and running them. None of them is made here."""

import pytest
from tests.kit.houses import own_house
from tests.traps.playing import play, refused

from bankcraps import BOOKS, Table, wager
from bankcraps.game.chips import Cents
from bankcraps.game.wagers import HARD_NUMBERS, Kind


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("side", ["come", "dont_come"])
def test_a_come_wager_straight_behind_a_number(rules, side):
    """Betting don't come directly behind the 4 would win two times in three."""
    table = play(rules, "roll 3-3")
    assert refused(table, f"{side} 4 10") == "not_now"


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("flat", ["pass", "dont_pass"])
def test_odds_with_no_flat_wager_under_them(rules, flat):
    table = play(rules, "roll 3-3")
    assert refused(table, f"{flat}_odds 10") == "needs_flat"


def test_odds_limit_that_sums_several_dont_wagers():
    """Don't pass 10 lays at most to win 20 in New South Wales; don't comes beside it add nothing."""
    table = play("nsw", "dont_pass 10", "roll 2-2", "dont_come 50", "roll 3-3", "dont_pass_odds 40")
    assert refused(table, "dont_pass_odds 1") == "over_odds_limit"


@pytest.mark.parametrize("rules", BOOKS)
def test_taking_down_dont_pass_takes_its_lay_odds_with_it(rules):
    table = play(rules, "dont_pass 10", "roll 2-2", "dont_pass_odds 40", "down dont_pass")
    assert table.layout("Ann") == {}
    assert table.rail("Ann") == 100_000


@pytest.mark.parametrize("amount", [0, -10])
def test_negative_and_zero_wagers(amount):
    """A wager of less than nothing would pay when it loses."""
    table = Table("nsw", {"Ann": 1000}, others=True)
    assert refused(table, f"any_seven {amount}") == "bad_amount"


@pytest.mark.parametrize("rules", BOOKS)
def test_horn_deducts_its_losing_legs(rules):
    """A horn of 4 that throws an 11 wins one leg and loses three."""
    table = play(rules, "horn 4", "roll 6-5")
    eleven = table.rulebook.wagers[Kind.ELEVEN].best(None)  # pyright: ignore[reportArgumentType]
    assert table.rail("Ann") == 100_000 + 100 * eleven.ratio - 300


def test_craps_eleven_of_two_halves_loses_the_other_half():
    table = play("nsw", "craps_eleven 2", "roll 6-5")
    assert table.rail("Ann") == 100_000 + 1600 - 100


def test_for_one_counts_the_stake():
    """Any seven at 5 for 1 wins 4 to 1; read as 5 to 1 it would have no house edge at all."""
    table = play("washington", "any_seven 10", "roll 4-3")
    assert table.rail("Ann") == 104_000


@pytest.mark.parametrize(("hop", "throw"), [("1-2", "1-2"), ("3-4", "4-3"), ("5-6", "5-6"), ("2-2", "2-2")])
def test_every_hop_is_paid_as_a_hop(hop, throw):
    table = play("classic", f"hop {hop} 1", f"roll {throw}")
    assert table.rail("Ann") == 100_000 + (3000 if hop == "2-2" else 1500)


@pytest.mark.parametrize("rules", BOOKS)
def test_dont_pass_is_resolved_once_a_point_is_on(rules):
    assert play(rules, "dont_pass 10", "roll 3-3", "roll 4-3").rail("Ann") == 101_000
    assert play(rules, "dont_pass 10", "roll 3-3", "roll 5-1").rail("Ann") == 99_000


def test_come_odds_that_come_back_are_not_debited():
    """Off on a come-out seven: the flat is lost and the odds are whole."""
    table = play(
        "nsw", "pass 10", "roll 3-3", "come 10", "roll 4-4", "come_odds 8 20", "roll 5-1", "roll 4-3"
    )
    assert table.layout("Ann") == {}
    assert table.rail("Ann") == 100_000 + 1000 - 1000


def test_odds_that_were_off_on_a_come_out_live_again():
    lines = ["pass 10", "roll 3-3", "come 10", "roll 4-4", "come_odds 8 20", "roll 5-1", "roll 2-3"]
    table = play("nsw", *lines)
    table.throw(4, 4)
    assert table.rail("Ann") == 100_000 + 1000 + 1000 + 2400


def test_commission_is_never_rounded_to_nothing():
    assert play("classic", "buy 4 1").rail("Ann") == 100_000 - 100 - 100
    assert refused(play("nsw"), "buy 4 1") == "under_minimum"


def test_fire_is_forgotten_when_the_dice_pass():
    """Ann's hand makes the 4, 5 and 6 and Bob's the 8: no hand made four points, so no fire wager wins."""
    ann = ["Ann: fire 5"]
    for point in ("2-2", "2-3", "3-3"):
        ann += ["Ann: pass 10", f"roll {point}", f"roll {point}"]
    ann += ["Ann: pass 10", "roll 4-5", "roll 4-3"]
    bob = ["Ann: fire 5", "Bob: pass 10", "roll 4-4", "roll 4-4", "Bob: pass 10", "roll 4-5", "roll 4-3"]
    table = play("pennsylvania", *ann, *bob, Ann=1000, Bob=1000)
    effects = [effect for _, came in table.log for effect in came.effects]
    fires = [effect for effect in effects if getattr(effect, "wager", None) is wager("fire")]
    told = [type(effect).__name__ for effect in fires]
    assert told == ["Staked", *["Counted"] * 3, "Lost", "Staked", "Counted", "Lost"]


@pytest.mark.parametrize("stake", range(1, 40))
def test_no_pay_is_a_fraction_of_a_chip(stake):
    """A 5 dollar Place 8 wins 5 dollars, or 6 where the book rounds up, and never 5.8333."""
    for rules in BOOKS:
        table = play(rules, "roll 3-3", f"place 8 {stake}", "roll 4-4")
        won = table.rail("Ann") - 100_000 + stake * 100
        exact = Cents(stake * 100) * 7 / 6
        assert won % 100 == 0
        assert abs(won - exact) < 100


@pytest.mark.parametrize("number", HARD_NUMBERS)
def test_a_hard_way_loses_easy_and_wins_hard(number):
    half = number // 2
    table = play("pennsylvania", "roll 4-5", f"hard {number} 1", f"roll {half - 1}-{half + 1}")
    assert table.layout("Ann") == {}
    table = play("pennsylvania", "roll 4-5", f"hard {number} 1", f"roll {half}-{half}")
    assert table.rail("Ann") == 100_000 - 100 + 100 * {4: 7, 6: 9, 8: 9, 10: 7}[number]


def test_a_cap_is_on_what_one_decision_pays():
    """Washington pays 30 for 1 on a twelve, but at most 1,500 with the stake."""
    for stake, won in ((50, 50 * 29), (51, 1500 - 51), (500, 1500 - 500)):
        table = Table("washington:over_cap=capped", {"Ann": 1000}, others=True)
        assert all(all(table.say(line)) for line in (f"twelve {stake}", "roll 6-6"))
        assert table.rail("Ann") == 100_000 + 100 * won


def test_rounds_sat_out_are_counted_no_further_than_they_matter():
    """A count without end would make every table a new one."""
    book = own_house("nsw", {"table": {"sides": 1, "places_a_side": 2}, "floor": {"idle_rounds": 3}})
    table = Table(book, {"Ann": 1000, "Bob": 1000}, others=True)
    counted = []
    for _ in range(6):
        assert all(all(table.say(line)) for line in ("Ann: pass 10", "roll 6-5"))
        counted.append(table.state.seat("Bob").idle)
    assert counted == [1, 2, 3, 3, 3, 3]
    assert all(table.say("vacate Bob"))
