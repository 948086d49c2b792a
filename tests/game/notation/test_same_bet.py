"""Uses of "same bet": after a win, after a seven-out, and once the point is set."""

from contextlib import suppress

import pytest

from bankcraps import Table
from bankcraps.errors import NotationError
from bankcraps.game.notation import read, write_event
from bankcraps.game.notation.same_bet import PlayedRounds, rounds_of
from bankcraps.game.records.codec import decoder, encode

ALL_STAND = "Ann has the same bets on the layout already"


def played(*lines, rules="three_four_five", rail=500, **options):
    table = Table(rules, {"Ann": rail}, others=True, **options)
    says(table, *lines)
    return table


def says(table, *lines):
    for line in lines:
        assert all(table.say(line)), line


def again(table, line="same bet"):
    """The bets that it means, and what it leaves out."""
    meant = table.understood(read(line))
    bets = [write_event(event).removeprefix("Ann: ") for event in meant.events]
    return "; ".join(bets), [left.words(table.rulebook) for left in meant.left_out]


def says_again(table):
    """Say it, and return the bets that it meant."""
    bets, _ = again(table)
    says(table, "same bet")
    return bets


def nothing_to_repeat(table):
    with pytest.raises(NotationError) as error:
        again(table)
    return str(error.value)


def test_a_bet_that_won_is_repeated():
    assert again(played("pass 10", "roll 4-3")) == ("pass 10", [])


def test_a_bet_that_lost_is_repeated():
    assert again(played("pass 10", "roll 1-1")) == ("pass 10", [])


ROUND = ("pass 10", "place 8 12", "roll 2-2", "odds 20", "hard 6 5", "roll 5-4")
"""A round on the point 4 with odds, a place bet and a hard way."""


def test_after_a_seven_out_all_that_stood_is_repeated_and_the_odds_when_there_is_a_point_again():
    table = played(*ROUND, "roll 4-3")
    bets, left_out = again(table)
    assert bets == "pass 10; place 8 12; hard 6 5"
    assert left_out == [
        "left out $20 odds on the Pass Line: the odds on the Pass Line can be made only once a point is set"
    ]
    says(table, "same bet", "roll 4-5")
    assert again(table) == ("pass_odds 20", [])
    says(table, "same bet")
    assert nothing_to_repeat(table) == ALL_STAND


def test_after_the_point_is_made_what_stands_is_not_doubled():
    table = played(*ROUND, "roll 1-3")
    assert again(table)[0] == "pass 10"
    assert table.layout("Ann") == {"place 8": 1200, "hard 6": 500}
    says(table, "same bet", "roll 3-2")
    assert again(table) == ("pass_odds 20", [])


def test_what_was_only_left_out_is_no_failure():
    table = played(*ROUND, "roll 1-3", "same bet")
    bets, left_out = again(table)
    assert not bets
    assert len(left_out) == 1
    assert table.say("same bet") == []


def test_odds_that_the_new_point_does_not_take_are_made_smaller():
    table = played("pass 10", "roll 4-2", "odds 50", "roll 4-3", "same bet", "roll 2-2")
    bets, (left,) = again(table)
    assert bets == "pass_odds 30"
    assert left.startswith("left out $20 odds on the Pass Line: the odds on the Pass Line on 4 may stake")


def test_a_round_decided_on_the_come_out_forgets_no_odds():
    table = played(*ROUND, "roll 4-3", "same bet", "roll 5-2")
    assert again(table)[0] == "pass 10"
    says(table, "same bet", "roll 5-4")
    assert again(table) == ("pass_odds 20", [])


def test_a_round_on_a_point_replaces_the_one_before_it():
    table = played(*ROUND, "roll 4-3", "pass 25", "roll 4-2", "roll 4-4", "roll 4-3")
    assert again(table) == ("pass 25", [])


def test_another_line_replaces_the_first_with_its_odds():
    table = played("pass 10", "roll 4-2", "odds 10", "roll 4-3", "dont_pass 5", "roll 1-1")
    assert again(table) == ("dont_pass 5", [])


def test_a_line_bet_waits_for_the_come_out():
    table = played("pass 10", "roll 4-3", "roll 4-2", rules="nsw")
    assert again(table) == (
        "",
        ["left out $10 on the Win Line: bet on the Win Line is repeated on the come-out"],
    )


def test_each_wager_is_repeated_as_it_stood_first():
    table = played("pass 10", "roll 4-2", "place 8 12", "roll 4-4", "press place 8", "roll 4-3")
    assert again(table)[0] == "pass 10; place 8 12"


def test_what_a_player_takes_down_is_not_repeated_until_it_is_bet_again():
    table = played(*ROUND, "down place 8")
    says(table, "roll 5-5")
    assert nothing_to_repeat(table) == ALL_STAND
    says(table, "place 8 6", "roll 4-3")
    assert again(table)[0] == "pass 10; place 8 6; hard 6 5"


def test_odds_taken_down_are_not_repeated():
    table = played(*ROUND, "down odds", "roll 4-3", "same bet", "roll 2-2")
    assert nothing_to_repeat(table) == ALL_STAND


def test_one_throw_wagers_are_repeated_after_their_throw():
    table = played("pass 10", "roll 4-2", "field 5", "roll 4-4")
    assert again(table) == ("field 5", [])
    says(table, "roll 4-4")
    assert nothing_to_repeat(table) == ALL_STAND


def test_one_throw_wagers_of_the_come_out_come_again_on_the_next_come_out():
    table = played("pass 10", "eleven 1", "roll 4-2", "roll 4-4")
    assert nothing_to_repeat(table) == ALL_STAND
    says(table, "roll 4-3")
    assert again(table) == ("pass 10; eleven 1", [])


def test_somebody_who_sat_a_throw_out_still_repeats_their_last_bets():
    table = played("field 5", "roll 4-4", "roll 4-4", "roll 5-5", rules="classic")
    assert again(table) == ("field 5", [])


def test_a_come_wager_on_its_number_still_stands():
    table = played("pass 10", "roll 4-2", "come 10", "roll 5-4")
    assert nothing_to_repeat(table) == ALL_STAND
    says(table, "roll 4-5")
    assert again(table) == ("come 10", [])


def test_as_many_come_wagers_are_repeated_as_stood_at_the_same_time():
    table = played("pass 10", "roll 4-2", "come 5", "roll 5-4", "come 5", "roll 5-3", "roll 4-3")
    bets, left_out = again(table)
    assert bets == "pass 10"
    assert [left.partition(": the")[0] for left in left_out] == ["left out $5 on the Come"]
    says(table, "same bet", "roll 2-2")
    assert says_again(table) == "come 5"
    says(table, "roll 5-4")
    assert says_again(table) == "come 5"
    says(table, "roll 5-5")
    assert nothing_to_repeat(table) == ALL_STAND


def test_what_the_chips_do_not_reach_for_is_left_out():
    table = played("pass 10", "place 8 12", "roll 4-2", "roll 4-3", rail=36)
    bets, left_out = again(table)
    assert bets == "pass 10"
    assert left_out == ["left out $12 on Place 8: Ann has $4 in the rail and needs $12"]


def test_said_while_the_dice_are_out_the_table_refuses_it():
    table = played("pass 10", "roll 4-3", "no_more_bets", rules="nsw")
    (refused,) = table.say("same bet")
    assert refused.refusal.code == "bets_closed"


def test_nobody_repeats_what_was_never_at_risk():
    assert nothing_to_repeat(played()) == "Ann has had no bet at a throw"
    assert nothing_to_repeat(played("pass 10")) == "Ann has had no bet at a throw"


def test_it_is_one_wish_of_several():
    table = played(*ROUND, "roll 4-3")
    bets, left_out = again(table, "same bet, field 5")
    assert bets == "pass 10; place 8 12; hard 6 5; field 5"
    assert len(left_out) == 1


def test_players_who_left_are_forgotten():
    table = played("pass 10", "roll 4-3", "Ann: leave", "Ann: sit", "Ann: buy_in 100")
    assert nothing_to_repeat(table) == "Ann has had no bet at a throw"


def test_a_corrected_throw_changes_nothing():
    table = played(*ROUND, "roll 4-3", rules="nsw")
    bets = again(table)[0]
    says(table, "correct 4-4")
    assert nothing_to_repeat(table) == ALL_STAND
    says(table, "roll 4-3")
    assert again(table)[0] == bets == "pass 10; place 8 12; hard 6 5"


def test_the_rounds_are_the_same_after_they_were_stored():
    table = played(*ROUND, "come 5", "roll 5-5", "field 5", "roll 4-3")
    rounds = rounds_of(table.log)
    assert decoder(tuple[PlayedRounds, ...])(encode(rounds)) == rounds


@pytest.mark.parametrize("rules", ["nsw", "classic", "three_four_five"])
def test_repeating_it_after_each_throw_never_doubles_a_wager(rules):
    table = played("pass 10", rules=rules, rail=2000)
    for faces in ("4-2", "5-4", "4-2", "5-5", "4-3", "5-2", "1-1", "4-4", "3-2", "2-3", "6-2", "4-3"):
        says(table, f"roll {faces}")
        with suppress(NotationError):
            says(table, "same bet")
        assert table.layout("Ann") == {"pass": 1000}
