"""`bankcraps rules`: the books as people and programs read them."""

import json

import pytest

from bankcraps import BOOKS


def test_the_books(bankcraps):
    assert [line.split()[0] for line in bankcraps("rules").out.splitlines()] == list(BOOKS)
    assert [book["house"] for book in bankcraps("rules", "--json").json] == list(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_show_gives_every_value_its_source(bankcraps, name):
    values = bankcraps("rules", "show", name, "--json").json["values"]
    assert values["wagers.pass.pays"]["value"] == "1 to 1"
    assert [key for key, value in values.items() if not value["source"]] == []


def test_show_prints_pays_as_the_house_does(bankcraps):
    shown = bankcraps("rules", "show", "washington").out
    assert "5 for 1" in shown


def test_clauses(bankcraps):
    assert bankcraps("rules", "clauses", "nsw", "6.7").out.startswith("6.7 ")
    below = bankcraps("rules", "clauses", "nsw", "6.1.1", "--json").json
    assert [clause["id"] for clause in below][:2] == ["6.1.1", "6.1.1.1"]
    missing = bankcraps("rules", "clauses", "nsw", "66.6")
    assert (missing.status, "has no clause 66.6" in missing.err) == (1, True)


def test_diff(bankcraps):
    differing = {row["key"]: row for row in bankcraps("rules", "diff", "nsw", "pennsylvania", "--json").json}
    assert differing["wagers.dont_pass.bar"] == {
        "key": "wagers.dont_pass.bar",
        "first": "2",
        "second": "12",
        "first_source": "6.1.2.3",
        "second_source": "dont_pass.come_out_push",
    }
    head, first = bankcraps("rules", "diff", "nsw", "pennsylvania").out.splitlines()[:2]
    assert head.split() == ["nsw", "clause", "pennsylvania", "clause"]
    assert "3.1, 3.5, 6.3" in first
    assert "wagers.any_seven.pays.7" not in differing
    assert bankcraps("rules", "diff", "nsw", "nsw", "--json").json == []


def test_two_notations_of_one_pay_are_no_difference(bankcraps):
    rows = bankcraps("rules", "diff", "washington", "pennsylvania", "--json").json
    assert [row for row in rows if row["key"] == "wagers.any_seven.pays.7"] == []


def test_check_a_book_of_ones_own(bankcraps, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'extends = "pennsylvania"\nid = "mine"\ntitle = "My house"\nabout = "No fire."\n'
        '[wagers]\nfire = false\n[wagers.field.pays]\n12 = "3 to 1"\n'
    )
    assert "a good rulebook (My house, 23 kinds of wager)" in bankcraps("rules", "check", str(mine)).out
    field = bankcraps("rules", "show", str(mine), "--json").json["values"]["wagers.field.pays.12"]
    assert field == {"value": "3 to 1", "source": "house rule of mine"}


def test_check_says_key_and_line(bankcraps, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'extends = "nsw"\nid = "mine"\ntitle = "Mine"\nabout = "Mine."\n[wagers.dont_pass]\nbarr = 12\n'
    )
    ran = bankcraps("rules", "check", str(mine))
    assert ran.status == 1
    assert "line 6: wagers.dont_pass.barr: there is no such key; did you mean bar?" in ran.err
    as_json = bankcraps("rules", "check", str(mine), "--json")
    assert (as_json.status, as_json.json["line"], as_json.json["ok"]) == (1, 6, False)


def test_check_what_is_not_there(bankcraps):
    assert "cannot read this file: No such file" in bankcraps("rules", "check", "nowhere.toml").err


def test_json_of_a_book_is_json(bankcraps):
    json.loads(bankcraps("rules", "show", "classic:bar=2", "--json").out)
