"""JSON for programs: events, effects, states and refusals, both ways.

An event or effect is an object whose `type` is its tag. A wager is its canonical name, and a pay is written
as its house prints it. Money is in whole cents, under keys that end in `_cents`. A state leaves out values at
their default, so a field added later does not change the hash of older states.

>>> from bankcraps.game.engine import events as ev, player
>>> encode(ev.CashOut(1200, by=player("Ann")))
b'{"type":"cash_out","amount_cents":1200,"by":{"person":"Ann"},"at":null}'
>>> decode_event(b'{"type":"roll","throw":{"a":4,"b":2}}')
Rolled(throw=Throw(a=4, b=2), irregular='', ruled='', by=Actor(person='', role='dice'), at=None)
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, quoted, require_text, require_type
from bankcraps.game.engine import Refusal, Seat, State
from bankcraps.game.engine.effects import Effect, every_effect
from bankcraps.game.engine.events import Event, every_event
from bankcraps.game.engine.refusals import Sentence
from bankcraps.game.pays import Pay
from bankcraps.game.wagers import NUMBERS, WAGERS, Wager, wager
from bankcraps.support.decode_errors import with_choices

if TYPE_CHECKING:
    AnyEvent = Event
    AnyEffect = Effect
else:
    AnyEvent = Union[tuple(every_event())]  # noqa: UP007 - the union is built from a list
    AnyEffect = Union[tuple(every_effect())]  # noqa: UP007
"""Events and effects as fields of structs that are read from JSON: msgspec must know every type."""

HASH_DIGITS: Final = 16
"""Hexadecimal digits of a state's hash, as written in records."""


_T = TypeVar("_T")

_LONGEST: Final = 500
"""The most characters of a decoder's error message."""


def _to_name(value: object) -> object:
    if type(value) is Wager:  # a state has dozens of them
        return value.name
    if isinstance(value, Pay | Sentence):
        return str(value)
    raise NotImplementedError(type(value))


def _from_name(type_: type, value: object) -> object:
    if type_ is Sentence:
        return Sentence("{said}", said=str(value))
    if type_ not in (Wager, Pay):
        raise NotImplementedError(type_)
    if not isinstance(value, str):
        message = f"expected the name of a {type_.__name__.lower()}, not {value!r}"
        raise ValueError(message)  # noqa: TRY004 - msgspec turns it into its own error
    try:
        return wager(value) if type_ is Wager else Pay(value)
    except BankcrapsError as error:
        raise ValueError(str(error)) from None


_JSON: Final = msgspec.json.Encoder(enc_hook=_to_name)
_EVENTS: Final = msgspec.json.Decoder(AnyEvent, dec_hook=_from_name)
_EFFECTS: Final = msgspec.json.Decoder(AnyEffect, dec_hook=_from_name)
_STATES: Final = msgspec.json.Decoder(State, dec_hook=_from_name)


def encode(value: object) -> bytes:
    """Write a value as one line of JSON.

    Raises:
        BankcrapsError: if it is not an event, effect, state, refusal or plain data.
    """
    try:
        return _JSON.encode(value)
    except (NotImplementedError, TypeError, ValueError, RecursionError):
        raise BankcrapsError(f"there is no JSON for {quoted(value)}") from None


def to_plain(value: object) -> Any:  # noqa: ANN401 - plain data of any shape
    """Return a value as dicts, lists, numbers and text, as in its JSON."""
    return msgspec.json.decode(encode(value))


def decoder(type_: object) -> Callable[[bytes | str], Any]:
    """Return a function that reads values of a type, or of a union of types, from JSON.

    The function raises `msgspec.MsgspecError` or `UnicodeDecodeError` for anything else.
    """
    return msgspec.json.Decoder(type_, dec_hook=_from_name).decode


def decode_event(data: bytes | str) -> Event:
    """Read an event from JSON.

    Raises:
        BankcrapsError: if it is not one. The message says where it is wrong.
    """
    return _decoded(_EVENTS, data, "an event")


def decode_effect(data: bytes | str) -> Effect:
    """Read an effect from JSON.

    Raises:
        BankcrapsError: if it is not one. The message says where it is wrong.
    """
    return _decoded(_EFFECTS, data, "an effect")


def decode_state(data: bytes | str) -> State:
    """Read a state from JSON.

    Its limits, seats and puck are checked, so that any house can go on from it that has its wagers and its
    point. Whether play can lead to such a table is not checked.

    Raises:
        BankcrapsError: if it is not one. The message says where it is wrong.
    """
    state = _decoded(_STATES, data, "a state")
    tables = [state] if state.last is None else [state, state.last.before]
    for problem in filter(None, map(_problem, tables)):
        raise BankcrapsError(f"this is not a state: {problem}")
    return state


def _problem(state: State) -> str:
    floor, seats = state.floor, state.seats
    if floor.chip <= 0:
        return "its smallest chip is worth nothing"
    places = [seat.place for seat in seats]
    if (
        min(places, default=1) < 1
        or places != sorted({*places})
        or len({seat.name for seat in seats}) < len(seats)
    ):
        return "its seats are not in order, each at a place and with a name of its own"
    if state.puck and state.puck not in NUMBERS:
        return f"its puck is on {quoted(state.puck)}, which is no number"
    return floor.limits.problem(floor.chip)


def _decoded(decoder: "msgspec.json.Decoder[_T]", data: bytes | str, what: str) -> _T:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError) as error:
        said = with_choices(error, decoder.type, data)
        said = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}..."  # it may quote the data
        raise BankcrapsError(f"this is not {what}: {said}") from None


def state_hash(state: State) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a state's JSON.

    What can be taken back is left out: what players can undo, and the last throw. The log tells both.
    """
    return _hash(_without_past(state))


def entry_hash(line: str, state: State) -> str:
    """Return the hash of an entry of a record: of the event as its line writes it, and the state after it."""
    require_text(line, "the line of an entry")
    return _hash(line.encode() + b"\n" + _without_past(state))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


def _without_past(state: State) -> bytes:
    """Return the JSON of a state without what can be taken back."""
    require_type(state, State, "a state is what open_table or a step returns")
    return encode(replace(state, last=None, seats=tuple([_seat_json(seat) for seat in state.seats])))


def _seat_json(seat: Seat) -> msgspec.Raw:
    """Return the JSON of a seat without its undos. An event changes few seats; the others are known."""
    known = _SEATS.get(id(seat))
    if known is not None:
        return known[1]
    if len(_SEATS) >= _MOST_SEATS:
        _SEATS.clear()
    json = msgspec.Raw(encode(replace(seat, earlier=())))
    _SEATS[id(seat)] = seat, json
    return json


_SEATS: Final[dict[int, tuple[Seat, msgspec.Raw]]] = {}
"""Seats that were hashed lately, each with its JSON, by `id`, which stays a seat's own while it is kept."""

_MOST_SEATS: Final = 2048
"""The most seats that are kept so: some 2 KB each."""


Schema = dict[str, Any]
"""A JSON Schema, or the parts of one by name."""


def json_schema(others: Iterable[type] = ()) -> Schema:
    """Return the JSON Schema of events, effects, states and refusals, and of other objects.

    Nothing else fits the schema. Each kind has its own under `$defs`.
    """
    # States, refusals and other structs stand in `parts` under their own names.
    (event, effect, *more), parts = schema_parts((AnyEvent, AnyEffect, State, Refusal, *others))
    named = {"Event": event, "Effect": effect}
    kinds = [{"$ref": f"#/$defs/{name}"} for name in named]
    return schema_of_any([*kinds, *more], {**parts, **named})


def schema_of_any(kinds: Sequence[Schema], parts: Schema) -> Schema:
    """Return the JSON Schema of a value of any of these kinds, which refer to parts under `$defs`."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "anyOf": kinds, "$defs": parts}


def schema_parts(
    types: Iterable[object], reference: str = "#/$defs/{name}"
) -> tuple[tuple[Schema, ...], Schema]:
    """Return the JSON Schema of each type, and of the structs in them by name.

    Args:
        types: structs, and unions of them.
        reference: the function that makes a schema's reference to a struct.
    """
    schemas, parts = msgspec.json.schema_components(types, schema_hook=_schema_of, ref_template=reference)
    for part in parts.values():
        if "description" in part:
            part["description"] = part["description"].partition("\n\n")[0]
    return schemas, parts


def _schema_of(type_: type) -> Schema:
    if type_ is Wager:
        return {"type": "string", "enum": list(WAGERS)}
    if type_ is Pay:
        return {"type": "string", "examples": ["9 to 5", "30 for 1"]}
    if type_ is Sentence:
        return {"type": "string"}
    raise NotImplementedError(type_)
