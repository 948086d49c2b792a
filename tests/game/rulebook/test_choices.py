"""A value that is none of its choices is answered with all of them, at every door that reads a choice."""

import re
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from bankcraps import BankcrapsError, RulebookError, read_rulebook
from bankcraps.analysis.results.reading import decode_result
from bankcraps.game.records.codec import decode_event
from bankcraps.game.rulebook.schema import SECTIONS
from bankcraps.game.rulebook.terms import TERMS, Commission, OneRollTerms
from bankcraps.live.people.lobby import read_table
from bankcraps.strategies.chart import read_chart
from bankcraps.support.decode_errors import with_choices

BOOK = {"id": "own", "extends": "pennsylvania"}
KINDS = {TERMS.get(kind, OneRollTerms): kind.value for kind in reversed(read_rulebook(BOOK).wagers)}
PLACES = {
    **SECTIONS,
    **{f"wagers.{kind}": type_ for type_, kind in KINDS.items()},
    "wagers.buy.commission": Commission,
}
"""The tables of a book, with the type of each."""


def choices_of(type_):
    return get_args(type_) if get_origin(type_) is Literal else ()


FIELDS = {
    f"{place}.{name}": choices
    for place, type_ in PLACES.items()
    for name, hint in get_type_hints(type_).items()
    if (choices := choices_of(hint))
}


def test_books_have_choices():
    assert {"wagers.pass.works", "wagers.dont_pass.bar", "wagers.buy.commission.on"} <= FIELDS.keys()
    assert len(FIELDS) > 40


@pytest.mark.parametrize("wrong", ["point_on", 77], ids=str)
@pytest.mark.parametrize("key", FIELDS)
def test_a_wrong_choice_in_a_book_names_the_choices(key, wrong):
    with pytest.raises(RulebookError) as raised:
        read_rulebook({**BOOK, key: wrong})
    assert raised.value.key == key
    said = str(raised.value).partition("expected one of ")[2].partition(", got ")[0]
    assert sorted(said.split(", ")) == sorted(map(str, FIELDS[key]))


class Dog(msgspec.Struct, tag="dog"):
    size: Literal["small", "large"] = "small"


class Cat(msgspec.Struct, tag="cat"):
    size: Literal["thin", "fat"] | None = None
    name: str = ""
    friends: tuple["Cat | Dog", ...] = ()
    colours: dict[Literal["black", "white"], Literal[1, 2]] = {}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"type": "dog", "size": "fat"}', "Expected one of large, small, got 'fat' - at `$.size`"),
        ('{"type": "cat", "size": 5}', "Expected one of fat, thin, got `int` - at `$.size`"),
        ('{"type": "cow"}', "Expected one of dog, cat, got 'cow' - at `$.type`"),
        (
            '{"type": "cat", "friends": [{"type": "cat"}, {"type": "dog", "size": "thin"}]}',
            "Expected one of large, small, got 'thin' - at `$.friends[1].size`",
        ),
        (
            '{"type": "cat", "colours": {"red": 1}}',
            "Expected one of black, white, got 'red' - at `key` in `$.colours`",
        ),
        ('{"type": "cat", "colours": {"black": 3}}', "Expected one of 1, 2, got 3 - at `$.colours[...]`"),
        ('{"type": "cat", "name": 5}', "Expected `str`, got `int` - at `$.name`"),
        ("[1]", "Expected `object`, got `array`"),
        ("[", "Expected `object`, got `array`"),
    ],
)
def test_choices_are_found_where_the_error_is(data, said):
    with pytest.raises(msgspec.MsgspecError) as raised:
        msgspec.json.decode(data, type=Dog | Cat)
    assert with_choices(raised.value, Dog | Cat, data) == said


@pytest.mark.parametrize(
    ("read", "data", "said"),
    [
        (
            decode_event,
            '{"type": "call", "wager": "pass", "call": "of", "by": {"person": "Ann"}}',
            "one of off, on, got 'of'",
        ),
        (decode_event, '{"type": "bett"}', "one of sit, leave, buy_in,"),
        (decode_result, '{"schema": "bankcraps.odd/1"}', "bankcraps.session/3"),
        (read_chart, '{"chart": "bankcraps.chart/2"}', "one of bankcraps.chart/1, got"),
        (read_table, "nsw pace=quick", "pace is one of clock, shooter, boxperson"),
    ],
)
def test_other_files_name_the_choices(read, data, said):
    with pytest.raises(BankcrapsError, match=re.escape(said)):
        read(data)
