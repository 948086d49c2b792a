"""The acts of the book as forms: every act has one, and every field of it."""

import msgspec
import pytest

from bankcraps import load_rulebook
from bankcraps.codec import decode_event
from bankcraps.engine import events as ev
from bankcraps.engine.acts import ACTS, roles_of, who_may
from bankcraps.house.act_forms import act_forms

BOOKS = ("classic", "nsw", "pennsylvania", "three_four_five", "washington")
REPORTED = {ev.Rolled}
"""Nobody sends these: the dice report them."""


@pytest.mark.parametrize("name", BOOKS)
def test_every_act_that_a_person_may_send_has_a_form(name):
    book = load_rulebook(name)
    forms = {form.type: form for form in act_forms(book)}
    for act in set(ACTS) - REPORTED:
        tag = act.__struct_config__.tag
        if tag not in forms:
            assert not _reasons(book, act) or (roles_of(book, act) and not who_may(book, act)), tag
            continue
        form = forms[tag]
        assert list(form.roles) == list(dict.fromkeys(who_may(book, act)))
        assert bool(form.clause) == bool(form.roles)
        keys = {field.encode_name for field in msgspec.structs.fields(act)}
        assert {field.name for field in form.fields} == keys - {"by", "at", "confirmed", "unrejected"}
        assert form.says.endswith(".")


def _reasons(book, act):
    lists = {
        ev.OrderPass: book.dice.pass_ordered_for,
        ev.VoidWager: book.floor.void_for,
        ev.Exclude: book.floor.exclude_for,
        ev.Warn: book.floor.breaches,
        ev.Invalidate: book.floor.invalidate_for,
        ev.NoRoll: {**book.no_roll.must, **book.no_roll.may},
    }
    return lists.get(act, {"": ""})


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_form_fills_in_is_an_event(name):
    sample = {
        "player": "Ann",
        "players": ["Ann"],
        "place": 1,
        "wager": "pass",
        "cents": 500,
        "tokens": [],
        "limits": {"minimum_cents": 500, "maximum_cents": 50000, "unit_cents": 0},
        "time": 60,
        "dispute": 1,
        "die": 1,
        "dice": [1, 2],
        "throw": {"a": 4, "b": 2},
        "text": "words",
        "yes_no": True,
    }
    for form in act_forms(load_rulebook(name)):
        for field in form.fields:
            assert field.kind != "choice" or field.choices
        filled = {
            field.name: field.choices[0].value if field.kind == "choice" else sample[field.kind]
            for field in form.fields
        }
        event = decode_event(msgspec.json.encode({"type": form.type, **filled}))
        assert event.__struct_config__.tag == form.type


def test_the_reasons_are_the_books_with_their_clauses():
    book = load_rulebook("nsw")
    forms = {form.type: form for form in act_forms(book)}
    reasons = {choice.value: choice for choice in forms["no_roll"].fields[0].choices}
    assert set(reasons) == {*book.no_roll.must, *book.no_roll.may}
    assert reasons["off_table"].clause == "5.3.1"
    assert reasons["off_table"].says
    (warned, _) = forms["warn"].fields
    assert "dealer" in {choice.value for choice in warned.choices}
