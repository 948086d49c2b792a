"""Key figures: what a stake pays, its commission and what stays up, as a dealer knows them by heart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples

from bankcraps import BOOKS, load_rulebook, step, wager
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import dollars
from bankcraps.game.dealing import Answer, WagerToSettle
from bankcraps.game.dice import Throw
from bankcraps.game.engine import Limits, open_table, player
from bankcraps.game.engine import events as ev
from bankcraps.game.pays import Pay
from bankcraps.game.wagers import Kind
from bankcraps.training import Level, correction, exercise, marked, offered
from bankcraps.training.questions.keys import KeyFigure, _has_key

HEARTS = """
    three_four_five | horn 8 | 6-6 | pay 54 | 30 to 1 on $2 = $60, less $6 for the parts that lose = $54
    classic | horn_high 12 5 | 5-6 | pay 11 | 15 to 1 on $1 = $15, less $4 for the parts that lose = $11
    three_four_five | horn 8 | 5-6 | stays 0 | nothing stays up: the stake goes back with the pay
    three_four_five | buy 4 40 | 2-2 | pay 78 | 2 to 1 on $40 = $80, less $2 commission to stay up = $78
    three_four_five | buy 4 40 | 2-2 | commission 2 | 5% of $40, in chips of $1 = $2
    three_four_five | lay 4 80 | 3-4 | commission 2 | 5% of what $80 can win, in chips of $1 = $2
    three_four_five | place 8 12 | 4-4 | stays 12 | $12 stays up
    pennsylvania | world 5 | 1-1 | pay 26 | 30 to 1 on $1 = $30, less $4 for the parts that lose = $26
    pennsylvania | hop 5-5 2 | 5-5 | pay 60 | 30 to 1 on $2 = $60
    classic:winning_prop=stays | horn 4 | 6-6 | pay 27 | \
        30 to 1 on $1 = $30, less $3 for the parts that lose = $27
    classic:winning_prop=stays | horn 4 | 5-6 | pay 12 | \
        15 to 1 on $1 = $15, less $3 for the parts that lose = $12
    classic:winning_prop=stays | horn 4 | 5-6 | stays 4 | $4 stays up
    nsw:winning_prop=stays | horn 4+4 | 5-6 | pay 29 | \
        16 to 1 on $2 = $32, less $3 for the parts that lose = $29
    nsw | horn 4+4 | 5-6 | pay 29 | 16 to 1 on $2 = $32, less $3 for the parts that lose = $29
    classic:winning_prop=stays | craps_eleven 2 | 5-6 | pay 14 | 7 to 1 on $2 = $14
    classic:winning_prop=stays,odd_horn=shared | horn 5 | 6-6 | pay 33 | \
        30 to 1 on $1.25 = $37.50, less $3.75 for the parts that lose = $33.75, \
        rounded down to a chip of $1 = $33
    classic:odd_horn=shared | horn 5 | 6-6 | pay 33 | \
        30 to 1 on $1.25 = $37.50, $38 in chips with the $1.25 that comes down, \
        less $3.75 for the parts that lose = $33
    washington:winning_prop=stays | horn 800 | 6-6 | pay 700 | \
        30 for 1, which is 29 to 1, on $200 = $5800, and at most $1300 is paid, \
        less $600 for the parts that lose = $700
    nsw | place 8 7 | 4-4 | pay 9 | 7 to 6 on $7 = $8 1/6, rounded up to a chip of $1 = $9
    three_four_five | place 8 7 | 4-4 | pay 8 | 7 to 6 on $7 = $8 1/6, rounded down to a chip of $1 = $8
"""
"""The house, the wager and its stake, the throw, the figure, and how it is worked out."""


def _figure(book, name, stake, throw, figure, token=0):
    """Play up to a table with one wager on it, with the puck on another number."""
    state = open_table(book, [("Ann", 100_000)], Limits(100, 1_000_000, 100), others=True)
    state = step(book, state, ev.Bet(wager("pass"), 100, by=player("Ann"))).state
    puck = Throw(5, 4) if name.endswith((" 5", " 8")) else Throw(2, 3)
    state = step(book, state, ev.Rolled(puck)).state
    tokens = (token * 100,) if token else ()
    state = state.with_seat(replace(state.seated("Ann"), tokens=tokens))
    made = ev.Bet(wager(name), (stake + token) * 100, tokens=tokens, by=player("Ann"))
    state = step(book, state, made).state
    [standing] = [one for one in state.seated("Ann").wagers if one.wager == wager(name)]
    effects = step(book, state, ev.Rolled(throw)).effects
    own = tuple(effect for effect in effects if getattr(effect, "wager", None) == wager(name))
    return KeyFigure(figure, WagerToSettle("Ann", standing, own, state, throw))


@pytest.mark.parametrize("row", HEARTS.strip().splitlines(), ids=str.strip)
def test_what_a_dealer_knows_by_heart(row):
    house, bet, dice, answer, worked_out = (" ".join(cell.split()) for cell in row.split("|"))
    book, (name, stake), (figure, said) = load_rulebook(house), bet.rsplit(" ", 1), answer.split()
    chips, _, token = stake.partition("+")
    asked = _figure(book, name, int(chips), Throw(*map(int, dice.split("-"))), figure, int(token or 0))
    right = asked.correction(book)
    assert (right.said, right.sum) == (said, worked_out)
    assert asked.right(book, Answer("say", said=f"${said}"))
    assert not asked.right(book, Answer("say", said=str(int(said) + 1)))
    assert not asked.right(book, Answer("pay", int(said) * 100, said))
    assert all(reason.clause and reason.says for reason in right.reasons)
    assert len(right.reasons) > ("rounded" in right.sum)


def test_the_stake_is_spoken_with_the_throw_and_odds_on_the_line_with_the_point():
    book = load_rulebook("three_four_five")
    assert _figure(book, "buy 4", 40, Throw(2, 2), "pay").words(book) == (
        "$40 on Buy 4, and 2-2 rolls: what do you pay?"
    )
    assert _figure(book, "buy 4", 40, Throw(2, 2), "commission").words(book) == (
        "$40 on Buy 4: what is the commission?"
    )
    assert _figure(book, "pass_odds", 2, Throw(2, 3), "stays").words(book) == (
        "$2 odds on the Pass Line, the point is 5, and 2-3 rolls: how much stays up?"
    )


@examples(40)
@given(name=st.sampled_from(BOOKS), seed=st.integers(0, 2**53 - 1), amounts=st.sampled_from(["even", "odd"]))
def test_every_figure_is_what_the_engine_does_with_that_wager_alone(name, seed, amounts):
    book = load_rulebook(name)
    level = Level(tuple(offered(book)), amounts, asks=("keys",))
    one = exercise(book, level, seed, 0)
    assert one.throw is None
    for number, asked in enumerate(one.questions):
        right, standing = correction(book, one, number), asked.wager.standing
        seat = asked.wager.state.seated("Ann")
        alone = asked.wager.state.with_seat(replace(seat, wagers=(standing,)))
        after = step(book, alone, ev.Rolled(asked.wager.throw)).state.seated("Ann")
        stays = sum(stands.amount for stands in after.wagers)
        if asked.figure == "pay":
            assert dollars(right.said) == after.rail + stays - seat.rail - standing.amount
        elif asked.figure == "stays":
            assert dollars(right.said) == stays
        else:
            assert standing.wager.kind in (Kind.BUY, Kind.LAY)
        assert marked(book, one, number, Answer("say", said=right.said))[0]


def test_all_three_figures_and_every_family_with_figures_come_up():
    book = load_rulebook("pennsylvania")
    level = Level(tuple(offered(book)), asks=("keys",))
    asked = [one for index in range(40) for one in exercise(book, level, 1, index).questions]
    assert {one.figure for one in asked} == {"pay", "commission", "stays"}
    families = {one.wager.family for one in asked}
    assert families == {"come", "odds", *offered(book)} - {"line", "come", "hand"}


@pytest.mark.parametrize("said", ["", "lots", "7.555"])
def test_a_figure_that_is_no_sum_of_money_is_asked_for_again(said):
    book = load_rulebook("nsw")
    one = exercise(book, Level(("odds",), asks=("keys",)), 1, 0)
    with pytest.raises(BankcrapsError):
        marked(book, one, 0, Answer("say", said=said))


def test_a_line_that_pays_six_to_five_has_figures():
    terms = load_rulebook("nsw").wagers[Kind.PASS]
    assert _has_key(replace(terms, pays=Pay("6 to 5")))
    assert not _has_key(replace(terms, pays=Pay("2 for 1")))
