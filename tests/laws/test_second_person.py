"""Whatever is said about a player can be said to them: the verb after the name has its form after "you"."""

from hypothesis import given
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

from bankcraps.notation import tell
from bankcraps.notation.second_person import SECOND_PERSON


@examples(120)
@given(session=meetings())
def test_every_sentence_about_a_player_can_be_said_to_them(session):
    for moment in session.happened:
        for effect in moment.came.effects:
            name = getattr(effect, "seat", "")
            words = tell(effect, session.book)
            first, _, rest = words.partition(" ")
            if not name:
                continue
            if first == name:
                assert rest.split()[0] in SECOND_PERSON, words
            else:
                assert name not in first or first == f"{name}'s", words
