"""The three houses of `examples/houses`, against figures that others have printed.

Sources: Michael Shackleford, wizardofodds.com: "Bonus Craps" (all, tall and small), and "Crapless Craps",
which prints 373/6930 for the pass line. No printed list of the crapless place wagers or of repeaters was at
hand, so closed forms check them: a number with w ways comes before a seven with chance w / (w + 6) each time.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from bankcraps import load_rulebook, odds

HOUSES = Path(__file__).parents[2] / "examples" / "houses"
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


def edge(house, wager, **options):
    return odds(load_rulebook(HOUSES / f"{house}.toml", **options), wager).wagers[0]


@pytest.mark.parametrize(
    ("bonus", "percent"),
    [
        ("34_175", {"small": "7.76", "tall": "7.76", "make_em_all": "7.46"}),
        pytest.param(
            "30_150", {"small": "18.30", "tall": "18.30", "make_em_all": "20.61"}, marks=pytest.mark.some
        ),
    ],
)
def test_all_tall_and_small_at_both_pay_tables(bonus, percent):
    found = {wager: edge("all_tall_small", wager, bonus=bonus) for wager in percent}
    assert {wager: f"{float(one.edge):.2%}" for wager, one in found.items()} == {
        wager: f"{said}%" for wager, said in percent.items()
    }
    assert f"{float(found['small'].win):.6f}" == "0.026354"
    assert f"{float(found['make_em_all'].win):.6f}" == "0.005258"


@pytest.mark.parametrize(
    ("wager", "percent"),
    [
        ("pass", "5.38"),
        ("come", "5.38"),
        ("place 2", "7.14"),
        ("place 3", "6.25"),
        ("place 4", "6.67"),
        ("place 5", "4.00"),
        ("place 6", "1.52"),
        ("place 11", "6.25"),
        ("place 12", "7.14"),
    ],
)
def test_crapless_craps(wager, percent):
    assert f"{float(edge('crapless', wager).edge):.2%}" == f"{percent}%"


@pytest.mark.parametrize("number", [2, 3, 11, 12])
def test_odds_on_the_new_points_are_fair(number):
    book = load_rulebook(HOUSES / "crapless.toml")
    behind = [row for row in odds(book, "pass_odds").wagers if row.point == number]
    assert [row.edge for row in behind] == [0]


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_repeaters_by_the_closed_form(number):
    found = edge("repeaters", f"repeater {number}")
    times = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}[number]
    pay = {2: 40, 3: 50, 4: 65, 5: 80, 6: 90}[min(number, 14 - number)]
    chance = Fraction(WAYS[number], WAYS[number] + 6) ** times
    assert found.win == chance
    assert found.edge == 1 - chance * (pay + 1)
