"""Acts keep fields that are added later. Random sessions and crowded tables are held to that law, too."""

import pytest
from tests.kit.houses import full_table
from tests.kit.laws.carrying import a_new_field_is_carried_through
from tests.kit.sessions import Moment

from bankcraps import Table, load_rulebook, step
from bankcraps.game.notation import read, understand

RARE = {
    "vacate Cid": ("Ann: pass 10", "Bob: pass 10", "roll 6-5"),
    'investigate 1 "the rules were kept"': (
        *('Ann: dispute "a four"', 'decide 1 "it stands"', "Ann: ask_review 1"),
        *('supervisor: decide 1 "so"', "Ann: ask_review 1"),
    ),
}


@pytest.mark.parametrize(("line", "before"), RARE.items())
def test_an_act_that_random_sessions_seldom_do_carries_along_what_it_does_not_change(line, before):
    book = full_table() if "vacate" in line else load_rulebook("nsw")
    table = Table(book, dict.fromkeys(("Ann", "Bob", "Cid"), 1000))
    for said in before:
        assert all(table.say(said)), said
    event = understand(read(line), book, table.state)[-1]
    a_new_field_is_carried_through(book, Moment(table.state, event, step(book, table.state, event)))
