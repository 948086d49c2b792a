"""The entries of a table's log: what happened there, as it is stored. Everything else follows from them.

An entry holds tagged data, never sentences, so that old logs stay readable. Fields are only ever added, with
a default.

A row's hash is the SHA-256 of the hash before it and of the row's own bytes. A row that is changed,
removed or added changes every hash after it, so the last hash (the head) stands for the whole log.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, NamedTuple, TypeAlias, TypeVar, Union, cast

import msgspec

from bankcraps.errors import RecordError, quoted
from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine.actor import Role
from bankcraps.game.engine.events import Bet
from bankcraps.game.records.codec import AnyEvent, decoder, encode
from bankcraps.game.wagers import Wager
from bankcraps.live.log.fairness import Seed
from bankcraps.live.log.settings import TableSettings


class SeatSystem(msgspec.Struct, frozen=True):
    """A betting system that plays a person's seat.

    Attributes:
        name: the person.
        system: the name of the system: its name in the library or of its chart, or its text.
        text: the system as text, or its chart as JSON.
    """

    name: str
    system: str
    text: str


class Bot(SeatSystem, frozen=True, omit_defaults=True, rename={"bankroll": "bankroll_cents"}):
    """A player that is a betting system.

    Attributes:
        name: the name it plays under.
        system, text: the system, as above.
        bankroll: the chips it buys when it sits down, in cents.
        leaves: whether it is to leave.
    """

    bankroll: Cents
    leaves: bool = False


PhaseName = Literal["betting", "last_bets", "dice_out", "in_the_air", "paying"]
"""The parts of a round: the betting, its last seconds, the dice with the shooter, the throw, the payments."""

BETTING: Final = ("betting", "last_bets")
"""The parts of a round in which the betting is open."""


ChairRole = Role | Literal["second_dealer"]
"""A chair of the crew: a role of the book. A table where people deal has a second chair for its dealers."""

DealAction = Literal["pay", "take", "move", "return", "puck", "call"]
"""A dealer pays a wager, takes it for the house, moves it to its number, returns it, or places the puck.

The stickperson calls the throw.
"""

DealtHow = Literal["right", "refused", "wrong", "not_done", "dealt"]
"""Dealt as it was right; wrong, so that it was refused or happened; or left to the automatic crew.

People who are not the box see "dealt" for what was right or wrong and happened. No log has it.
"""


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """Something that happened at a live table."""


class TableOpened(LogEntry, frozen=True, tag="table_opened"):
    """The table opened. This is the first entry of its log."""

    settings: TableSettings


class Acted(LogEntry, frozen=True, tag="acted"):
    """An event of the engine.

    Attributes:
        event: the event that somebody caused.
        hash: the hash of the event and of the table after it, as in a record.
        why: the reason that the person gave, or empty.
    """

    event: AnyEvent
    hash: str
    why: str = ""


class PhaseBegan(LogEntry, frozen=True, tag="phase_began"):
    """A part of a round began. It ends by itself at `until`, in milliseconds since 1970, if that is given."""

    phase: PhaseName
    until: int | None = None


class CommitmentShown(LogEntry, frozen=True, tag="commitment_shown"):
    """The commitment to a sealed throw was shown."""

    number: int
    commitment: str


class SeedGiven(LogEntry, frozen=True, tag="seed_given"):
    """A player gave a seed for the next throw, or took another one. `next` promises the one after it."""

    player: str
    seed: str
    next: str = ""


class SeedsLocked(LogEntry, frozen=True, tag="seeds_locked"):
    """The betting closed, and with it the players' seeds for a throw."""

    number: int
    seeds: tuple[Seed, ...] = ()


class SecretShown(LogEntry, frozen=True, tag="secret_shown"):
    """The secret of a throw was shown, in hexadecimal. `withheld` says why the throw did not count."""

    number: int
    secret: str
    withheld: str = ""


class SecretLost(LogEntry, frozen=True, tag="secret_lost"):
    """The house gave up a throw that it had sealed, because its secret is lost. Nobody can ever check it."""

    number: int


class ThrowEntered(LogEntry, frozen=True, tag="throw_entered"):
    """A member of the crew entered a throw of real dice, which waits for a second look."""

    person: str
    throw: Throw


class ChairTaken(LogEntry, frozen=True, tag="chair_taken"):
    """A person took a chair of the crew."""

    role: ChairRole
    person: str


class ChairGiven(LogEntry, frozen=True, tag="chair_given"):
    """A person gave a chair back to the automatic crew, or the host took it back from them.

    Attributes:
        role, person: the chair and who held it.
        by: the host who took it back; empty if the person gave it back.
    """

    role: ChairRole
    person: str
    by: str = ""


class ChairOffered(LogEntry, frozen=True, tag="chair_offered"):
    """The host of a table let somebody take a chair of the crew.

    Attributes:
        role: the chair.
        person: the person who may take it; empty for whoever has the key.
        key: the SHA-256 of a key, in hexadecimal, which the host's link contains; empty for a person.
    """

    role: ChairRole
    person: str = ""
    key: str = ""


class ChairOfferEnded(LogEntry, frozen=True, tag="chair_offer_ended"):
    """An offer of a chair ended: the host took it back, or somebody used its key."""

    role: ChairRole
    person: str = ""
    key: str = ""


class SatOut(LogEntry, frozen=True, tag="sat_out"):
    """A player sat out, or plays again."""

    player: str
    out: bool


class SaidReady(LogEntry, frozen=True, tag="said_ready"):
    """A player is ready for the throw, or is not ready after all."""

    player: str
    ready: bool = True


class Waiting(LogEntry, frozen=True, tag="waiting"):
    """A person joined the waiting list, or left it."""

    person: str
    waiting: bool


class PlaceOffered(LogEntry, frozen=True, tag="place_offered"):
    """A place is free, and it is this person's turn to take it, until a time in milliseconds since 1970."""

    person: str
    until: int


class Granted(LogEntry, frozen=True, tag="granted", rename={"amount": "amount_cents"}):
    """The house gave a person play money, in cents. Only the log of the house itself has this entry."""

    person: str
    amount: int


class ReturnedChips(msgspec.Struct, frozen=True, rename={"rail": "rail_cents", "layout": "layout_cents"}):
    """The chips of a player at a table that ended, in cents: in the rail and on the layout."""

    player: str
    rail: int
    layout: int


class TableEnded(LogEntry, frozen=True, tag="table_ended"):
    """The keeper ended a table that cannot be played on. Only the log of the house itself has this entry.

    Attributes:
        ended: the table.
        why: the reason that it could not go on.
        chips: the chips that went into the wallets of players.
    """

    ended: str
    why: str
    chips: tuple[ReturnedChips, ...] = ()


class LateBetAsked(LogEntry, frozen=True, tag="late_bet_asked"):
    """A player asked for a wager after "no more bets". It waits for the roles that must confirm it."""

    bet: Bet
    confirmed: tuple[str, ...] = ()


class LateBetDropped(LogEntry, frozen=True, tag="late_bet_dropped"):
    """A late wager was turned down, or nobody confirmed it before the dice came to rest."""

    player: str
    by: str = ""


class BotSeated(LogEntry, frozen=True, tag="bot_seated"):
    """Somebody had a bot of the house come to this table. It sits down by itself."""

    bot: Bot
    by: str = ""


class BotDismissed(LogEntry, frozen=True, tag="bot_dismissed"):
    """A bot is to leave: it bets no more, and goes when its last wager is decided."""

    name: str
    by: str = ""


class SystemStarted(LogEntry, frozen=True, tag="system_started"):
    """A player handed their seat to a betting system."""

    seat: SeatSystem


class SystemStopped(LogEntry, frozen=True, tag="system_stopped"):
    """A system plays a seat no more: its player took over, or it stopped by itself."""

    name: str
    why: str = ""


class Dealt(
    LogEntry,
    frozen=True,
    kw_only=True,
    tag="dealt",
    rename={"cents": "dealt_cents", "right": "right_cents", "moved": "moved_cents"},
):
    """A dealer did something with a wager after a throw, or the automatic crew did it for them.

    Attributes:
        person: the dealer whose work it was.
        chair: the chair.
        player, wager: the wager; nobody's and None for the puck.
        action: the action that was done.
        cents: the sum that was paid beyond the stake, in cents; 0 for other actions.
        how: whether that was right, and what became of it.
        right_action, right: the right action; empty for a wager that the throw does not decide.
        late_ms: the time after the throw, in milliseconds.
        puck, right_puck: where the puck was put and where it belongs, if it is about the puck.
        moved: the sum that the player has more by it than by the right action, in cents, where wrong pays
            happen.
        by: the person who had the automatic crew do it; empty if its dealer had left the chair.
        words, right_words: the stickperson's call, and the plainest call that is right, if it is a call.
    """

    person: str
    chair: ChairRole
    player: str = ""
    wager: Wager | None = None
    action: DealAction
    cents: Cents = Cents(0)
    how: DealtHow
    right_action: DealAction | Literal[""] = ""
    right: Cents = Cents(0)
    late_ms: int = 0
    puck: int = 0
    right_puck: int = 0
    moved: Cents = Cents(0)
    by: str = ""
    words: str = ""
    right_words: str = ""


if TYPE_CHECKING:
    AnyEntry = LogEntry
else:
    AnyEntry = Union[tuple(LogEntry.__subclasses__())]  # noqa: UP007 - the union is built from a list
"""An entry as a field of a struct that is read from JSON: msgspec must know every type."""


# The rows of a log, each chained to the row before it by a hash.


Json: TypeAlias = "str | float | list[Json] | dict[str, Json] | None"
"""A value read from JSON."""


class StoredRow(NamedTuple):
    """A row of a log as it is stored: its number, its JSON, and its hash."""

    seq: int
    body: str
    hash: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a table's log with the person who caused it.

    Attributes:
        table: the table's id.
        seq: the number of the entry, from 1.
        at: when it happened, in milliseconds since 1970.
        by: the person whose command it came from; empty for the host.
        command: the client's id of that command; empty for the host.
        entry: the event.
    """

    table: str
    seq: int
    at: int
    by: str
    command: str
    entry: AnyEntry

    def body(self) -> bytes:
        """Return the row as it is stored and hashed: one line of JSON."""
        return encode(self)

    def stored(self, previous: str) -> StoredRow:
        """Return the row as it is stored after a row with that hash."""
        body = self.body()
        return StoredRow(self.seq, body.decode(), chained(previous, body))


_decode: Final = decoder(Row)


def first_hash(table: str) -> str:
    """Return the hash that the first row of a table's log is chained to."""
    return hashlib.sha256(f"bankcraps log 1\n{table}\n".encode()).hexdigest()


def chained(previous: str, body: bytes) -> str:
    """Return the hash of a row, from the hash of the row before it and the row's bytes."""
    return hashlib.sha256(previous.encode() + b"\n" + body).hexdigest()


def decode_row(body: bytes | str) -> Row:
    """Read a row as it is stored.

    Raises:
        RecordError: if the bytes are no row. The message says where they are wrong.
    """
    try:
        return _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"this is no row of a log: {error}") from None


def next_row(seq: int, head: str, stored: StoredRow) -> Row:
    """Read the row that follows in a log on the row `seq` with the hash `head`.

    Raises:
        RecordError: if it is not the next row, does not fit its hash, is no row, or has a key twice or one
            that its entry does not have: another program could read another row from it.
    """
    if stored.seq > seq + 1:
        raise RecordError(f"the row is missing; the next is row {stored.seq}")
    if stored.seq <= seq:
        raise RecordError(f"row {stored.seq} is there twice, or rows were swapped")
    if stored.hash != chained(head, stored.body.encode()):
        raise RecordError("the row does not fit its hash, or the row before it: it was changed")
    row = decode_row(stored.body)
    if row.body() != stored.body.encode():  # older programs wrote rows otherwise
        _require_its_keys(row, stored.body)
    return row


def _require_its_keys(row: Row, body: str) -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise RecordError("the row has a key twice, so it can be read in two ways")
        return dict(pairs)

    try:
        given = json.loads(body, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no row of a log: {error}") from None
    unknown = next(_unknown_keys(row, given), None)
    if unknown is not None:
        raise RecordError(f"the row has a key that its entry does not have: {quoted(unknown)}")


def _unknown_keys(value: object, given: Json) -> Iterator[str]:
    """Yield the keys in a value of JSON that the value read from it does not have, however deep."""
    if isinstance(value, msgspec.Struct) and isinstance(given, dict):
        names = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
        yield from given.keys() - names.keys() - {value.__struct_config__.tag_field}
        for name in given.keys() & names.keys():
            yield from _unknown_keys(getattr(value, names[name]), given[name])
    elif isinstance(value, tuple) and isinstance(given, list):
        for one, part in zip(cast("tuple[object, ...]", value), given, strict=False):
            yield from _unknown_keys(one, part)


# The people whom a row of a log names: in fields with a name, not in any text that reads like one.


NAMES: Final = frozenset({"by", "guilty", "name", "person", "player", "to"})
"""The fields with the name of a person or a bot, or with several, in rows and in all that they hold."""


def names(row: Json) -> frozenset[str]:
    """Return the names of the people in a row of a log, which was read from its JSON."""
    return frozenset(_names(row))


def _names(value: Json, *, named: bool = False) -> Iterator[str]:
    """Yield the names in a value of JSON. `named` says whether a text there is a name."""
    if isinstance(value, str):
        yield from (value,) if named and value else ()
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _names(part, named=key in NAMES)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part, named=named)


# The log of a table as a file of JSON lines, which anybody can check with a program of their own.


T = TypeVar("T")

_VERSION: Final = 1
_LONGEST: Final = 1 << 20
_ROW: Final = re.compile(rb'\{"hash":"([0-9a-f]{64})","row":(\{.*\})\}\n?', re.DOTALL)
_BEGINS: Final = b'{"bankcraps_log":'


class LogHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"version": "bankcraps_log"}):
    """The first line of a log file.

    Attributes:
        version: the version of the format.
        table: the table's id.
        after: the number of the row before the first; 0 if the log is whole.
        hash: the hash of that row.
    """

    version: int
    table: str
    after: int
    hash: str


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int
    head: str


def _read(line: bytes, kind: type[T]) -> T:
    """Read the first or the last line of a file. Other bytes than we write, as a key twice, are refused."""
    found = msgspec.json.decode(line, type=kind)
    if encode(found) != line.removesuffix(b"\n"):
        raise msgspec.ValidationError("it is written otherwise")
    return found


def log_lines(table: str, before: tuple[int, str], rows: Iterable[StoredRow]) -> Iterator[bytes]:
    """Yield the lines of a log file, each with its line feed.

    Args:
        table: the table's id.
        before: the number and the hash of the row before the first.
        rows: the rows as they are stored.
    """
    seq, head = before
    yield encode(LogHeader(_VERSION, table, seq, head)) + b"\n"
    for seq, body, head in rows:  # noqa: B007 - the last of them end the file
        yield b'{"hash":"' + head.encode() + b'","row":' + body.encode() + b"}\n"
    yield encode(_End(seq, head)) + b"\n"


def is_log(first: bytes) -> bool:
    """Whether these first bytes are those of a log file."""
    return first.startswith(_BEGINS)


class LogFile:
    """A log file that is read line by line, so that a long log does not fill the memory.

    Attributes:
        header: its first line.
    """

    def __init__(self, file: BinaryIO, source: str = "") -> None:
        """Read the first line.

        Raises:
            RecordError: if the file is no log.
        """
        self._file = file
        self._source = source
        self._line = 0
        try:
            self.header: LogHeader = _read(self._next(), LogHeader)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise self._error("a log file begins with its table: this is none") from None
        if self.header.version != _VERSION:
            raise self._error(f"this program reads logs of version {_VERSION}, not {self.header.version}")
        if self.header.after <= 0 and (self.header.after, self.header.hash) != (
            0,
            first_hash(self.header.table),
        ):
            raise self._error("the hash in its first line is not the one before the first row of that table")

    def rows(self) -> Iterator[StoredRow]:
        """Yield the rows. They are numbered as they stand in the file.

        Raises:
            RecordError: if a line is no row, or the file was cut short. The error names the line.
        """
        seq, head = self.header.after, self.header.hash
        while True:
            line = self._next()
            found = _ROW.fullmatch(line)
            if found is None:
                break
            seq, head = seq + 1, found[1].decode()
            yield StoredRow(seq, self._text(found[2]), head)
        self._end(line, _End(seq, head))

    def _end(self, line: bytes, end: _End) -> None:
        if not line:
            raise self._error("the log was cut short: its last line is missing")
        try:
            said = _read(line, _End)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise self._error("this line is neither a row with its hash nor the end of the log") from None
        if said != end:
            message = f"the log ends with row {end.rows}, and its last line says row {said.rows}"
            raise self._error(
                message if said.rows != end.rows else "the head of the log is not its last hash"
            )
        if self._next():
            raise self._error("nothing may follow the end of the log")

    def _next(self) -> bytes:
        self._line += 1
        line = self._file.readline(_LONGEST + 1)
        if len(line) > _LONGEST:
            raise self._error("this line is too long for a row of a log")
        return line

    def _text(self, body: bytes) -> str:
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise self._error("this line is not UTF-8 text") from None

    def _error(self, message: str) -> RecordError:
        return RecordError(message, source=self._source, line=self._line)
