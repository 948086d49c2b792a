"""A disk cache of explored chains. The key is a hash of everything that decides a chain.

The hash covers the rules, the system's text, the table, and the source of the code that explores. So an
edited rulebook or a changed program never meets an old chain. A system written in Python is never kept: its
code may change while its text stays. A chain is checked before it is used, because the kernels trust its
numbers. `kept_files` keeps the files, and `recent` the chains of a process that answers many questions.
"""

from dataclasses import replace
from pathlib import Path

import msgspec

from bankcraps.analysis.chain.exploration import ChainError, Table, explore
from bankcraps.analysis.chain.model import Chain, bytes_of
from bankcraps.strategies.chart import Chart
from bankcraps.strategies.policy import looks_at_money
from bankcraps.strategies.text.program import TextSystem
from bankcraps.support import kept_files
from bankcraps.support.kept_files import CacheWarning, DamagedError
from bankcraps.support.recent import RECENT

__all__ = ["CacheWarning", "cached_chain"]


def cached_chain(table: Table) -> Chain:
    """The chain of a system at a house, from the disk if it was explored before.

    Raises:
        ChainError: as `explore`.
    """
    if not looks_at_money(table.system):
        table = replace(table, bankroll=None, goal=None, ceiling=None)
    path = _path(table)
    if path is None:
        return explore(table)
    if (recent := RECENT.find(path)) is not None:
        kept_files.use(path)
        return recent
    kept = kept_files.read(path, "chain", decoded)
    if isinstance(kept, Chain):
        RECENT.keep(path, kept, bytes_of(kept))
        return kept
    if isinstance(kept, str):
        raise ChainError(kept)
    try:
        chain = explore(table)
    except ChainError as error:
        kept_files.keep(path, encoded(path.stem, error.why))  # so that the reason comes at once next time
        raise
    kept_files.keep(path, encoded(path.stem, chain))
    RECENT.keep(path, chain, bytes_of(chain))
    return chain


def _path(table: Table) -> Path | None:
    system = table.system
    if not isinstance(system, TextSystem | Chart):  # other policies are code
        return None
    far = table.let_it_ride, table.bankroll, table.goal, table.ceiling, table.beyond
    followed = () if table.throws is None else (table.throws,)
    return kept_files.place(
        "chain",
        kept_files.source_hash(__name__),
        table.book.digest,
        table.book.spec,
        table.book.title,
        system.name,
        system.text if isinstance(system, TextSystem) else system.to_json().decode(),
        *map(str, (table.limits, table.chip, *far, *followed)),
    )


def decoded(key: str, data: bytes) -> Chain | str:
    """Decode the bytes of a file: a chain, or the reason why there is none.

    Raises:
        DamagedError: if they are not what was written under this key, or no sound chain.
    """
    content = kept_files.unsealed(key, data)
    try:
        found = msgspec.msgpack.decode(content, type=Chain | str)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise DamagedError("it holds no chain") from None
    from bankcraps.analysis.chain.validation import problem_with  # noqa: PLC0415 - NumPy loads slowly

    problem = problem_with(found) if isinstance(found, Chain) else ""
    if problem:
        raise DamagedError(problem)
    return found


def encoded(key: str, chain: Chain | str) -> bytes:
    return kept_files.sealed(key, msgspec.msgpack.encode(chain))
