"""A table through a pipe: the common parts of `play` and `join`, which read lines and write words or JSON."""

import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Final, TypedDict

import click

from bankcraps.analysis.lab_options import Option
from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_json, seen, unreadable_line
from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.chance import dice_from
from bankcraps.game.engine import Step
from bankcraps.game.engine.events import Rolled
from bankcraps.game.notation import Understood, read, tell, tell_refusal
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE, question
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.table import Table

if TYPE_CHECKING:
    from bankcraps.terminal.play.session import ShownTable

MAX_LINE: Final = 2**16
"""The most bytes of a line. /dev/zero, for example, never ends its line."""

QUIT_LINE: Final = re.compile(r"\s*(?:quit|exit)\s*", re.IGNORECASE)
_HELP_LINE: Final = re.compile(r"\s*(?:help|\?)(?:\s+(\S+).*)?\s*", re.IGNORECASE)
_SCREEN_WORD: Final = re.compile(r"\s*(status|wagers|bets|stats)\s*", re.IGNORECASE)


class PlainOptions(TypedDict):
    """Whether a table is played through a pipe."""

    plain: Annotated[bool, Option("Read lines from standard input and write what happens.")]
    as_json: Annotated[bool, Option("Like --plain, but write one JSON object per line.")]


class LiveOptions(TypedDict):
    """The live table, and who comes to it."""

    table: Annotated[str | None, Option("The table; without it, the one in URL, or you choose.", "ID")]
    passphrase: Annotated[bool, Option("Make an account of NAME, with a passphrase.")]


class JoinOptions(LiveOptions, PlainOptions):
    """The options of `bankcraps join`."""

    system: Annotated[str | None, Option("Play a betting system: a name, a file or a text.", "SYSTEM")]
    bankroll: Annotated[str, Option("What it buys in for.", "DOLLARS", "100")]


def text_of(raw: bytes) -> str:
    """Return a line as text, whatever bytes it holds."""
    return raw.decode("utf-8", errors="replace").rstrip("\r\n")


def is_skipped(line: str) -> bool:
    """Whether a line is empty, or a remark."""
    return not line.strip() or line.lstrip().startswith("#")


def answer_line(line: str, table: "ShownTable", who: str) -> bool:
    """Answer a request for help, a word of the screen such as `status`, or a question.

    Returns:
        Whether the line was one of these.
    """
    word = help_word(line)
    if word is not None:
        _show_help(word, table.rulebook)
        return True
    found = _SCREEN_WORD.fullmatch(line)
    asked, about = (found[1].lower(), "") if found else question(line) or ("", "")
    if not asked:
        return False
    if asked == "help":
        _explain(about.lower(), table.rulebook)
        return True
    if asked == "stats":
        click.echo("stats is for the full screen; say status for what you have")
        return True

    for said in heavy.answer("status" if asked == "status" else "wagers", table, who):
        click.echo(said)
    return True


def help_word(line: str) -> str | None:
    """Return the word that a line asks help for, empty for help with all; None for any other line."""
    found = _HELP_LINE.fullmatch(line)
    return None if found is None else (found[1] or "").lower()


def _show_help(word: str, book: Rulebook) -> None:
    """List all words with an example and a meaning, or explain one under the rules of a house."""
    if word:
        _explain(word, book)
        return
    for group, words in HELP.items():
        click.echo(group)
        for name in words:
            click.echo(f"  {_usage_line(name)}")


def _explain(word: str, book: Rulebook) -> None:
    """Explain a word as the terminal table does."""
    (word, _), *parts = heavy.help_on(book, word, commands=False)
    if word not in USAGE:
        click.echo(f"{word!r} is not a command; say help for the list")
        return
    click.echo(_usage_line(word))
    for heading, lines in parts:
        for line in ([heading] if heading else []) + [f"  {name:<12} {says}" for name, says in lines]:
            click.echo(line.rstrip())


def _usage_line(word: str) -> str:
    """An example of a word, and its meaning unless the example shows it."""
    return help_line(USAGE[word], MEANINGS.get(word, ""))


def help_line(example: str, about: str) -> str:
    """An example with its effect beside it."""
    return f"{example:<32} {about}".rstrip()


def show_refusal(message: str, clause: str | None, advice: str = "") -> None:
    """Write why something was refused, the clause, and what to do instead."""
    cited = f" [{clause}]" if clause else ""
    click.echo(f"refused: {message}{cited}{advice}")


def check_all_read(unreadable: int) -> None:
    """Raise `BankcrapsError` with the number of lines that could not be read, if there are any."""
    if unreadable:
        lines = "1 line" if unreadable == 1 else f"{unreadable} lines"
        raise BankcrapsError(f"{lines} could not be read")


# A local table through a pipe: reads one event per line, and writes its effects.


_BARE_ROLL: Final = re.compile(r"\s*(roll|throw|shoot)\s*", re.IGNORECASE)


def play_lines(table: Table, seed: int | None, sync: Callable[[], None], *, as_json: bool) -> int:
    """Play the lines of standard input. Empty lines and lines that begin with # are skipped.

    Returns:
        The number of lines that could not be read. A refusal is an answer, so it does not count.
    """
    unreadable = 0
    dice = dice_from(seed)
    for number, line in enumerate(_lines(), 1):
        if is_skipped(line):
            continue
        if QUIT_LINE.fullmatch(line):
            break
        seats = table.state.seats
        player = seats[0].name if len(seats) == 1 else ""
        if not as_json and answer_line(line, table, player):
            continue
        try:
            bare = _BARE_ROLL.fullmatch(line)
            meant = Understood((Rolled(dice()),)) if bare else table.understood(read(line))
        except NotationError as error:
            unreadable += 1
            _show_unreadable(table, number, error, as_json=as_json)
            continue
        steps = table.do_all(meant.events)
        if as_json:
            _show_json(table, number, meant, steps)
        else:
            _show_words(table, meant, steps)
        sync()
    return unreadable


def _lines() -> Iterable[str]:
    """Yield the lines of standard input.

    Raises:
        BankcrapsError: for a line that may never end, or if standard input is closed.
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is under `<&-`
        raise BankcrapsError("there is nothing to play: standard input is closed")
    while raw := sys.stdin.buffer.readline(MAX_LINE + 1):
        if len(raw) > MAX_LINE:
            raise BankcrapsError(f"a line is longer than {MAX_LINE:,} bytes; is this a script for a table?")
        yield text_of(raw)


def _show_unreadable(table: Table, number: int, error: NotationError, *, as_json: bool) -> None:
    if as_json:
        echo_json(seen(number, (), unreadable_line(error), (), table.rulebook, table.state))
    else:
        click.echo(error.pointed())


def _show_json(table: Table, number: int, meant: Understood, steps: list[Step]) -> None:
    refusal = steps[-1].refusal if steps else None
    effects = [effect for step in steps for effect in step.effects]
    shown = seen(number, meant.events, refusal, effects, table.rulebook, table.state)
    left_out = [left.words(table.rulebook) for left in meant.left_out]
    echo_json(shown | ({"left_out": left_out} if left_out else {}))


def _show_words(table: Table, meant: Understood, steps: list[Step]) -> None:
    for step in steps:
        if step.refusal is not None:
            show_refusal(tell_refusal(step.refusal, table.rulebook), step.refusal.clause)
        for effect in step.effects:
            click.echo(tell(effect, table.rulebook))
    for left in meant.left_out:
        click.echo(left.words(table.rulebook))
