"""`bankcraps odds`, `hand` and `rules`: exact answers and books as people and programs read them.

The pages of docs/ hold what the commands print, whole; a row here asks for one line of each form.
"""

import json
import shlex
import subprocess
import sys

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, odds
from bankcraps.cli.reports.odds_table import joined

SAID = (
    ("odds --rules pennsylvania --wager 'place 6' --amount 5", "breakage 5/66 7.576%"),
    ("odds --rules washington --amount 6", "refused for that amount: "),
    ("odds --rules washington --amount 6", " horn: must be a multiple of $4, not $6"),
    ("odds --rules pennsylvania --clauses", "dont_pass 1 to 1, 12 ties"),
    ("odds --compare --clauses --wager field", "wager house pays edge outlay clause field nsw "),
    ("odds --compare --clauses --wager field", "field.pays_even, field.pays_double"),
    ("odds --compare", "fire - - 20.763% - -"),
    ("hand --at-least 1", "a hand of at least 1 throws: 1, 1 in 1"),
)


@pytest.mark.parametrize(("line", "says"), SAID)
def test_what_people_read(bankcraps, line, says):
    assert says in " ".join(bankcraps(*shlex.split(line)).out.split())


TOLD = (
    ("rules clauses nsw 6.1.1", "1.id", "6.1.1.1"),
    ("rules show nsw", "values.wagers%pass%pays.value", "1 to 1"),
    ("rules diff nsw nsw", "", []),
)


@pytest.mark.parametrize(("line", "path", "value"), TOLD)
def test_what_programs_read(bankcraps, line, path, value):
    found = bankcraps(*shlex.split(line), "--json").json
    for part in path.split(".") if path else ():
        found = found[int(part) if part.isdecimal() else part.replace("%", ".")]
    assert found == value


def test_the_best_wager_is_first(bankcraps):
    lines = bankcraps("odds", "--rules", "pennsylvania").out.splitlines()
    order = [line.split("  ")[0] for line in lines[3 : lines.index("", 3)]]
    wanted = ("dont_pass", "pass", "place 6 8", "any_seven", "fire")
    assert sorted(wanted, key=order.index) == list(wanted)


def test_many_numbers_with_equal_figures_are_listed():
    """In a crapless house ten numbers can be placed. Hops alone are too many to list."""
    place, other = odds("nsw", "place 6")["place 6"], odds("nsw", "place 4")["place 4"]
    named = [replace(place, wager=f"place {n}") for n in (2, 3, 4, 11, 12)]
    found = [name for name, _ in joined([*named, other], lambda one: one.edge)]
    assert found == ["place 2 3 4 11 12", "place 4"]
    hops = [replace(place, wager=f"hop 1-{n}") for n in (2, 3, 4, 5, 6)]
    odd = replace(other, wager="hop 1-1")
    assert [name for name, _ in joined([*hops, odd], lambda one: one.edge)] == ["hop easy", "hop 1-1"]


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


def test_the_books_are_listed(bankcraps):
    assert [line.split()[0] for line in bankcraps("rules").out.splitlines()] == list(BOOKS)
    assert [book["house"] for book in bankcraps("rules", "--json").json] == list(BOOKS)


def test_diff(bankcraps):
    differing = {row["key"]: row for row in bankcraps("rules", "diff", "nsw", "pennsylvania", "--json").json}
    assert differing["wagers.dont_pass.bar"] == {
        "key": "wagers.dont_pass.bar",
        "first": "2",
        "second": "12",
        "first_source": "6.1.2.3",
        "second_source": "dont_pass.come_out_push",
    }
    two_notations = bankcraps("rules", "diff", "washington", "pennsylvania", "--json").json
    assert [row for row in two_notations if row["key"] == "wagers.any_seven.pays.7"] == []


MINE = 'id = "mine"\ntitle = "My house"\nabout = "No fire."\n'


def test_a_book_of_ones_own_is_compared_and_its_mistake_is_for_programs(bankcraps, tmp_path):
    """The pages of docs/ check, show and use some."""
    mine = tmp_path / "mine.toml"
    mine.write_text(f'extends = "pennsylvania"\n{MINE}[wagers.field.pays]\n12 = "3 to 1"\n')
    lines = bankcraps("odds", "--compare", "--rules", str(mine), "--wager", "field").out.splitlines()
    assert [line.split()[-1] for line in lines[2:4]] == ["mine", "2.778%*"]
    mine.write_text(f'extends = "nsw"\n{MINE}[wagers.dont_pass]\nbarr = 12\n')
    found = bankcraps("rules", "check", str(mine), "--json")
    assert (found.status, json.loads(found.out)["line"], json.loads(found.out)["ok"]) == (1, 6, False)
