"""The amounts that may stand on a wager, as a dealer would say it: dollars in, a sentence out."""

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, Cents, Table, load_rulebook, refusal, wager
from bankcraps.game.engine import Limits, Standing, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.odds import least_flat, most_odds
from bankcraps.game.engine.wagering.ranges import full_odds
from bankcraps.game.engine.wagering.sign_bounds import limits_for, won_exactly
from bankcraps.game.pays import Pay
from bankcraps.game.wagers import flat_under


@pytest.mark.parametrize(
    ("house", "limits", "bet", "words", "limit", "offered"),
    [
        ("nsw", "5:500", "pass 4", "pass needs at least $5, not $4", 5, 4),
        ("nsw", "5:500", "pass 501", "pass may be at most $500, not $501", 500, 501),
        ("nsw", "5:500:5", "pass 12", "pass must be a multiple of $5, not $12", 5, 12),
        ("nsw", "5:500:2", "pass 6", "pass must be $5 plus a multiple of $2, not $6", 2, 6),
        ("nsw", "5:500", "horn 10", "horn must be a multiple of $4, not $10", 4, 10),
        ("washington", "5:500:5", "horn 10", "horn must be a multiple of $20, not $10", 20, 10),
        ("classic", "5:500", "hop 1-1 17", "hop 1-1 may win at most $500, and $17 could win $510", 500, 510),
        ("classic", "5:500", "lay 4 1002", "lay 4 may win at most $500, and $1002 could win $501", 500, 501),
        ("classic", "5:500", "horn 72", "horn may win at most $500, and $72 could win $540", 500, 540),
    ],
)
def test_a_bet_that_may_not_stand(house, limits, bet, words, limit, offered):
    refused = Table(house, {"Ann": 5000}, limits=limits).say(f"Ann: {bet}")[-1].refusal
    assert refused.message == words
    assert (refused.limit, refused.offered) == (limit * 100, offered * 100)


@pytest.mark.parametrize(
    ("house", "limits", "bet"),
    [
        ("nsw", "5:500", "pass 5"),
        ("nsw", "5:500", "pass 500"),
        ("nsw", "5:500:2", "pass 7"),
        ("nsw", "5:500", "horn 8"),
        ("washington", "5:500:5", "horn 20"),
        ("classic", "5:500", "hop 1-1 16"),
        ("classic", "5:500", "lay 4 1000"),
        ("classic", "5:500", "field 1"),
    ],
)
def test_a_bet_that_may_just_stand(house, limits, bet):
    assert Table(house, {"Ann": 5000}, limits=limits).say(f"Ann: {bet}")[-1].refusal is None


@pytest.mark.parametrize(
    ("house", "odds", "point", "flat", "purse", "most"),
    [
        ("three_four_five", "pass_odds", 4, 10, 5000, 30),
        ("three_four_five", "pass_odds", 6, 10, 5000, 50),
        ("three_four_five", "pass_odds", 6, 10, 26, 25),  # 25 pays 30; 26 would pay 31.20
        ("three_four_five", "pass_odds", 6, 10, 5, 5),
        ("three_four_five", "pass_odds", 6, 10, 4, 0),  # below the table's minimum
        ("three_four_five", "pass_odds", 6, 200, 5000, 1000),  # the table's maximum is for the flat
        ("nsw", "pass_odds", 6, 400, 5000, 500),  # the table's maximum
        ("three_four_five", "pass_odds", 0, 10, 5000, 0),  # no point, no odds
        ("three_four_five", "come_odds 9", 6, 10, 5000, 40),  # by its own number
        ("nsw", "pass_odds", 5, 15, 5000, 30),
        ("nsw", "dont_pass_odds", 5, 15, 5000, 45),  # wins 30, twice the flat
        ("nsw", "dont_pass_odds", 4, 15, 5000, 60),
        ("classic", "pass_odds", 4, 400, 5000, 1200),  # no maximum of its own for odds
    ],
)
def test_full_odds(house, odds, point, flat, purse, most):
    table = Table(house, {"Ann": purse}, limits="5:500")
    seat = replace(table.state.seats[0], wagers=(Standing(flat_under(wager(odds)), Cents(flat * 100)),))
    state = replace(table.state, puck=point, seats=(seat,))
    bet = ev.Bet(wager(odds), Cents(100), by=player("Ann"))
    assert full_odds(table.rulebook, state, bet) == most * 100


@pytest.mark.parametrize(
    ("house", "odds", "number", "most"),
    [
        ("nsw", "pass_odds", 6, 3000),
        ("nsw", "dont_pass_odds", 6, 3600),
        ("nsw", "dont_pass_odds", 5, 4500),
        ("three_four_five", "dont_pass_odds", 4, 9000),
    ],
)
def test_the_most_odds_behind_fifteen_dollars(house, odds, number, most):
    assert most_odds(load_rulebook(house).terms(wager(odds)), number, 1500) == most


@pytest.mark.parametrize("house", BOOKS)
@pytest.mark.parametrize("odds", ["pass_odds", "dont_pass_odds"])
@pytest.mark.parametrize("amount", [1, 499, 500, 2500, 10_001])
def test_the_least_flat_carries_the_odds_and_a_cent_less_does_not(house, odds, amount):
    terms = load_rulebook(house).terms(wager(odds))
    for number in terms.limit:
        flat = least_flat(terms, number, amount)
        assert most_odds(terms, number, flat) >= amount > most_odds(terms, number, flat - 1)


@pytest.mark.parametrize(
    ("stake", "pay", "won"),
    [(500, "7 to 6", 584), (600, "7 to 6", 700), (1, "1 to 2", 1), (700, "1 to 1", 700)],
)
def test_winnings_are_rounded_up_to_the_cent_against_a_maximum(stake, pay, won):
    assert won_exactly(stake, Pay(pay)) == won


@pytest.mark.parametrize(
    ("own", "applies"),
    [
        (None, "5:500"),
        ("25:1000:5", "25:1000:5"),
        ("25:500:5", "25:500:5"),
        ("25:100:5", "25:500:5"),  # a player's own limits never lower the maximum
    ],
)
def test_limits_of_a_players_own(own, applies):
    state = Table("nsw", {"Ann": 5000}, limits="5:500").state
    seat = replace(state.seats[0], limits=own and Limits.read(own))
    assert str(limits_for(state, seat)) == applies


@pytest.mark.parametrize(
    ("spot", "taken"),
    [("pass", {5, 10, 15, 20}), ("horn", {20}), ("craps_eleven", {10, 20}), ("any_craps", {5, 10, 15, 20})],
)
def test_a_combined_wager_goes_up_by_a_chip_for_each_of_its_parts_and_keeps_the_unit(spot, taken):
    state = Table("nsw", {"Ann": 500}, limits="5:500:5").state
    book, on = load_rulebook("nsw"), wager(spot)
    offered = {dollars: ev.Bet(on, Cents(dollars * 100), by=player("Ann")) for dollars in range(1, 24)}
    assert {dollars for dollars, bet in offered.items() if refusal(book, state, bet) is None} == taken


@pytest.mark.parametrize(
    ("limits", "chip", "wrong"),
    [
        ("0.01:500:0.01", 1, ""),
        ("0:500", 100, "limits need a minimum above 0 and a maximum no lower than the minimum, not 0:500"),
        ("5:4", 100, "limits need a minimum above 0 and a maximum no lower than the minimum, not 5:4"),
        ("5:500:0.50", 100, "minimum and unit must be multiples of the smallest chip, $1, not 5:500:0.50"),
    ],
)
def test_what_is_wrong_with_a_sign(limits, chip, wrong):
    assert Limits.read(limits).problem(chip) == wrong


@pytest.mark.parametrize(
    ("standing", "written"),
    [
        (Standing(wager("place 6"), Cents(1200)), "place 6 $12"),
        (Standing(wager("place 6"), Cents(1200), "off"), "place 6 $12 off"),
        (Standing(wager("pass"), Cents(2500), tokens=(Cents(2500),)), "pass token $25"),
        (
            Standing(wager("pass"), Cents(3500), tokens=(Cents(500), Cents(2000))),
            "pass $10 and token $5 and token $20",
        ),
        (Standing(wager("small"), Cents(500), progress=(2, 4)), "small $5 (2, 4)"),
    ],
)
def test_chips_on_a_spot_in_words(standing, written):
    assert str(standing) == written
