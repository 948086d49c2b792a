"""Clause scripts: lines said at a table, and what must follow from them. A dealer can read them.

CONTRIBUTING.md shows the form of a script. Besides, `with others` opens a table where others throw, and below
a line `~ LINE; LINE` says that the table is as it would be after these lines alone (`-` for none).

Chips are conserved: after every line said, rails, layout and bank add up to nothing. The effects and the
table are the same when they are read back from JSON.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from bankcraps.errors import NotationError
from bankcraps.game.chips import printed
from bankcraps.game.engine import Refusal
from bankcraps.game.notation import write_effect
from bankcraps.game.records.codec import decode_effect, decode_state, encode, state_hash
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.game.table import Table
from bankcraps.game.wagers import WAGERS

FOLDER: Final = Path(__file__).parent
HEADING: Final = re.compile(r"# (?P<clause>\S+) (?P<title>\S.*)")
MARK: Final = re.compile(r"(?P<mark>!|>!|>|=|~) (?P<text>\S.*)")


class ScriptError(Exception):
    """A script that cannot be read, with its file and line."""


class Disagreement(AssertionError):  # noqa: N818 - the rules and the table disagree; neither need be in error
    """The table does not do what a script says."""


@dataclass(frozen=True)
class Check:
    """A line that looks at what happened."""

    line: int
    mark: str
    text: str


@dataclass(frozen=True)
class Turn:
    """A line said at the table, empty for the table as it opens, and the checks below it."""

    line: int
    said: str
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Setup:
    """The opening of the table, in the words of `with`."""

    limits: str = "1:10000:1"
    chip: str = "1"
    seats: dict[str, str] = field(default_factory=lambda: {"Ann": "500", "Bob": "500"})
    others: bool = False
    options: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Script:
    """One case of one clause."""

    file: str
    line: int
    clause: str
    title: str
    setup: Setup
    turns: tuple[Turn, ...]

    @property
    def name(self) -> str:
        """The clause and the title as one word: `6.1.5.1-odds-behind-the-win-line`."""
        return f"{self.clause}-{re.sub(r'[^a-z0-9]+', '-', self.title.lower()).strip('-')}"

    def at(self, line: int) -> str:
        """A line of it, for messages: `nsw.txt:12: 6.1.5.1 odds behind the Win Line`."""
        return f"{self.file}:{line}: {self.clause} {self.title}"


# Reading.


def scripts_of(book: str) -> list[Script]:
    """The scripts in a book's file, beside this one.

    Raises:
        ScriptError: if there is no file, or at the first line of it that is out of place.
    """
    file = FOLDER / f"{book}.txt"
    if not file.exists():
        raise ScriptError(f"there is no tests/clauses/{file.name}: nothing shows the clauses of {book}")
    return read_scripts(file.read_text(encoding="utf-8"), file.name)


def read_scripts(text: str, file: str) -> list[Script]:
    """Every script of a text; `file` is what errors and failures call it.

    Raises:
        ScriptError: at the first line that is out of place.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("##")]
    starts = [index for index, (_, line) in enumerate(lines) if line.startswith("#")]
    if lines and (not starts or starts[0]):
        raise ScriptError(f"{file}:{lines[0][0]}: a file begins with a script, as in: # 6.1.5.1 the title")
    ends = [*starts[1:], len(lines)]
    scripts = [_script(lines[start:end], file) for start, end in zip(starts, ends, strict=True)]
    names: set[str] = set()
    for script in scripts:
        if script.name in names:
            raise ScriptError(f"{file}:{script.line}: {script.name} is there twice; give it another title")
        names.add(script.name)
    return scripts


def _script(lines: list[tuple[int, str]], file: str) -> Script:
    (number, heading), *rest = lines
    found = HEADING.fullmatch(heading)
    if found is None:
        raise ScriptError(f"{file}:{number}: a script begins as in: # 6.1.5.1 the title; not {heading!r}")
    setup = Setup()
    if rest and rest[0][1].startswith("with "):
        setup = _setup(rest[0][1].removeprefix("with "), f"{file}:{rest[0][0]}")
        rest = rest[1:]
    turns = tuple(_turns(rest, number, file))
    if not any(turn.checks for turn in turns):
        raise ScriptError(f"{file}:{number}: this script checks nothing")
    return Script(file, number, found["clause"], found["title"], setup, turns)


def _setup(text: str, place: str) -> Setup:
    given: dict[str, str] = {}
    options: dict[str, str] = {}
    for part in text.split(";"):
        key, _, value = part.strip().partition(" ")
        if key == "option" and "=" in value:
            option, _, choice = value.partition("=")
            options[option] = choice
        elif key in ("limits", "chip", "seats") and value:
            given[key] = value
        elif part.strip() == "others":
            given["others"] = part
        else:
            known = "limits, chip, seats, others and option NAME=CHOICE"
            raise ScriptError(f"{place}: `with` has {known}, not {part.strip()!r}")
    seats = [seat.partition(":") for seat in given.pop("seats", "Ann:500 Bob:500").split()]
    if not all(amount for _, _, amount in seats):
        raise ScriptError(f"{place}: seats are written Ann:500 Bob:300")
    others = bool(given.pop("others", ""))
    return Setup(**given, seats={name: amount for name, _, amount in seats}, others=others, options=options)


def _turns(lines: Iterable[tuple[int, str]], opening: int, file: str) -> Iterator[Turn]:
    at, said, checks = opening, "", list[Check]()
    for number, line in lines:
        if not line.startswith(("!", ">", "=", "~")):
            yield Turn(at, said, tuple(checks))
            at, said, checks = number, line, []
            continue
        found = MARK.fullmatch(line)
        if found is None:
            raise ScriptError(f"{file}:{number}: a check is a mark, a blank and what is asked, not {line!r}")
        if found["mark"] == "!" and (checks or not said):
            raise ScriptError(f"{file}:{number}: a refusal stands right below the line that is refused")
        checks.append(Check(number, found["mark"], found["text"]))
    yield Turn(at, said, tuple(checks))


# Playing.


def play(script: Script, book: str | Rulebook, *, through_json: bool = True) -> list[tuple[str, Refusal]]:
    """Say the lines of a script at a table of that book, and return those that were refused.

    A shipped book is named, and has the options of the script. Any other book is given with its options.
    Without `through_json` the effects and the table are not read back from JSON, which is faster.

    Raises:
        Disagreement: at the first line that comes out otherwise.
        ScriptError: for a line without a speaker, or a check of something that does not exist.
    """
    player = _Player(script, book, through_json=through_json)
    for turn in script.turns:
        player.play(turn)
    return player.refused


class _Player:
    """A table, and the script that is being played at it."""

    def __init__(self, script: Script, book: str | Rulebook, *, through_json: bool) -> None:
        setup = script.setup
        rules = load_rulebook(book, **setup.options) if isinstance(book, str) else book
        self.open = partial(
            Table, rules, setup.seats, limits=setup.limits, chip=setup.chip, others=setup.others
        )
        self.table = self.open()
        self.script = script
        self.through_json = through_json
        self.refused: list[tuple[str, Refusal]] = []

    def play(self, turn: Turn) -> None:
        """Say a line, and look at what came of it."""
        before = self.table.state
        effects, refusal = self._say(turn) if turn.said else ([], None)
        self._look_at_refusal(turn, refusal)
        self.refused += [(turn.said, refusal)] if refusal is not None else []
        if refusal is not None and self.table.state != before:
            self._disagree(turn.line, f"no change, {turn.said!r} being refused", "the table has changed")
        if self.table.state.total:
            self._disagree(turn.line, "chips to be conserved", f"{turn.said!r} changes their sum")
        if self.through_json and decode_state(encode(self.table.state)) != self.table.state:
            self._disagree(turn.line, "a table that JSON can hold", f"after {turn.said!r} it is another")
        self._look_at_effects(turn, effects)
        for check in turn.checks:
            if check.mark == "=":
                self._look_at_table(check)
            elif check.mark == "~":
                self._compare_tables(check)

    def _say(self, turn: Turn) -> tuple[list[str], Refusal | None]:
        try:
            steps = self.table.say(turn.said)
        except NotationError as error:
            raise ScriptError(f"{self.script.at(turn.line)}: nobody says this\n{error.pointed()}") from None
        effects = [effect for step in steps for effect in step.effects]
        if self.through_json and [decode_effect(encode(effect)) for effect in effects] != effects:
            self._disagree(
                turn.line, "effects that JSON can hold", f"those of {turn.said!r} come back as others"
            )
        return [write_effect(effect, self.table.rulebook) for effect in effects], steps[-1].refusal

    def _look_at_refusal(self, turn: Turn, refusal: Refusal | None) -> None:
        cited = next((check for check in turn.checks if check.mark == "!"), None)
        if cited is None:
            if refusal is not None:
                self._disagree(turn.line, f"{turn.said!r} to be accepted", _refused(refusal))
        elif refusal is None:
            self._disagree(cited.line, f"{turn.said!r} refused, citing {cited.text}", "it is accepted")
        elif cited.text not in (
            clause := refusal.clause or "-",
            f"{clause} {refusal.code}",
            f"* {refusal.code}",
        ):
            self._disagree(cited.line, f"{turn.said!r} refused, citing {cited.text}", _refused(refusal))

    def _look_at_effects(self, turn: Turn, effects: list[str]) -> None:
        followed = f"what follows is: {'; '.join(effects) or 'nothing'}"
        later = 0
        for check in turn.checks:
            if check.mark == ">":
                if check.text not in effects[later:]:
                    after = f" after {effects[later - 1]!r}" if later else ""
                    self._disagree(check.line, f"{check.text!r}{after}", followed)
                later = effects.index(check.text, later) + 1
            elif check.mark == ">!" and any(check.text in effect for effect in effects):
                self._disagree(check.line, f"nothing with {check.text!r} in it", followed)

    def _look_at_table(self, check: Check) -> None:
        subject, _, expected = check.text.rpartition(" ")
        there = self._what_is(check.line, subject)
        if there != expected:
            self._disagree(check.line, f"{subject} {expected}", f"it is {there}")

    def _compare_tables(self, check: Check) -> None:
        other = self.open()
        for line in check.text.split("; ") if check.text != "-" else ():
            if not all(other.say(line)):
                raise ScriptError(f"{self.script.at(check.line)}: {line!r} is refused")
        if state_hash(self.table.state) != state_hash(other.state):
            self._disagree(
                check.line, f"the table after {check.text!r}: {other.state}", f"it is {self.table.state}"
            )

    def _what_is(self, line: int, subject: str) -> str:
        """The value of a subject, as scripts write it."""
        table = self.table
        name, _, spot = subject.partition(" ")
        match subject:
            case "puck":
                return str(table.point or "off")
            case "shooter":
                return table.shooter or "nobody"
            case "total":
                return printed(table.state.total)
        if table.state.seat(name) is None:
            return "gone"
        if spot == "tokens":
            return "+".join(map(printed, table.state.seated(name).tokens)) or "none"
        if not spot:
            return printed(table.rail(name))
        if spot.removesuffix(" token") not in WAGERS:
            raise ScriptError(f"{self.script.at(line)}: there is no wager {spot!r}")
        amount = table.layout(name).get(spot)
        return "none" if amount is None else printed(amount)

    def _disagree(self, line: int, expected: str, found: str) -> NoReturn:
        raise Disagreement(f"{self.script.at(line)}\n  expected {expected}\n  but {found}")


def _refused(refusal: Refusal) -> str:
    return f"it is refused, citing {refusal.clause or '-'} {refusal.code}: {refusal.message}"
