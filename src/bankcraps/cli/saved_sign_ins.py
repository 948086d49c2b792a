"""Passphrases, and this user's saved sessions at houses, so that a closed terminal loses no place."""

import contextlib
from typing import Final

import click
import msgspec

from bankcraps.cli.files import state_folder
from bankcraps.live.people.lobby import SHORTEST_PASSPHRASE
from bankcraps.support.new_files import UnwritableError, write_bytes

__all__ = ["forget_session", "new_passphrase", "save_session", "saved_session"]

_FILE: Final = "houses.json"

_Sessions = dict[str, dict[str, str]]
"""Session tokens by the address of the house and the name."""


def _read() -> _Sessions:
    try:
        return msgspec.json.decode((state_folder() / _FILE).read_bytes(), type=_Sessions)
    except (OSError, msgspec.MsgspecError):
        return {}


def _write(sessions: _Sessions) -> None:
    """Write the file for this user alone. If that fails, the user has to sign in again."""
    file = state_folder() / _FILE
    with contextlib.suppress(OSError, UnwritableError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_bytes(file, msgspec.json.encode(sessions), devices=False, private=True)


def saved_session(address: str, name: str) -> str:
    """Return the token of a session, or an empty text."""
    return _read().get(address, {}).get(name.casefold(), "")


def save_session(address: str, name: str, token: str) -> None:
    """Remember a session."""
    sessions = _read()
    sessions.setdefault(address, {})[name.casefold()] = token
    _write(sessions)


def forget_session(address: str, name: str) -> None:
    """Forget a session that has ended."""
    sessions = _read()
    if sessions.get(address, {}).pop(name.casefold(), None) is not None:
        _write(sessions)


def new_passphrase(asks: str) -> str:
    """Ask for a new passphrase twice at the terminal, until both are the same and long enough."""

    def read(typed: str) -> str:
        if len(typed) < SHORTEST_PASSPHRASE:
            raise click.BadParameter("it is too short")
        return typed

    asks = f"{asks} (at least {SHORTEST_PASSPHRASE} characters)"
    return click.prompt(asks, hide_input=True, confirmation_prompt="The same once more", value_proc=read)
