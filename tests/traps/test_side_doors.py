"""Ways round the rules that a search for them has found, and ways in which a table could have locked up."""

import pytest
from msgspec.structs import replace
from tests.traps.playing import play, refused

from bankcraps import BOOKS, Limits, Table, Throw, dollars, read_rulebook, refusal, step, wager
from bankcraps.game.engine import DICE, NOBODY, crew, player
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.events import Rolled
from bankcraps.game.notation import write_effect

FIRE = wager("fire")


def test_leaving_is_no_way_round_no_more_bets():
    table = play(
        "washington", "Ann: pass 10", "Bob: dont_pass 10", "roll 3-3", "no_more_bets", Ann=500, Bob=500
    )
    assert refused(table, "Bob: down dont_pass") == "bets_closed"
    assert refused(table, "Bob: leave") == "bets_closed"


@pytest.mark.parametrize("words", ["Ann: pass_dice", "Bob: accept", "Bob: decline"])
def test_the_dice_do_not_change_hands_while_they_are_out(words):
    """Passing them would open the betting again without a throw."""
    table = play("nsw", "Ann: pass 10", "Bob: pass 10", "Ann: accept", "no_more_bets", Ann=500, Bob=500)
    assert refused(table, words) in ("dice", "not_shooter")
    assert refused(table, "Bob: field 5") == "bets_closed"


def test_dice_that_were_offered_wait_for_an_answer():
    table = play("nsw", "Bob: pass 10", "offer Ann", Ann=500, Bob=500)
    assert refused(table, "Bob: throw") == "not_shooter"
    assert refused(table, "dice: roll 3-3") == "not_shooter"
    assert (
        play("nsw", "Bob: pass 10", "offer Ann", "Ann: decline", "Bob: roll 3-3", Ann=500, Bob=500).point == 6
    )


def test_points_of_one_thrower_do_not_count_for_the_next():
    """The stickperson makes the 4, which is nobody's; Ann's hand begins from nothing."""
    table = Table("pennsylvania", {"Ann": 500, "Bob": 500})
    for line in ("Bob: fire 5", "roll 2-2", "roll 2-2"):
        assert all(table.say(line)), line
    assert table.state.seat("Bob").on(FIRE).progress == ()
    assert not table.state.turn.begun
    for line in ("Ann: fire 5", "Ann: pass 10", "Ann: accept", "roll 2-2", "roll 2-2"):
        assert all(table.say(line)), line
    assert table.state.seat("Bob").on(FIRE).progress == (4,)
    assert refused(table, "Ann: fire 5") in ("not_now", "no_increase")


def test_no_fire_wager_no_points():
    """The count of a wager goes with it: the state does not record points that no wager watched."""
    watched = play("pennsylvania", "pass 10", "fire 5", "roll 2-2", "roll 2-2", "invalidate fire round")
    bare = play("pennsylvania", "pass 10", "roll 2-2", "roll 2-2", "invalidate fire round")
    assert watched.state == replace(bare.state, seats=watched.state.seats, bank=watched.state.bank)
    assert watched.state.seats[0].wagers == bare.state.seats[0].wagers == ()


@pytest.mark.parametrize("rules", ["nsw", "washington"])
def test_a_die_lost_by_nobody_locks_nothing(rules):
    """With no shooter to choose, any two of the dice that are left will do."""
    table = play(rules, "field 5", "no_roll off_table dice 1", "roll 3-3")
    assert table.point == 6
    assert table.state.dice.away == (1,)


def test_dice_lost_until_too_few_are_left():
    table = play("nsw", "pass 10", "accept", "choose 1 2")
    for lost, chosen in (("1 2", "3 4"), ("3 4", "")):
        for line in (f"no_roll off_table dice {lost}", *(f"die_lost {die}" for die in lost.split())):
            assert table.say(line)[0], line
        assert refused(table, "Ann: throw") == "dice"
        if chosen:
            assert table.say(f"Ann: choose {chosen}")[0]
    assert table.say("new_set")[0]
    assert table.say("roll 3-3")[0]


def test_dice_leave_the_table_only_with_that_call():
    table = play("nsw", "pass 10")
    assert refused(table, "no_roll cocked dice 1") == "no_such_reason"


def test_off_is_the_last_word_after_on():
    """Called on and off again before one throw, a place wager stays off until it is called on."""
    table = play("nsw", "place 6 6", "on place 6", "off place 6", "roll 3-1", "roll 3-3")
    assert table.rail("Ann") == 100_000 - 600
    for line in ("on place 6", "roll 3-3"):
        assert all(table.say(line))
    assert table.rail("Ann") == 100_000 - 600 + 700


def test_own_limits_never_take_from_the_tables():
    table = Table("nsw", {"Ann": 100_000}, limits="1:10000:1")
    table.say("supervisor: own_limits Ann 1:20000")
    table.say("supervisor: limits 1:50000")
    assert table.bet("Ann", "pass", 30_000)


def test_nobody_of_the_crew_is_excluded():
    assert refused(play("nsw"), "exclude dealer device") == "bad_name"


def test_tokens_are_kept_in_one_order():
    """Two tables that play the same are equal."""
    lines = ["issue_token Ann 5", "issue_token Ann 10"]
    one, other = play("nsw", *lines), play("nsw", *reversed(lines))
    assert one.state == other.state
    assert hash(one.state) == hash(other.state)


def test_limits_by_win_go_by_the_point():
    """60 in odds on a 6 wins 72, which a maximum of 100 to be won allows."""
    mine = 'extends = "classic"\nid = "mine"\ntitle = "Mine"\nabout = "Mine."\n'
    book = read_rulebook(mine + '[wagers.pass_odds]\nmaximum = "win"\n')
    table = Table(book, {"Ann": 1000}, limits=Limits(dollars(1), dollars(100), dollars(1)))
    for line in ("pass 20", "roll 3-3", "odds 60"):
        assert table.say(line)[0], line


def test_a_review_is_decided_by_whoever_it_lies_before():
    table = play(
        "nsw", 'Ann: dispute "a four"', 'decide 1 "a five"', "Ann: ask_review 1", 'decide 1 "a four"'
    )
    assert table.state.floor.disputes[0].stage == 2


def test_the_call_says_what_the_field_pays():
    table = play("classic:field_12=triple", "roll 3-3")
    assert "triple" in write_effect(table.throw(6, 6).effects[0], table.rulebook)


@pytest.mark.parametrize("amount", [1000.0, float("nan"), True])
def test_money_is_whole_cents(amount):
    from bankcraps.game.engine.events import Bet  # noqa: PLC0415
    from bankcraps.game.wagers import wager  # noqa: PLC0415

    table = play("nsw")
    came = table.do(Bet(wager("pass"), amount, by=player("Ann")))
    assert came.refusal is not None
    assert came.refusal.code == "bad_amount"


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("before", [(), ("Ann: throw",)])
def test_no_player_says_how_the_dice_came_to_rest(rules, before):
    """Otherwise a shooter would call the number that they need."""
    table = play(rules, "Ann: pass 10", *before)
    nobody_of_the_crew = crew(next(role for role in CREW if role not in table.rulebook.table.crew))
    for by in (player("Ann"), player("Zed"), NOBODY, nobody_of_the_crew):
        event = Rolled(Throw(4, 3), by=by)
        assert refusal(table.rulebook, table.state, event).code == "not_your_act"
        assert not table.do(event)
    assert table.rail("Ann") == 99_000
    for by in (DICE, crew("stickperson", "Dora"), crew("stickperson")):
        assert step(table.rulebook, table.state, Rolled(Throw(4, 3), by=by))


def test_dice_that_are_in_the_air_are_not_thrown_again():
    table = play("nsw", "Ann: pass 10", "Ann: throw")
    assert refused(table, "Ann: throw") == "dice"
    assert refused(table, "Ann: field 5") == "bets_closed"
    assert all(table.say("stickperson: roll 4-3"))
    assert table.rail("Ann") == 101_000
    assert all(table.say("Ann: field 5"))


def test_a_throw_that_did_not_count_is_made_again():
    table = play("nsw", "Ann: pass 10", "Ann: throw", "no_roll short", "Ann: field 5", "Ann: roll 4-3")
    assert table.rail("Ann") == 100_000 + 1000 - 500


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize(
    "words", ["Ann: on place 6", "Ann: off place 6", "Ann: down place 6", "Ann: press place 6 6"]
)
def test_what_does_not_stand_is_not_changed(rules, words):
    """Bob's place 6 is not Ann's, and her place 8 is another wager."""
    table = play(rules, "Bob: place 6 6", "Ann: place 8 6", Ann=500, Bob=500)
    assert refused(table, words) == "not_standing"
