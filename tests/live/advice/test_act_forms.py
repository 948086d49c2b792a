"""The acts of the book as forms: every act has a form, and every field of the act is in it."""

import msgspec
import pytest

from bankcraps import load_rulebook
from bankcraps.game.engine import crew, open_table, player, step
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import ACTS, who_may
from bankcraps.game.records.codec import decode_event
from bankcraps.game.wagers import Kind, find
from bankcraps.live.advice.act_forms import act_forms

WITHOUT = {ev.Rolled, ev.Reject}
"""Acts without a form: the dice report a throw, and no wager outside the limits is made at a live table."""

HOSTS = {"by", "at", "confirmed", "unrejected"}
"""The fields that no person fills in."""


_RARE = {"confirm", "issue_token", "vacate", "ask_review", "investigate"}
NEVER = {
    "classic": _RARE | {"order_pass"},
    "nsw": set(),
    "pennsylvania": _RARE,
    "three_four_five": _RARE | {"order_pass"},
    "washington": _RARE,
}
"""The acts that the books rule out: such as tokens, asking for a place, ordering the dice passed, reviews."""

SAMPLE = {
    "player": "Ann",
    "person": "Zed",
    "players": ["Ann"],
    "place": 1,
    "wager": "pass",
    "cents": 500,
    "signed_cents": -500,
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
"""Something to fill in, by the kind of the field."""


@pytest.mark.parametrize("name", NEVER)
def test_every_act_that_a_person_may_send_has_a_form(name):
    book = load_rulebook(name)
    forms = {form.type: form for form in act_forms(book)}
    tokens = set() if book.betting.tokens else {"token", "tokens_cents"}
    assert set(forms) == {act.__struct_config__.tag for act in set(ACTS) - WITHOUT}
    for act in set(ACTS) - WITHOUT:
        form = forms[act.__struct_config__.tag]
        assert list(form.roles) == list(dict.fromkeys(who_may(book, act)))
        assert form.says.endswith(".")
        if form.never:
            assert form.clause
            assert form.fields == ()
            continue
        assert bool(form.clause) == bool(form.roles)
        keys = {field.encode_name for field in msgspec.structs.fields(act)}
        assert {field.name for field in form.fields} == keys - HOSTS - tokens
        assert not [field for field in form.fields if field.kind == "choice" and not field.choices]
        chosen = {
            one.name: one.choices[0].value if one.kind == "choice" else SAMPLE[one.kind]
            for one in form.fields
        }
        filled = decode_event(msgspec.json.encode({"type": form.type, **chosen}))
        assert filled.__struct_config__.tag == form.type
    assert {form.type for form in forms.values() if form.never} == NEVER[name]
    assert not any("token" in field.name for form in forms.values() for field in form.fields) or name == "nsw"


@pytest.mark.parametrize("name", NEVER)
def test_the_engine_refuses_what_is_marked_in_the_same_words_with_the_same_clause(name):
    book = load_rulebook(name)
    acts = {act.__struct_config__.tag: act for act in ACTS}
    state = open_table(book, [("Ann", 10_000)])
    asked = step(book, state, ev.Dispute("words", by=player("Ann"))).state
    decider = next(form.roles[0] for form in act_forms(book) if form.type == "decide")
    decided = step(book, asked, ev.Decide(1, "stands", by=crew(decider))).state
    for form in act_forms(book):
        if not form.never:
            continue
        on_pass = ("Ann", find(Kind.PASS))
        values = {"issue_token": ("Ann", 500), "vacate": ("Ann",), "order_pass": ("delay",)}
        values |= {"confirm": on_pass}
        given = values.get(form.type, (1, "words") if form.type == "investigate" else (1,))
        by = player("Ann") if form.type == "ask_review" else crew((*form.roles, "inspector")[0])
        refused = step(book, decided, acts[form.type](*given, by=by)).refusal
        assert refused is not None
        assert (refused.message, refused.clause) == (form.never, form.clause)


def test_a_book_without_reasons_rules_the_act_out():
    reasons = ("void_for", "exclude_for", "breaches", "invalidate_for")
    book = load_rulebook("classic")
    floor = msgspec.structs.replace(book.floor, **{key: {} for key in reasons}, own_limits=False)
    no_roll = msgspec.structs.replace(book.no_roll, must={}, may={})
    bare = msgspec.structs.replace(book, floor=floor, no_roll=no_roll)
    never = {form.type for form in act_forms(bare) if form.never}
    assert never == NEVER["classic"] | {"void", "exclude", "warn", "invalidate", "own_limits", "no_roll"}
    ann, boss = open_table(bare, [("Ann", 10_000)]), crew("supervisor")
    refused = step(bare, ann, ev.Warn("Ann", "cheating", by=boss)).refusal
    assert refused.message == "this house lists no reason to warn somebody"


def test_the_reasons_are_the_books_with_their_clauses():
    book = load_rulebook("nsw")
    forms = {form.type: form for form in act_forms(book)}
    reasons = {choice.value: choice for choice in forms["no_roll"].fields[0].choices}
    assert set(reasons) == {*book.no_roll.must, *book.no_roll.may}
    assert reasons["off_table"].clause == "5.3.1"
    assert reasons["off_table"].says
    (warned, _) = forms["warn"].fields
    assert "dealer" in {choice.value for choice in warned.choices}
