"""The objections of a house to a system, and the options under which the house takes it."""

import pytest

from bankcraps import BankcrapsError, exact, load_rulebook, read_rulebook
from bankcraps.strategies.checking import check, options_that_allow
from bankcraps.strategies.library import system

CRAPLESS = "examples/houses/crapless.toml"


def test_options_of_a_file_are_told_by_its_path(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\nextends = "classic"\ntitle = "Own"\nabout = "Ours."\n', encoding="utf-8")
    assert options_that_allow(system("put_odds"), own) == [f"{own}:after_point=put"]


def test_an_option_about_a_wager_that_a_file_took_out_allows_nothing():
    assert options_that_allow(system("dont_pass"), CRAPLESS) == []


def test_lines_that_leave_out_a_rule_are_named():
    never = system("only when come_out; only after five_count; when point: place 6 12")
    assert check(never, load_rulebook("classic")) == [
        "'point' never holds together with 'only when come_out' and 'only after five_count'"
    ]


def test_a_point_that_a_house_lacks_is_not_blamed_on_the_lines():
    book = read_rulebook({"id": "own", "extends": "classic"})
    never = system("only after five_count; when point 11: place 6 12")
    assert check(never, book) == ["'point 11' never holds at own"]


def test_no_option_helps_where_the_sign_refuses():
    with pytest.raises(BankcrapsError) as refused:
        exact.session("three_four_five", "when come_out: pass 10", 100, throws=10, limits="25:500")
    assert str(refused.value).endswith("pass needs at least $25, not $10")
