"""`bankcraps play --plain --json`, `replay`, `perft` and `schema`: tables and records through a pipe."""

import pathlib

import pytest
from jsonschema import Draft202012Validator

from bankcraps import Table
from bankcraps.cli.plain import answer_line

PLAIN = ("play", "--plain", "--json", "--rules", "nsw", "--seat", "Ann:500")
TWO = (*PLAIN, "--seat", "Bob:300")
ROOT = pathlib.Path(__file__).parents[2]
EVENING = ROOT / "examples" / "evening.craps"


def test_a_line_in_an_object_out(bankcraps):
    first, second = bankcraps(*PLAIN, said="pass 10\nroll 4-2\n").lines
    assert (first["line"], first["event"]["type"], first["event"]["by"]) == (1, "bet", {"person": "Ann"})
    assert (first["refusal"], [effect["type"] for effect in first["effects"]]) == (None, ["staked"])
    assert (first["puck"], first["shooter"]) == (None, "Ann")
    assert first["rail_cents"] == {"Ann": 49000}
    assert first["layout_cents"] == {"Ann": {"pass": 1000}}
    assert second["puck"] == 6
    assert [effect["type"] for effect in second["effects"]] == ["dice_taken", "thrown", "point_set"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("pass 999999999", "over_maximum"),
        ("roll 7-1", "notation"),
        ("Zoe: pass 10", "not_seated"),
        ("dealer: pass 10", "not_your_act"),
        ('dispute "\\ud800"', "notation"),
        ("Ann:", "notation"),
        ("\n# a remark\n\n\udcff\udcfe\0pass", "notation"),
    ],
)
def test_bad_input_has_its_own_no(bankcraps, line, code):
    (came,) = bankcraps(*PLAIN, said=f"{line}\n".encode(errors="surrogateescape")).lines
    assert (came["line"], came["refusal"]["code"]) == (1 + line.count("\n"), code)
    assert came["refusal"]["message"]
    assert (came["rail_cents"], came["layout_cents"]) == ({"Ann": 50000}, {"Ann": {}})
    assert came["puck"] is None


def test_two_seats_need_names(bankcraps):
    unclear, clear = bankcraps(*TWO, said="pass 10\nBob: pass 10\n").lines
    assert unclear["refusal"]["message"] == "say who, as in: Ann: pass 10"
    assert clear["layout_cents"] == {"Ann": {}, "Bob": {"pass": 1000}}


def test_one_line_may_be_several_events(bankcraps):
    came = bankcraps(*PLAIN, said="across 32\nacross 33\nacross 96000\n").lines
    assert [event["wager"] for event in came[0]["event"]] == [f"place {n}" for n in (4, 5, 6, 8, 9, 10)]
    assert came[1]["refusal"]["code"] == "notation"
    assert came[2]["refusal"]["code"] == "over_maximum"
    assert came[2]["layout_cents"] == came[0]["layout_cents"]


def test_seeded_dice_come_again(bankcraps):
    said = "pass 10\n" + "roll\n" * 20
    first = bankcraps(*PLAIN, "--seed", "7", said=said)
    assert first.out == bankcraps(*PLAIN, "--seed", "7", said=said).out
    assert first.out != bankcraps(*PLAIN, "--seed", "8", said=said).out


def test_limits_and_chip(bankcraps):
    low, good = bankcraps(*PLAIN, "--limits", "5:500:5", "--chip", "0.50", said="pass 4\npass 15\n").lines
    assert (low["refusal"]["limit_cents"], low["refusal"]["offered_cents"]) == (500, 400)
    assert good["refusal"] is None


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_unreadable_lines_are_counted(bankcraps, how):
    said = "pass 10\nplce 6 12\ncome 5\nbananas\n"
    ran = bankcraps("play", "--plain", *how, "--rules", "nsw", said=said)
    assert ran.status == 1
    assert "2 lines could not be read" in ran.err
    assert bankcraps("play", "--plain", *how, "--rules", "nsw", said="pass 10\ncome 5\n").status == 0


def test_a_session_goes_on(bankcraps, tmp_path):
    file = tmp_path / "tonight.craps"
    assert bankcraps(*PLAIN, "--record", str(file), said="pass 10\nroll 4-2\n").status == 0
    (came,) = bankcraps("play", "--json", "--resume", str(file), said="odds 20\n").lines
    assert came["layout_cents"] == {"Ann": {"pass": 1000, "pass_odds": 2000}}
    assert "verified: 3 events" in bankcraps("replay", str(file)).out


@pytest.mark.parametrize("lost", [1, 30, 60])
def test_a_session_that_broke_off_goes_on(bankcraps, tmp_path, lost):
    """The last line of the file may be half a line."""
    file = tmp_path / "tonight.craps"
    assert bankcraps(*PLAIN, "--record", str(file), said="pass 10\nroll 4-2\nplace 8 12\n").status == 0
    file.write_text(file.read_text().partition("\nend")[0][:-lost])
    (came,) = bankcraps("play", "--json", "--resume", str(file), said="odds 20\n").lines
    assert came["puck"] == 6
    assert came["refusal"] is None
    assert "verified: 3 events" in bankcraps("replay", str(file)).out


def test_help_lists_the_words(bankcraps):
    said = bankcraps("play", "--plain", said="help\nhelp place\nhelp bananas\n").out.splitlines()
    place = f"{'place 6 12':<32} wins if its number comes before a 7"
    assert f"  {place}" in said
    assert place in said
    assert said[-1] == "'bananas' is not a command; say help for the list"


def test_a_pipe_answers_the_questions_that_the_screen_answers(capsys):
    table = Table("three_four_five", {"Ann": 500})
    table.bet("Ann", "pass", 10)
    assert answer_line("my bets", table, "Ann")
    assert answer_line("Stack?", table, "Ann")
    assert answer_line("how much does the hard eight pay?", table, "Ann")
    assert not answer_line("my bets are off", table, "Ann")
    bets, stack, hard, *_ = capsys.readouterr().out.splitlines()
    assert bets == "Ann: $10 on the Pass Line"
    assert stack.startswith("Ann has $490 in the rail and $10 on the layout.")
    assert hard.startswith("hard 8 5 ")


def test_help_on_a_word_has_what_the_house_says_of_it(bankcraps):
    said = bankcraps("play", "--plain", "--rules", "nsw", said="help odds\nhelp offer\nhelp sit\n").out
    assert "  limit        2 times on 4" in said
    assert "  6.1.5.1      Odds behind the Win Line may not be more than twice the flat wager." in said
    assert "  To whom      needed" in said
    assert "  Place        may be left out" in said


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


def test_a_record_that_is_none_or_cut_short_is_known_as_one(bankcraps, tmp_path):
    edited = tmp_path / "edited.craps"
    assert "cannot be read" in bankcraps("replay", str(edited)).err
    for text in (b"\xff\xfe", *(EVENING.read_bytes()[:length] for length in (0, 97, 388, 679))):
        edited.write_bytes(text)
        assert bankcraps("replay", str(edited)).status == 1
    edited.write_text(EVENING.read_text().replace("wins 60", "gets 60 more"))  # other words of one event
    assert bankcraps("replay", str(edited)).out == bankcraps("replay", str(EVENING)).out


def test_a_book_of_ones_own_is_given_beside_its_record(bankcraps, tmp_path):
    book, record = tmp_path / "mine.toml", tmp_path / "mine.craps"
    book.write_text('extends = "nsw"\nid = "mine"\ntitle = "Mine"\nabout = "Mine."\n')
    bankcraps("play", "--plain", "--rules", str(book), "--record", str(record), said="pass 10\nroll 6-5\n")
    assert (
        "which is not one of our books: give its rulebook (--rules FILE)"
        in bankcraps("replay", str(record)).err
    )
    assert bankcraps("replay", str(record), "--rules", str(book)).status == 0


LINES = """\
pass 10
place 6 1000000
roll 4-2
not a word
place 6 12; place 8 12
roll
"""


@pytest.fixture
def fits(bankcraps):
    return Draft202012Validator(bankcraps("schema").json).is_valid


def test_what_the_table_and_a_replay_write_fits(bankcraps, fits):
    shown = bankcraps("play", "--json", "--seat", "Ann:500", "--rules", "nsw", said=LINES).lines
    assert len(shown) == 6
    assert all(map(fits, shown))
    assert all(fits(line["event"]) for line in shown if isinstance(line["event"], dict))
    assert all(fits(effect) for line in shown for effect in line["effects"])
    shown = bankcraps("replay", "--json", "examples/evening.craps").lines
    assert shown[-1]["verified"]
    assert all(map(fits, shown))


NO_ANSWERS = (
    *({}, [], 1, "pass", None, {"any": "thing"}, {"type": "bett"}, {"schema": "bankcraps.hand/3"}),
    {"line": 1},
)


@pytest.mark.parametrize("flag", [[], ["--messages"]])
def test_anything_else_does_not(bankcraps, flag):
    is_valid = Draft202012Validator(bankcraps("schema", *flag).json).is_valid
    assert [wrong for wrong in NO_ANSWERS if is_valid(wrong)] == []


def test_a_key_that_is_missing_or_misspelt_is_found(bankcraps, fits):
    whole = bankcraps("hand", "--json").json
    assert fits(whole)
    for key in whole:
        assert not fits({name: value for name, value in whole.items() if name != key}), key
        assert not fits({f"{name}s" if name == key else name: value for name, value in whole.items()}), key
