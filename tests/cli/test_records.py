"""`bankcraps replay` and `perft`, and their errors for a record that is not true."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "examples" / "evening.craps"
EXPECTED = json.loads((ROOT / "tests" / "game" / "perft" / "expected.json").read_text())


def test_the_example_is_what_its_script_says(bankcraps, tmp_path):
    again = tmp_path / "again.craps"
    seats = [arg for seat in ("Ann:300", "Bob:300", "Cid:200") for arg in ("--seat", seat)]
    said = EVENING.with_suffix(".txt").read_text()
    bankcraps("play", "--plain", "--rules", "three_four_five", *seats, "--record", str(again), said=said)
    assert again.read_text() == EVENING.read_text()


def test_replay_verifies(bankcraps):
    ran = bankcraps("replay", str(EVENING))
    assert ran.status == 0
    assert "every table as recorded; Ann $470, Bob $198" in ran.out
    *events, verdict = bankcraps("replay", str(EVENING), "--json").lines
    assert verdict == {"verified": True, "events": len(events), "rail_cents": {"Ann": 47000, "Bob": 19800}}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "Ann: pass_odds 30",
            "Ann: pass_odds 20",
            'the record says "Ann puts 30 on pass_odds", but the replay gives "',
        ),
        (
            "Ann: pass_odds 30\n  Ann puts 30",
            "Ann: pass_odds 20\n  Ann puts 20",
            "after this event the replay",
        ),
        ("  = ", "  = 0", "an event needs the hash of the table below it"),
        ("rules three_four_five", "rules pennsylvania", "another version of pennsylvania"),
        ("seat 1 Ann 300", "seat 1 Ann 10", "the replay has the hash"),
        ("Ann: pass_odds 30", "Ann: pass_odds 3000", "the rules refuse this (over_odds_limit)"),
        ("Ann: pass_odds", "Ann: pass_idds", "is not a command"),
        ("Ann: pass_odds 30", "Ann: odds 30", "a record must name the actor and the wager in full"),
        ("craps 2", "craps 9", "a record must begin with craps 2, not 'craps 9'"),
        ("craps 2", "craps 1", "the old format, craps 1"),
        ("craps 2", "chess 2", "not a record"),
        ("end 61", "end 60", "lines are missing or were added"),
        ("  Ann 470", "  Ann 4700", "the rails at the end"),
        ("limits 1:10000:1", "limits 10:1:1", "this header does not open a table"),
    ],
)
def test_an_edited_record_is_found_out(bankcraps, tmp_path, old, new, said):
    edited = tmp_path / "edited.craps"
    assert old in EVENING.read_text()
    edited.write_text(EVENING.read_text().replace(old, new, 1))
    ran = bankcraps("replay", str(edited))
    assert ran.status == 1
    assert said in ran.err


def test_a_reworded_sentence_is_no_other_record(bankcraps, tmp_path):
    edited = tmp_path / "edited.craps"
    edited.write_text(EVENING.read_text().replace("wins 60", "gets 60 more"))
    assert edited.read_text() != EVENING.read_text()
    assert bankcraps("replay", str(edited)).out == bankcraps("replay", str(EVENING)).out


def test_a_record_cut_short_is_known_as_one(bankcraps, tmp_path):
    short = tmp_path / "short.craps"
    for length in range(0, len(EVENING.read_text()) - 1, 97):
        short.write_text(EVENING.read_text()[:length])
        assert bankcraps("replay", str(short)).status == 1
        if length > 600:
            break


def test_what_is_no_file_and_no_text(bankcraps, tmp_path):
    assert "cannot be read" in bankcraps("replay", str(tmp_path / "none.craps")).err
    (tmp_path / "bytes.craps").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in bankcraps("replay", str(tmp_path / "bytes.craps")).err


def test_perft(bankcraps):
    file = ROOT / "tests" / "game" / "perft" / "nsw" / "line_and_come.craps"
    counted = bankcraps("perft", str(file), "--depth", "3", "--json").json
    assert counted["nodes"] == 36**3
    assert counted["depths"] == [
        {"depth": count["depth"], "nodes": count["nodes"], "net_cents": count["net"]}
        for count in EXPECTED["nsw/line_and_come"]
    ]
    assert bankcraps("perft", str(file), "--depth", "1").out.startswith("depth 1: 36 nodes; net Ann -10")


def test_a_book_of_ones_own_is_given_beside_its_record(bankcraps, tmp_path):
    book, record = tmp_path / "mine.toml", tmp_path / "mine.craps"
    book.write_text('extends = "nsw"\nid = "mine"\ntitle = "Mine"\nabout = "Mine."\n')
    bankcraps("play", "--plain", "--rules", str(book), "--record", str(record), said="pass 10\nroll 6-5\n")
    assert (
        "which is not one of our books: give its rulebook (--rules FILE)"
        in bankcraps("replay", str(record)).err
    )
    assert bankcraps("replay", str(record), "--rules", str(book)).status == 0
