"""The assumptions of a best play are checked at each house; and its moves."""

import pytest
from msgspec.structs import replace
from tests.kit.houses import own_house

from bankcraps import BankcrapsError, Cents, Limits, best, load_rulebook, wager
from bankcraps.analysis.best_play.choices import Checks, Stands
from bankcraps.analysis.best_play.throws import Bets, Position, Result, moves
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine.state import Standing


def test_a_wager_that_is_free_only_with_small_amounts_is_refused(monkeypatch):
    bets = Bets(load_rulebook("classic"), Limits.read("1:100"), Cents(100))
    monkeypatch.setattr(bets, "is_free", lambda _puck, one, _standing: one.amount < 2000)
    checks, place = Checks(bets), Standing(wager("place 6"), Cents(600))
    checks.free(4, place, (), 1200)
    with pytest.raises(BankcrapsError, match="place 6 comes down and goes up again for nothing with some"):
        checks.free(4, place, (), 3000)


def test_a_wager_that_pays_more_to_stay_up_than_it_wins_is_refused():
    """A winner there stays up only if its player has chips in the rail."""
    commission = {"percent": 99, "on": "stake", "small": "up"}
    book = own_house("classic", {"wagers": {"lay": {"commission": commission}}})
    with pytest.raises(BankcrapsError, match="lay 4: with 2, a winner pays more commission to stay up"):
        best(book, 5, 10, "lay 4", limits="1:9:1")


def test_a_layout_that_is_not_the_sum_of_its_wagers_is_refused():
    bets = Bets(load_rulebook("classic"), Limits.read("1:100"), Cents(100))
    ones = [Standing(wager(name), Cents(600)) for name in ("place 6", "field")]
    alone = [tuple(bets.result(5, one, None, each) for each in range(len(OUTCOMES))) for one in ones]
    Checks(bets).layout(5, [Stands(*each) for each in zip(ones, alone, strict=True)])
    wrong = tuple(Result(result.change + 100, result.left) for result in alone[0])
    with pytest.raises(BankcrapsError, match="together something else than to each of them alone"):
        Checks(bets).layout(5, [Stands(ones[0], wrong), Stands(ones[1], alone[1])])


def test_a_wager_that_binds_comes_down_by_the_least_part_that_the_house_lets_go():
    """At a unit of 5, a six takes multiples of 5, and of 6 as well."""
    book = own_house("washington", {"wagers": {"place": {"made": "puck_on"}}})
    bets, stands = Bets(book, Limits.read("5:100:5"), Cents(100)), Standing(wager("place 6"), Cents(1800))
    found = {move.to for move in moves(bets, 0, (stands,), (), 10_000)}
    assert found == {Position(0), Position(0, (replace(stands, amount=Cents(1500)),))}
