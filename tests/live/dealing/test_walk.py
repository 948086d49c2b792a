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

LINES = (
    "pass 10", "dont pass 10", "come 10", "dont come 10", "odds 20", "place 6 12", "place 8 12", "place 5 10",
    "buy 4 20", "lay 10 40", "hard 8 5", "hard 6 5", "horn 4", "world 5", "any seven 5", "any craps 5",
    "field 5", "hop 5-4 5", "c and e 4", "big 6 6", "undo", "buy in 500", "fire 5", "small 5", "tall 5",
)  # fmt: skip
SAID = ("press it", "same bet", "leave", "undo", "take down pass", "cash out")
"""Lines of players while something is not dealt."""
PLAYERS = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Ida", "Jon")


class Walk:
    """Random rounds at a table of people who deal."""

    def __init__(self, rules: str, seed: int, *, free: bool, players=PLAYERS, chips=(1000,) * 9) -> None:
        self.rng = random.Random(seed)
        dealt = "free" if free else "strict"
        self.room = School(rules, limits="1:3000:1", dealt=dealt, calls=bool(seed % 2))
        for name, sum_ in zip(players, chips, strict=False):
            self.room.sits(name, chips=sum_)
        self.players = players

    def bet(self) -> None:
        for _ in range(12):
            self.room.say(self.rng.choice(self.players), self.rng.choice(LINES))
        self.room.say("Ann", "pass 10")

    def close(self) -> bool:
        """Let people bet, and the betting close. Return whether the dice are out."""
        for role in self.room.book.table.crew:
            self.room.ask("Hal", cm.TakeChair, role=role)
        self.bet()
        return any(self.room.act(person, ev.NoMoreBets()) is None for person in (*DEALERS, BOX, "Hal"))

    def throw(self) -> None:
        throw = self.faces()
        for look in ("first", "second"):
            entered = (
                self.room.ask(one, cm.EnterThrow, throw=throw, look=look)
                for one in (BOX, "Sid", "Lea", "Hal")
            )
            assert any(refused is None for refused in entered)

    def round(self) -> None:
        if self.close():
            self.throw()
            self.deal()
            self.room.later(3000)

    def deal(self) -> None:
        while self.room.tasks:
            self.somebody_does_something()

    def faces(self) -> Throw:
        return Throw(self.rng.randint(1, 6), self.rng.randint(1, 6))

    def say(self, person: str, line: str) -> None:
        assert self.room.say(person, line) is not None or line != "leave"

    def floor(self, event: ev.Event) -> None:
        any(self.room.act(person, event) is None for person in ("Hal", BOX))

    def wrongly(self, task: Task) -> dict[str, object]:
        """Something that a dealer does wrongly."""
        if task.calls:
            return {"action": "call", "words": "Seven out"}
        if not task.player:
            return {"action": "puck", "puck": 2}
        sum_ = self.rng.choice((100, task.right + 100, 5000, 12_300))
        return {"action": "pay", "player": task.player, "wager": task.wager, "cents": sum_}

    def somebody_does_something(self) -> None:
        """A dealer does something right or wrong, or something else happens."""
        room, rng = self.room, self.rng
        task = rng.choice(room.tasks)
        ruled = rng.random() < 0.3
        match rng.choice(
            ("right",) * 8 + ("wrong",) * 3 + ("vanish", "say", "void", "correct", "invalid", "let go")
        ):
            case "right":
                room.deals_right(task)
            case "wrong":
                refused = room.ask(room.table.holder(task.chair), cm.Deal, **self.wrongly(task))
                assert refused is None or refused.code in ("wrong_deal", "not_enough_chips")
                assert refused is None or refused.message
            case "vanish" if ruled:
                room.vanishes(task.person)
                room.later(4 * 60_000)
                for role in DEALERS.values():
                    room.ask("Hal", cm.TakeChair, role=role)
                room.returns(task.person)
            case "say":
                self.say(rng.choice(self.players), rng.choice(SAID))
            case "void" if task.player and task.stood is not None and ruled:
                self.floor(ev.VoidWager(task.player, task.wager, next(iter(room.book.floor.void_for))))
            case "correct" if ruled:
                self.floor(ev.Correct(self.faces()))
            case "invalid" if ruled:
                reason = next(iter(room.book.floor.invalidate_for))
                self.floor(ev.Invalidate(reason, scope=rng.choice(("throw", "round"))))
            case "let go" if ruled:
                room.ask(BOX, cm.LetGo)
            case _:
                pass


@pytest.mark.some
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rules", BOOKS)
def test_an_evening_of_dealers(rules, seed):
    walk = Walk(rules, seed, free=bool(seed % 2))
    for _ in range(14):
        walk.round()
    scores = walk.room.table.work.scores
    assert sum(one.right for one in scores) > 20
    hold_log(walk.room)
    hold_evenings(walk.room)
    audited(walk.room.rows)
