"""Any text of a rulebook gives a book to play by or an error with its place, and nothing else."""

from importlib import resources
from itertools import groupby
from operator import itemgetter

from hypothesis import given
from hypothesis import strategies as st
from tests.kit.laws import hold
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import BOOKS, RulebookError
from bankcraps.game.rulebook import read_rulebook

TEXTS = {
    book: resources.files("bankcraps.game.rulebook")
    .joinpath("books", f"{book}.toml")
    .read_text(encoding="utf-8")
    for book in BOOKS
}
VALUES = st.sampled_from([
    "3", "-1", "0", "1.5", "true", "false", '"x"', '""', "[]", "{}", "[3]", '["dealer"]', "1979-05-27", "nan",
    "inf", '"1 to 1"', '"always"', '{ 6 = "1 to 1" }', "{ 6 = false }", "99999999999999999999999999",
    '"\\u0000"', '"a\\nb"',
])  # fmt: skip
LINES = st.sampled_from([
    "[table]", "[wagers.pass]", "[wagers]", "[wagers.pass.from]", "from = 3", "x", "=", "extends = 'nsw'",
    "]",
])  # fmt: skip


@st.composite
def spoilt(draw):
    """A shipped book with some lines taken out, doubled, moved, or with other values and keys."""
    lines = TEXTS[draw(st.sampled_from(BOOKS))].split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        key, equals, value = line.partition(" = ")
        match draw(
            st.sampled_from(["out", "value", "value", "value", "key", "another", "elsewhere", "characters"])
        ):
            case "out":
                del lines[at]
            case "value" if equals:
                lines[at] = key + equals + draw(st.one_of(value_for(key), st.just(value.replace('"', "", 2))))
            case "key" if equals:
                lines[at] = draw(st.sampled_from([key[:-1], key + "s", f'"{key}."', "from", "name"])) + equals
                lines[at] += value
            case "another":
                lines.insert(at, draw(LINES))
            case "elsewhere":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case _:
                cut = draw(st.integers(0, len(line)))
                lines[at] = line[:cut] + draw(st.text(max_size=2)) + line[cut + draw(st.integers(0, 2)) :]
    return "\n".join(lines)


@st.composite
def spoilt_house(draw):
    """A few lines of a house's own book, with values of any kind."""
    text = f'id = "mine"\ntitle = "Mine"\nabout = "Mine."\nextends = "{draw(st.sampled_from(BOOKS))}"\n'
    keys = draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=3, unique=True))
    return text + "\n".join(f"{key} = {draw(value_for(key))}" for key in keys)


def value_for(key):
    """A value for a key: more often than not one that some book gives for a key of that name."""
    known = ELSEWHERE.get(key.rpartition(".")[2], [])
    return st.one_of(st.sampled_from(known), st.sampled_from(known), VALUES) if known else VALUES


def dotted(text):
    """Every dotted key of a text whose tables come before their keys."""
    table = ""
    for line in text.split("\n"):
        if line.startswith("["):
            table = line.strip("[]")
            yield table
        elif " = " in line and table:
            yield f"{table}.{line.partition(' = ')[0]}"


def values(text):
    """Every key and value that stand on one line."""
    lines = (line.partition(" = ") for line in text.split("\n"))
    return [(key, value) for key, equals, value in lines if equals]


KEYS = sorted({key for text in TEXTS.values() for key in dotted(text)})
PAIRS = sorted({pair for text in TEXTS.values() for pair in values(text)})
ELSEWHERE = {name: [value for _, value in pairs] for name, pairs in groupby(PAIRS, key=itemgetter(0))}


def check_place(error, text):
    """Check that the error's line is in the text, and that it has one if the table of its key is there."""
    assert str(error)
    assert error.line is None or 1 <= error.line <= len(text.split("\n"))
    if error.key and f"[{error.key.rpartition('.')[0]}]" in text.split("\n"):
        assert error.line is not None


@examples(300)
@given(text=st.one_of(spoilt(), spoilt_house()), data=st.data())
def test_a_spoilt_book_is_refused_or_played_by(text, data):
    try:
        book = read_rulebook(text, "spoilt.toml")
    except RulebookError as error:
        check_place(error, text)
    else:
        hold(data.draw(sessions(st.just(book), longest=8)))
