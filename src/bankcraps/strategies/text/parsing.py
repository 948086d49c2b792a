"""From text to program: parse, build the lines, put them together. Errors point at the wrong word."""

# Lark's annotations leave out type arguments.
# pyright: reportUnknownMemberType=false
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple, cast, get_args

from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedInput, VisitError
from msgspec.structs import replace

from bankcraps.game.chips import Rounding, printed
from bankcraps.game.engine.events import Bet
from bankcraps.game.engine.opening import DEFAULT_CHIP
from bankcraps.game.notation.building import Misplaced, unexpected_at, v_args
from bankcraps.game.notation.expanding import SIDES, says_exactly, stake_within
from bankcraps.game.notation.nicknames import plain
from bankcraps.game.notation.parsing import SIDE, grammar_of, parser_of, word_at
from bankcraps.game.rulebook.loader import DEFAULT_BOOK, load_rulebook
from bankcraps.game.wagers import COMES, FLATS, LINE, Wager, flat_under
from bankcraps.strategies.combinators import Gate, WithProgression, Wrapper
from bankcraps.strategies.language import PHRASES, WORDS, Said, place, said_with
from bankcraps.strategies.progressions import Labouchere
from bankcraps.strategies.rules.amounts import FromMoney
from bankcraps.strategies.rules.conditions import (
    AllOf,
    AnyOf,
    Condition,
    joined,
    opposite,
    trackers_in,
    unseen_in,
)
from bankcraps.strategies.rules.counts import StageBalance
from bankcraps.strategies.rules.events import Trigger, WinOrLoss
from bankcraps.strategies.rules.rule_policy import After, When, amounts_said, odds_said
from bankcraps.strategies.rules.steps import (
    Amount,
    BringDown,
    Change,
    HaveOddsUp,
    Instruction,
    KeepDown,
    Reset,
)
from bankcraps.strategies.stages import Move
from bankcraps.strategies.text.hints import unexpected
from bankcraps.strategies.text.program import Program, StageLines, SystemTextError
from bankcraps.strategies.wager_sets import ALL, IT, ODDS_WAGERS, WagerSet, not_it, only
from bankcraps.support.structs import grouped

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
        program = _program(_Builder().transform(tree))
    except VisitError as error:
        if not isinstance(error.orig_exc, Misplaced):
            raise
        raise _pointed(text, error.orig_exc) from None
    except Misplaced as wrong:
        raise _pointed(text, wrong) from None
    except UnexpectedInput as error:
        raise _unexpected(text, said, error) from None
    if said != text:
        _check_talk(text, program)
    return program


# Parse trees of systems and of their lines, with ordinary talk made plain where it has to be.


DEEPEST: Final = 12
"""The most brackets open at once, so that walking the tree cannot overflow the stack."""

_MOST_COLONS: Final = 2
"""The most colons of a line: behind the name of a stage, and behind the head of a rule."""

_WHOLE: Final = "start"
_LINE: Final = "_line"
"""The rules of the grammar for a whole system, and for one of its lines."""

_LINES: Final = re.compile(r"#[^\r\n]*|[^\s#;](?:[^#;\r\n]*[^\s#;])?")
"""Remarks, and lines without the space around them."""

_PIECE: Final = re.compile(r"[^:]+:?|:")
"""The head of a line with its colon, and what it says to do."""


@cache
def _parser() -> Lark:
    return parser_of(_grammar(), [_WHOLE, _LINE], "systems.parser")


def _grammar() -> str:
    """The frame of the language, with all phrases and words that are registered."""
    forms = grouped((phrase.of, f"{phrase.grammar} -> {name}") for name, phrase in PHRASES.items())
    frame = grammar_of("bankcraps.strategies.text", "grammar.lark")
    rules = re.sub(r"\$(\w+)", lambda found: "\n    | ".join(forms[found[1]]), frame)
    words = (f"{name}{one.priority}: /{one.pattern}/i" for name, one in WORDS.items() if one.pattern)
    return "\n".join((rules, *words))


def whole_tree(text: str) -> Tree[Token]:
    """The parse tree of a system, as it is written.

    Raises:
        UnexpectedInput: it does not parse.
    """
    return _parser().parse(text, start=_WHOLE)


_FLAT: Final = re.compile(r"\b(?:pass|come|line|win|lose|don'?t)\b|dont_", re.IGNORECASE)
_MORE: Final = re.compile(r"\d more\b|\bmore on\b", re.IGNORECASE)
_ADDS: Final = re.compile(r"\b(?:add|press)\b", re.IGNORECASE)


def _check_talk(text: str, program: Program) -> None:
    """Refuse talk that a system's own words would not mean, as a table asks back for it.

    Those are the side of odds where flat wagers lie on the other one, "more" than what stands, and a sum with
    the commission in it.
    """
    stages = [amounts_said(part.rules) for part in program.parts]
    for line in lines_as_talk(text):
        words = text[line.start : line.end]
        if words == line.said:
            continue
        side, more = SIDE.search(words), _MORE.search(words)
        if side and not _FLAT.search(words, side.end()):
            own = SIDES[side[1].lower()]
            flats = [kinds for bets in stages if (kinds := {wager.kind for wager in bets} & (LINE | COMES))]
            if flats and not any(kinds <= {*own} for kinds in flats):
                message = f"say behind which wager, as in: odds {own[0].value} 12"
                raise _error(text, message, line.start + side.start(), side[1])
        if more and not _ADDS.search(words):
            message = "a bet says what is to stand; to put more on it, say: add 12 to place 8"
            raise _error(text, message, line.start + more.start(), more[0])
    said = "; ".join(" ".join(text[line.start : line.end].split()) for line in lines_as_talk(text))
    _check_sums(said.replace("$", ""), stages)


def _check_sums(said: str, stages: Sequence[Mapping[Wager, set[Amount]]]) -> None:
    """Ask for the stake alone where a sum may have the commission in it."""
    book = load_rulebook(DEFAULT_BOOK)
    sums = ((wager, one) for bets in stages for wager, amounts in bets.items() for one in amounts)
    for wager, amount in sums:
        if isinstance(amount, FromMoney) or says_exactly(said, Bet(wager, amount)):
            continue
        for rounding in get_args(Rounding):  # a text names no house, and houses round differently
            stake, rounder = stake_within(book, wager, amount, DEFAULT_CHIP, rounding=rounding)
            if rounder:
                ways = f"{wager} {printed(stake)}, or {wager} {printed(amount)}"
                raise SystemTextError(f"say the stake without its commission: {ways}")


def line_tree(text: str) -> Tree[Token] | None:
    """The parse tree of a single line, with the places of its words; None if it does not parse.

    A line holds no `;` and no line break. It may begin a stage, a rule or both. Its meaning is not checked.
    """
    if too_deep(text) is not None:
        return None
    with suppress(UnexpectedInput):
        return _parser().parse(text, start=_LINE)
    return None


def accepted_after(before: str) -> set[str]:
    """The names of the words that may follow the beginning of a system."""
    reading = _parser().parse_interactive(before, start=_WHOLE)
    with suppress(UnexpectedInput):
        reading.exhaust_lexer()
    return cast("set[str]", reading.accepts())


def too_deep(text: str) -> int | None:
    """The place of an opening bracket that is one too many; None if there is none."""
    depth = 0
    for found in re.finditer(r"#[^\r\n]*|[()]", text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth > DEEPEST:
            return found.start()
    return None


class SaidLine(NamedTuple):
    """A line of a text, with ordinary talk made plain.

    Attributes:
        start, end: its span in the text.
        said: its words.
        tree: their parse tree; None if they do not parse.
    """

    start: int
    end: int
    said: str
    tree: Tree[Token] | None


def as_talk(text: str) -> str:
    """The text with ordinary talk made plain, character for character.

    What can be read as it is stays: `when behind 100` is no talk of odds behind a bet. What cannot be read as
    talk either stays too, so that an error is about the words that were written.

    >>> as_talk("when behind 100: five dollars on the pass line")
    'when behind 100: 5            on     pass line'
    """
    said, end = list[str](), 0
    for line in lines_as_talk(text):
        said += text[end : line.start], line.said
        end = line.end
    return "".join((*said, text[end:]))


@lru_cache(maxsize=8)
def lines_as_talk(text: str) -> tuple[SaidLine, ...]:
    """The lines of a text as `as_talk` reads them. They are kept, because slots and errors need them, too."""
    lines = (found for found in _LINES.finditer(text) if not found[0].startswith("#"))
    return tuple(SaidLine(*found.span(), *_line_as_talk(found[0])) for found in lines)


def _line_as_talk(line: str) -> tuple[str, Tree[Token] | None]:
    if line.count(":") > _MOST_COLONS:
        return line, None
    if tree := line_tree(line):
        return line, tree
    pieces = _PIECE.findall(line)
    said = "".join(map(_piece_as_talk, pieces)) if pieces[1:] else plain(line)
    tree = line_tree(said) if said != line else None
    return said if tree or pieces[1:] else line, tree


def _piece_as_talk(piece: str) -> str:
    """A piece that cannot be read, made plain if it can be read then."""
    if line_tree(piece):
        return piece
    said = plain(piece)
    return said if said != piece and line_tree(said) else piece


# From a tree to lines. A line says the head of a rule, which has no steps yet; a step; a line for the whole
# system; the name of a stage; or a move to another.


@v_args(inline=True)
class _Builder(Transformer[Token, "list[Said]"]):
    """Builds lines. Each method builds the grammar's rule of its name; phrases build the others."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:  # noqa: ANN401 - Lark's own
        phrase = PHRASES.get(data)
        if phrase is None:  # the table's words for wagers
            return Tree(data, children, meta)
        return said_with(phrase, children, meta)

    @v_args(inline=False)
    def start(self, children: list[Said | list[Said]]) -> list[Said]:
        return [one for child in children for one in (child if isinstance(child, list) else [child])]

    def any_of(self, *parts: Condition) -> Condition:
        return joined(AnyOf, parts)

    def all_of(self, *parts: Condition) -> Condition:
        return joined(AllOf, parts)

    def negated(self, condition: Condition) -> Condition:
        return opposite(condition)

    @v_args(meta=True, inline=True)
    def when(self, meta: object, condition: Condition) -> Said:
        return Said(When(condition, ()), place(meta, "when"))

    @v_args(meta=True, inline=True)
    def after(self, meta: object, trigger: Trigger, condition: Condition | None = None) -> Said:
        at = place(meta, "after")
        return Said(After(trigger, (), _seen(_AFTER_RULES, condition, at)), at)

    def stage(self, token: Token) -> Said:
        return Said(_name(token), token)

    def go_when(self, token: Token, condition: Condition) -> Said:
        _seen(_MOVES, condition, token)
        return Said(Move(_name(token), condition), token)

    def go_after(self, token: Token, trigger: Trigger, condition: Condition | None = None) -> Said:
        return Said(Move(_name(token), trigger, _seen(_MOVES, condition, token)), token)


_MOVES: Final = "a stage changes after a throw"
_AFTER_RULES: Final = "the condition of an 'after' rule is asked after the throw"


def _name(token: Token) -> str:
    """The name of a stage."""
    return token.lower().split()[-1]


def _seen(why: str, condition: Condition | None, token: Token) -> Condition | None:
    """Check that a condition can be asked after a throw; `why` says that it is."""
    unseen = None if condition is None else unseen_in(condition)
    if unseen is None:
        return condition
    instead = "ahead 100" if unseen.looks_at_money else "point, 2 points made or ahead 100"
    raise Misplaced(f"{why}, where '{unseen}' is not seen: say {instead}", token)


# Putting the lines together.


def _program(lines: list[Said]) -> Program:
    """The program of all lines: those before the first stage hold in every stage."""
    heads = [at for at, line in enumerate(lines) if isinstance(line.meaning, str)]
    above = lines[: heads[0]] if heads else lines
    _check_this_stage(above, staged=bool(heads))
    shared = _Assembler(above)
    for move, token in shared.moves:
        raise Misplaced(f"'{move}' belongs in a stage: begin one above it, as in stage one:", token)
    stages = [
        (lines[head], _Assembler(lines[head + 1 : end])) for head, end in pairwise([*heads, len(lines)])
    ]
    names = [str(head.meaning) for head, _ in stages]
    for at, (head, own) in enumerate(stages):
        if names[at] in names[:at]:
            raise Misplaced(f"there are two stages {names[at]}: give each a name of its own", head.token)
        for move, token in own.moves:
            _check_move(move, names, token)
    rules = [*shared.rules, *(rule for _, own in stages for rule in own.rules)]
    if not amounts_said(rules) and not any(isinstance(rule, When) for rule in shared.rules):
        raise Misplaced(f"this system never bets: add a bet, as in {_EXAMPLE}", Token("WORD", "", 0))
    program = shared.checked(rules)
    made = (
        StageLines(name, own.checked([*shared.rules, *own.rules]), tuple(move for move, _ in own.moves))
        for name, (_, own) in zip(names, stages, strict=True)
    )
    return replace(program, stages=tuple(made))


def _check_this_stage(lines: list[Said], *, staged: bool) -> None:
    """Check that `this stage` stands in a stage, or in a rule that holds in every stage."""
    for line in lines:
        asked = line.meaning if isinstance(line.meaning, Gate if staged else When | After | Gate) else None
        condition = None if asked is None else asked.condition
        if condition and any(isinstance(one, StageBalance) for one in trackers_in(condition)):
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
        rules: the rules with their steps.
        changes: the changes of sizes, each with its event and its place.
        wrappers, moves: the other lines, each with its place.
    """

    def __init__(self, lines: list[Said]) -> None:
        self.rules: list[When | After] = []
        self.changes: list[tuple[Trigger, Change, Token]] = []
        self.wrappers: list[tuple[Wrapper, Token]] = []
        self.moves: list[tuple[Move, Token]] = []
        begins = [at for at, line in enumerate(lines) if not isinstance(line.meaning, Instruction | Change)]
        _check_outside(lines[: begins[0]] if begins else lines)
        for at, end in pairwise([*begins, len(lines)]):
            self._take(lines[at], lines[at + 1 : end])

    def _take(self, line: Said, steps: list[Said]) -> None:
        """Take a line with the steps below it."""
        meaning = line.meaning
        if not isinstance(meaning, When | After):
            _check_outside(steps)
        elif not steps:
            raise Misplaced(f"this rule is empty: add what to bet, as in {_EXAMPLE}", line.token)
        if isinstance(meaning, When):
            self.rules.append(replace(meaning, instructions=tuple(map(_instruction, steps))))
        elif isinstance(meaning, After):
            done = tuple(self._after(meaning.trigger, step) for step in steps)
            self.rules.append(replace(meaning, steps=done))
        elif isinstance(meaning, Wrapper):
            self.wrappers.append((meaning, line.token))
        elif isinstance(meaning, Move):
            self.moves.append((meaning, line.token))

    def _after(self, trigger: Trigger, said: Said) -> Instruction | Change:
        """A step of an `after` rule."""
        step = cast("Instruction | Change", said.meaning)
        if isinstance(step, BringDown):
            step = KeepDown(step.target)
        if isinstance(step, Change):
            self.changes.append((trigger, step, said.token))
        return step

    def checked(self, rules: list[When | After]) -> Program:
        """All lines together, once these rules have a size for each change of size."""
        amounts, odds = amounts_said(rules), odds_said(rules)
        for trigger, change, token in self.changes:
            _check_change(trigger, change, token, amounts)
        for line, token in self.wrappers:
            if not isinstance(line, WithProgression):
                continue
            if line.target.wagers <= ODDS_WAGERS.wagers:
                _check_odds(line, odds, token)
                continue
            for wager in _bet_among(line.target, amounts, token):
                _check_size(wager, amounts, token)
        return Program(tuple(self.rules), tuple(_together([line for line, _ in self.wrappers])))


def _check_outside(steps: list[Said]) -> None:
    """Check that no step stands outside a rule."""
    for step in steps:
        raise Misplaced(f"this must be part of a rule: begin one, as in {_EXAMPLE}", step.token)


def _together(lines: Sequence[Wrapper]) -> Iterator[Wrapper]:
    """The lines in the order in which they are printed, with what several of a kind say together."""
    for kind in sorted({type(line) for line in lines}, key=lambda kind: kind.place):
        yield from kind.together([line for line in lines if isinstance(line, kind)])


def _instruction(said: Said) -> Instruction:
    """A step of a `when` rule."""
    step = cast("Instruction | Change", said.meaning)
    if isinstance(step, Change):
        raise Misplaced("sizes change only in after rules, such as after win of place:", said.token)
    if isinstance(step, BringDown):
        not_it(Said(step.target, said.token))
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


def _check_odds(line: WithProgression, odds: list[HaveOddsUp], token: Token) -> None:
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
    start = unexpected_at(error, len(text))
    found = re.match(r"[^\s;:#()]+|[;:()]", text[start:])
    word = found[0] if found else ""
    return _error(text, unexpected(word, accepted_after(said[:start]), text[:start]), start, word)


def _error(text: str, message: str, start: int, word: str) -> SystemTextError:
    lines, before = (re.split(r"\r\n|\r|\n", part) for part in (text, text[:start]))
    line = len(before)
    place = f"line {line}: " if len(lines) > 1 else ""
    return SystemTextError(f"{place}{message}", lines[line - 1], line, len(before[-1]) + 1, word)
