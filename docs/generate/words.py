"""What is said at a table, who says it, and what programs read."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.acts import who_may
from bankcraps.engine.refusals import Code
from bankcraps.errors import NotationError
from bankcraps.notation import read
from bankcraps.notation.usage import HELP

from .books import houses
from .markup import NONE, code, merged, table
from .structs import IN_JSON, attributes, fields, holds, may_be_null, said

_MEANINGS: Final = {
    "not_seated": "whoever it is about has no place at this table",
    "already_seated": "a player of that name is here",
    "no_place": "the place is taken, or the table is full",
    "excluded": "they were sent away from the game",
    "not_your_act": "somebody else does that",
    "needs_time": "the act waits on a notice, so the line must say when it is",
    "time_runs_back": "the time said is before the table's clock",
    "bad_name": "nobody is called that: a name is one word of letters, and no role of the crew",
    "bad_words": "a dispute and a ruling are one line of words",
    "bad_amount": "no sum, no limits or no chips are like that",
    "not_payable": "the table has no chips so small",
    "not_enough_chips": "it is not in the rail",
    "table_closed": "the table is closed",
    "not_offered": "the house does not offer that wager",
    "not_now": "the wager is made at another time of the round",
    "bets_closed": "the dice are out",
    "needs_flat": "odds without a flat wager under them",
    "over_odds_limit": "more odds than the flat wager may carry",
    "under_minimum": "less than the sign at the table says",
    "over_maximum": "more than the sign at the table says",
    "off_unit": "not in the units in which the wager is made",
    "not_standing": "there is no such wager on the layout",
    "contract": "the wager may not be reduced or taken down",
    "no_increase": "the wager may not go up",
    "odds_stand": "a lower flat wager could not carry the odds behind it",
    "not_callable": "the wager is never off, so it is not called",
    "token": "a promotional token does not do that",
    "not_shooter": "it is for the shooter, and this is somebody else",
    "needs_line_wager": "nobody throws without a wager on the line",
    "dice": "the dice are not where that could be done",
    "must_be_no_roll": "a throw like that may not count",
    "no_such_reason": "the book does not know that reason for it",
    "needs_notice": "no sign announced it, or not for long enough",
    "not_idle": "the player need not give up the place",
    "no_such_dispute": "there is no such dispute, or it is past that",
}


def _pieces(example: str) -> list[str]:
    return re.split(r", (?:or: )?", example)


def _example(example: str) -> str:
    """An example from the help, what can be said in code."""
    shown = [code(piece) if _is_said(piece) else piece for piece in _pieces(example)]
    return ", or ".join(shown) if all(piece.startswith("`") for piece in shown) else ", ".join(shown)


def _is_said(words: str) -> bool:
    try:
        read(words)
    except NotationError:
        return False
    return True


def words() -> str:
    """Every word a line can begin with, in the groups of the help."""
    return "\n".join(
        f"### {group}\n\n"
        + table(["word", "as in"], [(code(word), _example(example)) for word, example in said_.items()])
        for group, said_ in HELP.items()
    )


def crew() -> str:
    """Who of the crew may say which word, at each house."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for group in HELP.values():
        for word, example in group.items():
            meant = read(_pieces(example)[0]).words
            if isinstance(meant, ev.Event) and who_may(houses()[0], type(meant)):
                rows.append((code(word), tuple(_roles(who_may(book, type(meant))) for book in houses())))
    return table(["word", *(book.title for book in houses())], merged(rows))


def _roles(who: list[str]) -> str:
    return ", ".join(role.replace("_", " ") for role in who) or NONE


def events() -> str:
    """Every type of event, with its fields but for who and when."""
    return _structs(ev.every_event(), ("by", "at"))


def effects() -> str:
    """Every type of effect, with its fields."""
    return _structs(fx.every_effect())


def _structs(structs: Iterable[type[msgspec.Struct]], leave_out: tuple[str, ...] = ()) -> str:
    rows: list[tuple[str, ...]] = []
    for struct in structs:
        about = attributes(struct)
        held = (_field(field, about.get(field.name, "")) for field in fields(struct, leave_out))
        rows.append((code(struct.__struct_config__.tag), said(struct), "; ".join(held) or NONE))
    return table(["type", "what happened", "fields"], rows)


def _field(field: msgspec.structs.FieldInfo, about: str) -> str:
    null = ", or `null`" if may_be_null(field.type) else ""
    aside = f" ({about})" if about else ""
    return f"{code(field.name)}: {holds(field.type, IN_JSON)}{null}{aside}"


def codes() -> str:
    """Every code of a refusal."""
    if set(Code.__args__) != set(_MEANINGS):
        odd = ", ".join(sorted(set(Code.__args__) ^ set(_MEANINGS)))
        raise KeyError(f"docs/generate/words.py says what each code of a refusal means, but not of {odd}")
    return table(["code", "what sort of no"], [(code(name), _MEANINGS[name]) for name in Code.__args__])
