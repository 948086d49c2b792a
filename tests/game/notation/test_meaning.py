"""The meaning of a line at a table: its player, its odds, and the parts of a sum."""

import itertools

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, NotationError, Table
from bankcraps.game.chips import Cents
from bankcraps.game.engine import BetRange, bet_range, player, step
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import read, understand, write_event
from bankcraps.game.wagers import ODDS as BEHIND
from bankcraps.game.wagers import Kind, find


def events(table, line):
    """The events of a line at that table, as a record would write them."""
    return [write_event(event) for event in understand(read(line), table.rulebook, table.state)]


def at(book, *said, seats=("Ann",)):
    """A table where those things were said."""
    table = Table(book, dict.fromkeys(seats, 1000))
    for line in said:
        assert all(table.say(line)), line
    return table


POINT_4 = ("Ann: pass 10", "roll 2-2")

SPLIT = [
    ("across 32", (), "place 4 5|place 5 5|place 6 6|place 8 6|place 9 5|place 10 5"),
    ("across 27", POINT_4, "place 5 5|place 6 6|place 8 6|place 9 5|place 10 5"),
    ("across 64", POINT_4, "place 4 10|place 5 10|place 6 12|place 8 12|place 9 10|place 10 10"),
    ("inside 22", (), "place 5 5|place 6 6|place 8 6|place 9 5"),
    ("inside 22", POINT_4, "place 5 5|place 6 6|place 8 6|place 9 5"),
    ("inside 16", ("pass 10", "roll 5-1"), "place 5 5|place 8 6|place 9 5"),
    ("outside 20", (), "place 4 5|place 5 5|place 9 5|place 10 5"),
    ("outside 15", POINT_4, "place 5 5|place 9 5|place 10 5"),
    ("hardways 20", (), "hard 4 5|hard 6 5|hard 8 5|hard 10 5"),
    ("hi_lo 4", (), "two 2|twelve 2"),
    # An amount in fives below the smallest sum is for each number, and six fifths of it for the 6 and 8.
    ("across 5", (), "place 4 5|place 5 5|place 6 6|place 8 6|place 9 5|place 10 5"),
    ("across 10", (), "place 4 10|place 5 10|place 6 12|place 8 12|place 9 10|place 10 10"),
    ("inside 5", (), "place 5 5|place 6 6|place 8 6|place 9 5"),
    ("25 across", (), "place 4 25|place 5 25|place 6 30|place 8 30|place 9 25|place 10 25"),
    ("outside 15", (), "place 4 15|place 5 15|place 9 15|place 10 15"),
    ("5 each across", (), "place 4 5|place 5 5|place 6 6|place 8 6|place 9 5|place 10 5"),
    ("inside 100 each", (), "place 5 100|place 6 120|place 8 120|place 9 100"),
    ("across 160", (), "place 4 25|place 5 25|place 6 30|place 8 30|place 9 25|place 10 25"),
    # The word alone means all its numbers, the point as well.
    ("across 5", POINT_4, "place 4 5|place 5 5|place 6 6|place 8 6|place 9 5|place 10 5"),
]


@pytest.mark.parametrize(("line", "before", "meant"), SPLIT)
def test_a_sum_is_split_as_dealers_split_it(line, before, meant):
    assert events(at("nsw", *before), line) == [f"Ann: {bet}" for bet in meant.split("|")]


@pytest.mark.parametrize(
    "line",
    [
        "across 33",
        "across 0",
        "across -32",
        "inside 23",
        "inside 25",
        "hardways 3",
        "hi_lo 1.01",
        "12 each inside",
    ],
)
def test_a_sum_that_does_not_split_is_told_what_would(line):
    with pytest.raises(NotationError, match="needs a multiple of"):
        events(at("nsw"), line)


@pytest.mark.parametrize("book", BOOKS)
def test_five_across_is_32_and_five_inside_is_22_at_every_house(book):
    for line, whole in (("across 5", 32), ("inside 5", 22), ("across 10", 64), ("$32 across", 32)):
        table = at(book)
        assert all(table.say(f"Ann: {line}")), line
        assert sum(table.layout("Ann").values()) == whole * 100, line


def test_for_the_same_on_every_number_one_names_the_numbers():
    with pytest.raises(NotationError, match=r"say: \$12 each on 5 and 6 and 8 and 9"):
        events(at("nsw"), "12 each inside")
    bets = [f"Ann: place {number} 12" for number in (5, 6, 8, 9)]
    assert events(at("nsw"), "$12 each on 5 and 6 and 8 and 9") == bets


BOTH = ("pass 10", "dont_pass 10", "roll 2-2")
BOTH_ON_6 = (
    "pass 10",
    "roll 2-2",
    "come 10",
    "dont_come 10",
    "roll 5-1",
    "odds come 6 20",
    "odds dont_come 6 24",
)
COME_6 = ("pass 10", "roll 2-2", "come 10", "roll 5-1", "roll 2-2")
COMES = ("pass 10", "roll 2-2", "come 10", "roll 5-1", "come 10", "roll 6-2", "roll 2-2")

ODDS = [
    ("odds 20", POINT_4, "pass_odds 20"),
    ("odds 20", ("dont_pass 10", "roll 2-2"), "dont_pass_odds 20"),
    ("odds 20", (), "pass_odds 20"),
    ("odds dont_pass 20", BOTH, "dont_pass_odds 20"),
    ("odds come 6 20", COMES, "come_odds 6 20"),
    ("odds 20", COME_6, "come_odds 6 20"),
    ("press odds 20", (*POINT_4, "odds 10"), "press pass_odds 20"),
    ("down odds", (*POINT_4, "odds 10"), "down pass_odds"),
    ("down odds", (*COME_6, "odds 10"), "down come_odds 6"),
    ("down odds come 6", BOTH_ON_6, "down come_odds 6"),
    ("off odds", (*COME_6, "odds 10"), "off come_odds 6"),
    ("working odds", (*COME_6, "odds 10"), "on come_odds 6"),
    ("off odds come 6", (*COME_6, "odds 10"), "off come_odds 6"),
    ("take 10 from odds", (*POINT_4, "odds 20"), "down pass_odds by 10"),
    ("regress odds to 10", (*COME_6, "odds 20"), "down come_odds 6 by 10"),
    ("take 5 from odds come 6", BOTH_ON_6, "down come_odds 6 by 5"),
    ("add 6 to odds dont_come 6", BOTH_ON_6, "press dont_come_odds 6 6"),
]


@pytest.mark.parametrize(("line", "before", "meant"), ODDS)
def test_odds_lie_behind_the_flat_that_stands(line, before, meant):
    assert events(at("nsw", *before), line) == [f"Ann: {meant}"]


UNCLEAR = [
    ("odds 20", BOTH, "say which odds: odds pass or odds dont_pass"),
    ("odds 20", COMES, "say which odds: odds come 6 or odds come 8"),
    ("20 odds on the 4", BOTH, "say which odds: odds pass or odds dont_pass"),
    ("odds field 20", (), "field cannot have odds"),
    ("odds 2x", (*POINT_4, "odds 20"), "[$]20 odds on the Win Line lie there already"),
    ("down odds", COME_6, "Ann has no odds on the layout"),
    ("off all", POINT_4, "Ann has no wager that may be called off"),
    ("on all", (), "Ann has no wager that may be called on"),
    ("down all", POINT_4, "Ann has no wager that may come down"),
    ("Bob: odds 20", POINT_4, "Bob is not at this table"),
]


@pytest.mark.parametrize(("line", "before", "message"), UNCLEAR)
def test_what_is_not_clear_is_asked(line, before, message):
    with pytest.raises(NotationError, match=message) as caught:
        events(at("nsw", *before), line)
    assert caught.value.text == line


ALL = [
    ("down all", ("dont_pass 10", "roll 2-2", "odds 20", "place 6 12"), "down dont_pass|down place 6"),
    ("down all", (*POINT_4, "odds 20", "place 6 12"), "down pass_odds|down place 6"),
    ("down place, off place", (*POINT_4, "place 6 12"), "down place 6"),
    ("down all, down place", (*POINT_4, "place 6 12"), "down place 6"),
    ("off all", (*POINT_4, "odds 20", "place 6 12", "hard 8 5", "field 5"), "off place 6|off hard 8"),
    ("on all", ("place 6 12", "hard 8 5", "field 5"), "on place 6|on hard 8"),
]


@pytest.mark.parametrize(("line", "before", "meant"), ALL)
def test_all_is_what_may_be(line, before, meant):
    table = at("nsw", *before)
    assert events(table, line) == [f"Ann: {act}" for act in meant.split("|")]
    assert all(table.say(line))


CLOSED = ("place 5 5", "place 10 10", "off place 10", "@14:00 post_sign closing", "@14:20 close_table")

COMES_DOWN_TOO = [  # a closed table returns what is off once nothing else stands
    ("down all", "down place 5"),
    ("off all", "off place 5"),
    ("down place", "down place 5"),
    ("off place", "off place 5"),
    ("down 5 and 10", "down place 5"),
    ("down place 5; down place 10", "down place 5"),
    ("take 5 from place", "down place 5 by 5"),
]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("line", "meant"), COMES_DOWN_TOO)
def test_a_wager_that_comes_down_with_another_needs_no_act(book, line, meant):
    table = at(book, *CLOSED)
    assert events(table, f"Ann: {line}") == [f"Ann: {meant}"]
    assert all(table.say(f"Ann: {line}"))
    assert table.layout("Ann") == {}


OFF_ON_A_COME_OUT = ("place 6 12", "hard 8 5")


@pytest.mark.parametrize(
    ("before", "line", "happens"),
    [
        (OFF_ON_A_COME_OUT, "on all", True),
        (("place 6 12",), "on all", False),
        (OFF_ON_A_COME_OUT, "on place 6, on hard 8", False),
        (OFF_ON_A_COME_OUT, "on 6 and 8", False),
        (("place 6 12", "place 8 6"), "on place", False),
        (("place 6 12", "place 8 6"), "take 10 from place", False),
    ],
)
def test_a_word_for_several_means_those_that_may_and_a_named_one_must(before, line, happens):
    table = at("pennsylvania", *before)
    steps = table.say(line)
    assert all(steps) == happens
    assert not happens or [write_event(event) for event, _ in table.log[-len(steps) :]] == ["Ann: on hard 8"]


SAYS = [
    ("pass 10", "Ann"),
    ("roll 4-2", "dice"),
    ("throw", "Ann"),
    ("undo", "Ann"),
    ("no_more_bets", "stickperson"),
    ("offer Ann", "stickperson"),
    ("new_set", "stickperson"),
    ("no_answer", "stickperson"),
    ("confirm Ann place 6", "dealer"),
    ("reject Ann place 6", "dealer"),
    ("no_roll short", "boxperson"),
    ("order_pass delay", "boxperson"),
    ("inspect 1", "boxperson"),
    ("die_lost 1", "boxperson"),
    ("limits 5:500", "supervisor"),
    ("exclude Bob device", "supervisor"),
    ('decide 1 "it stands"', "games_supervisor"),
    ('dispute "a four"', "Ann"),
    ("Bob: pass 10", "Bob"),
    ("Bob: throw", "Bob"),
    ("stickperson: roll 4-2", "stickperson"),
    ("stickperson: throw", "stickperson"),
    ("dice: roll 4-2", "dice"),
    ("dealer Dora: offer Ann", "dealer Dora"),
]


@pytest.mark.parametrize(("line", "who"), SAYS)
def test_a_line_without_a_name_is_whose_it_can_be(line, who):
    (event,) = understand(read(line), (table := at("nsw", "pass 10")).rulebook, table.state)
    assert str(event.by) == who


@pytest.mark.parametrize("word", ["roll", "throw"])
def test_a_roll_by_a_player_is_a_throw_and_how_the_dice_rest(word):
    assert events(at("nsw", "pass 10"), f"@9:05 Ann: {word} 4-2 seen short ruled boxperson") == [
        "@9:05 Ann: throw",
        "@9:05 dice: roll 4-2 seen short ruled boxperson",
    ]


def test_nobody_throws_where_it_is_not_clear_who():
    with pytest.raises(NotationError, match="say who, as in: Ann: throw"):
        events(at("nsw", seats=("Ann", "Bob")), "throw")


@pytest.mark.parametrize(
    ("seats", "message"),
    [((), "^nobody is at this table; say who"), (("Ann", "Bob"), "^say who, as in: Ann: pass 10$")],
)
def test_it_has_to_be_clear_who_speaks(seats, message):
    with pytest.raises(NotationError, match=message):
        events(at("nsw", seats=seats), "pass 10")


def test_a_time_goes_with_every_event_of_a_line():
    assert events(at("nsw"), "@9:05 hi_lo 2") == ["@9:05 Ann: two 1", "@9:05 Ann: twelve 1"]


def test_a_line_happens_whole_or_not_at_all():
    table = at("nsw")
    (refused,) = table.say("across 32000000")
    assert refused.refusal.code in ("not_enough_chips", "over_maximum")
    assert table.layout("Ann") == {}


def test_across_without_an_amount_is_by_the_limits_of_the_player():
    table = Table("nsw", {"Ann": 1000, "Bob": 1000}, limits="10:500")
    assert all(table.say("games_supervisor: own_limits Ann 5:500"))
    for who, least in (("Ann", 5), ("Bob", 10)):
        bets = table.understand(read(f"{who}: across"))
        assert min(bet.amount // 100 for bet in bets) == least


IN_THE_BOX = ("pass 10", "roll 5-3", "come 10")
ON_6 = (*IN_THE_BOX, "roll 4-2")

PRESSES = [
    ("press come 6", IN_THE_BOX, "press come 6"),
    ("press come 6", ON_6, "press come 6 10"),
    ("press come 6", (*ON_6, "come 10"), "press come 6 10"),
    ("press my come 6", (*ON_6, "come 10"), "press come 6 10"),
    ("press come 5", (*ON_6, "come 10"), "press come 5"),
    ("press come $6", (*ON_6, "come 10"), "press come 6"),
    ("press come by 6", (*ON_6, "come 10"), "press come 6"),
    ("press come 6 by 5", (*ON_6, "come 10"), "press come 6 5"),
    ("press the come 6 to 30", (*ON_6, "come 10"), "press come 6 20"),
]


@pytest.mark.parametrize(("line", "before", "meant"), PRESSES)
def test_press_come_6_means_the_wager_that_travelled_to_the_6(line, before, meant):
    assert events(at("nsw", *before), line) == [f"Ann: {meant}"]


@pytest.mark.parametrize(("book", "instead"), [("washington", ": odds go behind it"), ("nsw", "")])
def test_a_dealer_who_may_advise_says_that_odds_go_behind_a_come_wager_on_its_number(book, instead):
    (step,) = at(book, *ON_6, "come 10").say("press come 6")
    assert step.refusal.message == f"come 6 may not be increased once its number is set{instead}"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("limits", ["5:500", "5:500:5", "25:1000:25", "1:5", "5:5:5"])
def test_odds_max_bets_nothing_where_no_odds_are_allowed(book, limits):
    """The line then means the least chip, which the rules must refuse with their own sentence."""
    chip = 500 if limits.endswith("5:5") else 100
    for flat, point in itertools.product(("pass", "dont_pass"), ("2-2", "5-1")):
        table = Table(book, {"Ann": 1000, "Bob": 1000}, limits=limits, chip=chip // 100)
        least = table.state.floor.limits.minimum
        table.say(f"Bob: pass {least // 100}")
        for cents in (chip, least):  # a small wager that the crew let stand
            table.do(ev.Bet(find(Kind(flat)), Cents(cents), by=player("Ann"), unrejected=True))
        table.say(f"roll {point}")
        odds = find(BEHIND[Kind(flat)])
        for rail in (0, chip, least, 3 * least):
            seat = replace(table.state.seat("Ann"), rail=Cents(rail))
            state = table.state.with_seat(seat)
            (bet,) = understand(read("Ann: odds max"), table.rulebook, state)
            done = step(table.rulebook, state, bet)
            allowed = isinstance(bet_range(table.rulebook, state, bet), BetRange)
            assert bet.wager is odds
            assert (done.refusal is None) is allowed, (flat, point, rail, done.refusal)
