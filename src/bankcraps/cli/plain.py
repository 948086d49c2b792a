"""A table through a pipe: reads one event per line, and writes what followed as words or JSON."""

import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import click

from bankcraps.chance import dice_from
from bankcraps.cli.encoding import echo_json, seen
from bankcraps.engine import Step
from bankcraps.engine.events import Event, Rolled
from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.notation import read, tell, tell_refusal
from bankcraps.notation.usage import HELP, MEANINGS, USAGE
from bankcraps.rulebook import Rulebook
from bankcraps.table import Table

if TYPE_CHECKING:
    from bankcraps.play.table_view import ShownTable

__all__ = ["HELP_LINE", "QUIT_LINE", "play_lines", "screen_word", "show_help"]

MAX_LINE: Final = 2**16
"""The most bytes of a line. A longer one is not read to its end: /dev/zero has none."""

HELP_LINE: Final = re.compile(r"\s*(?:help|\?)(?:\s+(\S+).*)?\s*", re.IGNORECASE)
QUIT_LINE: Final = re.compile(r"\s*(?:quit|exit)\s*", re.IGNORECASE)
_SCREEN_WORD: Final = re.compile(r"\s*(status|wagers|bets|stats)\s*", re.IGNORECASE)
_BARE_ROLL: Final = re.compile(r"\s*(roll|throw|shoot)\s*", re.IGNORECASE)


def play_lines(table: Table, seed: int | None, sync: Callable[[], None], *, as_json: bool) -> int:
    """Play the lines of standard input. Empty lines and lines that begin with # are skipped.

    Returns:
        The number of lines that could not be read. A refusal is an answer, so it does not count.
    """
    unreadable = 0
    dice = dice_from(seed)
    show = _show_json if as_json else _show_words
    for number, line in enumerate(_lines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if QUIT_LINE.fullmatch(line):
            break
        if not as_json and screen_word(line, lambda: table, _only_player(table)):
            continue
        asked = None if as_json else HELP_LINE.fullmatch(line)
        if asked:
            show_help(asked[1], table.rulebook)
            continue
        try:
            events = (Rolled(dice()),) if _BARE_ROLL.fullmatch(line) else _said(table, line)
        except NotationError as error:
            unreadable += 1
            show(table, number, (), [], error)
            continue
        steps = table.do_all(events)
        show(table, number, events, steps, None)
        sync()
    return unreadable


def screen_word(line: str, table: "Callable[[], ShownTable]", who: str) -> bool:
    """Answer `status` or `wagers`, words of the screen that a pipe can answer. Return whether it was one."""
    found = _SCREEN_WORD.fullmatch(line)
    if found is None:
        return False
    if found[1].lower() == "stats":
        click.echo("stats is for the full screen; say status for what you have")
        return True
    from bankcraps.play.commands import answer  # noqa: PLC0415 - a pipe loads no screen unless somebody asks

    word = "status" if found[1].lower() == "status" else "wagers"
    for said in answer(word, table(), who):
        click.echo(said.text)
    return True


def _only_player(table: Table) -> str:
    return table.state.seats[0].name if len(table.state.seats) == 1 else ""


def show_help(word: str | None, book: Rulebook) -> None:
    """List all words with an example and a meaning, or explain one under the rules of a house."""
    if word is not None:
        _explain(word.lower(), book)
        return
    for group, words in HELP.items():
        click.echo(group)
        for name in words:
            click.echo(f"  {_explained(name)}")


def _explain(word: str, book: Rulebook) -> None:
    """Explain a word as the terminal table does."""
    if word not in USAGE:
        click.echo(f"{word!r} is not a command; say help for the list")
        return
    from bankcraps.play.help import help_on  # noqa: PLC0415 - a pipe loads no screen unless somebody asks

    click.echo(_explained(word))
    for heading, lines in help_on(book, word, commands=False)[1:]:
        for line in ([heading] if heading else []) + [f"  {name:<12} {says}" for name, says in lines]:
            click.echo(line.rstrip())


def _explained(word: str) -> str:
    """An example of a word, and what it means unless the example says it."""
    return f"{USAGE[word]:<32} {MEANINGS.get(word, '')}".rstrip()


def _lines() -> Iterable[str]:
    """Standard input as text, whatever bytes it holds.

    Raises:
        BankcrapsError: for a line that may never end, or if standard input is closed.
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is under `<&-`
        raise BankcrapsError("there is nothing to play: standard input is closed")
    while raw := sys.stdin.buffer.readline(MAX_LINE + 1):
        if len(raw) > MAX_LINE:
            raise BankcrapsError(f"a line is longer than {MAX_LINE:,} bytes; is this a script for a table?")
        yield raw.decode("utf-8", errors="replace").rstrip("\r\n")


def _said(table: Table, line: str) -> tuple[Event, ...]:
    return table.understand(read(line))


def _show_json(
    table: Table, number: int, events: tuple[Event, ...], steps: list[Step], error: NotationError | None
) -> None:
    refusal = steps[-1].refusal if steps else None
    effects = [effect for step in steps for effect in step.effects]
    if error is not None:
        refused: dict[str, object] = {
            "code": "notation",
            "clause": None,
            "message": str(error),
            "column": error.column,
            "word": error.word,
        }
        echo_json(seen(number, (), refused, (), table.rulebook, table.state))
        return
    echo_json(seen(number, events, refusal, effects, table.rulebook, table.state))


def _show_words(
    table: Table, number: int, events: tuple[Event, ...], steps: list[Step], error: NotationError | None
) -> None:
    del number, events
    if error is not None:
        click.echo(error.pointed())
        return
    for step in steps:
        if step.refusal is not None:
            clause = f" [{step.refusal.clause}]" if step.refusal.clause else ""
            click.echo(f"refused: {tell_refusal(step.refusal, table.rulebook)}{clause}")
        for effect in step.effects:
            click.echo(tell(effect, table.rulebook))
