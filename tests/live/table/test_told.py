"""While a throw is not dealt, the house tells nobody but the box what is right, wherever they look.

A random evening is played. After each act, everything that a player or a dealer could be sent or could ask
for is searched for sums that only follow from what is right: what an undealt wager pays, and the rails and
results that the engine has already. Sums that people know anyway are no leak: those before the throw, those
that lie on the table as they see it, and those of work that is done.
"""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from tests.kit.profiles import share
from tests.live.table.school import DEALERS, School
from tests.live.table.test_walk import Walk

from bankcraps import BOOKS
from bankcraps.game.engine import effects as fx
from bankcraps.game.records.codec import encode
from bankcraps.live.log.entries import StoredRow, chained, first_hash
from bankcraps.live.proof.exporting import Span
from bankcraps.live.proof.ledger import bank
from bankcraps.live.table import commands as cm
from bankcraps.live.table.dealing import Task
from bankcraps.live.wire.views import caught_up, happened, inspection, throw_result, view, you
from bankcraps.server.stores.logs import TableInfo
from bankcraps.server.web.api.evenings import EveningApi
from bankcraps.server.web.api.history import HistoryApi
from bankcraps.server.web.api.table import file_of
from bankcraps.server.web.edge.rates import ApiThreads

PLAYERS = ("Ann", "Bob", "Cyd", "Dan")

_SUM = re.compile(r"\$([\d,]+)(?:\.(\d\d))?")


class RoomStore:
    """The log of a room, as the API reads it from the parts of a store."""

    def __init__(self, room: School) -> None:
        self._room = room
        self._rows: list[StoredRow] = []
        self.logs = self.money = self.tables = self
        self.clock = lambda: room.now

    def rows(self, table: str, after: int = 0, most: int = 1 << 30) -> Iterator[StoredRow]:
        for body in self._room.rows[len(self._rows) :]:
            head = self._rows[-1].hash if self._rows else first_hash(table)
            self._rows.append(StoredRow(len(self._rows) + 1, body.decode(), chained(head, body)))
        return iter(self._rows[after : after + most])

    def all(self) -> list[TableInfo]:
        return [TableInfo("t1", len(self._room.rows), "", "", "", 0, 0, 0)]

    def tables_of(self, _: str) -> list[str]:
        return ["t1"]


class Desk:
    """The desk of handlers that are asked about this one table."""

    def __init__(self, room: School) -> None:
        self.house, self.threads = SimpleNamespace(store=RoomStore(room)), ApiThreads()

    async def known(self, _) -> str:
        return "t1"

    async def person(self, request) -> str:
        return request.person

    name = person


def asked_by(person: str, **path: int):
    return SimpleNamespace(person=person, query_params={}, path_params=path)


class Listener:
    """Somebody who asks for all that the house tells anybody who is not the box."""

    def __init__(self, room: School) -> None:
        desk = Desk(room)
        self.room, self.store = room, desk.house.store
        self.history, self.evenings = HistoryApi(desk, None), EveningApi(desk)
        self.since = len(room.rows)
        self.news: list[str] = []
        self.missed, self.heard = [], None
        self.common: tuple[object, dict[str, str]] = None, {}

    def hear(self) -> None:
        """Take the news of the last command, once."""
        if self.room.last is self.heard:
            return
        self.heard = self.room.last
        message = happened(self.room.book, self.room.last)
        self.news.append(encode(message).decode() if message else "")
        self.missed += self.room.last.happened

    async def sums(self) -> set[int]:
        """Return all sums in the news of anybody."""
        told = [await self.told(player) for player in PLAYERS]
        return {sum_ for one in told for text in one.values() for sum_ in sums_in(text)}

    async def told(self, player: str) -> dict[str, str]:
        """Return everything that the table says, by where it is from. A player asks for what is their own."""
        if self.common[0] is not self.room.last:
            self.common = self.room.last, await self.told_to_all()
        found = {
            "statistics": await self.history.statistics(asked_by(player)),
            "stay": await self.history.stay(asked_by(player)),
            "evenings": await self.evenings.mine(asked_by(player)),
        }
        said = {name: encode(one).decode() for name, one in found.items()}
        return said | self.common[1] | {"news": "".join(self.news)}

    async def told_to_all(self) -> dict[str, str]:
        """Return what the table says to anybody, whoever asks."""
        room, book, table = self.room, self.room.book, self.room.table
        last = table.seq
        found = {
            "replay": await self.history.replay_part("t1", max(2, min(self.since, last)), last),
            "settling up": await self.evenings.settle_up(asked_by("")),
            "again": caught_up(book, table, self.missed),
            "the last throw": throw_result(book, table),
        }
        if table.hand.number > 1:
            found["hand"] = await self.history.hand(asked_by("", hand=table.hand.number - 1))
        for person in (*PLAYERS, *DEALERS, ""):
            found[f"what only {person} sees"] = you(book, table, room.sender(person), 0)
        said = {name: encode(one).decode() for name, one in found.items()}
        for kind in ("craps", "jsonl"):
            said[kind] = b"".join(file_of(self.store, "t1", kind, Span(), "")).decode()
        return said

    def house_won(self) -> int:
        """Return what an inspector sees that the house has won."""
        ivy = cm.Sender("Ivy", frozenset({"inspector"}))
        return inspection(self.room.table, ivy, {}, self.room.balances[bank("t1")]).won_cents

    def shown(self) -> int:
        """Return what the players have won by all news since the throw."""
        told = [one.effects if one.shown is None else one.shown for one in self.missed]
        return sum(fx.won(effect) for effects in told for effect in effects)


def sums_in(text: str) -> set[int]:
    """Return the sums of a text in cents: numbers of JSON, and dollars in sentences."""
    said = {int(a.replace(",", "")) * 100 + int(b or 0) for a, b in _SUM.findall(text)}
    return said | {
        abs(int(number))
        for number in re.findall(r'_cents":(-?\d+)|net":(-?\d+)', text)
        for number in number
        if number
    }


def known(room: School, work: tuple[Task, ...]) -> set[int]:
    """Return the sums that people may know: of the table as it lies, and of the work that is done."""
    found = sums_in(encode(view(room.book, room.table)).decode())
    for task in work:
        if task not in room.tasks:
            found |= sums_in(encode(task.effects).decode())
    for one in room.table.work.dealt:
        found |= {one.cents, abs(one.moved)} if one.how == "wrong" else {one.cents}
    return found


def secret(room: School) -> set[int]:
    """Return the sums that follow from what is right for what is open."""
    found: set[int] = set()
    for task in room.tasks:
        if task.player and task.action == "pay":
            found |= {task.right, task.right + task.stood.amount}
    players = {task.player for task in room.tasks if task.player}
    found |= {room.state.seated(name).rail for name in players}
    found |= {abs(one.session) for one in room.table.results if one.name in players}
    return found - {0}


class Evening(Walk):
    """A random evening, overheard."""

    people = PLAYERS

    def __init__(self, rules: str, seed: int) -> None:
        super().__init__(rules, seed)
        self.listener = Listener(self.room)
        self.open_sums = self.uncalled = 0

    async def begins(self) -> None:
        self.listener.since, self.listener.news, self.listener.missed = len(self.room.rows), [], []
        self.known, self.house = await self.listener.sums(), self.listener.house_won()
        self.work, self.results = (), self.room.table.results

    def hear(self) -> None:
        self.listener.hear()

    def vanish(self, dealer: str) -> None:
        """Nobody vanishes here: what happens by the clock meanwhile would not be heard one by one."""

    def say(self, person: str, line: str) -> None:
        super().say(person, line)
        self.listener.news.append(encode(self.room.last.refused).decode())

    async def listen(self) -> None:
        """Nothing that the table says holds what only the box may know."""
        self.work = self.work or self.room.tasks
        assert self.listener.house_won() == self.house - self.listener.shown()
        if self.room.tasks:
            assert view(self.room.book, self.room.table).results == self.results
        self.known |= known(self.room, self.work)
        self.no_call_is_told()
        hidden = secret(self.room) - self.known
        self.open_sums += len(hidden)
        if not hidden:
            return
        player = self.rng.choice(self.work).player or "Ann"
        for name, text in (await self.listener.told(player)).items():
            for sum_ in sums_in(text) & hidden:
                exact = re.search(rf"\b{sum_}\b|\\${sum_ // 100:,}\b", text)
                at = exact.start() if exact else 0
                raise AssertionError(
                    f"{name} tells {sum_}: {text[max(0, at - 300) : at + 60]}, open: {self.room.told()}"
                )

    def no_call_is_told(self) -> None:
        """The news of a throw do not call it for the stickperson."""
        task = self.room.table.work.task("", None, call=True)
        if task is not None:
            self.uncalled += 1
            again = encode(caught_up(self.room.book, self.room.table, self.listener.missed)).decode()
            last = encode(throw_result(self.room.book, self.room.table)).decode()
            assert not [text for text in (*self.listener.news, again, last) if task.calls[0] in text]


@pytest.mark.parametrize(("seed", "rules"), share(list(enumerate(BOOKS)), 5))
async def test_nobody_is_told_what_is_right_before_it_is_dealt(rules, seed):
    evening = Evening(rules, seed)

    for _ in range(6):
        await evening.round()
    assert evening.open_sums > 12
    assert (evening.uncalled > 3) == (seed % 2 == 1 and "stickperson" in evening.room.book.table.crew)
