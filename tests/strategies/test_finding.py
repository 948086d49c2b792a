"""The ways in which people name a system, and the sentences of a house about one."""

import json

import pytest
from click.testing import CliRunner

from bankcraps.cli.commands.strategies import command
from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import load_rulebook
from bankcraps.strategies.checking import check
from bankcraps.strategies.combinators import StopAfter
from bankcraps.strategies.library import read_file, system
from bankcraps.strategies.rules.counts import Throws
from bankcraps.strategies.text.program import SystemTextError


def test_a_name_a_file_or_the_text(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("# my own\nwhen come_out: pass 10\n", encoding="utf-8")
    assert system("pass") == system(str(file)) == system(" when come_out: pass 10 ")
    assert [system("pass").name, system(str(file)).name] == ["pass", "mine"]
    assert system("when come_out: pass 10").name == "when come_out: pass 10"
    assert system("# mine\nwhen come_out: pass 10") == system("pass")


def test_what_is_equal_is_not_unequal():
    one, same, another = system("pass"), system(" when come_out: pass 10 "), system("dont_pass")
    assert [one != same, one.inner != same.inner] == [False, False]
    assert [one != another, one.inner != another.inner, one != "pass"] == [True, True, True]


def test_scaled(tmp_path):
    assert system("three_point_molly:scale=2.5").text.splitlines() == [
        "when come_out: pass 25",
        "when point: odds max; come 25 up to 2",
    ]
    assert system("hit_and_run:scale=0.5").text.splitlines()[-1] == "stop after losing 100 or winning 50"
    assert (
        system("place_6_8_pressed:scale=2").text.splitlines()[-1] == "after win of place: press it up to 192"
    )
    assert system("pass:scale=2.5").name == "pass:scale=2.5"
    file = tmp_path / "mine.txt"
    file.write_text("when always: lay 4 40; odds 20; inside 44", encoding="utf-8")
    assert system(f"{file}:scale=3").text == "when always: lay 4 120; odds 60; inside 132"


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("three_point_moly", "did you mean three_point_molly"),
        ("molly", "did you mean three_point_molly"),
        ("zzz", "give a name that bankcraps strategies lists"),
        ("", "give a name"),
        ("missing.txt", "there is no system 'missing.txt'"),
        ("pass:scale=0.333", None),
        ("pass:scale=0.0001", "is not a whole number of cents"),
        ("pass:scale=nan", "a scale must be a number above 0"),
        ("pass:scale=-1", "a scale must be a number above 0"),
        ("pass:scale=two", "a scale must be a number above 0"),
        ("pass:size=2", "has one option"),
        ("a\x00b", "there is no system"),
        ("x" * 9999, "there is no system"),
        # Misspelled names, with spaces or without.
        ("thre_point_molly", "did you mean three_point_molly"),
        ("three point molly", "did you mean three_point_molly?"),
        ("Three-Point-Moly", "did you mean three_point_molly"),
        ("pass odds 2x", "did you mean pass_odds_2x?"),
        ("place 6 8 presed", "did you mean place_6_8_pressed"),
        ("hop the sevens", "did you mean hop_the_sevens?"),
        ("don't pass", "did you mean dont_pass?"),
        ("field martingale", "did you mean field_martingale?"),
        ("iron cross", "did you mean iron_cross?"),
        ("iron_cross 10", "there is no system 'iron_cross 10'"),
        # Names of files that do not exist.
        ("my files/pass 10", "there is no system"),
        ("pass 10.txt", "there is no system"),
        ("pass 10.txt:scale=2", "there is no system"),
        ("my system", "there is no system"),
    ],
)
def test_what_is_none_is_said_to_be_none(spec, says):
    if says is None:
        assert system(spec).text == "when come_out: pass 3.33"
        return
    with pytest.raises(BankcrapsError) as raised:
        system(spec)
    assert says in str(raised.value)
    assert not isinstance(raised.value, SystemTextError)


MEANT_AS_TEXT = [
    ("pass 10; odds max", 1, "pass", "this must be part of a rule: begin one"),
    ("pass 10", 1, "pass", "this must be part of a rule"),
    ("PASS 10.50", 1, "PASS", "this must be part of a rule"),
    ("dont_pass 10", 1, "dont_pass", "this must be part of a rule"),
    ("place 6 12", 1, "place", "this must be part of a rule"),
    ("place 6 18", 1, "place", "this must be part of a rule"),
    ("hop 3-4 $1", 1, "hop", "this must be part of a rule"),
    ("odds max", 1, "odds", "this must be part of a rule"),
    ("place six", 7, "six", "say a number, as in place 6 12"),
    ("pas 10", 1, "pas", "did you mean pass?"),
    ("pass odds; max", 10, ";", "say a number"),
    ("whn come_out: pass 10", 1, "whn", "did you mean when?"),
    ("come_out: pass 10", 1, "come_out", "begin with when"),
    ("stop", 1, "stop", "this must be part of a rule"),
    ("when", 5, "", "say a condition"),
]


@pytest.mark.parametrize(("spec", "column", "word", "says"), MEANT_AS_TEXT, ids=[m[0] for m in MEANT_AS_TEXT])
def test_what_looks_like_a_system_is_read_as_one(spec, column, word, says):
    with pytest.raises(SystemTextError) as raised:
        system(spec)
    assert says in str(raised.value)
    assert (raised.value.column, raised.value.word) == (column, word)


def test_a_file_comes_before_what_looks_like_a_system(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("pass 10", "stop", "place six"):
        (tmp_path / name).write_text("when come_out: pass 10", encoding="utf-8")
        assert system(name) == system("pass")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(BankcrapsError, match="cannot be read"):
        read_file(tmp_path)
    (tmp_path / "latin").write_bytes(b"when come_out: pass 10 # \xe9")
    with pytest.raises(BankcrapsError, match="not UTF-8"):
        read_file(tmp_path / "latin")


PROBLEMS = [
    ("when always: hop 3-4 1", "nsw", "New South Wales does not offer hop 3-4"),
    ("when always: horn 5", "classic", "horn must be a multiple of $4, not $5"),
    ("when always: field 0.50", "classic", "field needs at least $1, not $0.50"),
    ("when always: place 6 99999", "nsw", "place 6 may be at most $10000, not $99999"),
    ("when come_out: come 10", "classic", "come can be made only while the puck is on, and it is off"),
    ("when point 6: pass 10", "classic", "pass can be made only on the come-out, and the point is 6"),
    (
        "when point 6: pass 10",
        "classic:after_point=place",
        "after the point, Classic pays pass as a place wager, without odds",
    ),
    (
        "when always: big 6 10; on big 6",
        "classic",
        "big 6 is always in action at Classic and cannot be called on",
    ),
    (
        "when always: place 6 12\nafter win: regress place 6 to 0.50",
        "classic",
        "place 6 needs at least $1, not $0.50",
    ),
    ("when always: place 6 12\nafter win: hop 1-1 1", "nsw", "New South Wales does not offer hop 1-1"),
    (
        "only when come_out\nwhen always: come 10",
        "classic",
        "come can be made only while the puck is on, and it is off",
    ),
]


@pytest.mark.parametrize(("text", "book", "problem"), PROBLEMS, ids=map(" ".join, PROBLEMS))
def test_what_a_house_says(text, book, problem):
    assert check(system(text), load_rulebook(book)) == [problem]
    assert check(StopAfter(system(text), Throws(3)), load_rulebook(book)) == [problem]


@pytest.mark.parametrize(
    "text",
    [
        "when always: come 10",
        "when always: pass 10; odds max",
        "when point: place 6 12\nwhen come_out: on place",
    ],
)
def test_what_is_right_at_some_point_is_no_problem(text):
    assert check(system(text), load_rulebook("nsw")) == []


# The command.


def run(*args):
    """The command, in this process: its exit code, and what it printed on both streams together."""
    ran = CliRunner().invoke(command, list(args), catch_exceptions=True)
    assert ran.exception is None or isinstance(ran.exception, SystemExit | BankcrapsError), ran.exception
    return ran.exit_code, ran.output


def test_the_list():
    code, out = run()
    assert code == 0
    assert "three_point_molly" in out
    assert {"system", "about"} == set(json.loads(run("--json")[1])[0])


def test_one_of_them():
    out = run("fire_chaser")[1]
    assert "when new_shooter: fire 5" in out
    assert "pennsylvania     allows it" in out
    assert "New South Wales does not offer fire" in out
    shown = json.loads(run("put_odds", "--json")[1])
    assert shown["houses"] == ["classic:after_point=put"]
    assert shown["problems"]["nsw"] == ["pass can be made only on the come-out, and the point is 4"]


def test_check(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("when come_out: pass 10\nwhen pont: odds max\n", encoding="utf-8")
    code, out = run("check", str(file))
    assert code == 1
    assert out.splitlines() == [
        "when pont: odds max",
        "     ^^^^",
        "line 2: 'pont' is not understood here; did you mean point?",
    ]
    assert json.loads(run("check", str(file), "--json")[1]) == {
        "ok": False,
        "message": "line 2: 'pont' is not understood here; did you mean point?",
        "line": 2,
        "column": 6,
        "word": "pont",
    }
    code, out = run("check", "pass 10; odds max")
    assert (code, out.splitlines()[:2]) == (1, ["pass 10; odds max", "^^^^"])
    assert run("check", "only after five_count") == (
        1,
        "this system never bets: add a bet, as in when come_out: pass 10\n",
    )
    assert json.loads(run("check", "only after five_count", "--json")[1]) == {
        "ok": False,
        "message": "this system never bets: add a bet, as in when come_out: pass 10",
        "line": None,
        "column": None,
        "word": None,
    }
    assert run("check", "lay_sampler", "--rules", "washington")[0] == 1
    code, out = run("check", "lay_sampler", "--rules", "nsw")
    assert (code, "nsw allows it" in out) == (0, True)
    assert run("check", "no_such_system")[0] == 1


def test_a_small_spread_is_printed_so_that_it_reads_back_the_same(tmp_path):
    file = tmp_path / "mine.strategy"
    file.write_text("when always: outside 20", encoding="utf-8")
    small = system(f"{file}:scale=0.25")
    assert small.text == "when always: 1.25 each outside"
    file.write_text(small.text, encoding="utf-8")
    assert system(str(file)).text == small.text
