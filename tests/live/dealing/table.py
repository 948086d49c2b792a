"""A table where people sit in every chair of the dealers, with real dice, for the tests of dealing."""

from tests.live.room import Room

from bankcraps import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import wager
from bankcraps.live.dealing.tasks import Task
from bankcraps.live.table import commands as cm

DEALERS = {"Lea": "dealer", "Rob": "second_dealer", "Sid": "stickperson"}
BOX = "Bix"
_VERBS = {"pay": "pays", "take": "takes", "move": "moves", "return": "returns", "puck": "puts"}


class School(Room):
    """A hosted table: Lea deals the left end, Rob the right one, Sid the centre; Bix is the box."""

    def __init__(self, rules="three_four_five", *, dealt="strict", box=True, **settings):
        how = {"dice": "entered", "pace": "boxperson", "limits": "1:1000:1"} | settings
        super().__init__(rules, dealt=dealt, hosted=True, opener="Hal", **how)
        chairs = (DEALERS if dealt else {}) | ({BOX: "boxperson"} if box else {})
        for person, role in chairs.items():
            if role != "boxperson" or "boxperson" in self.book.table.crew:
                assert self.ask("Hal", cm.OfferChair, role=role, person=person) is None, self.last.refused
                assert self.ask(person, cm.TakeChair, role=role) is None, self.last.refused

    def throws_dice(self, faces: str) -> None:
        """The betting closes, and the dice come to rest."""
        first, second = map(int, faces.split("-"))
        assert any(self.act(person, ev.NoMoreBets()) is None for person in (*DEALERS, BOX))
        for look in ("first", "second"):
            throw = Throw(first, second)
            entered = (self.ask(one, cm.EnterThrow, throw=throw, look=look) for one in (BOX, "Sid", "Lea"))
            assert any(refused is None for refused in entered)

    def the_floor_does(self, event: ev.Event) -> None:
        """Somebody of the crew does something: the host holds every other chair."""
        for role in self.book.table.crew:
            self.ask("Hal", cm.TakeChair, role=role)
        assert any(self.act(person, event) is None for person in ("Hal", BOX, *DEALERS)), self.last.refused

    @property
    def tasks(self) -> tuple[Task, ...]:
        return self.table.work.tasks

    def told(self) -> list[str]:
        """The open work, as a dealer would say it: `Lea pays Ann pass $10`."""
        return [told(task) for task in self.tasks]

    def deals(self, line: str):
        """Deal as a line says: `Lea pays Ann pass $10`, `Lea puts the puck on 6`. Return the refusal."""
        person, verb, *words = line.split()
        if verb == "calls":
            return self.ask(person, cm.Deal, action="call", words=" ".join(words))
        action = next(action for action, said in _VERBS.items() if said == verb)
        if action == "puck":
            return self.ask(person, cm.Deal, action="puck", puck=0 if words[-1] == "off" else int(words[-1]))
        sum_ = words.pop() if words[-1].startswith("$") else "$0"
        named = wager(" ".join(words[1:]))
        return self.ask(
            person, cm.Deal, action=action, player=words[0], wager=named, cents=int(sum_[1:]) * 100
        )

    def deals_all(self) -> None:
        """Every dealer does what is right."""
        for task in self.tasks:
            self.deals_right(task)

    def deals_right(self, task: Task) -> None:
        """A dealer does what is right."""
        refused = self.ask(
            self.table.holder(task.chair),
            cm.Deal,
            action=task.action,
            player=task.player,
            wager=task.wager,
            cents=task.right,
            puck=max(task.puck, 0),
            words=task.calls[-1] if task.calls else "",
        )
        assert refused is None


def told(task: Task) -> str:
    """Say a task as a dealer would."""
    if task.calls:
        return f"{task.person} calls {task.calls[0]}"
    if not task.player:
        return f"{task.person} puts the puck {f'on {task.puck}' if task.puck else 'off'}"
    sum_ = f" ${task.right // 100}" if task.action == "pay" else ""
    return f"{task.person} {_VERBS[task.action]} {task.player} {task.wager}{sum_}"
