"""The API of a table that anybody may use: its rulebook, its acts as forms, and its log as files.

A file is streamed, without holding all of it in memory.
"""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import Final

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Send

from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Standing
from bankcraps.game.engine.wagering.sign_bounds import exact_unit, most_times
from bankcraps.game.notation.expanding import LEAVES_OUT_POINT
from bankcraps.game.notation.phrases import SHARES, Spreads
from bankcraps.game.rulebook import Rulebook, clauses_of
from bankcraps.game.rulebook.listing import Line, listing
from bankcraps.game.rulebook.terms import DontTerms, HopTerms, NumberTerms, OddsTerms, Terms
from bankcraps.game.wagers import WAGERS, Wager, odds_behind, wager
from bankcraps.live.advice.act_forms import ActForm, BetOffer, act_forms, offer
from bankcraps.live.advice.outlook import Explained, Outlook, explained, outlook
from bankcraps.live.log.entries import StoredRow, first_hash
from bankcraps.live.proof import exporting
from bankcraps.live.table.commands import fixed
from bankcraps.live.table.live_table import LiveTable
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api import history
from bankcraps.server.web.api.edges import edge_of, with_edge
from bankcraps.server.web.edge import endpoints as edge
from bankcraps.server.web.edge.page import Invitation, invitation
from bankcraps.server.web.edge.rates import ApiThreads
from bankcraps.server.web.edge.sessions import Api, Desk
from bankcraps.support.structs import struct_of

KINDS: Final = {
    "craps": "text/plain; charset=utf-8",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}
"""The kinds of files, with their media types."""

_CHUNK: Final = 65_536
_log: Final = logging.getLogger(__name__)


class Export(edge.HeldStream):
    """A file of a table. If the log turns out to be wrong on the way, the file ends early, and shows it."""

    def __init__(self, table: str, kind: str, parts: AsyncGenerator[bytes], held: ExitStack) -> None:
        """Send the parts of a file, and hold something until it is sent."""
        super().__init__(parts, held, KINDS[kind])
        self.headers["content-disposition"] = f'attachment; filename="{table}.{kind}"'
        self._table = table

    async def stream_response(self, send: Send) -> None:
        """Send the file."""
        try:
            await super().stream_response(send)
        except BankcrapsError as error:
            _log.warning("an export of table %s ended early: %s", self._table, error)


async def _all(first: bytes, parts: Iterator[bytes], threads: ApiThreads) -> AsyncGenerator[bytes]:
    while first:
        yield first
        first = await _next(parts, threads)


async def _next(parts: Iterator[bytes], threads: ApiThreads) -> bytes:
    """Return the next chunk of a file; empty at its end."""
    return await asyncio.get_running_loop().run_in_executor(threads.files, _chunk, parts)


def _chunk(parts: Iterator[bytes]) -> bytes:
    chunk = bytearray()
    while len(chunk) < _CHUNK and (part := next(parts, None)) is not None:
        chunk += part
    return bytes(chunk)


def file_of(store: Store, table: str, kind: str, span: exporting.Span, player: str) -> Iterator[bytes]:
    """Yield a file of a table.

    Args:
        store: where the log is.
        table: the table.
        kind: the kind of file.
        span: the part of the log.
        player: only this player; empty for everybody.
    """

    def rows() -> Iterator[StoredRow]:
        return takewhile(lambda row: row.seq <= last, store.logs.rows(table))

    last = _last_shown(store, table, kind)
    if kind == "jsonl":
        yield from exporting.log_part(table, (0, first_hash(table)), rows(), span)
    elif kind == "craps":
        stay = exporting.both(span, exporting.span_of_player(player, rows(), table)) if player else span
        yield from (f"{line}\n".encode() for line in exporting.record_lines(table, rows(), stay))
    else:
        yield from exporting.parquet_parts(exporting.effect_rows(table, rows(), span, player))


def _last_shown(store: Store, table: str, kind: str) -> int:
    """Return the last row that may be in a file now, or a number that no row has.

    Seeds are only in the log itself. A throw for which seeds were given at a table that has closed since is
    never made, and nobody deals there any more.
    """
    if any(info.table == table and info.closed for info in store.tables.all()):
        return sys.maxsize
    dealt = exporting.last_dealt(store.logs.rows(table))
    last = sys.maxsize if dealt is None else dealt
    return min(last, exporting.last_without_open_seeds(store.logs.rows(table))) if kind == "jsonl" else last


# The API of a table.


class PayLine(msgspec.Struct, frozen=True):
    """A pay of a wager: on what, as a house prints it, and the clause."""

    on: str
    pay: str
    clause: str


class WagerLine(msgspec.Struct, frozen=True):
    """A wager that the house offers: a spot of its layout.

    Attributes:
        wager: its canonical name.
        kind: its kind.
        name: the name of its kind on this layout.
        number, dice: the number or the combination it is on, or None.
        bar: the number on which a don't wager ties, or None.
        pays: its pay.
        clause: the clause that offers it, or "convention".
        odds: the odds that go behind it once it stands there, or None.
        times: for odds, how many times their flat wager they may be, on the number that allows most; 0 for
            other wagers.
        exact_cents: for a wager on a number, the least sum that the table's chips pay exactly: all its
            multiples are paid so, too; 0 for other wagers.
        commission: the commission as a percentage; 0 for none.
    """

    wager: str
    kind: str
    name: str
    number: int | None
    dice: str | None
    bar: int | None
    pays: list[PayLine]
    clause: str
    odds: str | None
    times: int
    exact_cents: int
    commission: int


class SpreadLine(msgspec.Struct, frozen=True):
    """A word for place wagers on several numbers, such as "across".

    Attributes:
        name: the word.
        each, whole: with this much on each number, dealers make this much in all: 5 and 32 for "across".
    """

    name: Spreads
    each: int
    whole: int


class ClauseLine(msgspec.Struct, frozen=True):
    """A clause of the house's document: its number and what it says."""

    clause: str
    says: str


class TableRules(msgspec.Struct, frozen=True):
    """The rules of a table.

    Attributes:
        rules, title, about, document, digest: the rulebook.
        chosen: the options chosen.
        chip_cents: the smallest chip of the table.
        denominations_cents: the values of the table's chips: the smallest, and those that it makes.
        places: the number of places for players.
        points: the numbers that the puck may be on.
        wagers: the wagers offered.
        spreads: the words for several of them, if the house offers all of these.
        values: every value of the rulebook (pays, limits, procedure) with its clause.
        clauses: the clauses of the document.
    """

    rules: str
    title: str
    about: str
    document: str
    digest: str
    chosen: dict[str, str]
    chip_cents: int
    denominations_cents: list[int]
    places: int
    points: list[int]
    wagers: list[WagerLine]
    spreads: list[SpreadLine]
    values: list[Line]
    clauses: list[ClauseLine]


def rules_of(book: Rulebook, table: LiveTable) -> TableRules:
    """Return the rules of a table."""
    chip = table.state.floor.chip
    return struct_of(
        TableRules,
        book,
        rules=book.id,
        chosen=dict(book.chosen),
        chip_cents=chip,
        denominations_cents=[*book.table.chips(chip)],
        places=book.table.places,
        points=sorted(book.come_out.points),
        wagers=spots_of(book, chip),
        spreads=list(_spreads(book)),
        values=listing(book),
        clauses=[ClauseLine(one.id, one.says) for one in clauses_of(book.id)],
    )


def _spreads(book: Rulebook) -> Iterator[SpreadLine]:
    for name in LEAVES_OUT_POINT:
        shares = SHARES[name]
        if all(book.terms(wager) is not None for wager in shares):
            yield SpreadLine(name, min(shares.values()), sum(shares.values()))


def spots_of(book: Rulebook, chip: Cents) -> list[WagerLine]:
    """Return the spots of a house's layout, for a table with this smallest chip."""
    return [_spot(book, one, chip) for one in WAGERS.values() if book.terms(one) is not None]


def _spot(book: Rulebook, wager: Wager, chip: Cents) -> WagerLine:
    terms, odds = book.wagers[wager.kind], odds_behind(wager)
    return WagerLine(
        wager=str(wager),
        kind=wager.kind.value,
        name=terms.name,
        number=wager.number,
        dice=str(wager.dice) if wager.dice else None,
        bar=terms.bar if isinstance(terms, DontTerms) else None,
        pays=_pays(terms, wager),
        clause=terms.clause("name"),
        odds=str(odds) if odds is not None and book.terms(odds) is not None else None,
        times=_most_times(terms, wager) if isinstance(terms, OddsTerms) else 0,
        exact_cents=exact_unit(book, wager, 0, chip) if isinstance(terms, NumberTerms) else 0,
        commission=terms.commission.percent if isinstance(terms, NumberTerms) and terms.commission else 0,
    )


def _most_times(terms: OddsTerms, wager: Wager) -> int:
    """The multiple of a flat wager that odds may be, on their own number or on the one that allows most."""
    numbers = [wager.number] if wager.number else list(terms.limit)
    return int(max(most_times(terms, number) for number in numbers))


def _pays(terms: Terms, wager: Wager) -> list[PayLine]:
    """Return the pays of one spot: of a family with a pay for each number, those of its own."""
    if isinstance(terms, HopTerms) and wager.dice:
        row = "hard" if wager.dice.hard else "easy"
        return [PayLine("", str(terms.pay(wager.dice)), terms.clause(row))]
    lines = [PayLine(on, str(pay), terms.clause(f"pays.{on}" if on else "pays")) for on, pay in terms.rows()]
    return [line for line in lines if line.on == str(wager.number)] or lines


class TableApi(Api):
    """The API of single tables, open or closed, of any process."""

    def __init__(self, desk: Desk) -> None:
        """Read the tables of a house."""
        super().__init__(desk)
        self._prepared = edge.Prepared(desk.quota, desk.threads)
        self._history = history.HistoryApi(desk, self._prepared)

    def endpoints(self) -> list[edge.Endpoint]:
        """Return the addresses of single tables with their handlers."""
        past, at, get = self._history, "/api/tables/{table}", partial(edge.Endpoint, "GET")
        return [
            get(f"{at}/rules", self.rules, TableRules),
            get(f"{at}/invitation", self.invitation, Invitation),
            get(f"{at}/outlook", self.outlook, works=True),
            get(f"{at}/offer", self.offer, works=True),
            get(f"{at}/explained", self.explained, Explained),
            get(f"{at}/hands", past.hands, works=True),
            get(f"{at}/hands/{{hand:int}}", past.hand, works=True),
            get(f"{at}/stay", past.stay, works=True),
            get(f"{at}/acts", self.acts, tuple[ActForm, ...]),
            get(f"{at}/throws", past.throws, works=True),
            get(f"{at}/disputes", past.disputes, works=True),
            get(f"{at}/statistics", past.statistics, works=True),
            get(f"{at}/replay", past.replay, history.Replay),
            *(
                get(f"{at}/export.{kind}", partial(self.export, kind), media=media)
                for kind, media in KINDS.items()
            ),
        ]

    async def rules(self, request: Request) -> Response:
        """A table's rulebook: wagers, values with their clauses, the clauses."""
        host = await self._desk.table(request)
        book, table = host.book, host.durable
        key = "rules", book.digest, tuple(book.chosen.items()), table.state.floor.chip
        return await self._prepare(request, key, rules_of, book, table)

    async def acts(self, request: Request) -> Response:
        """Every act at the table as a form: who may do it, what it does, its fields and reasons."""
        book = (await self._desk.table(request)).book
        key = "acts", book.digest, tuple(book.chosen.items())
        return await self._prepare(request, key, act_forms, book)

    async def invitation(self, request: Request) -> Response:
        """The link to a table, and a QR code of it."""
        table, public = await self._desk.known(request), request.app.state.public
        asked_at, house = public or str(request.base_url), self._desk.house.address
        key = "invitation", table, asked_at
        return await self._prepare(request, key, invitation, f"/tables/{table}", asked_at, house)

    async def outlook(self, request: Request) -> tuple[Outlook, ...]:
        """The effect of each throw on the player's wagers or, with `wager` and `cents`, on that one.

        While people deal a throw, nothing is said of wagers: it would be what they have to find out.
        """
        host = await self._desk.table(request)
        name, wished, table = await self._desk.name(request), _wished(host.book, request), host.durable
        if table.work.tasks:
            return ()
        found = partial(outlook, fixed=fixed(table))
        return await self._desk.threads.work(found, host.book, table.state, name, wished)

    async def offer(self, request: Request) -> BetOffer | None:
        """Say what a bet of `cents` on `wager` would come to: win, commission, edge, and a sum paid exactly.

        Nothing while people deal a throw: it would tell a dealer what is right.
        """
        host = await self._desk.table(request)
        name, wished = await self._desk.name(request), _wished(host.book, request)
        if wished is None or wished.amount <= 0:
            raise BankcrapsError("say the wager and its amount, such as wager=place 6 and cents=600")
        book, state = host.book, host.durable.state
        if host.durable.work.tasks:
            return None

        def found() -> BetOffer:
            one = offer(book, state, name, wished.wager, wished.amount)
            return with_edge(one, edge_of(book, state, wished.wager, one.total))

        return await self._desk.threads.work(found)

    async def explained(self, request: Request) -> Response:
        """A kind of wager explained, at this table's stakes: what each throw does to it."""
        host = await self._desk.table(request)
        kind = next((one for one in host.book.wagers if one.value == request.query_params.get("kind")), None)
        if kind is None:
            asked, kinds = request.query_params.get("kind", "")[:40], [one.value for one in host.book.wagers]
            near = did_you_mean(asked, kinds) or f"; it offers {', '.join(kinds)}"
            raise BankcrapsError(f"this house offers no {asked!r}{near}")
        book, floor = host.book, host.durable.state.floor
        key = kind, book.digest, tuple(book.chosen.items()), floor.limits, floor.chip
        return await self._prepare(request, key, explained, book, kind, floor)

    async def _prepare(
        self, request: Request, key: Hashable, make: Callable[..., object], *given: object
    ) -> Response:
        return await self._prepared.answer(request, key, lambda: self._desk.threads.work(make, *given))

    async def export(self, kind: str, request: Request) -> Response:
        """The log of a table as a file."""
        table, asked = await self._desk.known(request), request.query_params
        span, player = exporting.Span(_time(asked, "from"), _time(asked, "to")), asked.get("player", "")
        if player and kind == "jsonl":
            raise BankcrapsError("a log is chained and cannot leave players out: ask for another file")
        if player:
            await self._check_player(request, player)
        with ExitStack() as slots:
            slots.enter_context(self._desk.quota.export(edge.address_of(request)))
            parts = file_of(self._desk.house.store, table, kind, span, player)
            first = await _next(parts, self._desk.threads)  # what cannot be exported is refused here
            return Export(table, kind, _all(first, parts, self._desk.threads), slots.pop_all())

    async def _check_player(self, request: Request, player: str) -> None:
        session = await self._desk.session(request)
        if session is None or (session.person.name != player and "inspector" not in session.person.roles):
            raise edge.ForbiddenError(f"only {player[:40]!r} and inspectors may take what is theirs alone")


def _wished(book: Rulebook, request: Request) -> Standing | None:
    """Read a wager of a query that is not on the layout; None without one."""
    name = request.query_params.get("wager")
    if name is None:
        return None
    wished, amount = wager(name), Cents(edge.whole_number(request, "cents", None))
    if book.terms(wished) is None:
        raise BankcrapsError(f"this house does not offer {wished}")
    return Standing(wished, amount)


def _time(asked: QueryParams, name: str) -> int | None:
    """Read a time of a query as milliseconds since 1970."""
    given = asked.get(name)
    if given is None:
        return None
    try:
        at = datetime.fromisoformat(given)
        return round((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BankcrapsError(f"{name} takes a time such as 2026-11-20T20:00, not {given[:40]!r}") from None
