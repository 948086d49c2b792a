"""`bankcraps play --plain --json`: a table through a pipe."""

import pathlib

import pytest

from bankcraps import Table
from bankcraps.cli.plain import answer_line

PLAIN = ("play", "--plain", "--json", "--rules", "nsw", "--seat", "Ann:500")
TWO = (*PLAIN, "--seat", "Bob:300")


def test_a_line_in_an_object_out(process):
    first, second = process(*PLAIN, said="pass 10\nroll 4-2\n").lines
    assert first == {
        "line": 1,
        "event": {
            "type": "bet",
            "wager": "pass",
            "amount_cents": 1000,
            "press": False,
            "tokens_cents": [],
            "confirmed": [],
            "unrejected": False,
            "by": {"person": "Ann"},
            "at": None,
        },
        "refusal": None,
        "effects": [
            {
                "type": "staked",
                "seat": "Ann",
                "wager": "pass",
                "amount_cents": 1000,
                "stands_cents": 1000,
                "tokens_cents": [],
            }
        ],
        "puck": None,
        "shooter": "Ann",
        "rail_cents": {"Ann": 49000},
        "layout_cents": {"Ann": {"pass": 1000}},
    }
    assert second["puck"] == 6
    assert [effect["type"] for effect in second["effects"]] == ["dice_taken", "thrown", "point_set"]


def test_a_refusal_changes_nothing_and_names_the_rule(bankcraps):
    before, refused = bankcraps(*PLAIN, said="pass 10\ncome 10\n").lines
    assert refused["refusal"]["code"] == "not_now"
    assert refused["refusal"]["clause"] == "6.1.3"
    assert refused["effects"] == []
    assert (refused["rail_cents"], refused["layout_cents"]) == (before["rail_cents"], before["layout_cents"])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("pass 0", "bad_amount"),
        ("pass -5", "bad_amount"),
        ("pass 10.50", "off_unit"),
        ("pass 999999999", "over_maximum"),
        ("pass 600", "not_enough_chips"),
        ("pass nan", "notation"),
        ("pass inf", "notation"),
        ("pass 1e5", "notation"),
        ("pass 99999999999999999999999", "notation"),
        ("pass 10.005", "notation"),
        ("place 7 12", "notation"),
        ("hard 5 1", "notation"),
        ("roll 7-1", "notation"),
        ("odds 10", "needs_flat"),
        ("Zoe: pass 10", "not_seated"),
        ("dealer: pass 10", "not_your_act"),
        ("Ann: no_roll off_table", "not_your_act"),
        ("supervisor: no_roll off_table", "not_your_act"),
        ("no_roll sneeze", "no_such_reason"),
        ("hop 3-4 1", "not_offered"),
        ("down place 6", "not_standing"),
        ("bananas", "notation"),
        ('dispute "\\ud800"', "notation"),
        ("Ann:", "notation"),
    ],
)
def test_bad_input_has_its_own_no(bankcraps, line, code):
    (came,) = bankcraps(*PLAIN, said=f"{line}\n").lines
    assert came["refusal"]["code"] == code
    assert came["refusal"]["message"]
    assert (came["rail_cents"], came["layout_cents"]) == ({"Ann": 50000}, {"Ann": {}})
    assert came["puck"] is None


def test_two_seats_need_names(bankcraps):
    unclear, clear = bankcraps(*TWO, said="pass 10\nBob: pass 10\n").lines
    assert unclear["refusal"]["message"] == "say who, as in: Ann: pass 10"
    assert clear["layout_cents"] == {"Ann": {}, "Bob": {"pass": 1000}}


def test_dice_go_on_by_themselves(bankcraps):
    said = "Ann: pass 10\nBob: pass 10\nroll 4-2\nroll 4-3\nBob: pass 10\nroll 6-5\n"
    shooters = [line["shooter"] for line in bankcraps(*TWO, said=said).lines]
    assert shooters == ["Ann", "Ann", "Ann", "Bob", "Bob", "Bob"]


def test_one_line_may_be_several_events(bankcraps):
    came = bankcraps(*PLAIN, said="across 32\nacross 33\nacross 96000\n").lines
    assert [event["wager"] for event in came[0]["event"]] == [f"place {n}" for n in (4, 5, 6, 8, 9, 10)]
    assert came[1]["refusal"]["code"] == "notation"
    assert came[2]["refusal"]["code"] == "over_maximum"
    assert came[2]["layout_cents"] == came[0]["layout_cents"]


def test_empty_lines_and_remarks_are_passed_over(bankcraps):
    assert [line["line"] for line in bankcraps(*PLAIN, said="\n# a remark\n\npass 10\n").lines] == [4]


def test_bytes_that_are_no_text(bankcraps):
    (came,) = bankcraps(*PLAIN, said=b"\xff\xfe\x00pass\n").lines
    assert came["refusal"]["code"] == "notation"


def test_seeded_dice_come_again(bankcraps):
    said = "pass 10\n" + "roll\n" * 20
    first = bankcraps(*PLAIN, "--seed", "7", said=said)
    assert first.out == bankcraps(*PLAIN, "--seed", "7", said=said).out
    assert first.out != bankcraps(*PLAIN, "--seed", "8", said=said).out


def test_limits_and_chip(bankcraps):
    options = ("--limits", "5:500:5", "--chip", "0.50")
    low, odd, high, good = bankcraps(*PLAIN, *options, said="pass 4\npass 12\npass 505\npass 15\n").lines
    codes = [line["refusal"]["code"] for line in (low, odd, high)]
    assert codes == ["under_minimum", "off_unit", "over_maximum"]
    assert good["refusal"] is None
    assert low["refusal"]["limit_cents"] == 500
    assert low["refusal"]["offered_cents"] == 400


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rules", "atlantis"), "there is no book 'atlantis'"),
        (("--rules", "classic:bar=3"), "option bar must be one of 12, 2"),
        (("--seat", "Ann"), "a seat is NAME:BUYIN"),
        (("--seat", "Ann:lots"), "is not a sum of money"),
        (("--seat", "Ann:-5"), "an amount bought must be more than $0"),
        (("--seat", "Ann:10", "--seat", "Ann:10"), "seated twice"),
        (("--seat", "Big Al:10", "--seat", "Big_Al:10"), "Big_Al is seated twice"),
        (("--seat", "dealer:10"), "is a role of the crew and nobody's name"),
        (("--limits", "10"), "write limits as MIN:MAX"),
        (("--limits", "10:5"), "a maximum no lower than the minimum"),
        (("--chip", "0"), "worth more than $0"),
        (("--record", "/nowhere/at/all.craps"), "cannot be written"),
    ],
)
def test_bad_options_end_with_a_sentence(bankcraps, options, said):
    ran = bankcraps("play", "--plain", *options)
    assert ran.status != 0
    assert said in ran.err


def test_words_for_people(bankcraps):
    ran = bankcraps("play", "--plain", "--rules", "nsw", said="pass 10\ncome 5\nplce 6 12\nroll 6-5\n")
    assert ran.out.splitlines() == [
        "Player puts $10 on the Win Line",
        "refused: the Come can be made only while the puck is on, and it is off [6.1.3]",
        "plce 6 12",
        "^^^^",
        "'plce' is not a command; did you mean place, as in: place 6 12",
        "Player takes the dice",
        "6-5: Yo-leven, front line winner",
        "Player's $10 on the Win Line wins $10",
        "natural 11 on the come-out",
    ]


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_unreadable_lines_are_counted(bankcraps, how):
    said = "pass 10\nplce 6 12\ncome 5\nbananas\n"
    ran = bankcraps("play", "--plain", *how, "--rules", "nsw", said=said)
    assert ran.status == 1
    assert "2 lines could not be read" in ran.err
    assert bankcraps("play", "--plain", *how, "--rules", "nsw", said="pass 10\ncome 5\n").status == 0


def test_a_record_is_never_overwritten_without_a_word(bankcraps, tmp_path):
    file = tmp_path / "tonight.craps"
    assert bankcraps(*PLAIN, "--record", str(file), said="pass 10\n").status == 0
    first = file.read_text()
    ran = bankcraps(*PLAIN, "--record", str(file), said="field 5\n")
    assert ran.status == 1
    assert "exists already; --resume goes on with it, and --overwrite replaces it" in ran.err
    assert file.read_text() == first
    assert bankcraps(*PLAIN, "--record", str(file), "--overwrite", said="field 5\n").status == 0
    assert "field" in file.read_text()
    assert "pass" not in file.read_text()


def test_a_device_is_never_replaced(bankcraps):
    assert bankcraps(*PLAIN, "--record", "/dev/null", "--overwrite", said="field 5\n").status == 0
    assert not pathlib.Path("/dev/null").is_file()


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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--resume", "x.craps", "--seat", "Ann:10"), "leave out --seat"),
        (("--resume", "x.craps", "--record", "y.craps"), "leave out --record"),
        (("--resume", "/nowhere/x.craps"), "cannot be read"),
        (("--practice",), "for the terminal table"),
    ],
)
def test_options_that_do_not_go_together(bankcraps, options, said):
    ran = bankcraps("play", "--plain", *options)
    assert ran.status == 1
    assert said in ran.err


def test_without_a_terminal_it_says_so(bankcraps):
    ran = bankcraps("play")
    assert ran.status == 1
    assert "use --plain" in ran.err


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
