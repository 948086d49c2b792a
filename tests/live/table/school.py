"""A table where people sit in every chair of the dealers, with real dice, for the tests of dealing."""

from tests.live.room import Room
from tests.live.script import Parts, play

from bankcraps import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import wager
from bankcraps.live.log.entries import chained, first_hash
from bankcraps.live.proof.audit import LogCheck
from bankcraps.live.table import commands as cm
from bankcraps.live.table.dealing import Task
from bankcraps.live.wire.views import happened, you

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


def score(room: School, person: str = "Lea"):
    return next(one for one in room.table.work.scores if one.person == person)


def checks(room: School, *, closed: bool = False):
    """The work of the dealers as the box sees it: all of it, or the part that is done."""
    return [
        one for one in you(room.book, room.table, room.sender(BOX), 0).checks if not closed or not one.open
    ]


def words(room: School) -> list[str]:
    """All that was said of the last command."""
    message = happened(room.book, room.last)
    return [said for item in message.items for said in item.words] if message else []


def stored(bodies):
    """The rows as a store keeps them."""
    head, rows = first_hash("t1"), []
    for seq, body in enumerate(bodies, 1):
        head = chained(head, body)
        rows.append((seq, body.decode(), head))
    return rows


def audited(bodies):
    """The check of a log that is in order."""
    check = LogCheck("t1")
    for row in stored(bodies):
        check.check(*row)
    return check


def _invalid(room):
    room.the_floor_does(ev.Invalidate(next(iter(room.book.floor.invalidate_for)), scope="throw"))


def _void(room, player, named):
    room.the_floor_does(ev.VoidWager(player, wager(named), next(iter(room.book.floor.void_for))))


DEALING: Parts = {
    r"dice (\d-\d)": School.throws_dice,
    r"all is dealt": School.deals_all,
    r"(\w+ (?:pays|takes|moves|returns|puts|calls) (?!back)\S+ .+)": School.deals,
    r"(\w+) lets go": lambda room, who: room.ask(who, cm.LetGo),
    r"the dice showed (\d)-(\d)": lambda room, *faces: room.the_floor_does(
        ev.Correct(Throw(*map(int, faces)))
    ),
    r"the throw is invalid": _invalid,
    r"(.+) of (\w+) is void": lambda room, named, player: _void(room, player, named),
    r"(\w+) takes (\w+) from its dealer": lambda room, host, role: room.ask(
        host, cm.TakeBackChair, role=role
    ),
    r"work(?:: (.+))?": lambda room, tasks: (room.told(), tasks.split(", ") if tasks else []),
    r"(\w+) was early (\d+)": lambda room, who, times: (score(room, who).early, int(times)),
    r"(\w+) was wrong (\d+), by \$(\d+)": lambda room, who, times, off: (
        (score(room, who).wrong, score(room, who).off),
        (int(times), int(off) * 100),
    ),
    r"(\w+) left (\d+)": lambda room, who, tasks: (score(room, who).not_done, int(tasks)),
}


def deal(script: str, room: School | None = None) -> School:
    """Play a script at a table where people deal, and audit its log."""
    played = play(script, room, School, DEALING)
    audited(played.rows)
    return played


def point_made(dealt="strict", rules="three_four_five"):
    """Ann wins $10 on the line and $24 by her odds, Bob loses $10; nothing is dealt."""
    return deal(
        f"at {rules} dealt={dealt}: Ann Bob; Ann: pass 10; Bob: dont pass 10; dice 4-2; all is dealt"
        "; Ann: odds 20; dice 5-1"
    )
