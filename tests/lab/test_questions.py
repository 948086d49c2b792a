"""Questions as addresses: one form for each, back and forth, and a sentence for each mistake."""

import json
import shlex
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit import profiles

from bankcraps.analysis.lab_options import MOST_THROWS
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import BOOKS
from bankcraps.house_edge.layout_cost import layout_cost
from bankcraps.lab.answers import answer
from bankcraps.lab.kinds import (
    FORMS,
    KINDS,
    LONGEST_BOOK,
    LONGEST_TEXT,
    Field,
    above_0,
    money,
    share,
    switch,
    text,
)
from bankcraps.lab.questions import BOOK_FILE, LabQuestion, key_of, read_question
from bankcraps.strategies.chart import read_chart

BOOK = """\
id = "triple"
extends = "nsw"
wagers.field.pays.12 = "3 to 1"
"""


class Unwatched:
    """Nobody hears how an answer comes along."""

    def progress(self, done, of):
        pass

    def so_far(self, make):
        pass

    def note(self, said):
        pass


_SEEN = st.one_of(st.characters(categories=("L", "N", "P", "S")), st.sampled_from(" \n\t"))
"""Visible characters, with spaces and new lines."""


def _written(field: Field) -> st.SearchStrategy[str]:
    """Draw a text that people may write for a field."""
    sums = st.integers(1, 10**9).map(printed)
    amounts = st.one_of(sums, sums.map("${}".format), st.integers(1, 999).map("{}.00".format))
    words = st.text(_SEEN, min_size=1, max_size=60).filter(str.strip)

    def pairs(least: int) -> st.SearchStrategy[str]:
        two = st.tuples(st.integers(least, 50), st.integers(50, 500))
        return two.map("{0[0]}:{0[1]}".format)

    by_form = {
        money: st.one_of(amounts, st.just("0")),
        above_0: amounts,
        FORMS["FROM:TO[:STEP]"]: pairs(0),
        FORMS["MIN:MAX[:UNIT]"]: pairs(1),
        switch: st.sampled_from(("true", "false")),
        text: words,
        FORMS["NAME"]: words.filter(lambda word: word.replace("_", " ").strip()),
        FORMS["WAGERS"]: words,
        FORMS["LAYOUT"]: st.sampled_from(("Place 6 12.00 OFF, pass 10", "come 6 10, come_odds 6 $20")),
        FORMS["TOML"]: st.sampled_from((BOOK, "id = 'a'")),
        FORMS["BOOK"]: st.sampled_from((*BOOKS, "classic:bar=2", "classic:field_12=triple, bar=12")),
        FORMS["UTILITY"]: st.sampled_from(("log", "Power: 2", "exponential:0.01")),
        share: st.integers(1, 999).map(lambda thousandths: f"0.{thousandths:03}"),
    }
    numbers = st.integers(1, 12).map(str)  # every whole number that is asked for may be as large as these
    return by_form.get(field.form, numbers)


@st.composite
def asked(draw):
    """The kind and the values of a question, in any order."""
    kind = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    without = draw(st.sampled_from(("book", "rules")))
    chosen = [one for one in kind.fields if one.name != without and (one.required or draw(st.booleans()))]
    if kind.needs_length:
        chosen = [*(one for one in chosen if one.name != "throws"), kind.field("throws")]
    values = [
        (one.name, written)
        for one in chosen
        for written in draw(st.lists(_written(one), min_size=1, max_size=min(one.most, 3)))
    ]
    return kind.name, draw(st.permutations(values))


@given(asked())
def test_a_question_survives_its_address_and_back(one):
    kind, values = one
    question = read_question(kind, values)
    again = read_question(kind, parse_qsl(question.query, keep_blank_values=True))
    assert again == question
    assert set(question.arguments()) <= {one.argument for one in KINDS[kind].fields}


@pytest.mark.parametrize(
    "query",
    [
        "strategy=pass&bankroll=100&throws=50",
        "throws=50&bankroll=100&strategy=pass",
        "strategy=pass&bankroll=$100.00&throws=50",
        "strategy=+pass+&bankroll=100&throws=50",
        "strategy=pass&bankroll=100&throws=50&rules=three_four_five:",
        "strategy=pass&bankroll=100&throws=50&rules=three_four_five&chip=1&floor=0&let_it_ride=false",
        "strategy=pass&bankroll=1e2&throws=0050&limits=1:10000:1",
    ],
)
def test_the_same_question_has_one_form_and_one_key(query):
    found = read_question("session", parse_qsl(query))
    assert found == LabQuestion("session", (("strategy", "pass"), ("bankroll", "100"), ("throws", "50")))
    assert key_of(found, "a") == key_of(found, "a") != key_of(found, "b")


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("risk", "ruin=.05&ruin=0.10&ruin=0.050", "ruin=0.1&ruin=0.05"),
        ("risk", "bankrolls=$100:1000.00", "bankrolls=100:1000"),
        ("session", "goal=200&until_settled=true", "goal=200"),
        (
            "session",
            "throws=9&rules=classic:field_12=triple,bar=2",
            "throws=9&rules=classic:bar=2,field_12=triple",
        ),
        ("session", "throws=9&rules=classic:bar=12", "throws=9&rules=classic"),
        ("session", "throws=9&strategy=pass+5+%0A+odds+max", "throws=9&strategy=pass+5%0A+odds+max"),
        ("odds", "limits=5:50&chip=5", ""),
        ("odds", "wager=Place__6", "wager=place+6"),
        ("best", "goal=200&with=Pass,odds", "goal=200&with=pass,++odds"),
    ],
)
def test_equal_questions_have_one_key(kind, one, other):
    """Each with what its kind needs besides."""
    needs = {
        "risk": "strategy=pass&throws=9",
        "session": "strategy=pass&bankroll=100",
        "best": "bankroll=100",
    }
    keys = set()
    for query in (one, other):
        need = [field for field in parse_qsl(needs.get(kind, "")) if f"{field[0]}=" not in query]
        keys.add(key_of(read_question(kind, [*need, *parse_qsl(query)]), "edition"))
    assert len(keys) == 1


def test_a_goal_and_a_length_keep_each_other():
    values = parse_qsl("strategy=pass&bankroll=9&goal=20&throws=9&until_settled=true")
    assert ("until_settled", "true") in read_question("session", values).values  # the answer is a refusal


MISTAKES = Path(__file__).parent / "mistakes.txt"


def refused(kind, values):
    """The sentence that refuses a question, most often before anything is worked out."""
    try:
        question = read_question(kind, values)
    except BankcrapsError as error:
        return str(error)
    with pytest.raises(BankcrapsError) as raised:
        answer(question, Unwatched())
    return f"(answered:) {raised.value}"


def test_a_mistake_is_told_in_a_sentence(golden):
    page = []
    for block in MISTAKES.read_text(encoding="utf-8").split("\n\n"):
        if not block.startswith(">"):
            page += [block.strip(), ""]
            continue
        said = block.splitlines()[0]
        kind, _, query = said.removeprefix("> ").partition(" ")
        page += [said, refused(kind, parse_qsl(query, keep_blank_values=True)), ""]
    golden(MISTAKES.name, "\n".join(page[:-1]) + "\n")


@pytest.mark.parametrize(
    ("kind", "query", "says"),
    [
        ("session", f"strategy={'x' * 5000}&bankroll=9&throws=9", f"at most {LONGEST_TEXT:,} characters"),
        ("hand", f"book={'x' * 20_000}", f"at most {LONGEST_BOOK:,} characters here, not 20,000"),
        ("odds", "&".join(["wager=field"] * 300), "a question has at most 200 values"),
        ("session", f"strategy=pass&bankroll=9&throws={MOST_THROWS + 1}", "from 1 to 100,000 here"),
    ],
)
def test_questions_have_an_end(kind, query, says):
    with pytest.raises(BankcrapsError, match=says):
        read_question(kind, parse_qsl(query, keep_blank_values=True))


def test_no_file_is_read_for_somebody_who_asks(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("pass 10", encoding="utf-8")
    question = read_question("session", [("strategy", str(mine)), ("bankroll", "100"), ("throws", "5")])
    with pytest.raises(BankcrapsError, match="there is no system"):
        answer(question, Unwatched())


TABLE = "limits=5:50&chip=1"

AIMS = (
    "goal=9&decisions=3",
    "goal=9&least_throws_at=0.4",
    "goal=9&throws=2&utility=log",
    "goal=9&throws=2&utility=log&utility=power:-1",
    "still_playing=4&at_least=2",
    "still_playing=4&at_least=2&at_most=3",
    "action=2&throws=4&at_most=2",
)
"""The aims of a best play."""


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("odds", "rules=nsw&wager=place+6"),
        *(("odds", f"rules={book}&amount=5") for book in profiles.share(BOOKS, 4)),
        ("odds", f"rules=nsw&wager=place+6&amount=12&{TABLE}"),
        ("odds", "rules=classic&wager=pass&with_odds=true"),
        ("houses", "wager=place+6"),
        ("hand", "rules=washington"),
        ("hand", "rules=nsw&at_least=154"),
        ("chain", f"strategy=pass&{TABLE}"),
        ("chain", "strategy=pass&long_run=true&by_rule=true"),
        ("session", f"rules=nsw&strategy=pass&bankroll=100&throws=20&distribution=true&{TABLE}"),
        ("session", "strategy=pass&bankroll=20&throws=3&drawdown=true&covariances=true&streaks=true"),
        ("session", "strategy=when+come_out:+pass+10&bankroll=100&goal=120&extremes=false&by_rule=true"),
        ("risk", "strategy=pass&throws=20&bankrolls=20:60:20"),
        ("risk", "strategy=pass&shooters=2&ruin=0.25&let_it_ride=true"),
        ("explain", "strategy=iron_cross&bankroll=300&seed=3"),
        ("explain", "strategy=pass&bankroll=300&throws=9&ended=310:320&layouts=true"),
        ("best", "limits=5:20:5&bankroll=10&goal=20&with=pass"),
        ("best", "limits=5:20:5&bankroll=10&goal=20&with=pass&shooters=2"),
        ("best", "limits=5:20:5&bankroll=10&goal=20&against=when+come_out:+pass+5"),
        *(("best", f"rules=nsw&limits=1:9&bankroll=5&with=place+6&{aim}") for aim in AIMS),
    ],
)
def test_an_answer_is_what_the_command_prints(kind, query, run, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "3600")  # a slow machine prints nothing beside the answer
    question = read_question(kind, parse_qsl(query))
    program, *words = shlex.split(question.command)
    status, told = run(*words)
    assert (program, status) == ("bankcraps", 0), told
    assert json.loads(told) == json.loads(encode(answer(question, Unwatched())))


@pytest.mark.parametrize("aim", [one for one in AIMS if one.count("utility") < 2])
def test_every_aim_has_a_chart_that_the_command_saves(aim, run, tmp_path):
    query = f"rules=nsw&limits=1:9&bankroll=5&with=place+6&{aim}"
    command = shlex.split(read_question("best", parse_qsl(query)).command)[1:-1]
    status, told = run(*command, "--save", str(tmp_path / "play.json"))
    assert status == 0, told
    found = encode(answer(read_question("chart", parse_qsl(query)), Unwatched()))
    assert read_chart(found) == read_chart((tmp_path / "play.json").read_bytes())


def test_a_layout_is_answered_as_in_python():
    query = "rules=nsw&limits=5:50&chip=1&puck=5&layout=place+6+5,+COME+6+10.00"
    question = read_question("layout", parse_qsl(query))
    assert (question.values[-1], question.command) == (("layout", "come 6 10, place 6 5"), "")
    told = layout_cost("nsw", "come 6 10, place 6 5", puck=5, limits="5:50").to_dict()
    assert answer(question, Unwatched()) == told


@pytest.mark.parametrize(
    "query", ["odds wager=field", "session strategy=field&bankroll=50&throws=5", "best bankroll=9&goal=18"]
)
def test_a_book_of_ones_own_is_read_as_its_file(query, run, monkeypatch, tmp_path):
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "3600")  # as above
    monkeypatch.chdir(tmp_path)
    (tmp_path / BOOK_FILE).write_text(BOOK, encoding="utf-8")
    kind, values = query.split()
    question = read_question(kind, [("book", BOOK), *parse_qsl(values)])
    status, told = run(*shlex.split(question.command)[1:])
    assert status == 0, told
    found = json.loads(encode(answer(question, Unwatched())))
    assert found == json.loads(told)
    assert found["house"] == "triple"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1", "book, line 1: x: a rulebook has no such part"),
        ("id = 'a'\nextends = '/etc/passwd'", "book, line 2: extends: expected one of nsw"),
        (BOOK + "".join(f"[options.o{number}]\n" for number in range(900)), "options.o0.says"),
    ],
)
def test_a_book_that_is_wrong_is_refused_with_its_line(text, says):
    with pytest.raises(BankcrapsError) as error:
        answer(read_question("hand", [("book", text)]), Unwatched())
    assert says in str(error.value)


@pytest.mark.parametrize("kind", ["simulate", "compare", "trajectories"])
def test_a_played_answer_has_the_schema_of_its_kind(kind):
    systems = "strategy=pass&strategy=field" if kind == "compare" else "strategy=pass"
    sizes = "paths=3" if kind == "trajectories" else "sessions=100"
    found = answer(
        read_question(kind, parse_qsl(f"{systems}&bankroll=50&throws=5&seed=4&{sizes}")), Unwatched()
    )
    assert found["schema"].startswith(f"bankcraps.{kind}/")
    assert found["seed"] == 4
