"""`bankcraps dice-stream`: the raw bytes of the sealed source, for the standard batteries of tests."""

import hashlib
import itertools
import sys
from collections.abc import Iterator

import click

from bankcraps.cli import heavy
from bankcraps.cli.options import Whole
from bankcraps.live.log.fairness import message_of, stream

_BLOCK = 32


@click.command("dice-stream")
@click.option("--bytes", "count", type=Whole(min=1))
@click.option("--seed", metavar="TEXT")
def command(*, count: int | None, seed: str | None) -> None:
    """Write the bytes from which the dice of a live table are made, to standard output.

    For each throw it draws a secret as a live table does, and writes the first 32 bytes of its stream. So the
    bytes can be given to PractRand, dieharder or TestU01. A byte below 252 is a face: its remainder by 6,
    plus 1.
    """
    out, left = sys.stdout.buffer, sys.maxsize if count is None else count
    for number, secret in enumerate(_secrets(seed), 1):
        block = bytes(itertools.islice(stream(secret, message_of("stream", number, ())), _BLOCK))
        out.write(block[:left])
        left -= len(block)
        if left <= 0:
            break
    out.flush()


def _secrets(seed: str | None) -> Iterator[bytes]:
    if seed is not None:
        return (hashlib.sha256(f"{seed}\n{number}".encode()).digest() for number in itertools.count(1))

    return (heavy.new_secret() for _ in itertools.count())
