"""A table after some lines, and a line that is refused."""

from bankcraps import Table
from bankcraps.game.engine import refusal
from bankcraps.game.notation import read, understand


def play(rules: str, *lines: str, **seats: int) -> Table:
    """A table after some lines, all of which are accepted."""
    table = Table(rules, seats or {"Ann": 1000}, others=True)
    for line in lines:
        for came in table.say(line):
            assert came, came.refusal
    return table


def refused(table: Table, line: str) -> str:
    """The code of a line that is refused."""
    (event,) = understand(read(line), table.rulebook, table.state)
    why = refusal(table.rulebook, table.state, event)
    assert why is not None, f"{line!r} would be taken"
    before = table.state
    (came,) = table.say(line)
    assert came.refusal == why
    assert table.state == before
    return why.code
