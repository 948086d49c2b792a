"""A disk cache of explored chains. The key is a hash of everything that decides a chain.

The hash covers the rules, the system's text, the table, and the source of the code that explores. So an
edited rulebook or a changed program never meets an old chain. A system written in Python is never kept: its
code may change while its text stays. A chain is checked before it is used, because the kernels trust its
numbers. `kept_files` keeps the files, and `recent` the chains of a process that answers many questions.
"""

from pathlib import Path

import msgspec

from bankcraps.analysis.chain.exploration import ChainError, explore
from bankcraps.analysis.chain.model import Chain, bytes_of
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.chart import Chart
from bankcraps.strategies.policy import Policy, looks_at_money
from bankcraps.strategies.text.program import TextSystem
from bankcraps.support import kept_files
from bankcraps.support.kept_files import CacheWarning, DamagedError
from bankcraps.support.recent import RECENT

__all__ = ["CacheWarning", "cached_chain"]


def cached_chain(  # noqa: PLR0913 - as `explore`
    book: Rulebook,
    system: Policy,
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    *,
    let_it_ride: bool = False,
    bankroll: Cents | None = None,
    goal: Cents | None = None,
    ceiling: Cents | None = None,
    beyond: bool = True,
    throws: int | None = None,
) -> Chain:
    """The chain of a system at a house, from the disk if it was explored before; the arguments of `explore`.

    Raises:
        ChainError: as `explore`.
    """
    if not looks_at_money(system):
        bankroll = goal = ceiling = None

    def walk() -> Chain:
        return explore(
            *(book, system, limits, chip),
            let_it_ride=let_it_ride,
            bankroll=bankroll,
            goal=goal,
            ceiling=ceiling,
            beyond=beyond,
            throws=throws,
        )

    followed = () if throws is None else (throws,)
    path = _path(book, system, limits, chip, let_it_ride, bankroll, goal, ceiling, beyond, *followed)
    if path is None:
        return walk()
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
        chain = walk()
    except ChainError as error:
        kept_files.keep(path, encoded(path.stem, error.why))  # so that the reason comes at once next time
        raise
    kept_files.keep(path, encoded(path.stem, chain))
    RECENT.keep(path, chain, bytes_of(chain))
    return chain


def _path(book: Rulebook, system: Policy, *table: Limits | Cents | bool | int | None) -> Path | None:
    if not isinstance(system, TextSystem | Chart):  # other policies are code
        return None
    return kept_files.place(
        "chain",
        kept_files.source_hash(__name__),
        book.digest,
        book.spec,
        book.title,
        system.name,
        system.text if isinstance(system, TextSystem) else system.to_json().decode(),
        *map(str, table),
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
