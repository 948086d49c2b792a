"""A check that the house can read a client's commands."""

from typing import Final, Union

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.table.commands import PersonCommand
from bankcraps.live.wire.messages import LONGEST_BYTES

__all__ = ["require_readable"]

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
