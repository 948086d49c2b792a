"""Evenings drawn at random where people deal, well or badly, vanish, and meet corrections and invalid throws.

Every command is followed by the laws of `tests.live.room.hold`. A round that all dealers deal leaves what the
engine settled.
"""

import random

import pytest
from tests.live.people.evenings import hold_evenings
from tests.live.room import hold_log
from tests.live.table.school import BOX, DEALERS, School, audited

from bankcraps import BOOKS, Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.table import commands as cm
from bankcraps.live.table.dealing import Task

LINES = (
    "pass 10", "dont pass 10", "come 10", "dont come 10", "odds 20", "place 6 12", "place 8 12", "place 5 10",
    "buy 4 20", "lay 10 40", "hard 8 5", "hard 6 5", "horn 4", "world 5", "any seven 5", "any craps 5",
    "field 5", "hop 5-4 5", "c and e 4", "big 6 6", "undo", "buy in 500", "fire 5", "small 5", "tall 5",
)  # fmt: skip
ASKS = ("press it", "same bet", "leave", "undo", "take down pass", "cash out")
PLAYERS = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Ida", "Jon")


class Walk:
    """Random rounds at a table of people who deal. What happens may be overheard."""

    people = PLAYERS

    def __init__(self, rules: str, seed: int) -> None:
        self.rng = random.Random(seed)
        dealt = ("strict", "free")[seed // 2 % 2]
        self.room = School(rules, limits="1:3000:1", dealt=dealt, calls=seed % 2 == 1)
        for index, name in enumerate(self.people):
            self.room.sits(name, chips=1013 + 211 * index)  # so that few sums are the same by chance

    async def begins(self) -> None:
        """The betting has closed."""

    def hear(self) -> None:
        """A command was answered."""

    async def listen(self) -> None:
        """The throw has come, or something happened to the open work."""

    def say(self, person: str, line: str) -> None:
        refused = self.room.say(person, line)
        assert refused is not None or line != "leave"

    def bets(self) -> None:
        for _ in range(12):
            words, _, sum_ = self.rng.choice(LINES).rpartition(" ")
            more = f" {int(sum_) + self.rng.randint(0, 40)}" if sum_.isdigit() else f" {sum_}"
            self.room.say(self.rng.choice(self.people), f"{words}{more}".strip())
        self.room.say("Ann", f"pass {self.rng.randint(10, 60)}")

    async def round(self) -> None:
        room, rng = self.room, self.rng
        for role in room.book.table.crew:
            room.ask("Hal", cm.TakeChair, role=role)
        self.bets()
        if not any(room.act(person, ev.NoMoreBets()) is None for person in (*DEALERS, BOX, "Hal")):
            return
        await self.begins()
        throw = Throw(rng.randint(1, 6), rng.randint(1, 6))
        for look in ("first", "second"):
            readers = (BOX, "Sid", "Lea", "Hal")
            assert any(room.ask(one, cm.EnterThrow, throw=throw, look=look) is None for one in readers)
            self.hear()
        await self.listen()
        while room.tasks:
            self.somebody_does_something()
            self.hear()
            await self.listen()
        room.later(3000)

    def wrongly(self, task: Task) -> dict[str, object]:
        """Something that a dealer does wrongly."""
        if task.calls:
            return {"action": "call", "words": "Seven out"}
        if not task.player:
            return {"action": "puck", "puck": 0 if task.puck else 4}
        sum_ = self.rng.choice((100, task.right + 100, 5000, 12300))
        return {"action": "pay", "player": task.player, "wager": task.wager, "cents": sum_}

    def somebody_does_something(self) -> None:
        room, rng = self.room, self.rng
        task, floor = rng.choice(room.tasks), room.book.floor
        match rng.choice(
            ("right",) * 8 + ("wrong",) * 3 + ("vanish", "correct", "invalid", "void", "let go", "say")
        ):
            case "right":
                room.deals_right(task)
            case "wrong":
                refused = room.ask(room.table.holder(task.chair), cm.Deal, **self.wrongly(task))
                assert refused is None or refused.code in ("wrong_deal", "not_enough_chips")
            case "vanish":
                self.vanish(task.person)
            case "correct" if rng.random() < 0.3:
                self.floor_does(ev.Correct(Throw(rng.randint(1, 6), rng.randint(1, 6))))
            case "invalid" if rng.random() < 0.3:
                scope = rng.choice(("throw", "round"))
                self.floor_does(ev.Invalidate(next(iter(floor.invalidate_for)), scope=scope))
            case "void" if task.player and task.wager:
                self.floor_does(ev.VoidWager(task.player, task.wager, next(iter(floor.void_for))))
            case "let go" if rng.random() < 0.3:
                room.ask(BOX, cm.LetGo)
            case "say":
                self.say(rng.choice(self.people), rng.choice(ASKS))
            case _:
                pass

    def vanish(self, dealer: str) -> None:
        self.room.vanishes(dealer)
        if self.rng.random() < 0.3:
            self.room.later(4 * 60_000)
            for role in DEALERS.values():
                self.room.ask("Hal", cm.TakeChair, role=role)
        self.room.returns(dealer)

    def floor_does(self, event: ev.Event) -> None:
        any(self.room.act(person, event) is None for person in ("Hal", BOX))


@pytest.mark.some
@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("rules", BOOKS)
async def test_an_evening_of_dealers(rules, seed):
    walk = Walk(rules, seed)
    for _ in range(9):
        await walk.round()
    scores = walk.room.table.work.scores
    assert sum(one.right for one in scores) > 12
    hold_log(walk.room)
    hold_evenings(walk.room)
    audited(walk.room.rows)
