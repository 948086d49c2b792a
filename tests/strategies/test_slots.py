"""A system's text as slots: every place says what it covers, and every edit is an edit of the text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.systems import TEXT

from bankcraps import load_rulebook
from bankcraps.game.rulebook import BOOKS
from bankcraps.strategies.library import library, read_text
from bankcraps.strategies.slots import choices_at, read_slots
from bankcraps.strategies.text.program import SystemTextError

NSW = load_rulebook("nsw")

LIBRARY = st.sampled_from([one.text for one in library().values()])

TALK = st.sampled_from(
    [
        "when come_out: five dollars on the pass line # a remark; of ours",
        "# first\nwhen point:\n\n  odds max # all of them\n  12 each on the 6 and 8",
        "stage one: when come_out: pass 10; go to two when ahead 70\nstage two:\n  when point: odds 2x",
        "when come_out: pass 10; pas 3\nnonsense\nodds max",
        "when come_out: hop sevens 3; hop the reds for 3; 1 each on hop sevens",
        "pass 10",
        "",
    ]
)
SYSTEMS = LIBRARY | TEXT | TALK


def slots_of(found):
    """Every slot, those inside others included."""

    def inside(slot):
        yield slot
        for one in slot.slots:
            yield from inside(one)

    for rule in found.rules:
        for slot in (*([rule.head] if rule.head else []), *rule.steps):
            yield from inside(slot)


def adds_of(found):
    return [*found.adds, *(add for rule in found.rules for add in rule.adds)]


def put(found, start, end, words):
    return found.text[:start] + words + found.text[end:]


def spelled(text):
    """The one form of a text, or the sentence that refuses it."""
    try:
        return read_text(text).text
    except SystemTextError as error:
        return str(error)


@given(text=SYSTEMS)
def test_rules_and_their_slots_stand_in_order_and_inside_each_other(text):
    found = read_slots(text, NSW)
    assert found.text == text
    for one, following in pairwise(found.rules):
        assert one.end <= following.start
    for rule in found.rules:
        parts = (*([rule.head] if rule.head else []), *rule.steps)
        assert (rule.start, rule.end) == (parts[0].start, parts[-1].end)
        for one, following in pairwise(parts):
            assert one.end <= following.start
    for slot in slots_of(found):
        assert text[slot.start : slot.end].strip() == text[slot.start : slot.end] != ""
        for one, following in pairwise(slot.slots):
            assert one.end <= following.start
        assert all(slot.start <= one.start and one.end <= slot.end for one in slot.slots)


@given(text=SYSTEMS)
def test_what_no_rule_holds_is_space_separators_and_remarks(text):
    found, end, left = read_slots(text, NSW), 0, ""
    for rule in found.rules:
        for part in (*([rule.head] if rule.head else []), *rule.steps):
            left += text[end : part.start]
            end = part.end
    left += text[end:]
    assert all(not line.partition("#")[0].strip(" \t;") for line in left.splitlines())


@given(text=SYSTEMS)
def test_a_slot_replaced_by_the_choice_that_it_says_means_the_same(text):
    found = read_slots(text, NSW)
    for slot in slots_of(found):
        assert put(found, slot.start, slot.end, text[slot.start : slot.end]) == text
        if slot.choice and not any(one.kind in ("number", "sum", "words") or one.slots for one in slot.slots):
            named = not slot.slots
            if named and found.wrong is None:
                assert spelled(put(found, slot.start, slot.end, slot.choice)) == spelled(text)


@given(text=SYSTEMS, data=st.data())
def test_any_choice_in_a_slot_is_read_or_refused_in_a_sentence(text, data):
    found = read_slots(text, NSW)
    slots = [one for one in slots_of(found) if found.choices.get(one.kind)]
    if not slots:
        return
    slot = data.draw(st.sampled_from(slots))
    choice = data.draw(st.sampled_from(found.choices[slot.kind])).text
    changed = put(found, slot.start, slot.end, choice)
    again = read_slots(changed, NSW)
    assert again.wrong is None or again.wrong.says
    # The words are still there, and the rest of the text is as it was.
    assert changed[slot.start :].startswith(choice)
    assert changed.endswith(text[slot.end :])


@given(text=SYSTEMS, data=st.data())
def test_what_is_added_stands_in_a_slot_of_its_own(text, data):
    found = read_slots(text, NSW)
    add = data.draw(st.sampled_from([one for one in adds_of(found) if found.choices[one.kind]]))
    choice = data.draw(st.sampled_from(found.choices[add.kind]))
    changed = put(found, add.at, add.at, add.before + choice.text + add.after)
    again, start = read_slots(changed, NSW), add.at + len(add.before)
    kinds = {"rule": ("head", "line"), "new_stage": ("stage_head",)}.get(add.kind, (add.kind,))
    there = [one for one in slots_of(again) if one.start == start and one.kind in kinds]
    assert there, (changed, add)
    if add.kind not in ("rule", "new_stage"):
        assert choice.text in (one.choice for one in there)


@given(text=SYSTEMS, data=st.data())
def test_removing_a_part_leaves_every_other_slot_as_it_was(text, data):
    found = read_slots(text, NSW)
    rules = [(rule.removes, len(rule.steps) + (rule.head is not None)) for rule in found.rules]
    steps = [(step.removes, 1) for rule in found.rules for step in rule.steps if step.removes]
    if not rules:
        return
    span, parts = data.draw(st.sampled_from(rules + steps))
    again = read_slots(put(found, span.start, span.end, ""), NSW)

    def said(one):
        parts = [part for rule in one.rules for part in (rule.head, *rule.steps) if part]
        return [one.text[part.start : part.end] for part in parts]

    before, after = said(found), said(again)
    assert len(after) == len(before) - parts
    assert [one for one in after if one not in before] == []


@given(text=SYSTEMS)
def test_rules_that_change_places_lose_no_word(text):
    found = read_slots(text, NSW)
    for one, other in pairwise(found.rules):
        if one.moves and other.moves:
            between = text[one.end : other.start]
            swapped = text[other.start : other.end] + between + text[one.start : one.end]
            again = read_slots(put(found, one.start, other.end, swapped), NSW)
            assert len(again.text) == len(text)
            assert len(again.rules) == len(found.rules)


@given(text=SYSTEMS)
def test_a_text_is_wrong_exactly_where_the_language_says_so(text):
    found = read_slots(text, NSW)
    try:
        read_text(text)
    except SystemTextError as error:
        assert found.wrong is not None
        assert found.wrong.says == str(error)
        if found.wrong.at is not None:
            assert text[found.wrong.at.start : found.wrong.at.end] == error.word
    else:
        assert found.wrong is None


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("when point and ahead 100: stop", "point", "when ahead 100: stop"),
        ("when point and ahead 100: stop", "ahead 100", "when point: stop"),
        ("when come_out or (point and five_count): stop", "five_count", "when come_out or (point): stop"),
        ("when (come_out or point) and always: stop", "always", "when (come_out or point) and always: stop"),
        ("when not point and come_out: stop", "point", "when not point and come_out: stop"),
        ("when not point and come_out: stop", "come_out", "when not point: stop"),
        ("when come_out and (not point): stop", "come_out", "when come_out and (not point): stop"),
        ("stop after losing 200 or 60 throws", "60 throws", "stop after losing 200"),
        ("stop after losing 200 or 60 throws", "losing 200", "stop after 60 throws"),
    ],
)
def test_a_condition_or_an_end_goes_with_the_word_that_joins_it(text, words, left):
    (slot,) = [one for one in slots_of(read_slots(text, NSW)) if text[one.start : one.end] == words]
    gone = slot.removes
    assert (text if gone is None else text[: gone.start] + text[gone.end :]) == left


@pytest.mark.parametrize(
    ("text", "number", "left"),
    [
        ("stage one: when point: pass 10; stage two:", 1, "stage one: ; stage two:"),
        ("when point: stop # a\nwhen always: pass 10", 0, " # a\nwhen always: pass 10"),
        ("when point: stop\n  when always: pass 10\n", 1, "when point: stop\n"),
        ("when point: stop; when always: pass 10", 0, "when always: pass 10"),
    ],
)
def test_a_rule_goes_with_what_separates_it(text, number, left):
    gone = read_slots(text, NSW).rules[number].removes
    assert text[: gone.start] + text[gone.end :] == left


def test_the_hops_of_the_seven_are_a_bet_with_its_sum():
    (rule,) = read_slots("when come_out: hop sevens 3; 1 each on hop sevens", NSW).rules
    assert [(step.kind, [slot.kind for slot in step.slots]) for step in rule.steps] == [
        ("bet", ["number"])
    ] * 2


def test_a_line_with_too_many_brackets_is_text_with_a_sentence():
    text = f"when {'not (' * 700}point{')' * 700}: pass 10"
    found = read_slots(text, NSW)
    assert [one.kind for one in slots_of(found)] == ["text"]
    assert "at most 12 brackets" in found.wrong.says


def test_every_choice_of_a_house_is_known_by_its_words():
    frames = {
        "head": "{}",
        "condition": "when {}:",
        "event": "after {}:",
        "bet": "when point: {}",
        "change": "after point_made: {}",
        "line": "{}",
        "end": "stop after {}",
        "wager": "when point: {} 30",
        "target": "when point: down {}",
        "changed": "after point_made: reset {}",
        "box": "when point: {} 10 up to 2",
        "behind": "when point: odds {} max",
        "amount": "when point: field {}",
        "odds": "when point: odds {}",
        "progression": "progression {} on pass",
        "go one": "stage one: {}; stage two:",
        "go two": "stage one: ; stage two: {}",
        "stage one": "stage one: go to {} when point; stage two:",
        "stage two": "stage one: ; stage two: go to {} when point",
    }
    seen = set()
    for book in map(load_rulebook, BOOKS):
        choices = choices_at(book, ["one", "two"])
        assert set(frames) == set(choices) - {"rule", "new_stage", "go", "stage"}
        for kind, offered in choices.items():
            assert len({one.text for one in offered}) == len(offered), kind
        new = {(kind, choice.text) for kind in frames for choice in choices[kind]} - seen
        for kind, words in sorted(new):
            found = read_slots(frames[kind].format(words), book)
            there = [one for one in slots_of(found) if one.kind == kind and one.choice == words]
            assert there, (kind, words)
        seen |= new


def test_only_other_stages_are_offered_to_go_to():
    """The language refuses to go to the stage one is in."""
    text = "stage one: when come_out: pass 10\nstage two: go to one when ahead 5\nstage three:"
    found = read_slots(text, NSW)
    (go,) = [one for one in slots_of(found) if one.kind == "go two"]
    assert go.choice == "go to three when ahead 100"  # as it is when somebody chooses it anew
    assert [one.text for one in found.choices["stage two"]] == ["one", "three"]
    offered = {add.kind: add for add in found.adds if add.says == "a change of stage"}
    assert list(offered) == ["go one", "go two", "go three"]
    for kind, add in offered.items():
        for choice in found.choices[kind]:
            assert (
                read_slots(put(found, add.at, add.at, add.before + choice.text + add.after), NSW).wrong
                is None
            )


def test_in_a_single_stage_there_is_none_to_go_to():
    found = read_slots("stage one: when come_out: pass 10; go to one when ahead 5", NSW)
    assert "a change of stage" not in [add.says for add in found.adds]
    assert found.choices["stage one"] == found.choices["go one"] == ()


def test_stages_are_added_around_rules_and_after_each_other():
    def with_stage(text, says):
        found = read_slots(text, NSW)
        (add,) = [one for one in found.adds if (one.kind, one.says) == ("new_stage", says)]
        (choice,) = found.choices["new_stage"]
        return put(found, add.at, add.at, add.before + choice.text + add.after)

    rules = "# ours\nwhen come_out: pass 10"
    one = with_stage(rules, "a stage for all these rules")
    assert one == "# ours\nstage one:\nwhen come_out: pass 10"
    two = with_stage(one, "a stage")
    assert two == f"{one}\nstage two:"
    assert spelled(two) == "stage one:\n  when come_out: pass 10\nstage two:"
    shared = with_stage(rules, "a stage: the rules above hold in every stage")
    assert shared == f"{rules}\nstage one:"
    assert with_stage("", "a stage") == "stage one:"
    assert with_stage("stage two:", "a stage") == "stage two:\nstage one:"
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "12"]
    assert [choice.text for choice in choices_at(NSW, names)["new_stage"]] == ["stage 11:"]


@pytest.mark.parametrize(
    ("text", "kind", "words", "choice"),
    [
        ("when point: $12 on the 6", "wager", "6", "place 6"),
        ("when point: no 10 40", "wager", "no 10", "lay 10"),
        ("when point: double odds", "odds", "double", ""),
        ("when point: place 6 and 8 12 each", "bet", "place 6 and 8 12 each", ""),
        ("when not (come_out or five_count): pass 5 percent", "amount", "5 percent", "5%"),
        ("after 2 wins of line: double it", "change", "double it", "press it"),
        ("after win of odds come 6: stop", "target", "odds come 6", "come_odds 6"),
        ("progression Oscar's grind on pass", "progression", "Oscar's grind", "oscar"),
        ("only on every 3rd shooter", "condition", "every 3rd shooter", "every 2nd shooter"),
        ("go back to stage one when ahead", "go", "go back to stage one when ahead", ""),
        (
            "stage a: ; stage b: go back to a when ahead",
            "go b",
            "go back to a when ahead",
            "go to a when ahead 100",
        ),
    ],
)
def test_a_slot_knows_what_other_words_mean(text, kind, words, choice):
    there = [one for one in slots_of(read_slots(text, NSW)) if one.kind == kind]
    assert [(text[one.start : one.end], one.choice) for one in there] == [(words, choice)]


def test_wagers_are_those_of_the_house_by_its_names():
    nsw = {one.text: one.says for one in choices_at(NSW)["wager"]}
    assert nsw["place 6"] == "Place Bet to Win 6"
    assert "hop 3-4" not in nsw
    assert "hop 3-4" in {one.text for one in choices_at(load_rulebook("classic"))["wager"]}
