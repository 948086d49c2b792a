"""From lines to a program: steps go to the rule above them, and what means nothing is pointed at."""

from typing import NoReturn

from lark import Token

from bankcraps.chips import Cents, printed
from bankcraps.notation.building import Misplaced
from bankcraps.strategy.acts import Act, Down
from bankcraps.strategy.building import Line, Only
from bankcraps.strategy.changes import Change, TakeDown
from bankcraps.strategy.conditions import Condition
from bankcraps.strategy.program import Limit, Pace, Program
from bankcraps.strategy.rules import After, When, sums_said
from bankcraps.strategy.targets import ALL, IT, Target, only
from bankcraps.strategy.trackers import Money, Tracker
from bankcraps.strategy.triggers import Decided, Trigger
from bankcraps.wagers import FLATS, Wager

__all__ = ["assembled"]


def assembled(lines: list[Line]) -> Program:
    """Put lines together.

    Raises:
        Misplaced: with the word that cannot mean anything.
    """
    made = _Assembler()
    for line in lines:
        made.take(line)
    return made.program()


def _no(message: str, token: Token) -> NoReturn:
    raise Misplaced(message, token)


class _Assembler:
    """Lines so far.

    Attributes:
        head: the rule whose steps are being read, if any.
        steps: its steps.
    """

    def __init__(self) -> None:
        self.head: Line | None = None
        self.steps: list[Line] = []
        self.rules: list[When | After] = []
        self.changes: list[tuple[Trigger, Change, Token]] = []
        self.paced: list[tuple[Pace, Token]] = []
        self.limits: list[tuple[Limit, Token]] = []
        self.gates: list[Condition] = []
        self.ends: list[Tracker] = []

    def take(self, line: Line) -> None:
        """One more line."""
        said = line.said
        if isinstance(said, Act | Change):
            self._step(line)
            return
        self._finish()
        if isinstance(said, Condition | Trigger):
            self.head = line
        elif isinstance(said, Only):
            self.gates.append(said.condition)
        elif isinstance(said, Limit):
            self.limits.append((said, line.token))
        elif isinstance(said, Pace):
            self.paced.append((said, line.token))
        else:
            self.ends += said.trackers

    def _step(self, line: Line) -> None:
        if self.head is None:
            _no("this belongs to a rule: begin one, as in when come_out: pass 10", line.token)
        self.steps.append(line)

    def _finish(self) -> None:
        """Close the rule being read."""
        head, steps = self.head, self.steps
        self.head, self.steps = None, []
        if head is None:
            return
        if not steps:
            _no("this rule does nothing: say what, as in when come_out: pass 10", head.token)
        if isinstance(head.said, Condition):
            self.rules.append(When(head.said, tuple(map(_act, steps))))
        elif isinstance(head.said, Trigger):
            self.rules.append(After(head.said, tuple(self._after(head.said, step) for step in steps)))

    def _after(self, trigger: Trigger, line: Line) -> Act | Change:
        step = line.said
        if isinstance(step, Down):
            step = TakeDown(step.target)
        if isinstance(step, Change):
            self.changes.append((trigger, step, line.token))
            return step
        assert isinstance(step, Act)
        return step

    def program(self) -> Program:
        """All lines put together, once they mean something."""
        self._finish()
        sums = sums_said(self.rules)
        if not sums and not any(isinstance(rule, When) for rule in self.rules):
            _no("a system bets something: say what, as in when come_out: pass 10", Token("WORD", "", 0))
        for trigger, change, token in self.changes:
            self._check_change(trigger, change, token, sums)
        for pace, token in self.paced:
            _reach(pace.target, sums, token)
        return Program(
            tuple(dict.fromkeys(self.gates)),
            tuple(limit for limit, _ in self.limits),
            tuple(self.rules),
            tuple(pace for pace, _ in self.paced),
            _ends(self.ends),
        )

    def _check_change(
        self, trigger: Trigger, change: Change, token: Token, sums: dict[Wager, set[Cents]]
    ) -> None:
        target = change.target
        if target == IT:
            if not isinstance(trigger, Decided) or trigger.target is None:
                _no("it is the wager that was won or lost; this rule is not about one", token)
            target = trigger.target
        for wager in _reach(target, sums, token):
            if len(sums[wager]) > 1:
                said = " and ".join(printed(amount) for amount in sorted(sums[wager]))
                _no(f"{wager} is said with {said}, so it has no one size to change", token)


def _act(line: Line) -> Act:
    step = line.said
    if isinstance(step, Change):
        _no("sizes change after something: say it in a rule such as after win of place:", line.token)
    if isinstance(step, Down) and step.target == IT:
        _no("it is the wager that an event was about; say which one is meant", line.token)
    assert isinstance(step, Act)
    return step


def _reach(target: Target, sums: dict[Wager, set[Cents]], token: Token) -> list[Wager]:
    """The wagers that rules bet on among those meant."""
    found = [wager for wager in sums if only(wager).wagers & target.wagers]
    if found:
        return found
    if all(wager.kind in FLATS for wager in target.wagers):
        _no("odds follow their flat wager: say how much in a when rule", token)
    bet = f"bets {target}" if target != ALL else "bets anything"
    _no(f"no rule {bet}, so there is no size of it to change", token)


def _ends(ends: list[Tracker]) -> tuple[Tracker, ...]:
    """Ends in one order, each once: money first, and what is lost and won counted together."""
    losing = [end.losing for end in ends if isinstance(end, Money) and end.losing]
    winning = [end.winning for end in ends if isinstance(end, Money) and end.winning]
    least = Money(min(losing, default=Cents(0)), min(winning, default=Cents(0)))
    money = [least] if losing or winning else []
    return tuple(dict.fromkeys([*money, *(end for end in ends if not isinstance(end, Money))]))
