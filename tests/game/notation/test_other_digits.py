"""Numbers are written in the digits 0 to 9. Others look different, and int() and Decimal() read them all."""

import pytest

from bankcraps import Pay
from bankcraps.errors import BankcrapsError, MoneyError, NotationError
from bankcraps.game.chips import dollars, written_number
from bankcraps.game.notation import read
from bankcraps.house_edge.decisions.standing_wagers import read_standing
from bankcraps.lab.fields import up_to
from bankcraps.strategies.library import read_text, system

ARABIC, WIDE, BENGALI = "\u0663", "\uff13", "\u09e9"
DIGITS = (ARABIC, WIDE, BENGALI)


@pytest.mark.parametrize("three", DIGITS)
@pytest.mark.parametrize(
    "line",
    ["buy_in {}", "pass ${}", "place 6 1{}", "roll 4-{}", "odds {}x", "field 1,{}00", "@1{}:00 roll 4-2"],
)
def test_a_line_has_no_digits_of_another_script(line, three):
    with pytest.raises(NotationError, match="write numbers in the digits 0 to 9") as wrong:
        read(line.format(three))
    assert wrong.value.word == three


def test_a_reason_may_have_any_digits():
    assert read(f'award Ann 10 "{ARABIC} short"')


@pytest.mark.parametrize("three", DIGITS)
def test_no_other_reader_takes_them(three):
    with pytest.raises(MoneyError, match="is not a sum of money"):
        dollars(three)
    with pytest.raises(BankcrapsError, match="is not a pay"):
        Pay(f"{three} to 1")
    with pytest.raises(BankcrapsError, match="is a whole number"):
        up_to(10).read("throws", three)
    with pytest.raises(BankcrapsError):
        read_text(f"when point {three}: field 5")
    with pytest.raises(BankcrapsError, match="a scale must be"):
        system(f"pass:scale={three}")
    with pytest.raises(BankcrapsError):
        read_standing(f"place 6 {three}")
    assert written_number(three) is None
