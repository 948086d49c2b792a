"""Evenings at a live table, decided as its host decides them, and written to a store without a server."""

import hashlib
import random
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import apsw

from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.rulebook import load_rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Granted, Row, StoredRow, TableOpened, chained, decode_row, first_hash
from bankcraps.live.people.lobby import NewTable, settings_of
from bankcraps.live.proof.ledger import ISSUE, Move, moves, wallet
from bankcraps.live.round.decide import decide
from bankcraps.live.round.rhythm import wants_secret
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Refused
from bankcraps.live.table.live_table import LiveTable, opened
from bankcraps.server.stores.logs import Batch
from bankcraps.server.stores.store import open_store

FRIDAY = 1_795_200_000_000
"""A Friday in November 2026 at about half past six in the evening (UTC), in milliseconds since 1970."""

GRANT = 1_000_000_000
"""The play money that the house gives to each player, in cents."""

_LINES = (
    "pass 10", "dont pass 10", "come 10", "place 6 12", "place 8 12", "field 5", "hard 8 5", "any seven 5",
    "odds 10", "place 5 10", "horn 8", "hop 5-4 5", "take down place 6", "undo", "lay 4 40", "buy 10 20",
)  # fmt: skip


class Evening:
    """A table and everything that is written about it.

    Attributes:
        rows: the rows as a store keeps them: number, JSON, hash.
        moves: the moves of chips with the last row of their command.
        balances: what they come to.
    """

    def __init__(self, rules: str = "three_four_five", table: str = "k3x9", dice: str = "sealed") -> None:
        self.settings = settings_of(NewTable(rules=rules, limits="5:500", dice=dice, pace="shooter"))
        self.book = load_rulebook(rules)
        self.now = FRIDAY
        self.table: LiveTable = opened(table, self.book, self.settings, self.now)
        self.rows: list[tuple[int, str, str]] = []
        self.moves: list[tuple[int, Move]] = []
        self.batches: list[Batch] = []
        self.commands = count(1)
        self.here: set[str] = set()
        self._write([TableOpened(self.settings)], (), ("", ""))
        self._host(cm.Opened())

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def head(self) -> str:
        return self.rows[-1][2] if self.rows else first_hash(self.id)

    def say(self, person: str, line: str, *roles: str) -> Refused | None:
        return self._ask(cm.Sender(person, frozenset(roles)), cm.Say(line, id=str(next(self.commands))))

    def ask(self, person: str, command: type[cm.PersonCommand], *values: object, roles: tuple[str, ...] = ()):
        given = command(*values, id=str(next(self.commands)))
        return self._ask(cm.Sender(person, frozenset(roles)), given)

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * 1000)
        self._host(cm.Tick())

    def throw(self) -> Refused | None:
        """Let the shooter throw, and the dealers pay."""
        refused = None
        for seat in self.table.state.seats:
            refused = self.say(seat.name, "throw")
            if refused is None:
                break
        self.wait(5)
        return refused

    def _host(self, command: cm.HostCommand) -> None:
        self._ask(cm.Sender(), command)

    def _ask(self, sender: cm.Sender, command: cm.PersonCommand | cm.HostCommand) -> Refused | None:
        if sender.person and sender.person not in self.here:
            self.here.add(sender.person)
            self._host(cm.Returned(sender.person))
        self.now += 250
        outcome = decide(self.book, self.table, sender, command, self.now)
        happened = list(outcome.happened)
        table = outcome.table
        while wants_secret(table):
            number = table.fairness.number
            more = decide(self.book, table, cm.Sender(), cm.Drawn(number, secret_of(number)), self.now)
            assert more.refused is None, more.refused
            happened += more.happened
            table = more.table
        self.table = table
        by = sender.person, command.id if isinstance(command, cm.PersonCommand) else ""
        effects = tuple(effect for one in happened for effect in one.effects)
        self._write([one.entry for one in happened], effects, ("", "") if outcome.refused else by)
        return outcome.refused

    def _write(self, entries: list[en.LogEntry], effects: tuple, by: tuple[str, str]) -> None:
        after = len(self.rows)
        person, command = by
        for entry in entries:
            body = Row(self.id, len(self.rows) + 1, self.table.now, person, command, entry).body()
            self.rows.append((len(self.rows) + 1, body.decode(), chained(self.head, body)))
        made = moves(self.id, effects)
        self.moves += [(len(self.rows), move) for move in made]
        if entries:
            rows = tuple(StoredRow(*row) for row in self.rows[after:])
            sealed = (one.number for one in entries if isinstance(one, en.CommitmentShown))
            drawn = tuple((number, secret_of(number).hex()) for number in sealed)
            batch = Batch(
                table=self.id,
                epoch=1,
                after=after,
                rows=rows,
                moves=tuple(made),
                person=person,
                command=command,
                secrets=drawn,
            )
            self.batches.append(batch)

    def save(self, path: Path) -> None:
        """Write the evening into a new SQLite file, after money was given to its players."""
        store = open_store(str(path))
        for table in ("house", self.id):
            store.tables.create(table, "", "", 0)
        head = first_hash("house")
        for seq, name in enumerate(("Ann", "Bob", "Cid"), 1):
            body = Row("house", seq, FRIDAY, "", "", Granted(name, GRANT)).body()
            head = chained(head, body)
            rows, given = (StoredRow(seq, body.decode(), head),), (Move(ISSUE, wallet(name), GRANT),)
            batch = Batch(table="house", epoch=1, after=seq - 1, rows=rows, moves=given)
            assert store.logs.commit([batch]) == [None]
        assert not any(store.logs.commit(self.batches))
        store.close()


def alter(path: Path, *statements: str | tuple[str, tuple]) -> list[list]:
    """Change a database directly, as somebody would who owns the disk. Return what each statement finds."""
    with closing(apsw.Connection(str(path))) as connection:
        return [list(connection.execute(*(one if isinstance(one, tuple) else (one,)))) for one in statements]


def secret_of(number: int) -> bytes:
    return hashlib.sha256(f"evening {number}".encode()).digest()


def a_friday(rounds: int = 30, rules: str = "three_four_five", seed: int = 1) -> Evening:
    """Three players at a table, one of whom comes late and one who leaves early, with a call of "no roll"."""
    rng = random.Random(seed)
    evening = Evening(rules)
    for name in ("Ann", "Bob"):
        evening.say(name, "sit")
        evening.say(name, "buy in 500")
    for number in range(rounds):
        if number == rounds // 3:
            evening.say("Cid", "sit")
            evening.say("Cid", "buy in 300")
        if number == 2 * rounds // 3:
            evening.say("Bob", "leave")
        for seat in evening.table.state.seats:
            evening.ask(seat.name, cm.GiveSeed, f"{seat.name.lower()}{number}")
            evening.say(seat.name, "pass 10")
            evening.say(seat.name, rng.choice(_LINES))
            if seat.rail < 20_000:
                evening.say(seat.name, "buy in 400")
        if number == rounds // 2:
            withhold(evening)
        evening.throw()
    return evening


def withhold(evening: Evening) -> None:
    """Let a boxperson close the betting and then call "no roll"."""
    reason = next(iter(evening.book.no_roll.must or evening.book.no_roll.may))
    role = evening.book.table.filled(evening.book.no_roll.called_by)[0]
    closer = evening.book.table.filled(evening.book.betting.closed_by)[0]
    crew = tuple(dict.fromkeys((closer, role)))
    for one in crew:
        assert evening.ask("Box", cm.TakeChair, one, roles=crew) is None
    assert evening.ask("Box", cm.Act, ev.NoMoreBets(), roles=crew) is None
    assert evening.ask("Box", cm.Act, ev.NoRoll(reason), roles=crew) is None
    for one in crew:
        evening.ask("Box", cm.GiveChair, one)
    evening.wait(5)


def throws_of(evening: Evening) -> Iterator[Throw]:
    for _, body, _ in evening.rows:
        entry = decode_row(body).entry
        if isinstance(entry, en.Acted) and isinstance(entry.event, ev.Rolled):
            yield entry.event.throw


def find(evening, kind, skip=3):
    """Return the number of a row of a kind of entry."""
    rows = (seq for seq, body, _ in evening.rows if isinstance(decode_row(body).entry, kind))
    return next(seq for at, seq in enumerate(rows) if at == skip)


def rewrite(evening, seq, body: bytes):
    """Return the log with a row changed, and chained anew from there."""
    head = first_hash("k3x9") if seq == 1 else evening.rows[seq - 2][2]
    rows = list(evening.rows[: seq - 1])
    for number, old, _ in evening.rows[seq - 1 :]:
        new = body if number == seq else old.encode()
        head = chained(head, new)
        rows.append((number, new.decode(), head))
    return rows
