"""Reads a house's answers safely, because the house may be hostile."""

import re
from typing import Final, TypeVar, Union

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.table.commands import PersonCommand
from bankcraps.live.wire.messages import (
    LONGEST_BYTES,
    Answer,
    Bye,
    Company,
    Happened,
    Inspection,
    Servers,
    Welcome,
    You,
)

__all__ = ["Message", "UnreadableError", "read_json", "read_message", "require_readable"]

_T = TypeVar("_T")

Message = Answer | Company | Happened | Inspection | Servers | Welcome | You

_OBEYED: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\(?:u00(?:0[0-8b-f]|1[0-9a-f]|7f|[89][0-9a-f])|[bfr])|([\x7f-\x9f])", re.IGNORECASE
)
"""Control characters in JSON that a terminal would obey: all but the tab and the ends of lines."""


class UnreadableError(BankcrapsError):
    """The house says something that this program cannot read."""


_decode: Final = decoder(Message | Bye)


def read_message(text: str | bytes) -> Message | Bye:
    """Read a message of the house.

    Raises:
        UnreadableError: if it is none.
    """
    try:
        return _decode(_plain(text))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


def read_json(content: bytes, kind: type[_T]) -> _T:
    """Read an answer of the house.

    Raises:
        UnreadableError: if it is none of this kind.
    """
    try:
        return decoder(kind)(_plain(content))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


def _plain(text: str | bytes) -> str:
    r"""Return JSON with a question mark in place of each control character.

    >>> _plain(b'["\\u001b[2J", "\\\\u001b", "a\\nb"]')
    '["?[2J", "\\\\u001b", "a\\nb"]'
    """
    text = text.decode() if isinstance(text, bytes) else text
    return _OBEYED.sub(r"\1?", text)


# A check that the house can read a client's commands.


_decode_command: Final = decoder(Union[tuple(PersonCommand.__subclasses__())])  # noqa: UP007 - built from a list


def require_readable(command: PersonCommand) -> None:
    """Refuse a command that the house could not read, not even its id."""
    try:
        encoded = encode(command)
        _decode_command(encoded)
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise BankcrapsError(f"this is no command: {error}") from None
    if len(encoded) > LONGEST_BYTES:
        raise BankcrapsError(f"a command has at most {LONGEST_BYTES} bytes, not {len(encoded)}")
