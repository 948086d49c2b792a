"""`bankcraps odds`, `hand` and `rules`: exact answers and books as people and programs read them."""

import subprocess
import sys
from fractions import Fraction

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, odds
from bankcraps.cli.reports.odds_table import grouped


def test_a_house_best_first(bankcraps):
    lines = bankcraps("odds", "--rules", "pennsylvania").out.splitlines()
    assert lines[0] == "Pennsylvania (pennsylvania): house edge of each wager, lowest first, ideal pays"
    rows = lines[3 : lines.index("", 3)]
    edges = [float(row.partition("%  ")[0].rsplit(None, 1)[-1]) for row in rows]
    assert len(rows) == len(set(rows)) > 30
    assert edges
    order = [row.split("  ")[0] for row in rows]
    assert (
        order.index("dont_pass") < order.index("pass") < order.index("place 6 8") < order.index("any_seven")
    )
    assert order[-1] == "fire"
    assert any(line.startswith("edge ") and "expected loss per bet made" in line for line in lines)


def test_a_wager_in_full(bankcraps):
    out = bankcraps("odds", "--rules", "pennsylvania", "--wager", "place 6", "--amount", "5").out
    assert "place 6, Pennsylvania, a wager of 5 as really paid" in out
    assert [line.split()[:3] for line in out.splitlines() if line.startswith("  breakage")] == [
        ["breakage", "5/66", "7.576%"]
    ]
    assert "7.576%  what rounding to chips and caps add to the edge, as a share of the bet\n" in out
    out = bankcraps("odds", "--rules", "washington", "--amount", "6").out
    assert "refused for that amount:" in out
    assert "  horn: must be a multiple of $4, not $6" in out
    told = bankcraps("odds", "--rules", "classic:bar=2", "--json").json
    assert (told["schema"], told["house"]) == ("bankcraps.odds/3", "classic:bar=2")
    for row in told["wagers"]:
        exact = [key for key in row if key.endswith("_fraction")]
        assert len(exact) == 8
        assert all(float(Fraction(row[key])) == row[key.removesuffix("_fraction")] for key in exact)


def test_many_numbers_with_equal_figures_are_listed():
    """In a crapless house ten numbers can be placed. Hops alone are too many to list."""
    place, other = odds("nsw", "place 6")["place 6"], odds("nsw", "place 4")["place 4"]
    named = [replace(place, wager=f"place {n}") for n in (2, 3, 4, 11, 12)]
    assert [name for name, _ in grouped([*named, other], lambda one: one.edge)] == [
        "place 2 3 4 11 12",
        "place 4",
    ]
    hops = [replace(place, wager=f"hop 1-{n}") for n in (2, 3, 4, 5, 6)]
    odd = replace(other, wager="hop 1-1")
    assert [name for name, _ in grouped([*hops, odd], lambda one: one.edge)] == ["hop easy", "hop 1-1"]


def test_a_book_of_ones_own(bankcraps, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'extends = "pennsylvania"\nid = "mine"\ntitle = "My house"\nabout = "A better field."\n'
        '[wagers.field.pays]\n12 = "3 to 1"\n'
    )
    told = bankcraps("odds", "--rules", str(mine), "--wager", "field", "--json").json
    assert (told["house"], told["wagers"][0]["edge_fraction"]) == ("mine", "1/36")
    with_mine = bankcraps("odds", "--compare", "--rules", str(mine), "--wager", "field").out
    assert with_mine.splitlines()[2].split()[-1] == "mine"
    assert with_mine.splitlines()[3].split()[-1] == "2.778%*"


def test_pay_edge_and_clause(bankcraps):
    rows = [
        line.split() for line in bankcraps("odds", "--rules", "pennsylvania", "--clauses").out.splitlines()
    ]
    buy = next(row for row in rows if row[:3] == ["buy", "4", "10"])
    assert " ".join(buy[3:14]) == "2 to 1, less 5% of the stake when made 5.000%"
    assert buy[14] == "4.762%"
    assert {"payoffs.odds_4_10,", "vigorish.rate,", "vigorish.buy_on_stake,"} <= set(buy)
    dont = next(row for row in rows if row[:1] == ["dont_pass"])
    assert dont[1:6] == ["1", "to", "1,", "12", "ties"]
    assert "dont_pass.come_out_push" in dont
    told = bankcraps("odds", "--rules", "nsw", "--wager", "hard 6", "--json").json["wagers"][0]
    assert (told["pays"], told["clauses"]) == ("9.5 to 1", ["8.1.hardways"])


def test_pay_edge_and_clause_house_by_house(bankcraps):
    lines = bankcraps("odds", "--compare", "--clauses", "--wager", "field").out.splitlines()
    assert lines[2].split() == ["wager", "house", "pays", "edge", "outlay", "clause"]
    assert lines[3].startswith("field  nsw ")
    assert lines[4].split()[0] == "washington"
    assert "field.pays_even, field.pays_double" in lines[4]
    told = bankcraps("odds", "--compare", "--json", "--wager", "buy 4").json["wagers"][0]["houses"][0]
    assert (told["edge_fraction"], told["edge_outlay_fraction"]) == ("1/20", "1/21")
    assert told["clauses"]


def test_flats_with_odds(bankcraps):
    rows = [line.split() for line in bankcraps("odds", "--with-odds").out.splitlines()]
    assert ["pass", "full", "(3-4-5x)", "3.778", "0.374%", "7/1870", "4.916"] in rows
    told = bankcraps("odds", "--with-odds", "--wager", "dont_pass", "--json").json["with_odds"]
    assert [row["odds"] for row in told] == ["1x", "2x", "3x", "full (3-4-5x)"]
    assert told[0]["edge_fraction"] == "3/440"


def test_houses_side_by_side(bankcraps):
    lines = bankcraps("odds", "--compare").out.splitlines()
    assert lines[2].split() == ["wager", "nsw", "washington", "pennsylvania", "three_four_five", "classic"]
    rows = {line[:20].strip(): line[20:].split() for line in lines[3:]}
    assert rows["hard 6 8"] == ["4.545%*", "9.091%", "9.091%", "9.091%", "9.091%"]
    assert rows["fire"] == ["-", "-", "20.763%", "-", "-"]
    told = bankcraps("odds", "--compare", "--json", "--wager", "two").json
    assert told["schema"] == "bankcraps.odds_compared/3"
    first = told["wagers"][0]["houses"][0]
    assert (first["house"], first["edge"], first["edge_fraction"]) == ("nsw", 1 / 18, "1/18")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--wager", "plac6"), "there is no wager 'plac6'; did you mean place 6"),
        (("--wager", ""), "there is no wager ''"),
        (("--rules", ""), "there is no book ''"),
        (("--amount", "5.555"), "'5.555' has fractions of a cent"),
        (("--wager", "pass", "--amount", "20000"), "pass may be at most $10000, not $20000"),
        (("--amount", "5", "--limits", "5"), "write limits as MIN:MAX or MIN:MAX:UNIT"),
        (("place", "6"), "name a wager with --wager: bankcraps odds --wager 'place 6'"),
        (("--wager", "pass", "--wager", "field"), "--wager names one wager"),
        (("--amount", "5", "--with-odds"), "--with-odds uses ideal pays"),
        (("--amount", "5", "--compare"), "--compare uses ideal pays"),
        (("--with-odds", "--compare"), "--compare shows wagers without odds behind them"),
        (("--with-odds", "--wager", "field"), "odds go behind pass, dont_pass, come and dont_come"),
    ],
)
def test_bad_input(bankcraps, args, says):
    ran = bankcraps("odds", *args)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("bankcraps: ")
    assert says in ran.err


@pytest.mark.parametrize("throws", ["0", "2501"])
def test_hands_that_are_not_told(bankcraps, throws):
    ran = bankcraps("hand", "--at-least", throws, "--json")
    assert (ran.status, ran.out) == (1, "")
    assert f"goes from 1 to 2500 throws, not {throws}" in ran.err


def test_hand(bankcraps):
    out = bankcraps("hand").out
    assert [line.split()[:3] for line in out.splitlines() if line.startswith("mean")] == [
        ["mean", "1671/196", "8.525510"]
    ]
    assert ["154", "1.7888e-10", "5,590,264,072", "1.7101e-20"] in [line.split() for line in out.splitlines()]


def test_hand_at_least(bankcraps):
    told = bankcraps("hand", "--rules", "nsw", "--at-least", "154", "--json").json
    assert (told["schema"], told["house"], told["at_least"]) == ("bankcraps.hand/3", "nsw", 154)
    assert float(Fraction(told["p_at_least_fraction"])) == told["p_at_least"]
    assert "1 in 5,590,264,072" in bankcraps("hand", "--at-least", "154").out
    assert "1501/1944" in bankcraps("hand", "--at-least", "4").out
    assert bankcraps("hand", "--at-least", "1").out.startswith("a hand of at least 1 throws: 1, 1 in 1")


@pytest.mark.parametrize("command", ["odds", "hand"])
def test_nothing_heavy_is_loaded(command):
    """A cold start takes half a second; loading arrays and screens would take as long again."""
    heavy = "{'numpy', 'numba', 'rich', 'textual', 'lark', 'pyarrow'}"
    program = (
        f"import sys; sys.argv = ['bankcraps', '{command}', '--json']\n"
        "from bankcraps.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"print(sorted({heavy} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_the_books(bankcraps):
    assert [line.split()[0] for line in bankcraps("rules").out.splitlines()] == list(BOOKS)
    assert [book["house"] for book in bankcraps("rules", "--json").json] == list(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_show_gives_every_value_its_source(bankcraps, name):
    values = bankcraps("rules", "show", name, "--json").json["values"]
    assert values["wagers.pass.pays"]["value"] == "1 to 1"
    assert [key for key, value in values.items() if not value["source"]] == []


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
    two_notations = bankcraps("rules", "diff", "washington", "pennsylvania", "--json").json
    assert [row for row in two_notations if row["key"] == "wagers.any_seven.pays.7"] == []
    assert "5 for 1" in bankcraps("rules", "show", "washington").out


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
    assert "cannot read this file: No such file" in bankcraps("rules", "check", "nowhere.toml").err
