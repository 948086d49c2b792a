"""Every key of a rulebook, from the structs that hold a file."""

import re
from typing import Final

from bankcraps.game.rulebook.listing import attributes
from bankcraps.game.rulebook.procedure import (
    BettingRules,
    ComeOutRules,
    Crew,
    DiceRules,
    FloorRules,
    NoRollRules,
    TableRules,
)
from bankcraps.game.rulebook.schema import Option, Rulebook
from bankcraps.game.rulebook.terms import (
    TERMS,
    Commission,
    DontTerms,
    HandTerms,
    HopTerms,
    LineTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
    Terms,
)
from bankcraps.game.wagers import Kind

from .markup import code, listed, table
from .structs import IN_TOML, default, fields, holds, said

_HEAD: Final = ("id", "title", "about", "document", "extends")
_SECTIONS: Final = {
    "table": TableRules,
    "come_out": ComeOutRules,
    "dice": DiceRules,
    "no_roll": NoRollRules,
    "betting": BettingRules,
    "floor": FloorRules,
    "options.NAME": Option,
}
_TERMS: Final[tuple[type[Terms], ...]] = (
    LineTerms,
    DontTerms,
    OddsTerms,
    NumberTerms,
    OneRollTerms,
    HopTerms,
    HandTerms,
)
_COLUMNS: Final = ("key", "type", "default", "meaning")


def _keys(struct: type, leave_out: tuple[str, ...] = ()) -> str:
    words = attributes(struct)
    rows = [
        (
            code(field.encode_name),
            holds(field.type, IN_TOML),
            default(field) or "required",
            words.get(field.name, ""),
        )
        for field in fields(struct, leave_out)
    ]
    return table(_COLUMNS, rows)


def head() -> str:
    """The keys at the top of a file."""
    words = attributes(Rulebook)
    rows = [
        (code(field.name), "words", default(field) or "required", words[field.name])
        for field in fields(Rulebook)
        if field.name in _HEAD
    ]
    return table(_COLUMNS, rows)


def sections() -> str:
    """The tables of procedure, and options."""
    crew = f"The crew is {listed(map(code, Crew.__args__))}.\n"
    parts = [_section(f"`[{name}]`", said(struct), struct) for name, struct in _SECTIONS.items()]
    return "\n".join([crew, *parts])


def _section(title: str, words: str, struct: type, leave_out: tuple[str, ...] = ("source",)) -> str:
    return f"### {title}\n\n{words}\n\n{_keys(struct, leave_out)}"


def terms() -> str:
    """The tables of wagers: the keys of every wager, then the keys of each family."""
    common = tuple(field.name for field in fields(Terms))
    parts = [_section("Every wager", said(Terms), Terms)]
    for struct in _TERMS:
        of = listed(code(kind.value) for kind in Kind if TERMS.get(kind, OneRollTerms) is struct)
        title = re.split(r"[:.]", said(struct), maxsplit=1)[0]
        parts.append(_section(title, f"These tables are for {of}.", struct, common))
    parts.append(_section("The commission", said(Commission), Commission))
    return "\n".join(parts)


def kinds() -> str:
    """The names of the tables under `wagers`."""
    return listed(code(kind.value) for kind in Kind) + ".\n"
