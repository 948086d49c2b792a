"""The options that functions and commands of the lab share, as a table."""

import click

from bankcraps.analysis.lab_options import SimulationOptions, options_of
from bankcraps.cli.commands.simulate import command


def options() -> str:
    """A line for each option: its name in Python and on the command line, its default, and what it does."""
    lines = ["| option | command line | default | what it does |", "| --- | --- | --- | --- |"]
    for name, option in options_of(SimulationOptions).items():
        default = "" if option.default is None else f"`{option.default}`"
        lines.append(f"| `{name}` | `{_spelled(name)}` | {default} | {option.says} |")
    return "\n".join(lines) + "\n"


def _spelled(name: str) -> str:
    """The option as `bankcraps simulate` takes it: `--throws N`, `--no-paths`."""
    named = {one.name: one for one in command.params if isinstance(one, click.Option)}
    found = named.get(name) or named[f"no_{name}"]
    value = "" if found.is_flag else found.make_metavar(click.Context(command))
    return f"{found.opts[0]} {value}".rstrip()
