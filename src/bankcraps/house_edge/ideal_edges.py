"""The edges of a house with ideal pays: in memory once worked out, and on the disk once all of them are.

Every report begins with them, because real pays are compared with ideal ones. The file is found by a hash of
the whole book, its words and its clauses included, and of the code that the edges rest on. So a changed book
or a changed program never meets old edges.
"""

from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from bankcraps.game.engine import Refusal
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import WAGERS, Wager
from bankcraps.house_edge.edge import WagerEdge, printed_terms, wager_edge
from bankcraps.house_edge.trial_table import Offer, TrialTable, decide, exact_stake, uncapped
from bankcraps.support import kept_files
from bankcraps.support.kept_files import DamagedError


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """An offer with its figures, as they are kept."""

    wager: str
    point: int | None
    edge: WagerEdge | None


@lru_cache(maxsize=16)
def ideal_edges(book: Rulebook) -> "IdealEdges":
    """The edges of a house, which are worked out as they are asked for."""
    return IdealEdges(book)


class IdealEdges:
    """The figures of the wagers of a house with ideal pays: nothing is rounded or capped."""

    def __init__(self, book: Rulebook) -> None:
        """Look whether the edges of this very book are kept on the disk."""
        self._book = book
        self._path = _place(book)
        kept = None if self._path is None else kept_files.read(self._path, "edges", decoded)
        self._found: dict[Offer, WagerEdge | None] = kept or {}
        self._are_kept = kept is not None

    @cached_property
    def table(self) -> TrialTable:
        """The house's table with ideal pays."""
        return TrialTable(uncapped(self._book))

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Every wager that may be made, in the order of the table."""
        return tuple(self._found) if self._are_kept else self.table.offers

    def edge(self, wager: Wager, point: int | None) -> WagerEdge | None:
        """The figures of one offer; None if the house does not take it in that form."""
        offer = wager, point
        if offer not in self._found:
            self._found[offer] = _worked_out(self.table, wager, point)
            self._keep_all()
        return self._found[offer]

    def _keep_all(self) -> None:
        """Write the edges to the disk once every one is found."""
        if self._are_kept or len(self._found) < len(self.offers):
            return
        self._are_kept = True
        if self._path is not None:
            rows = [_Row(wager.name, point, self._found[wager, point]) for wager, point in self.offers]
            kept_files.keep(self._path, encoded(self._path.stem, rows))


def _worked_out(table: TrialTable, wager: Wager, point: int | None) -> WagerEdge | None:
    decided = decide(table, wager, point, exact_stake(table.book, wager, point))
    if isinstance(decided, Refusal):
        return None
    pays, clauses = printed_terms(table.book, wager, point)
    return msgspec.structs.replace(wager_edge(wager.name, point, decided), pays=pays, clauses=clauses)


# On the disk.


def _place(book: Rulebook) -> Path | None:
    content = msgspec.json.encode(book, enc_hook=_exactly).decode()
    return kept_files.place("edges", kept_files.source_hash(__name__), content)


def _exactly(value: object) -> str:
    """A pay as it is printed, because a report tells "7 to 1" from "8 for 1"; a fraction exactly."""
    if isinstance(value, Pay | Fraction):
        return str(value)
    raise NotImplementedError(type(value))


def encoded(key: str, rows: list[_Row]) -> bytes:
    """The bytes of a file: offers with their figures, each fraction exactly, as text."""
    return kept_files.sealed(key, msgspec.msgpack.encode(rows, enc_hook=_exactly))


def decoded(key: str, data: bytes) -> dict[Offer, WagerEdge | None]:
    """Decode the bytes of a file.

    Raises:
        DamagedError: if they are not what was written under this key.
    """
    content = kept_files.unsealed(key, data)
    try:
        rows = msgspec.msgpack.decode(content, type=list[_Row], dec_hook=_fraction)
        return {(WAGERS[row.wager], row.point): row.edge for row in rows}
    except (msgspec.MsgspecError, KeyError, ValueError, ZeroDivisionError, RecursionError):
        raise DamagedError("it holds no edges") from None


def _fraction(type_: type, value: object) -> Fraction:
    if type_ is Fraction and isinstance(value, str):
        return Fraction(value)
    raise NotImplementedError(type_)
