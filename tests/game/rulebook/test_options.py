"""Options of a book: chosen by name, refused by name, and a house's own."""

import pytest
from tests.game.rulebook.own_book import HEAD

from bankcraps import RulebookError, load_rulebook
from bankcraps.game.rulebook import read_rulebook
from bankcraps.game.wagers import Kind


def test_options_are_chosen_by_name():
    assert load_rulebook("classic").wagers[Kind.DONT_PASS].bar == 12
    assert load_rulebook("classic", bar=2).wagers[Kind.DONT_PASS].bar == 2
    assert (
        load_rulebook("classic:bar=2, field_12=triple").chosen
        == load_rulebook("classic", bar=2, field_12="triple").chosen
    )


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("classic", {"bat": 2}, "this book has no option 'bat'; its options are after_point, bar,"),
        ("nsw", {"bar": 2}, "this book has no option 'bar'; its options are winning_buy"),
        ("classic", {"bar": 3}, "option bar must be one of 12, 2, not '3'"),
        ("classic", {"name": 3}, "this book has no option 'name'"),
        ("classic:bar", {}, "write an option as name=choice, not 'bar'"),
        ("nws", {}, "there is no book 'nws' .*; did you mean nsw?"),
        ("nowhere.toml", {}, "nowhere.toml: cannot read this file: No such file"),
    ],
)
def test_options_and_books_there_are_not(name, options, message):
    with pytest.raises(RulebookError, match=message):
        load_rulebook(name, **options)


OPTION = """\
[options.sleep]
says = "Whether place wagers sleep on a come-out."
default = "{default}"
[options.sleep.from]
"*" = "convention: a house's own"
[options.sleep.choices.yes]
[options.sleep.choices.no]
{change}
"""


def test_a_house_may_have_options_of_its_own():
    text = HEAD + OPTION.format(default="yes", change='wagers = { place = { works = "always" } }')
    assert read_rulebook(text).wagers[Kind.PLACE].works == "puck_on"
    awake = read_rulebook(text, sleep="no").wagers[Kind.PLACE]
    assert (awake.works, awake.cited("works")) == ("always", "convention: a house's own")
    assert awake.cited("pays") == load_rulebook("nsw").wagers[Kind.PLACE].cited("pays")


@pytest.mark.parametrize(
    ("default", "change", "key", "line", "message"),
    [
        ("perhaps", "", "options.sleep.default", 7, "expected one of .*yes, no.*, got 'perhaps'"),
        ("no", "wagers = 3", "wagers", None, "expected a table, got 3"),
        (
            "yes",
            "title = 'x'",
            "options.sleep.choices.no.title",
            12,
            "a choice may only change table, come_out, dice",
        ),
        (
            "no",
            "wagers = { place = { works = 3 } }",
            "wagers.place.works",
            None,
            "expected one of always, puck_on, got `int`",
        ),
    ],
)
def test_an_option_that_will_not_do(default, change, key, line, message):
    with pytest.raises(RulebookError, match=message) as caught:
        read_rulebook(HEAD + OPTION.format(default=default, change=change))
    assert caught.value.key.endswith(key)
    assert caught.value.line == line or line is None


@pytest.mark.parametrize("word", ["a b", "a,b", "a=b"])
def test_options_are_words_that_a_record_can_write(word):
    text = HEAD + OPTION.format(default="yes", change=f'[options.sleep.choices."{word}"]')
    with pytest.raises(RulebookError, match="expected one word, to be written in records"):
        read_rulebook(text)
