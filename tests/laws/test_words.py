"""Every event that is written is read back, word for word; and every effect has a line of its own."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples
from tests.kit.words import EFFECTS, EVENTS, effects, events

from bankcraps import BOOKS, load_rulebook
from bankcraps.game.notation import read, write_effect, write_event

BOOK = st.sampled_from(BOOKS).map(load_rulebook)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@examples(80)
@given(data=st.data())
def test_every_event_is_read_as_it_was_written(kind, data):
    event = data.draw(events(kind))
    said = read(write_event(event))
    assert msgspec.structs.replace(said.words, by=said.by, at=said.at) == event


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
@examples(20)
@given(data=st.data())
def test_every_effect_is_one_line_of_words(kind, data):
    line = write_effect(data.draw(effects(kind)), data.draw(BOOK))
    assert line.strip() == line
    assert "\n" not in line
