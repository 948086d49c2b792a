"""Sealed dice: a throw that was fixed before the betting closed, and that anyone can check afterwards.

For each throw the house makes 32 secret bytes and shows their SHA-256, the commitment, before the betting
closes. Then players give seeds, which the close of the betting locks. The faces come from HMAC-SHA256 of the
secret over the table, the number of the throw and the seeds. After the throw the house shows the secret. So
the house cannot change the throw after the betting, and cannot choose it where a player gave a random seed
after the commitment. `GivenSeeds` says what that needs if another player works for the house. A house can
still withhold a throw; throws that did not count, and those that were never shown, are counted.

Nothing here knows a wager, and nothing here is random: the secret is passed in.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import Throw

SECRET_BYTES: Final = 32
"""The length of a secret. It is as long as the output of the hash, so guessing it is no easier."""

SEED: Final = 64
"""The most characters of a player's seed."""

_FACES: Final = 6
_FAIR: Final = 256 - 256 % _FACES
"""Bytes from 252 on are rejected: 252 is the largest multiple of 6, so each face has 42 bytes."""


class Seed(msgspec.Struct, frozen=True, order=True):
    """A player's contribution to the dice of one throw.

    Attributes:
        player: the player's name.
        seed: any text of at most 64 printable characters without spaces.
    """

    player: str
    seed: str


def commitment_of(secret: bytes) -> str:
    """Return what is shown before the betting closes: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(_checked(secret)).hexdigest()


def message_of(table: str, number: int, seeds: tuple[Seed, ...]) -> bytes:
    r"""Return the bytes that the secret is applied to.

    They are lines: the name of the method, the table, the number of the throw, and each player with their
    seed in the order of their names.

    >>> message_of("k3x9", 7, (Seed("Bob", "b"), Seed("Ann", "lucky")))
    b'bankcraps dice 1\nk3x9\n7\nAnn lucky\nBob b\n'
    """
    lines = ["bankcraps dice 1", table, str(number), *(f"{one.player} {one.seed}" for one in sorted(seeds))]
    return "".join(f"{line}\n" for line in lines).encode()


def sealed_throw(secret: bytes, table: str, number: int, seeds: tuple[Seed, ...]) -> Throw:
    """Return the throw that a secret and the players' seeds give.

    Each byte of the stream below 252 is a face, its remainder by 6 plus 1; other bytes are skipped. The first
    two faces are the throw.

    Args:
        secret: the 32 bytes that the commitment was made from.
        table: the table's id.
        number: the number of the throw at this table, from 1.
        seeds: the seeds as they were locked when the betting closed.

    Raises:
        BankcrapsError: if the secret does not have 32 bytes.
    """
    bytes_ = stream(_checked(secret), message_of(table, number, seeds))
    faces = (face for byte in bytes_ if (face := face_of(byte)))
    return Throw(next(faces), next(faces))


def face_of(byte: int) -> int:
    """Return the face that a byte of the stream gives, or 0 if the byte is rejected.

    >>> face_of(0), face_of(5), face_of(6), face_of(251), face_of(252)
    (1, 6, 1, 6, 0)
    """
    return byte % _FACES + 1 if byte < _FAIR else 0


def stream(secret: bytes, message: bytes) -> Iterator[int]:
    """Yield bytes without end: HMAC-SHA256 over the message and the number of the block, from 0."""
    block = 0
    while True:
        yield from hmac.digest(secret, message + str(block).encode(), "sha256")
        block += 1


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise BankcrapsError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
