"""The help of every command: what its options mean, and two examples that it reads."""

import shlex
from collections.abc import Iterator

import click
import pytest

from bankcraps.cli.group import COMMANDS, _bankcraps, run


def _below(command: click.Command, ctx: click.Context) -> Iterator[click.Context]:
    """The contexts of a command and of those below it."""
    yield ctx
    names = getattr(command, "commands", ()) if ctx.parent else COMMANDS
    for name in names:
        below = command.get_command(ctx, name)
        yield from _below(below, click.Context(below, ctx, name))


ROOT = click.Context(_bankcraps, info_name="bankcraps")
EVERY = {ctx.command_path: ctx for ctx in _below(_bankcraps, ROOT)}


@pytest.mark.parametrize("path", EVERY)
def test_the_options_of_a_command_are_sentences(path):
    ctx = EVERY[path]
    assert "None" not in ctx.get_help()  # such as a range without an end
    options = [one for one in ctx.command.params if isinstance(one, click.Option) and not one.hidden]
    low = [f"{path} {one.name}" for one in options if not (one.help or "")[:1].isupper()]
    assert low == []


@pytest.mark.parametrize("path", EVERY)
def test_two_examples_end_the_help_of_a_command_and_can_be_read(path, monkeypatch):
    reached = []
    monkeypatch.setattr(click.Context, "invoke", lambda ctx, *_, **__: reached.append(ctx.command_path))
    head, *examples = EVERY[path].get_help().rpartition("\n\n")[2].splitlines()
    assert (head.strip(), len(examples)) == ("Examples:", 2)
    for line in examples:
        name, *words = shlex.split(line.partition(" > ")[0])
        assert (name, run(words)) == ("bankcraps", 0)
        assert reached[-1].startswith(path)
