"""The names of commands: what help lists exists, and a wrong name gets a hint."""

import pytest


def test_help_is_a_command_too(bankcraps):
    assert bankcraps("help").out == bankcraps("--help").out
    assert bankcraps("help", "rules", "diff").out == bankcraps("rules", "diff", "--help").out


@pytest.mark.parametrize("words", [("paly",), ("help", "paly")])
def test_a_wrong_name_gets_the_closest(bankcraps, words):
    ran = bankcraps(*words)
    assert ran.status == 1
    assert ran.err == "bankcraps: no such command 'paly'; did you mean play? (bankcraps --help)\n"


def test_the_commands_that_help_names_exist(bankcraps):
    listed = bankcraps("--help").out
    assert "list the rulebooks; show, clauses, diff and check" in " ".join(listed.split())
    assert "list the betting systems; NAME shows one, check FILE checks yours" in " ".join(listed.split())
    for name in ("show", "clauses", "diff", "check"):
        assert bankcraps("rules", name, "--help").status == 0
    assert bankcraps("strategies", "check", "--help").status == 0
