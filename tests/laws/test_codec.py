"""One encoding, both ways: whatever can be said, can follow or can stand is read back as it was written."""

import hashlib
import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples
from tests.kit.schema import fits
from tests.kit.sessions import sessions
from tests.kit.words import EFFECTS, EVENTS, effects, events

from bankcraps import BOOKS, BankcrapsError, Cents, Table, Throw, load_rulebook, wager
from bankcraps.game import engine
from bankcraps.game.chips import Cents as Money
from bankcraps.game.engine import DICE, Refusal, State, crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.state import (
    DiceSet,
    DisputeCase,
    Earlier,
    Floor,
    LastThrow,
    Seat,
    Sign,
    Standing,
    Turn,
)
from bankcraps.game.notation import read, write_effect, write_event
from bankcraps.game.records.codec import (
    decode_effect,
    decode_event,
    decode_state,
    encode,
    json_schema,
    state_hash,
    to_plain,
)

SCHEMA = json_schema()


BOOK = st.sampled_from(BOOKS).map(load_rulebook)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@examples(60)
@given(data=st.data())
def test_an_event_is_read_as_it_was_written_in_words_and_as_json(kind, data):
    event = data.draw(events(kind))
    said = read(write_event(event))
    assert replace(said.words, by=said.by, at=said.at) == event
    assert decode_event(encode(event)) == event
    assert json.loads(encode(event)) == to_plain(event)
    assert fits(to_plain(event), "Event")


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
@examples(40)
@given(data=st.data(), book=BOOK)
def test_an_effect_is_one_line_of_words_and_read_as_it_was_written_as_json(kind, data, book):
    effect = data.draw(effects(kind))
    line = write_effect(effect, book)
    assert line.strip() == line
    assert "\n" not in line
    assert decode_effect(encode(effect)) == effect
    assert json.loads(encode(effect)) == to_plain(effect)
    assert fits(to_plain(effect), "Effect")


@examples(60)
@given(session=sessions())
def test_a_session_is_in_the_schema_and_read_as_it_was_written(session):
    """The hash of a table is that of its JSON without the past."""
    for moment in session.moments[::5]:
        state, again = moment.after, decode_state(encode(moment.after))
        assert (again, hash(again), state_hash(again)) == (state, hash(state), state_hash(state))
        assert fits(to_plain(state), "State")
        seats = tuple(replace(seat, earlier=()) for seat in state.seats)
        written = encode(replace(state, seats=seats, last=None))
        assert state_hash(state) == hashlib.sha256(written).hexdigest()[:16]
        assert all(fits(to_plain(effect), "Effect") for effect in moment.came.effects)
        assert moment.came.refusal is None or fits(to_plain(moment.came.refusal), "Refusal")


# The form of the JSON.


def test_an_event_looks_like_this():
    assert encode(ev.Bet(wager("place 6"), Cents(1200), by=player("Ann"))) == (
        b'{"type":"bet","wager":"place 6","amount_cents":1200,"press":false,"tokens_cents":[],"confirmed":[],'
        b'"unrejected":false,"by":{"person":"Ann"},"at":null}'
    )
    assert to_plain(ev.Offer("Ann", by=crew("dealer", "Dora")))["by"] == {"person": "Dora", "role": "dealer"}
    assert decode_event('{"type":"roll","throw":{"a":4,"b":2}}') == ev.Rolled(Throw(4, 2), by=DICE)


def test_a_state_leaves_out_what_is_as_it_always_is():
    state = to_plain(Table("nsw", {"Ann": 1000}).state)
    assert state == {
        "seats": [{"name": "Ann", "place": 1, "rail_cents": 100_000}],
        "floor": {
            "limits": {"minimum_cents": 100, "maximum_cents": 1_000_000, "unit_cents": 100},
            "chip_cents": 100,
        },
        "dice": {"bowl": [1, 2, 3, 4, 5]},
        "bank_cents": -100_000,
        "turn": {},
    }


KINDS = (State, Seat, Standing, Turn, DiceSet, Floor, Sign, DisputeCase, Earlier, Limits, LastThrow)
"""Every kind of value that a table is made of."""


def test_a_field_added_later_leaves_old_hashes_as_they_are():
    """All that a table is made of is written without what is at its default."""
    assert all(kind.__struct_config__.omit_defaults for kind in KINDS)


MADE_ANEW = {
    *("opening: State", "opening: Floor", "opening: DiceSet", "opening: Limits", "players: Seat"),
    *("disputes: DisputeCase", "supervision: Sign", "betting: Standing", "invalidating: Standing"),
    *("undoing: Earlier", "throwing: LastThrow", "dice_set: DiceSet", "turns: DiceSet", "step: Turn"),
}
"""Where the engine makes such a value: a newcomer, a new sign, a new set of dice."""


def test_a_field_added_later_is_carried_along_because_acts_change_values_by_name():
    made = re.compile(rf"\b({'|'.join(kind.__name__ for kind in KINDS)})\(")
    sources = Path(engine.__file__).parent.rglob("*.py")
    found = {
        f"{path.stem}: {name}"
        for path in sources
        for line in path.read_text("utf-8").splitlines()
        if not line.startswith("class ")
        for name in made.findall(line)
    }
    assert found == MADE_ANEW


# Money.

MONEY = {Money, Money | None, tuple[Money, ...]}
STRUCTS = [*EVENTS, *EFFECTS, Refusal, State, Seat, Standing, Earlier, Floor, Limits, fx.Chips]


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_money_is_in_cents_and_its_key_says_so(kind):
    for field in msgspec.structs.fields(kind):
        assert (field.type in MONEY) == field.encode_name.endswith("_cents"), field.name


# Broken events.

NO_EVENTS = {
    "no text": b"\xff",
    "no type": b"{}",
    "a type there is not": b'{"type":"bett","wager":"pass","amount_cents":100}',
    "an effect": b'{"type":"staked","seat":"Ann","wager":"pass","amount_cents":1,"stands_cents":1}',
    "a wager there is not": b'{"type":"bet","wager":"place 7","amount_cents":100}',
    "a wager of a number": b'{"type":"bet","wager":6,"amount_cents":100}',
    "no amount": b'{"type":"bet","wager":"pass"}',
    "dollars": b'{"type":"bet","wager":"pass","amount_cents":1.5}',
    "a sum in words": b'{"type":"bet","wager":"pass","amount_cents":"100"}',
    "a face that no die has": b'{"type":"roll","throw":{"a":7,"b":1}}',
    "a role there is not": b'{"type":"leave","by":{"person":"Ann","role":"pilot"}}',
    "somebody in words": b'{"type":"leave","by":"Ann"}',
    "a call there is not": b'{"type":"call","wager":"pass","call":"maybe"}',
    "a thousand brackets": b"[" * 100_000,
}


@pytest.mark.parametrize("written", NO_EVENTS.values(), ids=NO_EVENTS)
def test_what_is_no_event_is_an_error_for_a_person(written):
    with pytest.raises(BankcrapsError, match=r"\Athis is not an event: "):
        decode_event(written)
    if written.startswith(b"{"):
        assert not fits(json.loads(written), "Event")


def test_an_error_names_the_place():
    with pytest.raises(
        BankcrapsError, match=r"there is no wager 'place 7'; did you mean place \d+\? - at `\$.wager`"
    ):
        decode_event(b'{"type":"bet","wager":"place 7","amount_cents":100}')
    with pytest.raises(BankcrapsError, match=r"this is not an effect: .*`\$.won_cents`"):
        decode_effect(b'{"type":"paid","seat":"Ann","wager":"pass","amount_cents":1,"won_cents":"x"}')
    with pytest.raises(BankcrapsError, match=r"this is not a state: .*`\$.seats\[0\].rail_cents`"):
        decode_state(b'{"seats":[{"name":"Ann","place":1,"rail_cents":1.5}],"floor":{},"dice":{}}')


@examples(150)
@given(
    text=st.text(max_size=60) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps)
)
def test_any_text_at_all(text):
    for decode in (decode_event, decode_effect, decode_state):
        with pytest.raises(BankcrapsError):
            decode(text)


# The schema.


def test_the_schema_is_json_and_names_everything():
    assert json.loads(json.dumps(SCHEMA))["$defs"].keys() == SCHEMA["$defs"].keys()
    assert SCHEMA["$schema"].endswith("2020-12/schema")
    assert {"Event", "Effect", "State", "Refusal"} <= SCHEMA["$defs"].keys()
    assert not [name for name in SCHEMA["$defs"] if "." in name], "two kinds of value have one name"
    for name, kinds in (("Event", EVENTS), ("Effect", EFFECTS)):
        tags = {str(kind.__struct_config__.tag) for kind in kinds}
        assert set(SCHEMA["$defs"][name]["discriminator"]["mapping"]) == tags
