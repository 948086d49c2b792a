"""The action of a dealer on a wager, by all that a throw did to it."""

import pytest

from bankcraps import wager
from bankcraps.game.engine import effects as fx

HORN, PLACE, COME = wager("horn"), wager("place 6"), wager("come")


@pytest.mark.parametrize(
    ("effects", "dealt"),
    [
        ([fx.Lost("Ann", PLACE, 600)], ("take", 0)),
        ([fx.Paid("Ann", PLACE, 600, 700, up=True)], ("pay", 700)),
        ([fx.Paid("Ann", PLACE, 600, 700, up=True), fx.Vigorish("Ann", PLACE, 100)], ("pay", 600)),
        ([fx.Paid("Ann", HORN, 100, 1500, up=False), fx.Lost("Ann", HORN, 300)], ("pay", 1200)),
        ([fx.Paid("Ann", HORN, 100, 300, up=False), fx.Lost("Ann", HORN, 300)], ("return", 0)),
        ([fx.Paid("Ann", HORN, 100, 200, up=False), fx.Lost("Ann", HORN, 300)], (None, 0)),
        ([fx.Paid("Ann", PLACE, 100, 0, up=True)], (None, 0)),
        ([fx.Moved("Ann", COME, wager("come 6"), 500)], ("move", 0)),
        ([fx.Returned("Ann", PLACE, 600, "off")], ("return", 0)),
        ([fx.Tied("Ann", wager("dont_pass"), 500)], (None, 0)),
        ([], (None, 0)),
    ],
)
def test_the_effects_of_a_throw_decide_what_a_dealer_does(effects, dealt):
    assert fx.dealt_with(effects) == dealt
