"""The key behind the sealed dice of a house: a file beside the database, never in it.

The database keeps, for each throw, only a salt: fresh random bytes. The secret of the throw is an HMAC of the
salt, the table and the number of the throw under the key. So a copy of the database foretells nothing, and a
house that starts again with its key finds the secrets that it has sealed.

Databases of older programs have the secret itself in place of a salt. It counts for the one throw that waited
then.
"""

import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.fairness import commitment_of
from bankcraps.server.stores.database import Database, StoreError
from bankcraps.support.files import UnreadableError, exists, make_private, read_text
from bankcraps.support.new_files import UnwritableError, new_file

POSTGRES: Final = ("postgresql://", "postgres://")
"""The beginnings of the addresses of PostgreSQL databases."""

_BYTES: Final = 32
_KEY: Final = re.compile(rf"[0-9a-f]{{{2 * _BYTES}}}")
_SALT: Final = re.compile(rf"1 ([0-9a-f]{{16}}) ([0-9a-f]{{{2 * _BYTES}}})")


class SecretLostError(BankcrapsError):
    """The secret of a throw that was sealed cannot be found again. The message says why."""


class DiceKey:
    """The key of a house. Its `id` names it without telling it."""

    def __init__(self, key: bytes) -> None:
        """Take the bytes of the key."""
        self.id: str = hashlib.sha256(b"bankcraps key 1\n" + key).hexdigest()[:16]
        self._key = key

    def secret(self, table: str, number: int, salt: bytes) -> bytes:
        """Return the secret of a throw.

        Args:
            table: the table's id.
            number: the number of the throw.
            salt: 32 random bytes that were drawn for this throw alone.
        """
        lines = f"bankcraps secret 1\n{table}\n{number}\n{salt.hex()}\n"
        return hmac.digest(self._key, lines.encode(), "sha256")

    def kept(self, salt: bytes) -> str:
        """Return what the database keeps of a secret: which key it needs, and the salt."""
        return f"1 {self.id} {salt.hex()}"


def new_secret() -> bytes:
    """Draw 32 fresh bytes from the operating system. It takes no argument, so no wager can change them."""
    return secrets.token_bytes(_BYTES)


def default_key_file(address: str) -> Path:
    """Return the default path of a house's key.

    It lies beside an SQLite file. A house in PostgreSQL has no folder of its own: its key lies in the user's
    folder for state, so all processes of that user on that machine find it.
    """
    if not address.startswith(POSTGRES):
        return Path(f"{os.path.realpath(address)}.key")
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "bankcraps" / "dice.key"


def load_key(file: Path) -> DiceKey | None:
    """Read a key, and keep its file for this user alone. Return None if there is no such file.

    Raises:
        StoreError: if the file cannot be read, holds no key, or is another user's, who knows the key.
    """
    if not exists(file):
        return None
    if _is_planted(file):
        raise StoreError(
            f"the dice key {file} is another user's, who may know every throw before it is thrown: "
            "name another file with --dice-key, or, if the key is yours, make the file your own: chown"
        )
    try:
        text = read_text(file, 4096).strip()
        if _KEY.fullmatch(text):
            make_private(file)  # a foreign file, named by mistake, stays unchanged
    except (UnreadableError, OSError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"the dice key {file} cannot be read: {reason}") from None
    if not _KEY.fullmatch(text):
        raise StoreError(f"{file} holds no dice key: that is a line of {2 * _BYTES} hexadecimal digits")
    return DiceKey(bytes.fromhex(text))


def _is_planted(file: Path) -> bool:
    """Whether a file belongs neither to this user, nor to the administrator, nor to the owner of its folder.

    The administrator may read everybody's files, and so would take a key that anybody put into a
    shared folder.
    """
    try:
        owners = 0, os.geteuid() if os.name == "posix" else 0, file.parent.stat().st_uid
        return file.stat().st_uid not in owners
    except OSError:  # reading it says why not
        return False


def make_key(file: Path) -> DiceKey:
    """Return the key of a file, and make it first if there is none. Of two processes, one makes it.

    Raises:
        StoreError: if it cannot be made or read.
    """
    if not exists(file):
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with new_file(file, private=True) as new:
                new.write(f"{secrets.token_hex(_BYTES)}\n".encode())
        except (OSError, UnwritableError) as error:
            if not exists(file):  # or another process was quicker
                reason = getattr(error, "strerror", None) or error
                raise StoreError(f"the dice key {file} cannot be made: {reason}") from None
    found = load_key(file)
    if found is None:
        raise StoreError(f"the dice key {file} is gone again")
    return found


class Secrets:
    """The secrets of the sealed dice of a house: salts in its database, and the key outside it.

    Attributes:
        key_file: where the key lies.
    """

    def __init__(self, database: Database, key_file: Path) -> None:
        """Keep salts in a database. The key is read, or made, on first use."""
        self._database = database
        self.key_file = key_file
        self._key: DiceKey | None = None

    def key(self, *, make: bool = False) -> DiceKey | None:
        """Return the key of the dice; None if there is none. It is kept, whatever becomes of its file.

        Args:
            make: whether to make one if there is none.

        Raises:
            StoreError: if it cannot be read or made.
        """
        if self._key is None:
            self._key = make_key(self.key_file) if make else load_key(self.key_file)
        return self._key

    def keys_needed(self) -> dict[str, str]:
        """Return the ids of the keys that the open tables need for their latest throws, by their tables."""
        found = self._database.run(
            "SELECT s.table_id, s.secret FROM secrets s JOIN tables t ON t.id = s.table_id AND t.closed = 0 "
            "WHERE s.number = (SELECT MAX(number) FROM secrets WHERE table_id = s.table_id)"
        )
        return {table: salt[1] for table, kept in found if (salt := _SALT.fullmatch(kept))}

    def numbers(self, table: str) -> frozenset[int]:
        """Return the numbers of the throws of which something is kept."""
        found = self._database.read((int,), "SELECT number FROM secrets WHERE table_id = ?", table)
        return frozenset(number for (number,) in found)

    def draw(self, table: str, number: int) -> tuple[bytes, str]:
        """Draw the secret of a throw. Return it with what the database keeps of it.

        Raises:
            StoreError: if the key cannot be read or made.
        """
        key, salt = self.key(make=True), new_secret()
        assert key is not None
        return key.secret(table, number, salt), key.kept(salt)

    def again(self, table: str, number: int, commitment: str) -> bytes:
        """Return the secret of a throw that was sealed before this process began.

        What is kept of it is a salt or, in older databases, the secret itself.

        Args:
            table: the table's id.
            number: the number of the throw.
            commitment: the commitment with which the log says that the secret was sealed.

        Raises:
            SecretLostError: if it cannot be found, or is not the one that was sealed.
        """
        throw, key = f"the secret of throw {number} of table {table} is lost", self.key()
        select = "SELECT secret FROM secrets WHERE table_id = ? AND number = ?"
        kept: str | None = self._database.value(select, table, number)
        if kept is None:
            raise SecretLostError(f"{throw}: the database has nothing of it any more")
        found = _SALT.fullmatch(kept)
        if found is None and not _KEY.fullmatch(kept):
            raise SecretLostError(f"{throw}: what the database has of it was changed")
        if found is None:
            secret = bytes.fromhex(kept)
        elif key is None:
            raise SecretLostError(f"{throw}: the file of the dice key {found[1]} is missing")
        elif key.id != found[1]:
            raise SecretLostError(
                f"{throw}: it was sealed with the dice key {found[1]}, and this is {key.id}"
            )
        else:
            secret = key.secret(table, number, bytes.fromhex(found[2]))
        if commitment_of(secret) != commitment:
            raise SecretLostError(f"{throw}: what the database has of it was changed")
        return secret

    def require_key(self) -> None:
        """Make the key of a house if it has none, and refuse to go on without the key that its tables need.

        Raises:
            StoreError: if the throws of some tables were sealed with a key that is not here.
        """
        needed, key = self.keys_needed(), self.key()
        strange = {table: name for table, name in needed.items() if key is None or name != key.id}
        if not strange:
            self.key(make=True)
            return
        here = "there is no such file" if key is None else f"it holds the key {key.id}"
        raise StoreError(
            f"the next throws of the tables {', '.join(sorted(strange))} were sealed with the dice key "
            f"{', '.join(sorted(set(strange.values())))}, which is not in {self.key_file}: {here}. "
            "Bring it back, or name its file with --dice-key; all processes of a house use the same key. "
            "If it is lost, these tables must end, and all wagers go back: bankcraps admin close TABLE --lost"
        )
