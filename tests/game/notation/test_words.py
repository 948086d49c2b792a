"""The words of betting: every example of help is read. `tests/golden/answers/words.txt` has other lines."""

import re

import pytest

from bankcraps import NotationError
from bankcraps.game.notation import read
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE

EXAMPLES = [
    (word, piece)
    for word, example in USAGE.items()
    for piece in re.split(r", (?:or: )?", example)
    if piece.split()[0] == word
]


def test_every_word_has_a_meaning_and_an_example_that_is_said_at_a_table():
    assert all(read(example).words for _, example in EXAMPLES)
    assert {word for word, _ in EXAMPLES} == set(USAGE)
    assert sum(map(len, HELP.values())) == len(USAGE)
    assert all(MEANINGS.get(word) or ", " in example for word, example in USAGE.items())
    assert set(MEANINGS) <= set(USAGE)


def test_a_line_has_an_end():
    assert read("Ann: pass 10" + " " * 488)
    with pytest.raises(NotationError, match="at most 500 characters, not 501"):
        read("Ann: pass 10" + " " * 489)
    with pytest.raises(NotationError):
        read("pass 10\npass 10")
