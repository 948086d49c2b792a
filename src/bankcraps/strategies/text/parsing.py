"""From text to program: parse, build the lines, put them together. Errors point at the wrong word."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from typing import Final, cast

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from msgspec.structs import replace

from bankcraps.game.chips import Cents, printed
from bankcraps.game.notation.parsing import word_at
from bankcraps.game.notation.tokens import Misplaced
from bankcraps.game.wagers import FLATS, Wager, flat_under
from bankcraps.strategies.progressions import Labouchere
from bankcraps.strategies.rules.amounts import FromMoney
from bankcraps.strategies.rules.changes import Change, KeepDown, Reset
from bankcraps.strategies.rules.conditions import Condition, trackers_in
from bankcraps.strategies.rules.instructions import Amount, BringDown, HaveOddsUp, Instruction
from bankcraps.strategies.rules.rule_policy import After, When, amounts_said, odds_said
from bankcraps.strategies.rules.trackers import Money, StageBalance, Tracker
from bankcraps.strategies.rules.triggers import Trigger, WinOrLoss
from bankcraps.strategies.stages import Move
from bankcraps.strategies.text.hints import unexpected
from bankcraps.strategies.text.lines import LineBuilder
from bankcraps.strategies.text.phrases import AfterHead, Line, OnlyLine, StageHead, StopAfterLine
from bankcraps.strategies.text.program import (
    AtMostLine,
    MostLostLine,
    MostUpLine,
    Program,
    ProgressionLine,
    StageLines,
    SystemTextError,
)
from bankcraps.strategies.text.trees import DEEPEST, accepted_after, as_talk, too_deep, whole_tree
from bankcraps.strategies.wager_sets import ALL, IT, ODDS_WAGERS, WagerSet, only

__all__ = ["parse"]

LONGEST: Final = 20_000
"""The longest text, in characters."""

_SHOWN: Final = 6
"""The most stages that a message names."""

_EXAMPLE: Final = "when come_out: pass 10"


def parse(text: str) -> Program:
    """Read a system.

    Raises:
        SystemTextError: with the line and the word that is wrong.
    """
    if len(text) > LONGEST:
        raise SystemTextError(f"a system has at most {LONGEST} characters, not {len(text)}")
    deep = too_deep(text)
    if deep is not None:
        raise _error(text, f"at most {DEEPEST} brackets may be open at once", deep, text[deep])
    said = text
    try:
        try:
            tree = whole_tree(text)
        except UnexpectedInput:
            said = as_talk(text)
            tree = whole_tree(said)
        return _program(cast("list[Line]", LineBuilder().transform(tree)))
    except VisitError as error:
        if not isinstance(error.orig_exc, Misplaced):
            raise
        raise _pointed(text, error.orig_exc) from None
    except Misplaced as wrong:
        raise _pointed(text, wrong) from None
    except UnexpectedInput as error:
        raise _unexpected(text, said, error) from None


# Putting the lines together.


def _program(lines: list[Line]) -> Program:
    """The program of all lines: those before the first stage hold in every stage."""
    heads = [at for at, line in enumerate(lines) if isinstance(line.content, StageHead)]
    above = lines[: heads[0]] if heads else lines
    _check_this_stage(above, staged=bool(heads))
    shared = _Assembler(above)
    for move, token in shared.moves:
        raise Misplaced(f"'{move}' belongs in a stage: begin one above it, as in stage one:", token)
    if not heads:
        shared.check_bets(shared.amounts)
        return shared.checked(shared.amounts, odds_said(shared.rules))
    stages = [
        (lines[head], _Assembler(lines[head + 1 : end]))
        for head, end in zip(heads, [*heads[1:], len(lines)], strict=True)
    ]
    names = [str(cast("StageHead", head.content).name) for head, _ in stages]
    for at, (head, own) in enumerate(stages):
        if names[at] in names[:at]:
            raise Misplaced(f"there are two stages {names[at]}: give each a name of its own", head.token)
        for move, token in own.moves:
            _check_move(move, names, token)
    amounts = [amounts_said([*shared.rules, *own.rules]) for _, own in stages]
    together = {
        wager: set[Amount]().union(*(one.get(wager, ()) for one in amounts))
        for wager in dict.fromkeys(wager for one in amounts for wager in one)
    }
    shared.check_bets(together)
    odds = odds_said([*shared.rules, *(rule for _, own in stages for rule in own.rules)])
    program = shared.checked(together, odds)
    made = (
        StageLines(
            name,
            own.checked(said, odds_said([*shared.rules, *own.rules])),
            tuple(move for move, _ in own.moves),
        )
        for name, (_, own), said in zip(names, stages, amounts, strict=True)
    )
    return replace(program, stages=tuple(made))


def _check_this_stage(lines: list[Line], *, staged: bool) -> None:
    """Check that `this stage` stands in a stage, or in a rule that holds in every stage."""
    for line in lines:
        content = line.content
        condition = content.condition if isinstance(content, AfterHead | OnlyLine) else content
        if not isinstance(condition, Condition) or (staged and not isinstance(content, OnlyLine)):
            continue
        if any(isinstance(one, StageBalance) for one in trackers_in(condition)):
            raise Misplaced(
                "'this stage' belongs in a stage: begin one above it, as in stage one:", line.token
            )


def _check_move(move: Move, names: list[str], token: Token) -> None:
    """Check that a move leads to a stage."""
    if move.to not in names:
        some = ", ".join(names[:_SHOWN]) + (" and others" if len(names) > _SHOWN else "")
        raise Misplaced(f"there is no stage {move.to}; the stages are {some}", token)


class _Assembler:
    """Collects lines: each step goes to the rule above it.

    Attributes:
        head: the rule whose steps are being read, if any.
        steps: its steps.
    """

    def __init__(self, lines: list[Line]) -> None:
        self.head: Line | None = None
        self.steps: list[Line] = []
        self.rules: list[When | After] = []
        self.changes: list[tuple[Trigger, Change, Token]] = []
        self.progressions: list[tuple[ProgressionLine, Token]] = []
        self.at_most: list[AtMostLine] = []
        self.gates: list[Condition] = []
        self.ends: list[Tracker] = []
        self.most: list[MostLostLine | MostUpLine] = []
        self.moves: list[tuple[Move, Token]] = []
        for line in lines:
            self._take(line)
        self._finish()
        self.amounts: dict[Wager, set[Amount]] = amounts_said(self.rules)

    def _take(self, line: Line) -> None:
        content = line.content
        if isinstance(content, Instruction | Change):
            if self.head is None:
                raise Misplaced(f"this must be part of a rule: begin one, as in {_EXAMPLE}", line.token)
            self.steps.append(line)
            return
        self._finish()
        if isinstance(content, Condition | AfterHead):
            self.head = line
        elif isinstance(content, OnlyLine):
            self.gates.append(content.condition)
        elif isinstance(content, AtMostLine):
            self.at_most.append(content)
        elif isinstance(content, ProgressionLine):
            self.progressions.append((content, line.token))
        elif isinstance(content, MostLostLine | MostUpLine):
            self.most.append(content)
        elif isinstance(content, Move):
            self.moves.append((content, line.token))
        elif isinstance(content, StopAfterLine):
            self.ends += content.trackers

    def _finish(self) -> None:
        """Close the rule being read."""
        head, steps = self.head, self.steps
        self.head, self.steps = None, []
        if head is None:
            return
        if not steps:
            raise Misplaced(f"this rule is empty: add what to bet, as in {_EXAMPLE}", head.token)
        if isinstance(head.content, Condition):
            self.rules.append(When(head.content, tuple(map(_instruction, steps))))
        elif isinstance(head.content, AfterHead):
            trigger, condition = head.content.trigger, head.content.condition
            self.rules.append(After(trigger, tuple(self._after(trigger, one) for one in steps), condition))

    def _after(self, trigger: Trigger, line: Line) -> Instruction | Change:
        step = line.content
        if isinstance(step, BringDown):
            step = KeepDown(step.target)
        if isinstance(step, Change):
            self.changes.append((trigger, step, line.token))
            return step
        assert isinstance(step, Instruction)
        return step

    def check_bets(self, amounts: dict[Wager, set[Amount]]) -> None:
        """Check that there is a bet, or a rule that may bet."""
        if not amounts and not any(isinstance(rule, When) for rule in self.rules):
            raise Misplaced(f"this system never bets: add a bet, as in {_EXAMPLE}", Token("WORD", "", 0))

    def checked(self, amounts: dict[Wager, set[Amount]], odds: list[HaveOddsUp]) -> Program:
        """All lines together, once every change of size has a size to change."""
        for trigger, change, token in self.changes:
            _check_change(trigger, change, token, amounts)
        for line, token in self.progressions:
            if line.target.wagers <= ODDS_WAGERS.wagers:
                _check_odds(line, odds, token)
                continue
            for wager in _bet_among(line.target, amounts, token):
                _check_size(wager, amounts, token)
        return Program(
            tuple(dict.fromkeys(self.gates)),
            tuple(self.at_most),
            tuple(self.rules),
            tuple(line for line, _ in self.progressions),
            _ends(self.ends),
            most_lost=self._least(MostLostLine),
            most_up=self._least(MostUpLine),
        )

    def _least(self, kind: type[MostLostLine | MostUpLine]) -> Cents:
        """The least sum of the lines of a kind; 0 without any."""
        return min((one.sum_ for one in self.most if isinstance(one, kind)), default=Cents(0))


def _instruction(line: Line) -> Instruction:
    """A step of a `when` rule."""
    step = line.content
    if isinstance(step, Change):
        raise Misplaced("sizes change only in after rules, such as after win of place:", line.token)
    if isinstance(step, BringDown) and step.target == IT:
        raise Misplaced(
            "'it' works only in a rule such as after win of place; name the wager here", line.token
        )
    assert isinstance(step, Instruction)
    return step


def _check_change(trigger: Trigger, change: Change, token: Token, amounts: dict[Wager, set[Amount]]) -> None:
    target = change.target
    if target == IT:
        if not isinstance(trigger, WinOrLoss) or trigger.target is None:
            raise Misplaced("'it' is the wager that won or lost, and this rule is not about one", token)
        target = trigger.target
    for wager in _bet_among(target, amounts, token):
        if not isinstance(change, KeepDown | Reset):
            _check_size(wager, amounts, token)
        money = [amount for amount in amounts[wager] if isinstance(amount, FromMoney)]
        if len(amounts[wager]) > 1:
            fixed = sorted(amount for amount in amounts[wager] if not isinstance(amount, FromMoney))
            said = " and ".join((*map(printed, fixed), *map(str, money)))
            raise Misplaced(f"the rules bet {said} on {wager}, so it has no one size to change", token)


def _check_size(wager: Wager, amounts: dict[Wager, set[Amount]], token: Token) -> None:
    for amount in amounts[wager]:
        if isinstance(amount, FromMoney):
            raise Misplaced(f"{wager} is {amount} before each throw, so it has no size to change", token)


def _check_odds(line: ProgressionLine, odds: list[HaveOddsUp], token: Token) -> None:
    """Check that a progression on odds has an amount of odds, or a multiple of the flat wager, to follow."""
    target, example = line.target, "odds 10 or odds 1x"
    taken = [one for one in odds if any(one.behind(flat_under(wager)) for wager in target.wagers)]
    if not taken:
        raise Misplaced(f"no rule takes {target}, so there is no size to change: say {example}", token)
    if isinstance(line.progression, Labouchere):
        message = "the house limits odds by their flat wager, so a line of numbers cannot stake them"
        raise Misplaced(f"{message}: say a row, as in series after losses 1 2 3", token)
    for one in taken:
        if isinstance(one.amount, FromMoney):
            raise Misplaced(f"'{one}' is said before each throw, so it has no size to change", token)
        if not one.times and not one.amount:
            raise Misplaced(
                f"'{one}' is all that the house allows, so it has no size to change: say {example}", token
            )


def _bet_among(target: WagerSet, amounts: dict[Wager, set[Amount]], token: Token) -> list[Wager]:
    """The wagers of a set that rules bet on; there must be one."""
    found = [wager for wager in amounts if only(wager).wagers & target.wagers]
    if found:
        return found
    if all(wager.kind in FLATS for wager in target.wagers):
        raise Misplaced(
            "odds change their size by a progression only, as in progression dalembert on odds", token
        )
    bet = f"bets {target}" if target != ALL else "bets anything"
    raise Misplaced(f"no rule {bet}, so there is no size to change", token)


def _ends(ends: list[Tracker]) -> tuple[Tracker, ...]:
    """The ends in one order, each once: money first, with losses and wins in one tracker."""
    losing = [end.losing for end in ends if isinstance(end, Money) and end.losing]
    winning = [end.winning for end in ends if isinstance(end, Money) and end.winning]
    least = Money(min(losing, default=Cents(0)), min(winning, default=Cents(0)))
    money = [least] if losing or winning else []
    return tuple(dict.fromkeys([*money, *(end for end in ends if not isinstance(end, Money))]))


# Errors.


def _pointed(text: str, wrong: Misplaced) -> SystemTextError:
    """The error for a word that parses but makes no sense; an empty word means the whole text."""
    if not wrong.token:
        return SystemTextError(str(wrong))
    start = wrong.token.start_pos or 0
    return _error(text, str(wrong), start, word_at(text, start, wrong.token))


def _unexpected(text: str, said: str, error: UnexpectedInput) -> SystemTextError:
    """The error for a word that does not parse, with a hint what would.

    Args:
        text: the text as it was written.
        said: the same with ordinary talk made plain.
        error: where `said` does not parse.
    """
    start = error.pos_in_stream if isinstance(error, UnexpectedCharacters) else None
    if isinstance(error, UnexpectedToken):
        token = cast("Token", error.token)
        start = len(text) if token.type == "$END" else token.start_pos
    start = start or 0
    found = re.match(r"[^\s;:#()]+|[;:()]", text[start:])
    word = found[0] if found else ""
    return _error(text, unexpected(word, accepted_after(said[:start]), text[:start]), start, word)


def _error(text: str, message: str, start: int, word: str) -> SystemTextError:
    before = text[:start]
    line = len(re.findall(r"\r\n|\r|\n", before))
    lines = re.split(r"\r\n|\r|\n", text)
    head = re.split(r"[\r\n]", before)[-1]
    place = f"line {line + 1}: " if len(lines) > 1 else ""
    return SystemTextError(f"{place}{message}", lines[line], line + 1, len(head) + 1, word)
