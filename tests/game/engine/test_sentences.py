"""Sentences with typed parts: each audience has its names, and no part is missing."""

import ast
import re
from collections.abc import MutableMapping
from pathlib import Path

import pytest

import bankcraps
from bankcraps import load_rulebook, wager
from bankcraps.game.engine import crew, player
from bankcraps.game.engine.effects import Reversed, Thrown, every_effect
from bankcraps.game.engine.refusals import Sentence
from bankcraps.game.notation import writing
from bankcraps.game.notation.names import HouseNames

NSW = HouseNames(load_rulebook("nsw"))


ODDS, FLAT = wager("come_odds 6"), wager("come 6")
HELD = ((wager("pass"), 1000), (wager("field"), 500))
ROLES = ("dealer", "games_supervisor")


@pytest.mark.parametrize(("sentence", "for_programs", "for_people"), [
    (Sentence("{w:needs} {of:$}", w=ODDS, of=1000), "come_odds 6 needs $10",
        "the odds on the Come 6 need $10"),
    (Sentence("{w:needs} {of:$}", w=FLAT, of=1000), "come 6 needs $10", "the Come 6 needs $10"),
    (Sentence("no {w:bet}", w=ODDS), "no bet on come_odds 6", "no odds on the Come 6"),
    (Sentence("no {w:bet}", w=FLAT), "no bet on come 6", "no bet on the Come 6"),
    (Sentence("a {w:marked} wager", w=FLAT), "a come 6 wager", "a Come 6 wager"),
    (Sentence("{w:marked} {w:... needs} it", w=ODDS), "come_odds 6 needs it", "odds on the Come 6 need it"),
    (Sentence("{s:placed}", s=HELD), "$10 on pass and $5 on field",
        "$10 on the Win Line and $5 on the Field"),
    (Sentence("{s:$}", s=(500, 2500)), "$5, $25", "$5, $25"),
    (Sentence("{s:$}", s=()), "none", "none"),
    (Sentence("{r:and the}", r=ROLES), "dealer and the games_supervisor", "dealer and the games supervisor"),
    (Sentence("{a}", a=player("A_B")), "A_B", "A_B"),
    (Sentence("{a}", a=crew("games_supervisor")), "games_supervisor", "games supervisor"),
    (Sentence("{r:words}", r="past_posting"), "past_posting", "past posting"),
    (Sentence("{t:clock}", t=52200), "14:30", "14:30"),
    (Sentence("no: {why}", why=Sentence("{w}", w=FLAT)), "no: come 6", "no: the Come 6"),
])  # fmt: skip
def test_each_audience_has_its_names(sentence, for_programs, for_people):
    assert str(sentence) == for_programs
    assert sentence.told(NSW) == for_people


def test_braces_in_what_somebody_said_are_theirs():
    assert str(Sentence("not {given!r}", given="{wager}")) == "not '{wager}'"


def test_sentences_are_values():
    same = Sentence("{a} {b}", a=1, b="x"), Sentence("{a} {b}", a=1, b="x")
    assert same[0] == same[1]
    assert len({*same, Sentence("{a} {b}", b="x", a=1), Sentence("{a} {b}", a=2, b="x")}) == 2


def test_nobody_changes_a_sentence():
    sentence = Sentence("{a}", a=1)
    assert not isinstance(sentence.parts, MutableMapping)
    with pytest.raises(AttributeError):
        sentence.parts = {"a": 2}


def test_every_effect_has_a_sentence_about_its_fields():
    """Each row of effects.txt is about one effect; the other effects have a function that writes theirs."""
    kinds = {kind.__struct_config__.tag: kind for kind in every_effect()}
    for row, says in writing._ROWS.items():  # noqa: SLF001
        assert {*PARTS.findall(says)} <= {*kinds[row.split(" ")[0]].__struct_fields__}, row
    written = {kind.__struct_config__.tag for kind in (*writing._SENTENCES, Thrown, Reversed)}  # noqa: SLF001
    assert {row.split(" ")[0] for row in writing._ROWS} == kinds.keys() - written  # noqa: SLF001


PARTS = re.compile(r"(?<!{){(\w+)(?:![rs])?(?::[^{}]+)?}")
TEXT_OF = {"Sentence": 0, "refuse": 1, "refuse_step": 2}
"""The number of the argument that is the text, by function."""

SOURCES = [
    path
    for path in sorted(Path(bankcraps.__file__).parent.rglob("*.py"))
    if re.search(r"\b(refuse|refuse_step|Sentence)\(", path.read_text(encoding="utf-8"))
]


def strings(node):
    return [
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def text_before(function, call, name):
    """The strings that a variable was given last before a call; none if it is a sentence already."""
    given = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and node.lineno < call.lineno and ast.unparse(node.targets[0]) == name
    ]
    last = max(given, key=lambda node: node.lineno).value if given else ast.Constant("")
    return [] if "Sentence(" in ast.unparse(last) else strings(last)


def calls(function):
    """The calls in a function that put parts into a text, the parts that it names, and those given."""
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        which = TEXT_OF.get(ast.unparse(call.func))
        if which is None or any(keyword.arg is None for keyword in call.keywords):
            continue
        says = call.args[which]
        if "Sentence(" in ast.unparse(says):
            continue  # that is a call of its own
        texts = text_before(function, call, says.id) if isinstance(says, ast.Name) else strings(says)
        named = {name for text in texts for name in PARTS.findall(text)}
        filled = {"limit", "offered", "stake"} if "Bound(" in ast.unparse(function) else {"limit", "offered"}
        yield call, named, {keyword.arg for keyword in call.keywords} | filled


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_part_that_a_text_names_is_given(path):
    """Otherwise a missing part would only be noticed when somebody is refused."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for call, named, given in calls(function):
            assert named <= given, (function.name, call.lineno)
