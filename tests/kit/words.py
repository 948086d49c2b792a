"""Random events of every kind, field by field: as they could be said at a table, or as nobody ever would."""

from typing import Any, Final

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from bankcraps import WAGERS, Limits, Throw
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

_FIELDS: Final[dict[str, SearchStrategy[Any]]] = {
    "about": _TEXT,
    "amount": _MONEY,
    "at": st.none() | CLOCK,
    "by": ACTORS,
    "call": st.sampled_from(["on", "off"]),
    "confirmed": st.lists(_WORD, max_size=2).map(tuple),
    "dice": st.lists(_COUNT, max_size=3).map(tuple),
    "die": _COUNT,
    "guilty": st.lists(_WORD, max_size=2).map(tuple),
    "irregular": st.just("") | _WORD,
    "limits": _LIMITS,
    "number": _COUNT,
    "place": st.none() | _COUNT,
    "player": _WORD,
    "press": st.booleans(),
    "reason": _REASON,
    "ruled": st.just("") | _WORD,
    "ruling": _TEXT,
    "scope": st.sampled_from(["", "throw", "round"]),
    "sound": st.booleans(),
    "throw": _THROW,
    "to": _WORD,
    "token": st.booleans(),
    "tokens": st.lists(_MONEY, max_size=2).map(tuple),
    "finding": _TEXT,
    "proposed": st.none() | CLOCK,
    "unrejected": st.booleans(),
    "wager": _WAGER,
    "why": _TEXT,
}
_OR_NONE: Final = {(ev.TakeDown, "amount"), (ev.CashOut, "amount"), (ev.PostSign, "limits")}

_NO_WORD: Final = st.sampled_from(
    ["", " ", "two words", "Ann:", "a\nb", "9", "_", "x" * 600, "Ann", "boxperson"]
)
_NO_COUNT: Final = st.sampled_from([-1, 0, 1, 7, 10**12])
_NO_MONEY: Final = st.sampled_from([-100, -1, 0, 1, LARGEST, LARGEST + 1, 10**30, 100])
_NO_LIMITS: Final = st.builds(Limits, _NO_MONEY, _NO_MONEY, _NO_MONEY)
_NONSENSE: Final[dict[str, SearchStrategy[Any]]] = _FIELDS | {
    "about": st.sampled_from(["", "\n", "x" * 600, "\udc80"]),
    "amount": _NO_MONEY,
    "at": st.sampled_from([None, None, -1, 0, 10**12]),
    "by": st.builds(Actor, _NO_WORD | _WORD, st.sampled_from(["player", *ROLES])),
    "confirmed": st.lists(_NO_WORD, max_size=2).map(tuple),
    "dice": st.lists(_NO_COUNT, max_size=3).map(tuple),
    "die": _NO_COUNT,
    "guilty": st.lists(_NO_WORD, max_size=2).map(tuple),
    "irregular": _NO_WORD,
    "limits": _NO_LIMITS,
    "number": _NO_COUNT,
    "place": st.none() | _NO_COUNT,
    "player": _NO_WORD | _WORD,
    "reason": _NO_WORD | st.sampled_from(["device", "fraud", "delay", "fire", "off_table"]),
    "ruled": _NO_WORD,
    "ruling": st.sampled_from(["", "\n", "x" * 600, "\udc80"]),
    "scope": st.sampled_from(["", "throw", "round", "all"]),
    "to": _NO_WORD,
    "tokens": st.lists(_NO_MONEY, max_size=2).map(tuple),
    "finding": st.sampled_from(["", "\n", "x" * 600, "\udc80"]),
    "proposed": st.sampled_from([None, None, -1, 0, 10**12]),
    "why": st.sampled_from(["", "\n", "x" * 600, "\udc80"]),
}
EVENTS: Final = tuple(ev.every_event())
EFFECTS: Final = tuple(fx.every_effect())


def _events_of(kind: type[ev.Event], fields: dict[str, SearchStrategy[Any]]) -> SearchStrategy[ev.Event]:
    chosen = {name: fields[name] for name in kind.__struct_fields__}
    for name, field in chosen.items():
        if (kind, name) in _OR_NONE:
            chosen[name] = st.none() | field
    if kind is ev.Award:  # what is taken back is below zero
        chosen["amount"] = fields["amount"] | fields["amount"].map(lambda cents: -cents)
    if kind is ev.Choose:
        chosen["dice"] = st.lists(_COUNT, min_size=1, max_size=3).map(tuple)
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


_SAID: Final = {kind: _events_of(kind, _FIELDS).map(_sayable) for kind in EVENTS}
_UNSAID: Final = {kind: _events_of(kind, _NONSENSE) for kind in EVENTS}


def events(kind: type[ev.Event] | None = None, *, nonsense: bool = False) -> SearchStrategy[ev.Event]:
    """Events of one kind or of any: words as a line can say them or, as nonsense, what no line could."""
    kinds = _UNSAID if nonsense else _SAID
    return st.one_of(list(kinds.values())) if kind is None else kinds[kind]


# Effects.

_LEGS: Final = st.none() | _WAGER
_SENTENCE: Final = st.sampled_from(["that was a four", 'a "six", he said', "the dealer's: 5 > 4", "já"])
_EFFECT_FIELDS: Final[dict[str, SearchStrategy[Any]]] = {
    "about": _SENTENCE,
    "again": st.booleans(),
    "amount": _MONEY,
    "before": _WORD,
    "bowl": st.lists(_COUNT, max_size=5).map(tuple),
    "by": _WORD,
    "call": st.sampled_from(["on", "off", ""]),
    "chips": st.lists(st.builds(fx.Chips, _MONEY, _COUNT), min_size=1, max_size=3).map(tuple),
    "clause": st.sampled_from(["5.3.1", "convention"]),
    "dice": st.lists(_COUNT, max_size=3).map(tuple),
    "die": _COUNT,
    "due": CLOCK,
    "effect": st.builds(fx.PointSet, st.sampled_from(NUMBERS)),
    "leg": _LEGS,
    "limits": _LIMITS,
    "next": st.just("") | _WORD,
    "number": _COUNT,
    "place": _COUNT,
    "player": _WORD,
    "point": st.sampled_from(NUMBERS),
    "progress": st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=6).map(tuple),
    "reason": _WORD,
    "rest": st.lists(_COUNT, max_size=3).map(tuple),
    "role": _WORD,
    "ruling": _SENTENCE,
    "finding": _SENTENCE,
    "seat": _WORD,
    "stands": _MONEY,
    "throw": st.sampled_from(OUTCOMES),
    "to": _WORD,
    "tokens": st.lists(_MONEY, max_size=2).map(tuple),
    "total": st.integers(2, 12),
    "up": st.booleans(),
    "away": st.booleans(),
    "wager": _WAGER,
    "wrong": st.sampled_from(OUTCOMES),
    "why": st.sampled_from(["taken down", "tied", "off", "void", "invalid", "undone"]),
    "won": _MONEY,
}
_EFFECT_EXCEPTIONS: Final[dict[tuple[type[fx.Effect], str], SearchStrategy[Any]]] = {
    (fx.SignPosted, "about"): st.sampled_from(["limits", "closing"]),
    (fx.SignPosted, "limits"): st.none() | _LIMITS,
    (fx.LimitsSet, "player"): st.none() | _WORD,
    (fx.DieBack, "to"): st.sampled_from(["shooter", "bowl", "removed"]),
    (fx.Moved, "to"): _WAGER,
    (fx.Thrown, "point"): st.sampled_from([0, *NUMBERS]),
    (fx.ThrowInvalid, "point"): st.sampled_from([0, *NUMBERS]),
    (fx.DiceThrown, "by"): ACTORS.filter(bool),
}


def effects(kind: type[fx.Effect]) -> SearchStrategy[fx.Effect]:
    """Effects of one kind."""
    names = (field.name for field in msgspec.structs.fields(kind))
    return st.builds(
        kind, **{name: _EFFECT_EXCEPTIONS.get((kind, name), _EFFECT_FIELDS[name]) for name in names}
    )
