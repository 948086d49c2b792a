"""The stickperson has a call for every throw, and every name of a throw that the document lists."""

import pytest
from msgspec.structs import replace

from bankcraps import NotationError
from bankcraps.game.dice import OUTCOMES, SEVEN, Throw
from bankcraps.game.notation import read
from bankcraps.game.notation.stick_calls import calls
from bankcraps.game.rulebook import load_rulebook


@pytest.mark.parametrize("craps", [total for total in range(2, 13) if total != SEVEN])
def test_any_total_but_seven_may_be_craps(craps):
    book = load_rulebook("nsw")
    others = [total for total in range(2, 13) if total not in (SEVEN, craps)]
    house = replace(book, come_out=replace(book.come_out, naturals=(SEVEN,), craps=(craps,), points=others))
    for throw in OUTCOMES:
        for puck in (0, *others):
            assert all(calls(house, throw, puck))


NAMES = {
    "1-1": "Snake eyes; Double aces; Loose deuce; Snickies; Two, craps two; Aces",
    "1-2": "Three, craps three; Ace-deuce; Tracy; Acey deucey; Ace caught a deuce; Three, ace-deuce",
    "2-2": "Little Joe; Joe; Little Dick; Little Joe from Kokomo; Little Joe on the front row; Ballerina; "
    "Gag four",
    "2-3": "Little Phoebe; Phoebe; Fever in the south; West Kentucky; No field five; Fever",
    "3-3": "Jimmie Hicks; Jimmie Hicks from the sticks; Sixty days; Sice; Gag six; Hard six",
    "2-4": "Jimmie Hicks; Jimmie Hicks from the sticks; Sixty days; Sice; Easy six",
    "1-6": "Six ace; Up pops the devil; Big red; Seven",
    "4-4": "Eighter from Decatur; Ada from Decatur; Square pair; Mom and Dad; Ozzie and Harriet; Gag eight",
    "4-5": "Centerfield nine; Railroad nine; Jesse James; Nina from Pasadena; Nina at the Marina; "
    "Niner from Carolina; Old Mike; Nina",
    "5-5": "Big Dick; Big Dick from Boston; Big Dick the ladies' friend; Dos equis; Puppy paws; "
    "Pair of sunflowers; Big John; Moose head; Woman's best friend; Gag ten",
    "5-6": "Yo; Yo-leven; Six-five, no jive",
    "6-6": "Boxcars; Midnight; Double-action field traction; Twelve, craps twelve",
}
"""The names in the classic document, by the dice that it draws beside them."""

ONLY_CALLED = (
    "Two, craps",
    "Three, craps",
    "Twelve, craps",
    "Three, ace",
    "No field",
    "Seven",
    "Easy",
)


@pytest.mark.parametrize("dice", NAMES)
def test_every_name_of_the_document_is_called_and_players_bet_with_it(dice):
    said = calls(load_rulebook("classic"), Throw(int(dice[0]), int(dice[2])), 0)
    for name in NAMES[dice].split("; "):
        assert any(call.startswith(f"{name},") for call in said), name
        if not name.startswith(ONLY_CALLED):
            try:
                read(f"{name} 5")
            except NotationError as asked:
                assert "say place" in str(asked)


def test_a_name_that_says_what_the_field_pays_is_called_where_it_does():
    nine_in, five_in = load_rulebook("classic"), load_rulebook("classic:field_middle=5")
    assert any("Centerfield" in call for call in calls(nine_in, Throw(4, 5), 6))
    assert not any("Centerfield" in call for call in calls(five_in, Throw(4, 5), 6))
    assert not any("No field five" in call for call in calls(five_in, Throw(2, 3), 6))
    triple = load_rulebook("classic:field_12=triple")
    assert not any("Double-action" in call for call in calls(triple, Throw(6, 6), 6))
