"""Random events of every kind, field by field: as they could be said at a table, or as nobody ever would."""

from typing import Any, Final, Literal, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from bankcraps import WAGERS, Cents, Limits, Throw, Wager
from bankcraps.game.chips import LARGEST
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import ROLES, Actor
from bankcraps.game.wagers import NUMBERS

CLOCK: Final = st.integers(0, 999_999 * 3600)
"""Seconds that a line can say."""

_GRAMMAR: Final = (
    "pass", "on", "off", "by", "all", "dice", "token", "confirmed", "forfeit", "seen", "ruled", "unsound",
)  # fmt: skip
_WORD: Final = st.one_of(
    st.sampled_from(("Ann", "Bob", *ROLES, *_GRAMMAR, "off_table", "delay", "nan", "e1")),
    st.from_regex(r"[^\W\d_][\w'-]{0,8}", fullmatch=True),
)
_REASON: Final = _WORD.filter(lambda word: word.lower() not in {"nan", "inf", "infinity"})
"""No rulebook has a reason that reads like a sum of money."""
_MONEY: Final = st.one_of(
    st.integers(-LARGEST, LARGEST), st.integers(0, 100_000), st.integers(1, 100).map(lambda n: 100 * n)
)
_COUNT: Final = st.one_of(st.integers(0, 9), st.integers(0, 999_999_999))
_THROW: Final = st.builds(Throw, st.integers(1, 6), st.integers(1, 6))
_LIMITS: Final = st.builds(Limits, _MONEY, _MONEY, _MONEY)
_TEXT: Final = st.text(max_size=40)
_WAGER: Final = st.sampled_from(list(WAGERS.values()))
_NAME: Final = _WORD.filter(lambda word: word not in ROLES)
ACTORS: Final = st.one_of(
    st.just(Actor()), st.builds(Actor, _NAME), st.builds(Actor, st.just("") | _NAME, st.sampled_from(ROLES))
)
"""Nobody, a player by name, or a role with or without a name: whoever can stand before a line."""

Strategies = dict[Any, SearchStrategy[Any]]


def _some(values: SearchStrategy[Any], least: int = 0, most: int = 2) -> SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, min_size=least, max_size=most).map(tuple)


_OF_TYPE: Final[Strategies] = {
    Actor: ACTORS,
    Cents: _MONEY,
    Limits: _LIMITS,
    Throw: _THROW,
    Wager: _WAGER,
    bool: st.booleans(),
    int: _COUNT,
    str: _WORD,
    tuple[Cents, ...]: _some(_MONEY),
    tuple[int, ...]: _some(_COUNT, most=3),
    tuple[str, ...]: _some(_WORD),
}
_SAID_AS: Final[Strategies] = {
    **dict.fromkeys(("about", "finding", "ruling", "why"), _TEXT),
    **dict.fromkeys(("at", "proposed"), st.none() | CLOCK),
    **dict.fromkeys(("irregular", "ruled"), st.just("") | _WORD),
    "reason": _REASON,
}
_NO_WORD: Final = st.sampled_from(
    ["", " ", "two words", "Ann:", "a\nb", "9", "_", "x" * 600, "Ann", "boxperson"]
)
_NO_COUNT: Final = st.sampled_from([-1, 0, 1, 7, 10**12])
_NO_MONEY: Final = st.sampled_from([-100, -1, 0, 1, LARGEST, LARGEST + 1, 10**30, 100])
_NO_TYPE: Final[Strategies] = _OF_TYPE | {
    Actor: st.builds(Actor, _NO_WORD | _WORD, st.sampled_from(["player", *ROLES])),
    Cents: _NO_MONEY,
    Limits: st.builds(Limits, _NO_MONEY, _NO_MONEY, _NO_MONEY),
    int: _NO_COUNT,
    str: _NO_WORD,
    tuple[Cents, ...]: _some(_NO_MONEY),
    tuple[int, ...]: _some(_NO_COUNT, most=3),
    tuple[str, ...]: _some(_NO_WORD),
}
_NONSENSE: Final[Strategies] = {
    **dict.fromkeys(("about", "finding", "ruling", "why"), st.sampled_from(["", "\n", "x" * 600, "\udc80"])),
    **dict.fromkeys(("at", "proposed"), st.sampled_from([None, None, -1, 0, 10**12])),
    "player": _NO_WORD | _WORD,
    "reason": _NO_WORD | st.sampled_from(["device", "fraud", "delay", "fire", "off_table"]),
    "scope": st.sampled_from(["", "throw", "round", "all"]),
}
EVENTS: Final = tuple(ev.every_event())
EFFECTS: Final = tuple(fx.every_effect())


def _values(type_: Any, of_type: Strategies) -> SearchStrategy[Any]:
    """The values of a field of that type: one of its choices, or None where it may be None."""
    if type_ in of_type:
        return of_type[type_]
    if get_origin(type_) is Literal:
        return st.sampled_from(get_args(type_))
    (other,) = (one for one in get_args(type_) if one is not type(None))
    return st.none() | of_type[other]


def _built(kind: Any, of_type: Strategies, by_name: Strategies) -> dict[str, SearchStrategy[Any]]:
    fields = msgspec.structs.fields(kind)
    return {
        one.name: by_name[one.name] if one.name in by_name else _values(one.type, of_type) for one in fields
    }


def _events_of(kind: type[ev.Event], of_type: Strategies, by_name: Strategies) -> SearchStrategy[ev.Event]:
    chosen = _built(kind, of_type, by_name)
    if kind is ev.Award:  # what is taken back is below zero
        chosen["amount"] |= chosen["amount"].map(lambda cents: -cents)
    if kind is ev.Choose:
        chosen["dice"] = _some(_COUNT, 1, 3)
    return st.builds(kind, **chosen)


def _sayable(event: ev.Event) -> ev.Event:
    """Return an event that a line can say: tokens beside the chips or in their place, or one token down."""
    if isinstance(event, ev.Bet):
        alone = (event.amount,) if event.press else ()
        return msgspec.structs.replace(
            event, amount=event.amount + sum(event.tokens), tokens=(*alone, *event.tokens)
        )
    if isinstance(event, ev.TakeDown) and event.amount is None:
        return msgspec.structs.replace(event, token=False)
    return event


_SAID: Final = {kind: _events_of(kind, _OF_TYPE, _SAID_AS).map(_sayable) for kind in EVENTS}
_UNSAID: Final = {kind: _events_of(kind, _NO_TYPE, _NONSENSE) for kind in EVENTS}


def events(kind: type[ev.Event] | None = None, *, nonsense: bool = False) -> SearchStrategy[ev.Event]:
    """Events of one kind or of any: words as a line can say them or, as nonsense, what no line could."""
    kinds = _UNSAID if nonsense else _SAID
    return st.one_of(list(kinds.values())) if kind is None else kinds[kind]


# Effects.

_SENTENCE: Final = st.sampled_from(["that was a four", 'a "six", he said', "the dealer's: 5 > 4", "já"])
_EFFECTS_OF_TYPE: Final[Strategies] = _OF_TYPE | {
    Actor: ACTORS.filter(bool),
    Throw: st.sampled_from(OUTCOMES),
    tuple[fx.Chips, ...]: _some(st.builds(fx.Chips, _MONEY, _COUNT), 1, 3),
}
_EFFECT_FIELDS: Final[Strategies] = {
    **dict.fromkeys(("about", "finding", "ruling"), _SENTENCE),
    "call": st.sampled_from(["on", "off", ""]),
    "clause": st.sampled_from(["5.3.1", "convention"]),
    "due": CLOCK,
    "effect": st.builds(fx.PointSet, st.sampled_from(NUMBERS)),
    "next": st.just("") | _WORD,
    "point": st.sampled_from(NUMBERS),
    "progress": _some(st.sampled_from(NUMBERS), 1, 6),
    "total": st.integers(2, 12),
}
_EFFECT_EXCEPTIONS: Final[dict[Any, Strategies]] = {
    fx.SignPosted: {"about": st.sampled_from(["limits", "closing"])},
    fx.DieBack: {"to": st.sampled_from(["shooter", "bowl", "removed"])},
    fx.Thrown: {"point": st.sampled_from([0, *NUMBERS])},
    fx.ThrowInvalid: {"point": st.sampled_from([0, *NUMBERS])},
}


def effects(kind: type[fx.Effect]) -> SearchStrategy[fx.Effect]:
    """Effects of one kind."""
    return st.builds(
        kind, **_built(kind, _EFFECTS_OF_TYPE, _EFFECT_FIELDS | _EFFECT_EXCEPTIONS.get(kind, {}))
    )
