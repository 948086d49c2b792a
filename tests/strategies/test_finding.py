"""The ways in which people name a system: name, text, file, chart or test; and what a house says of one."""

import json

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from bankcraps import BankcrapsError, Cents, Limits, best, exact, load_rulebook, system, wager
from bankcraps.cli.commands.strategies import command
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.state import Standing
from bankcraps.strategies.chart import read_chart
from bankcraps.strategies.checking import check, options_that_allow
from bankcraps.strategies.combinators import StopAfter
from bankcraps.strategies.library import read_file
from bankcraps.strategies.policy import Layout, Observation, Purse
from bankcraps.strategies.rules.counts import Throws
from bankcraps.strategies.text.program import SystemTextError
from bankcraps.strategies.trials import is_trial, run_trial


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


@pytest.mark.parametrize(
    ("spec", "last"),
    [
        ("three_point_molly:scale=2.5", "when point: odds max; come 25 up to 2"),
        ("hit_and_run:scale=0.5", "stop after losing 100 or winning 50"),
        ("place_6_8_pressed:scale=2", "after win of place: press it up to 192"),
        ("pass:scale=0.333", "when come_out: pass 3.33"),
        ("mine.txt:scale=3", "when always: lay 4 120; odds 60; inside 132; outside 60"),
        ("mine.txt:scale=0.25", "when always: lay 4 10; odds 5; inside 11; 1.25 each outside"),
    ],
)
def test_a_scale_is_of_every_bet(spec, last, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text(
        "when always: lay 4 40; odds 20; inside 44; outside 20", encoding="utf-8"
    )
    found = system(spec)
    assert (found.text.splitlines()[-1], found.name) == (last, spec.replace(".txt", ""))
    assert system(found.text).text == found.text


@pytest.mark.parametrize("spec", ["a\x00b", "x" * 9999])
def test_what_is_none_is_said_to_be_none(spec):
    """`tests/cli/refused.txt` has names of systems and files that do not exist."""
    with pytest.raises(BankcrapsError, match="there is no system") as raised:
        system(spec)
    assert not isinstance(raised.value, SystemTextError)


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


RIGHT = [
    *("when always: come 10", "when always: pass 10; odds max"),
    "when point: place 6 12\nwhen come_out: on place",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_at_some_point_is_no_problem(text):
    assert check(system(text), load_rulebook("nsw")) == []


def test_what_is_around_a_system_hides_no_problem():
    """`tests/cli/refused.txt` has what houses say of systems."""
    around = StopAfter(system("when always: horn 5"), Throws(3))
    assert check(around, load_rulebook("classic")) == ["horn must be a multiple of $4, not $5"]


# The command.
def run(*args):
    """The command, in this process: its exit code, and what it printed on both streams together."""
    ran = CliRunner().invoke(command, list(args), catch_exceptions=True)
    assert ran.exception is None or isinstance(ran.exception, SystemExit | BankcrapsError), ran.exception
    return ran.exit_code, ran.output


def test_the_command_as_json(tmp_path):
    """The page of systems in the documentation runs the command in words."""
    assert {"system", "about"} == set(json.loads(run("--json")[1])[0])
    shown = json.loads(run("put_odds", "--json")[1])
    assert shown["houses"] == ["classic:after_point=put"]
    assert shown["problems"]["nsw"] == ["pass can be made only on the come-out, and the point is 4"]
    file = tmp_path / "mine.txt"
    file.write_text("when come_out: pass 10\nwhen pont: odds max\n", encoding="utf-8")
    message = "line 2: 'pont' is not understood here; did you mean point?"
    place = {"line": 2, "column": 6, "word": "pont"}
    assert json.loads(run("check", str(file), "--json")[1]) == {"ok": False, "message": message, **place}


def test_options_that_allow_a_system(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\nextends = "classic"\ntitle = "Own"\nabout = "Ours."\n', encoding="utf-8")
    for name, house, allowing in (
        ("put_odds", own, [f"{own}:after_point=put"]),
        ("put_odds", "classic", ["classic:after_point=put"]),
        ("put_odds", "nsw", []),
        ("dont_pass", "examples/houses/crapless.toml", []),  # the file takes that wager out
    ):
        assert options_that_allow(system(name), house) == allowing


HOLDS = """\
# the size of a place wager that a seven-out takes is forgotten
test mine.txt at classic with 300

pass 10                             | 6
pass 10, place 8 12                 | 4-4
place 8 24, pass 10                 | 7   # in any order
pass 10                             | 4
pass 10, Place 8 12
"""


@pytest.fixture
def told(tmp_path):
    text = "when come_out: pass 10\nwhen point: place 8 12\nafter win of place 8: press it\n"
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")

    def write(content):
        path = tmp_path / "mine.test"
        path.write_text(content, encoding="utf-8")
        return path

    return write


def test_every_line_of_a_test_holds(told):
    path = told(HOLDS)
    assert is_trial(path)
    assert not is_trial(path.with_suffix(".txt"))
    assert run_trial(path) == 5


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("4-4\nplace 8 24", "8\nplace 8 12", "line 6: pass 10, place 8 24 stands, not place 8 12, pass 10"),
        ("| 6\n", "\n", "line 4: add the throw that follows, as in pass 10 | 6"),
        ("| 6\n", "| 13\n", "line 4: a throw is a total or two dice, as in 6 or 4-2, not '13'"),
        ("with 300", "with 5", "line 4: ruin stands, not pass 10"),
        ("with 300", "with 1e3", "say what the player brings in whole dollars, as in with 300, not 1e3"),
        ("test mine.txt at classic with 300", "test", "name the system to test, as in test mine.txt"),
    ],
)
def test_a_line_that_does_not_hold_is_named(told, old, new, why):
    with pytest.raises(BankcrapsError) as error:
        run_trial(told(HOLDS.replace(old, new)))
    assert str(error.value).endswith(why)


def chart():
    return json.loads(best("nsw", 2, 4, "pass", limits="1:9").system.to_json())


def test_a_chart_is_read_as_it_was_written():
    made = best("nsw", 2, 4, "pass", limits="1:9").system
    assert read_chart(made.to_json()) == made


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"chart": "bankcraps.chart/9"}, "no chart of Bankcraps"),
        ({"goal_cents": 0}, "a goal above 0"),
        ({"chip_cents": -4}, "a chip above 0"),
        ({"throws": -3}, "from 1 to 100,000 throws"),
        ({"throws": 3, "shooters": 2}, "one deadline, not both throws and shooters"),
        ({"rows": []}, "a chart has rows"),
        ({"bets": [{"stakes": {"roulette": 100}}]}, "'roulette', which does not exist"),
        ({"bets": [{"stakes": {"pass": -5}}]}, "-5 cents on pass"),
        ({"bets": [{"stakes": {"pass": 100}, "on": ["place 6"]}]}, "may call only wagers that it makes"),
        ({"bets": [{"stakes": {"pass": 1}, "on": ["pass"], "off": ["pass"]}]}, "each of them once"),
        ({"bets": []}, "must name one of its bets"),
        ({"rows": [{"puck": None, "standing": {}, "from_cents": [100], "bets": [0]}]}, "must go up, from 0"),
    ],
)
def test_a_damaged_chart_is_refused(change, said):
    with pytest.raises(BankcrapsError, match=said):
        read_chart(json.dumps(chart() | change))


def test_what_binds_waits_for_its_puck_called_off():
    waits = {"stakes": {"place 6": 600}, "puck": 5, "on": ["place 6"]}
    row = {"puck": None, "standing": {"place 6": 600}, "from_cents": [0], "bets": [0]}
    made = read_chart(json.dumps(chart() | {"goal_cents": 9000, "bets": [waits], "rows": [row]}))
    standing = (Standing(wager("place 6"), Cents(600)),)
    table = open_table(load_rulebook("nsw"), [("Player", 2000)], Limits.read("1:9"), Cents(100), others=True)
    seat = replace(table.seats[0], wagers=standing)
    for puck, call in ((4, "off"), (5, "on")):
        seen = Observation(load_rulebook("nsw"), replace(table, seats=(seat,), puck=puck), Purse(2600, 2600))
        assert made.layout(seen, None) == Layout({wager("place 6"): 600}, {wager("place 6"): call})


def test_files_of_charts(tmp_path):
    file = tmp_path / "x.json"
    for content, asked, said in (
        ("{", file, "cannot be read: this is no chart"),
        (json.dumps(chart()), f"{file}:scale=2", "cannot be scaled"),
    ):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(BankcrapsError, match=said):
            system(str(asked))


def test_at_a_goal_of_its_own_a_chart_stops():
    made = best("nsw", 2, 4, "pass", limits="1:9").system
    assert exact.session("nsw", made, 2, throws=40, limits="1:9", extremes=False).ends["stopped"] > 0.4
