"""A house that extends another, and the digest of its rules."""

from pathlib import Path

import pytest
from tests.game.rulebook.own_book import HEAD

from bankcraps import RulebookError, load_rulebook
from bankcraps.game.rulebook import read_rulebook
from bankcraps.game.wagers import Kind


def test_a_house_changes_three_lines_and_keeps_the_rest():
    nsw = load_rulebook("nsw")
    mine = read_rulebook(
        HEAD + '[wagers.dont_pass]\nbar = 12\n[wagers.hard]\npays = { 6 = "9 to 1" }\n[betting]\nrounding = '
        '"down"\n'
    )
    assert (mine.id, mine.title, mine.extends, mine.document) == ("mine", "Mine", "nsw", "")
    assert mine.wagers[Kind.DONT_PASS].bar == 12
    assert [str(pay) for pay in mine.wagers[Kind.HARD].pays.values()] == [
        "7.5 to 1",
        "9 to 1",
        "9.5 to 1",
        "7.5 to 1",
    ]
    assert mine.betting.rounding == "down"
    assert mine.wagers.keys() == nsw.wagers.keys()
    same = [kind for kind in nsw.wagers if mine.wagers[kind] == nsw.wagers[kind]]
    assert set(nsw.wagers) - set(same) == {Kind.DONT_PASS, Kind.HARD}
    assert (mine.table, mine.dice, mine.no_roll, mine.floor) == (nsw.table, nsw.dice, nsw.no_roll, nsw.floor)


def test_what_a_house_changes_is_cited_as_its_own_rule():
    nsw = load_rulebook("nsw")
    mine = read_rulebook(HEAD + "[wagers.dont_pass]\nbar = 12\n[betting]\ntokens = false\n").wagers
    assert mine[Kind.DONT_PASS].cited("bar") == "house rule of mine"
    assert mine[Kind.DONT_PASS].cited("pays") == nsw.wagers[Kind.DONT_PASS].cited("pays")
    betting = read_rulebook(HEAD + "[betting]\ntokens = false\n").betting
    assert betting.cited("tokens") == "house rule of mine"
    assert betting.cited("closed_by") == nsw.betting.cited("closed_by")


def test_a_house_may_say_what_its_rule_is_from():
    text = HEAD + '[wagers.dont_pass]\nbar = 12\nfrom = { bar = "convention: the commoner bar" }\n'
    terms = read_rulebook(text).wagers[Kind.DONT_PASS]
    assert terms.cited("bar") == "convention: the commoner bar"
    assert terms.clause("bar") == "convention"


def test_a_house_takes_a_wager_out_and_a_number_off():
    mine = read_rulebook(
        HEAD + "[wagers]\nhorn = false\nfield = { pays = { 12 = false } }\nbig = { pays = { 6 = false } }\n"
    )
    assert Kind.HORN not in mine.wagers
    assert 12 not in mine.wagers[Kind.FIELD].pays
    assert list(mine.wagers[Kind.BIG].pays) == [8]
    fireless = read_rulebook(
        'id = "x"\ntitle = "X"\nabout = "X."\nextends = "pennsylvania"\n[wagers]\nfire = false'
    )
    assert Kind.FIRE not in fireless.wagers
    assert Kind.FIRE in load_rulebook("pennsylvania").wagers


def test_a_house_may_add_a_wager():
    text = HEAD + '[wagers.world]\nname = "Whirl"\nlegs = { two = 1, three = 1, any_seven = 1, '
    text += "eleven = 1, twelve = 1 }\n"
    world = read_rulebook(text).wagers[Kind.WORLD]
    assert world.units == 5
    assert world.cited("legs") == "house rule of mine"


# The digest.


def digest(text):
    """The digest of a house that extends New South Wales."""
    return read_rulebook(HEAD + text).digest


def test_the_digest_is_of_the_content():
    plain = digest("")
    assert plain == digest("# a remark\n\n\n") == digest("   ")
    assert digest("[betting]\nrounding = 'down'") == digest('[betting] # as usual\nrounding   = "down"')
    assert digest("[betting]\nrounding = 'down'\ntokens = false") == digest(
        "[betting]\ntokens = false\nrounding = 'down'"
    )


@pytest.mark.parametrize(
    "text",
    [
        '[betting]\nrounding = "down"',
        "[betting]\ntokens = false",
        "[wagers.dont_pass]\nbar = 12",
        '[wagers.place]\npays = { 6 = "6 to 5" }',
        "[wagers]\nhorn = false",
        "[table]\nplaces_a_side = 7",
    ],
)
def test_the_digest_changes_with_the_content(text):
    assert digest(text) != digest("")


def test_two_loads_are_one_content():
    assert load_rulebook("nsw").digest == load_rulebook("nsw").digest
    assert (
        len(
            {
                load_rulebook("classic", bar=bar, field_12=twelve).digest
                for bar in (2, 12)
                for twelve in ("double", "triple")
            }
        )
        == 4
    )


def test_options_leave_out_the_wagers_that_a_house_removes():
    mine = read_rulebook(HEAD + "[wagers]\nhorn = false", winning_prop="stays")
    assert Kind.HORN not in mine.wagers
    assert mine.wagers[Kind.ANY_CRAPS].winner == "stays"


def test_a_choice_that_only_changes_removed_wagers_is_none():
    crapless = Path("examples/houses/crapless.toml")
    assert load_rulebook(crapless, odds="double").wagers[Kind.PASS_ODDS].limit[4] == 2
    assert list(load_rulebook(crapless, bar=12).options["bar"].choices) == ["12"]
    with pytest.raises(RulebookError, match="option bar must be one of 12, not '2'"):
        load_rulebook(crapless, bar=2)
