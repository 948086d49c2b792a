"""Exploration of chains, and a disk cache of those that were explored.

The key of the cache is a hash of everything that decides a chain: the rules, the system's text, the table,
and the source of the code that explores. So an edited rulebook or a changed program never meets an old chain.
A system written in Python is never kept: its code may change while its text stays. A file has a checksum,
and `ChainArrays` checks what the kernels trust. `kept_files` keeps the files, and `RECENT` the chains of a
process that answers many questions.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from math import prod
from pathlib import Path

import msgspec

from bankcraps.analysis.chain.by_sums import WalkBySums
from bankcraps.analysis.chain.model import Chain, bytes_of
from bankcraps.analysis.chain.walk import ChainError, Key, Scope, Walk
from bankcraps.strategies.chart import Chart
from bankcraps.strategies.inspecting import is_bounded, sizes_together
from bankcraps.strategies.policy import Policy, looks_at_money
from bankcraps.strategies.text.program import TextSystem
from bankcraps.support import kept_files
from bankcraps.support.kept_files import RECENT, DamagedError

_LEAST_STATES_EACH, _STATES_EACH = 16, 40
"""The least and the typical number of states for each combination of pressed sizes."""


def explore(scope: Scope) -> Chain:
    """The chain of a system at a house.

    Raises:
        ChainError: for more states than the scope allows, with the likely reason; or if what a throw does
            depends on the rail.
        NotAFunctionError: for a policy in Python whose answers depend on more than what it is given.
        DeadlockError: if a wager stays down that no throw decides.
    """
    return walked(scope).chain()


def walked(scope: Scope) -> Walk:
    """The finished walk that a chain is made of: it knows the table of each state. As `explore`."""
    _require_few_sizes(scope.system, scope.max_states)
    walk = (WalkBySums if looks_at_money(scope.system) else Walk)(scope)
    walk.number_of(Key(0, walk.asked.start(), left=False))
    walk.run()
    return walk


def _require_few_sizes(system: Policy, max_states: int) -> None:
    """Refuse early a system whose pressed wagers have too many combinations of sizes.

    To explore as far as the limit takes a minute or two. A combination of sizes has at least a state for each
    point, and others after each win: with two pressed wagers some 20, with six some 35.

    Raises:
        ChainError: with what would fit.
    """
    sizes = sorted(sizes_together(system).values()) if is_bounded(system) else []
    if not sizes or prod(sizes) * _LEAST_STATES_EACH <= max_states:
        return
    fits = max_states // _STATES_EACH
    some = sum(prod(sizes[:many]) <= fits for many in range(1, len(sizes) + 1))
    each = max(1, int(fits ** (1 / len(sizes))))
    raise ChainError(
        f"its {len(sizes)} pressed wagers have {prod(sizes):,} combinations of sizes, too many for a chain "
        f"of {max_states:,} states; press {some} of them, or lower the caps until each has {each} sizes"
    )


def chain_or_reason(explored: Callable[[Scope], Chain], scope: Scope) -> Chain | str:
    """The chain that an exploration finds, or the reason why no finite chain holds the system."""
    try:
        return explored(scope)
    except ChainError as error:
        return error.why


def cached_chain(scope: Scope) -> Chain | str:
    """The chain by `explore`, or the reason why there is none; from the disk if it was explored before."""
    if not looks_at_money(scope.system):
        scope = replace(scope, bankroll=None, goal=None, ceiling=None)
    path = _path(scope)
    if path is None:
        return chain_or_reason(explore, scope)
    if (recent := RECENT.find(path)) is not None:
        kept_files.use(path)
        return recent
    found = kept_files.read(path, "chain", decoded)
    if found is None:
        found = chain_or_reason(explore, scope)
        kept_files.keep(path, encoded(path.stem, found))  # a reason, too, so that it comes at once next time
    if isinstance(found, Chain):
        RECENT.keep(path, found, bytes_of(found))
    return found


def _path(scope: Scope) -> Path | None:
    game, system = scope.game, scope.system
    if not isinstance(system, TextSystem | Chart):  # other policies are code
        return None
    how_far = (getattr(scope, field.name) for field in fields(scope) if field.name not in ("game", "system"))
    return kept_files.place(
        "chain",
        kept_files.source_hash(__name__),
        game.book.digest,
        game.book.spec,
        game.book.title,
        system.name,
        system.text if isinstance(system, TextSystem) else system.to_json().decode(),
        *map(str, (game.limits, game.chip, *how_far)),
    )


def decoded(key: str, data: bytes) -> Chain | str:
    """Decode the bytes of a file: a chain, or the reason why there is none.

    Raises:
        DamagedError: if they are not what was written under this key.
    """
    content = kept_files.unsealed(key, data)
    try:
        return msgspec.msgpack.decode(content, type=Chain | str)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise DamagedError("it holds no chain") from None


def encoded(key: str, chain: Chain | str) -> bytes:
    return kept_files.sealed(key, msgspec.msgpack.encode(chain))
