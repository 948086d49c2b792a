"""A system's own test as a file: what should stand before each throw."""

import pytest
from click.testing import CliRunner

from bankcraps.cli.commands.strategies import command
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.trials import is_trial, run_trial

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


def test_the_command_checks_systems_and_their_tests(told):
    path = told(HOLDS)
    right = CliRunner().invoke(command, ["check", str(path.with_suffix(".txt")), str(path)])
    assert (right.exit_code, "all 5 lines hold" in right.output) == (0, True), right.output
    wrong = CliRunner().invoke(command, ["check", str(told(HOLDS.replace("8 24", "8 12"))), "pass"])
    assert (wrong.exit_code, "place 8 24 stands" in wrong.output, "a valid system" in wrong.output) == (
        1,
        True,
        True,
    )
