"""A person hears sentences about themselves with "you", and everybody else hears the name."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

import bankcraps
from bankcraps import Cents, load_rulebook
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.refusals import Sentence
from bankcraps.game.notation import tell
from bankcraps.game.notation.names import Addressing, HouseNames
from bankcraps.game.notation.writing import about

OWN_WORDS = ("about", "why", "ruling", "finding")
"""The fields of effects in which people write what they like, also names."""

OF_PERSONS = re.compile(
    r"""(?<!f"){(?:name|by|due|shooter):([a-z][a-z ]*)}|(?:\.|_of_)person\(.*?, ["']([a-z]+)["'][,)]"""
)
"""The form of a person's name in a sentence, or in a call that names one."""

OTHER_FORMS = {"who", "words", "clock"}


@examples(120)
@given(session=meetings())
def test_every_sentence_about_a_player_is_said_to_them_without_their_name(session):
    for moment in session.happened:
        for effect in moment.came.effects:
            name, everybody = about(effect), tell(effect, session.book)
            assert tell(effect, session.book, "Nobody") == everybody
            if not name:
                continue
            theirs = tell(effect, session.book, name)
            written = " ".join(str(getattr(effect, field, "")) for field in OWN_WORDS)
            theirs = theirs.removesuffix(f": confirm {name} {getattr(effect, 'wager', '')}")  # a line to type
            assert name in written or not re.search(rf"\b{name}\b", theirs), theirs
            assert re.search(r"\b[Yy]our?\b", theirs), theirs


def test_every_verb_after_a_name_has_its_form_after_you():
    sources = Path(bankcraps.__file__).parent.rglob("*.py")
    found = [one for path in sources for one in OF_PERSONS.findall(path.read_text(encoding="utf-8"))]
    verbs = {how for pair in found for how in pair if how} - OTHER_FORMS
    assert verbs >= {"needs", "and needs", "is", "puts", "must", "throws", "calls", "bets"}
    to_ann = {how: Addressing("Ann").person("Ann", how).removeprefix("you ") for how in verbs}
    assert {how for how, said in to_ann.items() if said == how} == {"can", "cannot", "must"}


def test_what_was_undone_is_said_to_whom_it_concerned():
    undone = fx.Reversed(fx.Bought("Ann", Cents(1000)))
    told = [tell(undone, load_rulebook("nsw"), you) for you in ("", about(undone))]
    assert told == ["undone: Ann buys $10 in chips", "undone: you buy $10 in chips"]


def test_a_sentence_says_you_to_its_hearer_alone():
    why = Sentence("{name:cannot} leave", name="Ann")
    says = "{name:has} $8 {name:and needs} $20; {other:takes} {name:whose} dice: {why}"
    sentence = Sentence(says, name="Ann", other="Bob", why=why)
    names = HouseNames(load_rulebook("nsw"), "Ann")
    assert sentence.told(names) == "you have $8 and need $20; Bob takes your dice: you cannot leave"
    assert str(sentence) == "Ann has $8 and needs $20; Bob takes Ann's dice: Ann cannot leave"


@pytest.mark.parametrize(("by", "to_ann"), [(player("Ann"), "you"), (crew("dealer", "Ann"), "dealer Ann")])
def test_an_actor_is_you_as_a_player_only(by, to_ann):
    assert Sentence("not {by}, who is late", by=by).told(Addressing("Ann")) == f"not {to_ann}, who is late"
