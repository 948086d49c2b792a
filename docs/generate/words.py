"""The words of a table, the roles that say them, and what programs read."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from bankcraps.errors import NotationError
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.refusals import Code
from bankcraps.game.notation import read
from bankcraps.game.notation.usage import HELP, MEANINGS
from bankcraps.game.rulebook.listing import attributes

from .books import houses
from .markup import NONE, code, merged, table
from .structs import IN_JSON, fields, holds, may_be_null, said

_MEANINGS: Final = {
    "not_seated": "this person has no place at the table",
    "already_seated": "a player of that name is already here",
    "no_place": "the place is taken, or the table is full",
    "excluded": "the house excluded this person from the game",
    "not_your_act": "this is somebody else's job",
    "needs_time": "the act needs a notice, so the line needs a time",
    "time_runs_back": "the time is before the table's clock",
    "bad_name": "a name is one word of letters, and not a role of the crew",
    "bad_words": "a dispute or a ruling is one line of words",
    "bad_amount": "this is not a sum, or these limits or chips are impossible",
    "not_payable": "the table has no chip that small",
    "not_enough_chips": "the rail does not hold that much",
    "too_many_chips": "a player may have at most $100 billion at a table, or twice that to bet",
    "table_closed": "the table is closed",
    "not_offered": "the house does not offer that wager",
    "not_now": "the wager may only be made at another time of the round",
    "bets_closed": "the dice are out, so bets are closed",
    "needs_flat": "odds need a flat wager",
    "over_odds_limit": "more odds than the flat wager may carry",
    "under_minimum": "less than the table's minimum",
    "over_maximum": "more than the table's maximum",
    "off_unit": "not a multiple of the wager's unit",
    "not_standing": "there is no such wager on the layout",
    "contract": "the wager may not be reduced or taken down",
    "no_increase": "the wager may not go up",
    "odds_stand": "a smaller flat wager could not carry its odds",
    "not_callable": "players may not call this wager on or off",
    "nothing_to_undo": "the player did nothing since the last throw that can be undone",
    "token": "a promotional token may not be used like that",
    "not_shooter": "only the shooter may do this",
    "needs_line_wager": "a shooter needs a wager on the line",
    "dice": "the dice are not in the right place for this",
    "must_be_no_roll": 'the crew has to call "no roll" for such a throw',
    "no_such_reason": "the rulebook does not list that reason",
    "needs_notice": "no sign announced it early enough",
    "not_idle": "the player is not idle and keeps the place",
    "no_such_dispute": "there is no such dispute, or it is already settled",
}


def _pieces(example: str) -> list[str]:
    return re.split(r", (?:or: )?", example)


def _example(example: str) -> str:
    """An example from the help. Lines for the table are in the typewriter face."""
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
        + table(
            ["word", "as in", "meaning"],
            [(code(word), _example(example), MEANINGS.get(word, "")) for word, example in said_.items()],
        )
        for group, said_ in HELP.items()
    )


def crew() -> str:
    """The roles of the crew that may say each word, at each house."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for group in HELP.values():
        for word, example in group.items():
            meant = read(_pieces(example)[0]).words
            if isinstance(meant, ev.Event) and who_may(houses()[0], type(meant)):
                rows.append((code(word), tuple(_roles(who_may(book, type(meant))) for book in houses())))
    return table(["word", *(book.title for book in houses())], merged(rows))


def _roles(who: Sequence[str]) -> str:
    return ", ".join(role.replace("_", " ") for role in who) or NONE


def events() -> str:
    """Every type of event with its own fields."""
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
    return table(["type", "meaning", "fields"], rows)


def _field(field: msgspec.structs.FieldInfo, about: str) -> str:
    null = ", or `null`" if may_be_null(field.type) else ""
    aside = f" ({about})" if about else ""
    return f"{code(field.encode_name)}: {holds(field.type, IN_JSON)}{null}{aside}"


def codes() -> str:
    """Every code of a refusal."""
    if set(Code.__args__) != set(_MEANINGS):
        odd = ", ".join(sorted(set(Code.__args__) ^ set(_MEANINGS)))
        raise KeyError(f"say in docs/generate/words.py what these codes of refusals mean: {odd}")
    return table(["code", "meaning"], [(code(name), _MEANINGS[name]) for name in Code.__args__])
