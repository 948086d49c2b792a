"""Evenings drawn at random where people deal, well or badly, vanish, and meet corrections and invalid throws.

Every command is followed by the laws of `tests.live.room.hold`. A round that all dealers deal leaves what the
engine settled.
"""

import random

import pytest
from tests.live.dealing.table import BOX, DEALERS, School, audited
from tests.live.people.evenings import hold_evenings
from tests.live.room import hold_log

from bankcraps import BOOKS, Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.dealing.tasks import Task
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view

LINES = (
    "pass 10", "dont pass 10", "come 10", "dont come 10", "odds 20", "place 6 12", "place 8 12", "place 5 10",
    "buy 4 20", "lay 10 40", "hard 8 5", "hard 6 5", "horn 4", "world 5", "any seven 5", "any craps 5",
    "field 5", "hop 5-4 5", "c and e 4", "big 6 6", "undo", "buy in 500", "fire 5", "small 5", "tall 5",
)  # fmt: skip
PLAYERS = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Ida", "Jon")


class Walk:
    """Random rounds at a table of people who deal."""

    def __init__(self, rules: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.room = School(rules, limits="1:3000:1", dealt=("strict", "free")[seed % 2], calls=bool(seed % 2))
        self.room.sits(*PLAYERS, chips=1000)

    def round(self) -> None:
        room, rng = self.room, self.rng
        for role in room.book.table.crew:
            room.ask("Hal", cm.TakeChair, role=role)
        for _ in range(12):
            room.say(rng.choice(PLAYERS), rng.choice(LINES))
        room.say("Ann", "pass 10")
        out = any(room.act(person, ev.NoMoreBets()) is None for person in (*DEALERS, BOX, "Hal"))
        if not out:
            return
        throw = Throw(rng.randint(1, 6), rng.randint(1, 6))
        for look in ("first", "second"):
            for person in (BOX, "Sid", "Lea", "Hal"):
                if room.ask(person, cm.EnterThrow, throw=throw, look=look) is None:
                    break
        before = [
            seat for seat in view(room.book, room.table).seats if seat.name in {t.player for t in room.tasks}
        ]
        assert all(seat.rail >= 0 for seat in before)
        while room.tasks:
            self.somebody_does_something()
        room.later(3000)

    def wrongly(self, task: Task) -> dict[str, object]:
        """Something that a dealer does wrongly."""
        if task.calls:
            return {"action": "call", "words": "Seven out"}
        if not task.player:
            return {"action": "puck", "puck": 0 if task.puck else 4}
        sum_ = self.rng.choice((100, task.right + 100, 5000))
        return {"action": "pay", "player": task.player, "wager": task.wager, "cents": sum_}

    def somebody_does_something(self) -> None:  # noqa: C901 - a list of acts
        room, rng = self.room, self.rng
        task = rng.choice(room.tasks)
        match rng.choice(
            ("right",) * 8 + ("wrong",) * 3 + ("vanish", "correct", "invalid", "void", "let go", "leave")
        ):
            case "right":
                room.deals_right(task)
            case "wrong":
                refused = room.ask(room.table.holder(task.chair), cm.Deal, **self.wrongly(task))
                assert refused is None or refused.code in ("wrong_deal", "not_enough_chips")
                assert refused is None or refused.message
            case "vanish":
                room.vanishes(task.person)
                if rng.random() < 0.3:
                    room.later(4 * 60_000)
                    for role in DEALERS.values():
                        room.ask("Hal", cm.TakeChair, role=role)
                room.returns(task.person)
            case "correct" if rng.random() < 0.3:
                faces = ev.Correct(Throw(rng.randint(1, 6), rng.randint(1, 6)))
                any(room.act(person, faces) is None for person in ("Hal", BOX))
            case "invalid" if rng.random() < 0.3:
                reason = next(iter(room.book.floor.invalidate_for))
                event = ev.Invalidate(reason, scope=rng.choice(("throw", "round")))
                any(room.act(person, event) is None for person in ("Hal", BOX))
            case "void" if task.player and task.wager:
                reason = next(iter(room.book.floor.void_for))
                event = ev.VoidWager(task.player, task.wager, reason)
                any(room.act(person, event) is None for person in ("Hal", BOX))
            case "let go" if rng.random() < 0.3:
                room.ask(BOX, cm.LetGo)
            case "leave":
                refused = room.say(rng.choice(PLAYERS), "leave")
                assert refused is not None
            case _:
                pass


@pytest.mark.some
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rules", BOOKS)
def test_an_evening_of_dealers(rules, seed):
    walk = Walk(rules, seed)
    for _ in range(14):
        walk.round()
    scores = walk.room.table.work.scores
    assert sum(one.right for one in scores) > 20
    hold_log(walk.room)
    hold_evenings(walk.room)
    audited(walk.room.rows)
