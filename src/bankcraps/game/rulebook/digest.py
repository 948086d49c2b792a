"""The digest of a rulebook: a hash of the values that the engine reads.

Titles, names of wagers, explanations and sources do not count. Rewording them does not make a record belong
to another book.
"""

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec

from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook.section import Section
from bankcraps.game.wagers import Kind
from bankcraps.support.plain import is_table

EDITION: Final = 2
"""The edition of what the engine does by every book. Records and tables from before keep theirs.

1: until November 2026. The player due to throw when the dice came to rest had thrown them. A correction kept
   commission paid since the throw. A seven-out by the stickperson ended a shooter's hand. A throw that nobody
   announced left no trace if it was no roll. A closed table could be left with wagers that no throw decided.
   A lower role could change what a higher one corrected. The minimum of one player went up without notice.
2: who threw is remembered. A correction returns commission paid since. Only a player's seven-out ends a hand
   that wagers watch. A no roll ends alike whether the throw was announced or not. A closed table comes to the
   end of every wager. A correction binds the roles below. A higher minimum of one player needs its notice.
"""

DIGITS: Final = 16
_WORDS: Final = ("from", "name", "steps", "may_advise")
"""Keys of texts, clauses and advice, on which no rule rests."""

_IF_WRITTEN: Final = (
    "total_called_by",
    "face_final",
    "down_in_the_air",
    "new_pair",
    "removes",
    "on_confirmed_by",
    "rejected_by",
    "never_on",
)
"""Keys hashed only where they are set to something, so that older books keep their digest."""

_REASONS: Final = ("must", "may", "pass_ordered_for", "invalidate_for", "void_for", "exclude_for", "breaches")
"""Keys whose values are reasons, each with its clause. The digest has the reasons without the clauses."""


def digest_of(sections: Mapping[str, Section], wagers: Mapping[Kind, Section], edition: int = EDITION) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a book's rules and of its edition."""
    rules: dict[str, object] = {name: _rules(section) for name, section in sections.items()}
    rules["wagers"] = {kind.value: _rules(terms) for kind, terms in wagers.items()}
    if edition > 1:
        rules["edition"] = edition
    return hashlib.sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()[:DIGITS]


def _rules(section: Section) -> dict[str, object]:
    return _without_words(msgspec.to_builtins(section, enc_hook=_ratio, str_keys=True))


def _without_words(plain: dict[str, object]) -> dict[str, object]:
    kept: dict[str, object] = {}
    for key, value in plain.items():
        if key in _WORDS or (key in _IF_WRITTEN and value in (None, False, (), [])):
            continue
        if is_table(value):
            kept[key] = sorted(value) if key in _REASONS else _without_words(value)
        else:
            kept[key] = value
    return kept


def _ratio(value: object) -> object:
    """Encode a pay as its ratio, because "7 to 1" and "8 for 1" are the same, and a multiple as a number."""
    if isinstance(value, Times):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, Pay):
        return str(value.ratio)
    raise NotImplementedError(type(value))
